//! Lost answers, conflicts and throttles, and the token that makes repeated requests idempotent.

use aws_sdk_dynamodb::{Client, config::retry::RetryConfig};
use keywright::{
    ErrorKind, Outcome, Table,
    client::{CancellationReason as Reason, TransactionReport},
};
use keywright_local::{Failure, Faults, Rule, Throttle};

use super::answers::*;
use super::design::*;

fn faults(first: u64, failure: Failure) -> Faults {
    Faults::seeded(1).rule(Rule::on(["TransactWriteItems"]).unwrap().first(first).fail(failure))
}

#[tokio::test(start_paused = true)]
async fn attempt_with_a_lost_response_is_not_executed_twice() {
    let lost = [
        Failure::Disconnected { carried_out: true },
        Failure::InternalServerError { carried_out: true },
        Failure::ServiceUnavailable { carried_out: true },
    ];
    for failure in lost {
        let (local, shop) = shop().await;
        local.set_faults(faults(2, failure.clone()));
        let (item, log) = (order(1), log("l-1"));
        // Without the token, the second request would find its own item.
        shop.transaction().create(&item).put(&log).await.unwrap();
        assert_eq!((local.requests(), items(&shop).await.len()), (3, 2), "{failure:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn token_makes_repeated_calls_idempotent() {
    let (local, shop) = shop().await;
    let (item, log) = (order(1), log("l-1"));
    let key = |report: &TransactionReport| report.written(1).unwrap().key(&log);
    let create = || shop.transaction().create(&item).token("order-1");
    create().await.unwrap();
    create().await.unwrap();
    assert_eq!((local.requests(), items(&shop).await.len()), (2, 1));
    local.clear_operations();
    let error = shop.transaction().create(&item).delete(Cart::key("ann")).token("order-1").await.unwrap_err();
    assert_eq!((error.kind(), error.outcome()), (ErrorKind::TokenReused, Outcome::Unknown));
    assert!(error.to_string().contains("a transaction with this token was carried out, or is in progress"), "{error}");
    assert!(error.to_string().contains("read the items before you send anything again"), "{error}");
    assert_eq!(local.operations().len(), 1, "it would fail again");
    let report = shop.transaction().delete(Cart::key("ann")).put(&log).await.unwrap();
    assert_eq!(shop.get(key(&report)).await.unwrap().as_ref(), Some(&log));
}

#[tokio::test(start_paused = true)]
async fn outcome_is_unknown_without_a_final_response() {
    let (local, shop) = shop().await;
    local.set_faults(faults(100, Failure::Disconnected { carried_out: true }));
    let item = order(1);
    let error = shop.transaction().create(&item).token("order-1").await.unwrap_err();
    assert_eq!((error.kind(), error.outcome(), local.requests()), (ErrorKind::Service, Outcome::Unknown, 3));
    assert!(error.to_string().contains("no response arrived: "), "{error}");
    assert!(error.to_string().contains("it may have been carried out: read the item before you repeat it"), "{error}");
    local.clear_faults();
    shop.transaction().create(&item).token("order-1").await.unwrap();
    assert_eq!(items(&shop).await.len(), 1, "the same token tells that it had arrived");
}

#[tokio::test(start_paused = true)]
async fn outcome_stays_unknown_after_a_lost_attempt() {
    let (local, shop) = shop().await;
    shop.put(&order(1)).await.unwrap();
    local.set_faults(faults(1, Failure::Disconnected { carried_out: false }));
    let error = shop.transaction().create(&order(1)).await.unwrap_err();
    assert_eq!((error.kind(), error.outcome()), (ErrorKind::TransactionCancelled, Outcome::Unknown), "{error}");
}

#[tokio::test(start_paused = true)]
async fn conflicts_are_retried_with_one_token() {
    let conflict = || cancelled(&["None", "TransactionConflict"]);
    let throttle = || cancelled(&["ThrottlingError", "TransactionConflict"]);
    let in_progress = || refused("TransactionInProgressException");
    let answers = vec![conflict(), throttle(), in_progress(), conflict()];
    let (local, shop, sent) = shop_with(answers, 3).await;
    let start = tokio::time::Instant::now();
    let item = order(1);
    shop.transaction().create(&item).delete(Cart::key("ann")).await.unwrap();
    assert_eq!((local.requests(), items(&shop).await.len()), (5, 1));
    let tokens = sent.tokens();
    assert!(tokens.len() == 5 && tokens.iter().all(|token| *token == tokens[0]), "{tokens:?}");
    assert!(start.elapsed().as_millis() <= 750 + 5, "50, 100, 200 and 400 ms at most: {:?}", start.elapsed());
}

#[tokio::test(start_paused = true)]
async fn transaction_fails_with_its_reasons_after_ten_requests() {
    let cases = [
        (cancelled(&["None", "TransactionConflict"]), ErrorKind::TransactionConflict, Outcome::NotApplied, 1),
        (cancelled(&["None", "ThrottlingError"]), ErrorKind::Throttled, Outcome::NotApplied, 1),
        (cancelled(&["None", "ProvisionedThroughputExceeded"]), ErrorKind::Throttled, Outcome::NotApplied, 1),
        (refused("TransactionInProgressException"), ErrorKind::TransactionConflict, Outcome::Unknown, 0),
    ];
    for (answer, kind, outcome, reasons) in cases {
        let (local, shop, _) = shop_with(vec![answer; 20], 3).await;
        let error = shop.transaction().delete(Cart::key("ann")).delete(Cart::key("bob")).await.unwrap_err();
        assert_eq!((error.kind(), error.outcome()), (kind, outcome), "{error}");
        assert_eq!((local.requests(), error.cancellations().len()), (10, reasons), "{error}");
        for cancelled in error.cancellations() {
            assert_eq!((cancelled.position, cancelled.key.as_str()), (1, "CUSTOMER#bob / CART"));
            let is_conflict = kind == ErrorKind::TransactionConflict;
            assert_eq!(cancelled.reason, if is_conflict { Reason::Conflict } else { Reason::Throttled });
        }
        assert!(error.to_string().contains("wait and repeat"), "{error}");
    }
}

#[tokio::test(start_paused = true)]
async fn one_attempt_sends_one_request() {
    let answers = [
        cancelled(&["TransactionConflict"]),
        cancelled(&["ThrottlingError"]),
        refused("TransactionInProgressException"),
    ];
    for answer in answers {
        let (local, shop, _) = shop_with(vec![answer], 1).await;
        shop.transaction().delete(Cart::key("ann")).await.unwrap_err();
        assert_eq!(local.requests(), 1);
    }
    let (local, _) = shop().await;
    let once = local.config().retry_config(RetryConfig::standard().with_max_attempts(1)).build();
    let shop = Shop::open(Client::from_conf(once), "shop");
    for failure in [
        Failure::InternalServerError { carried_out: false },
        Failure::Throttled(Throttle::throttling()),
        Failure::Disconnected { carried_out: false },
    ] {
        local.set_faults(faults(5, failure));
        local.clear_operations();
        shop.transaction().delete(Cart::key("ann")).await.unwrap_err();
        assert_eq!(local.requests(), 1);
    }
}

#[tokio::test(start_paused = true)]
async fn throttled_transaction_keeps_its_shard() {
    let reason = "TableWriteKeyRangeThroughputExceeded";
    let throttled = Failure::Throttled(Throttle::throttling().reason(reason, "arn:aws:dynamodb:::table/shop"));
    let (local, shop) = shop().await;
    local.set_faults(Faults::seeded(1).rule(Rule::on(["TransactWriteItems"]).unwrap().first(3).fail(throttled)));
    let log = log("l-1");
    let report = shop.transaction().put(&log).await.unwrap();
    let lanes: Vec<_> = local.operations().into_iter().flat_map(|request| request.lanes).collect();
    assert!(lanes.len() == 4 && lanes.iter().all(|lane| *lane == lanes[0]), "{lanes:?}");
    assert!(shop.get(report.written(0).unwrap().key(&log)).await.unwrap().is_some());
}

#[tokio::test(start_paused = true)]
async fn single_writes_retry_conflicts_with_transactions_and_other_regions() {
    let conflict = || refused("TransactionConflictException");
    for conflict in [conflict(), refused("ReplicatedWriteConflictException")] {
        let (local, shop, _) = shop_with(vec![conflict.clone(), conflict], 3).await;
        shop.put(&order(1)).await.unwrap();
        assert_eq!(local.requests(), 3);
    }
    let (local, shop, _) = shop_with(vec![conflict(); 20], 3).await;
    let error = shop.delete(Cart::key("ann")).await.unwrap_err();
    assert_eq!((error.kind(), error.outcome()), (ErrorKind::TransactionConflict, Outcome::NotApplied));
    assert!(error.to_string().contains("another request was changing an item of it: wait and repeat"), "{error}");
    assert_eq!(local.requests(), 10);
    let (local, shop, _) = shop_with(vec![conflict()], 1).await;
    shop.put(&order(1)).await.unwrap_err();
    assert_eq!(local.requests(), 1);
}

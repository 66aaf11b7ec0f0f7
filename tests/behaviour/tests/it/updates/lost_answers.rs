//! Updates with lost responses: repeated if that is harmless, and otherwise reported.

use keywright::{ErrorKind, Outcome};
use keywright_local::{Failure, Faults, Local, Rule};

use super::design::*;

const LOST: Failure = Failure::InternalServerError { carried_out: true };

fn first(failure: Failure) -> Faults {
    Faults::seeded(0).rule(Rule::on(["UpdateItem"]).unwrap().first(1).fail(failure))
}

#[tokio::test(start_paused = true)]
async fn idempotent_updates_are_retried() {
    let (local, shop) = shop_on(Local::builder().answer_inline()).await;
    for failure in [LOST, Failure::Disconnected { carried_out: false }] {
        local.set_faults(first(failure));
        local.clear_operations();
        shop.update(key()).set(Order::STATUS, Status::Paid).add_to(Order::LABELS, ["a"]).await.unwrap();
        assert_eq!(local.requests(), 2);
    }
    assert_eq!(consistent(&shop).await.status, Status::Paid);
}

#[tokio::test(start_paused = true)]
async fn non_idempotent_updates_are_not_retried() {
    let (local, shop) = shop_on(Local::builder().answer_inline()).await;
    for (at, failure) in [LOST, Failure::InternalServerError { carried_out: false }].into_iter().enumerate() {
        for (sends, error) in [
            (1, {
                local.set_faults(first(failure.clone()));
                local.clear_operations();
                shop.update(key()).add(Order::CENTS, 1).await.unwrap_err()
            }),
            (2, {
                local.set_faults(first(failure.clone()));
                shop.update(key()).append(Order::TAGS, ["a"]).await.unwrap_err()
            }),
            (3, {
                local.set_faults(first(failure.clone()));
                shop.update(key()).set(Order::NOTE, "a").returning_old().await.unwrap_err()
            }),
        ] {
            assert_eq!((error.kind(), error.outcome()), (ErrorKind::Service, Outcome::Unknown), "{at} {sends} {error}");
        }
        assert_eq!(local.requests(), 3);
    }
    let order = consistent(&shop).await;
    assert_eq!((order.cents, order.tags.len()), (501, 2));
}

#[tokio::test(start_paused = true)]
async fn condition_invalidated_by_the_first_attempt_is_unknown() {
    let (local, shop) = shop_on(Local::builder().answer_inline()).await;
    local.set_faults(first(LOST));
    let update = shop.update(key()).set(Order::STATUS, Status::Paid).when(Order::STATUS.eq(Status::Open));
    let error = update.await.unwrap_err();
    assert_eq!((error.kind(), error.outcome()), (ErrorKind::ConditionFailed, Outcome::Unknown), "{error}");
    assert_eq!(consistent(&shop).await.status, Status::Paid);
    // A request that was not carried out is repeated, which is right.
    local.set_faults(first(Failure::InternalServerError { carried_out: false }));
    let update = shop.update(key()).set(Order::STATUS, Status::Open).when(Order::STATUS.eq(Status::Paid));
    assert!(update.await.unwrap().is_applied());
}

//! The effect of each action equals that of the call with its name.

use keywright::{ErrorKind, Outcome, client::CancellationReason};

use super::design::*;

#[tokio::test]
async fn all_actions_are_one_request() {
    let (local, shop) = shop().await;
    shop.put(&cart("ann")).await.unwrap();
    shop.put(&stock("pen", 3)).await.unwrap();
    shop.put(&order(1)).await.unwrap();
    local.clear_operations();
    let (new, changed, log) = (order(7), Order { status: "paid".into(), ..order(1) }, log("l-1"));
    let report = shop
        .transaction()
        .create(&new)
        .replace(&changed)
        .put(&log)
        .delete(Cart::key("ann"))
        .check_exists(Stock::key("pen"))
        .check_absent(Stock::key("ink"))
        .await
        .unwrap();
    assert_eq!(
        local.operations().iter().map(|request| request.name.as_str()).collect::<Vec<_>>(),
        ["TransactWriteItems"]
    );
    assert_eq!((report.actions(), report.token().len()), (6, 32));
    assert_eq!(shop.get(Order::key("ann", 7_u32)).await.unwrap(), Some(new));
    assert_eq!(shop.get(Order::key("ann", 1_u32)).await.unwrap(), Some(changed.clone()));
    assert_eq!(shop.get(Cart::key("ann")).await.unwrap(), None);
    let in_shard = report.written(2).unwrap();
    assert!(in_shard.shard().is_some_and(|shard| shard < 4));
    assert_eq!(shop.get(in_shard.key(&log)).await.unwrap(), Some(log));
    assert_eq!((report.written(3), report.written(6)), (None, None));
    let paid = Order::by_status("paid", "ann").send(&shop).await.unwrap();
    assert_eq!(paid.items, [changed], "the index follows");
}

#[tokio::test]
async fn one_failed_condition_cancels_all_actions() {
    let (_local, shop) = shop().await;
    shop.put(&order(2)).await.unwrap();
    let before = items(&shop).await;
    let (first, taken, log) = (order(1), order(2), log("l-1"));
    let error = shop.transaction().put(&first).create(&taken).put(&log).await.unwrap_err();
    assert_eq!((error.kind(), error.outcome()), (ErrorKind::TransactionCancelled, Outcome::NotApplied));
    assert_eq!(items(&shop).await, before);
}

#[tokio::test]
async fn append_that_already_exists_cancels_the_transaction() {
    let (_local, shop) = shop().await;
    let first = log("l-1");
    // Each of the four shards has one, so that the next one conflicts.
    for shard in 0..4 {
        shop.put(&first).in_shard(shard).await.unwrap();
    }
    let error = shop.transaction().put(&first).await.unwrap_err();
    assert!(error.to_string().contains("an item with the same content is already appended; leave it out"), "{error}");
    let other = Log { text: "order cancelled".into(), ..first.clone() };
    let error = shop.transaction().put(&other).await.unwrap_err();
    assert!(
        error.to_string().contains("`text` is stored as \"order taken\" and given as \"order cancelled\""),
        "{error}"
    );
    assert_eq!(error.cancellations()[0].stored::<Log>().unwrap(), Some(first));
    assert_eq!(items(&shop).await.len(), 4);
}

#[tokio::test]
async fn items_sharing_a_lossy_key_are_neither_overwritten_nor_deleted() {
    let (_local, shop) = shop().await;
    let first = visit(100, "/home");
    shop.put(&first).await.unwrap();
    let other = visit(200, "/cart");
    for transaction in [
        shop.transaction().put(&other),
        shop.transaction().create(&other),
        shop.transaction().replace(&other),
        shop.transaction().delete_item(&other),
        shop.transaction().put_if(&other, Visit::PAGE.eq("/home")),
    ] {
        let error = transaction.await.unwrap_err();
        let cancelled = &error.cancellations()[0];
        assert_eq!(cancelled.reason, CancellationReason::ConditionFailed);
        assert!(cancelled.text.contains("another item is stored under the key"), "{}", cancelled.text);
        assert_eq!(cancelled.stored::<Visit>().unwrap().as_ref(), Some(&first));
    }
    let moved = Visit { page: "/shop".into(), ..first.clone() };
    shop.transaction().replace(&moved).await.unwrap();
    assert_eq!(shop.get(Visit::key("ann", first.at)).await.unwrap().as_ref(), Some(&moved));
    shop.transaction().delete_item(&moved).await.unwrap();
    shop.transaction().delete_item(&moved).await.unwrap();
    assert!(items(&shop).await.is_empty());
}

#[tokio::test]
async fn a_randomly_sharded_item_is_deleted_and_checked_by_its_whole_key() {
    let (_local, shop) = shop().await;
    let log = log("l-1");
    let written = shop.put(&log).await.unwrap();
    let key = || written.key(&log);
    shop.transaction().check(key(), Log::TEXT.eq("order taken")).await.unwrap();
    shop.transaction().delete(key()).await.unwrap();
    shop.transaction().check_absent(key()).await.unwrap();
    assert!(shop.get(key()).await.unwrap().is_none());
}

#[tokio::test]
async fn params_and_into_sdk_do_not_send_the_transaction() {
    let (local, shop) = shop().await;
    let (new, log) = (order(7), log("l-1"));
    let transaction = shop.transaction().create(&new).put(&log).delete(Cart::key("ann")).token("order-7");
    assert_eq!(
        format!("{transaction:?}"),
        "Transaction { actions: [(\"create\", \"Order\"), (\"put\", \"Log\"), (\"delete\", \"Cart\")], token: \
         \"order-7\", .. }"
    );
    let params = transaction.params().unwrap();
    assert_eq!(params.client_request_token(), Some("order-7"));
    let [create, append, delete] = params.transact_items() else { panic!("{params:?}") };
    assert_eq!(create.put().unwrap().condition_expression(), Some("attribute_not_exists(#pk)"));
    let shard = append.put().unwrap().item()["PK"].as_s().unwrap().clone();
    assert_eq!(delete.delete().unwrap().key()["SK"].as_s().unwrap(), "CART");
    assert_eq!(local.requests(), 0);
    let report = transaction.await.unwrap();
    assert_eq!(report.token(), "order-7");
    let sent = items(&shop).await.iter().map(|item| item["PK"].as_s().unwrap().clone()).collect::<Vec<_>>();
    assert!(sent.contains(&shard), "what is printed is what is sent: {shard} {sent:?}");

    let by_hand = shop.transaction().create(&order(8)).into_sdk().unwrap();
    by_hand.send().await.unwrap();
    assert!(shop.get(Order::key("ann", 8_u32)).await.unwrap().is_some());
    assert_ne!(shop.transaction().put(&new).params().unwrap().client_request_token(), None);
}

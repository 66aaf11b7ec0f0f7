//! The times of an item's creation and last change, in transactions and sweeps.

use chrono::{Duration, Utc};
use keywright::Entity as _;

use super::design::*;

#[tokio::test]
async fn transaction_sets_times_like_single_writes() {
    let (_local, store) = store().await;
    let then = Utc::now();
    let copied = Order { created: Some(then - Duration::days(9)), ..order(1) };
    store.transaction().create(&copied).put(&order(2)).await.unwrap();
    for id in [1, 2] {
        let read = order_of(&store, id).await;
        assert!(read.updated >= then && read.created == Some(read.updated), "{read:?}");
    }
    let first = order_of(&store, 1).await;
    store.transaction().replace(&first).await.unwrap();
    let second = order_of(&store, 1).await;
    assert!(second.updated > first.updated && second.created == first.created);
    // Its requests are the same each time, because the token identifies them.
    let transaction = store.transaction().put(&second);
    assert_eq!(transaction.params().unwrap(), transaction.params().unwrap());
}

#[tokio::test]
async fn update_each_sets_updated_and_keeps_created() {
    let (_local, store) = store().await;
    store.put(&order(1)).await.unwrap();
    let first = order_of(&store, 1).await;
    let report = store.update_each(|order: Order| Some(Order { state: "paid".into(), ..order })).await.unwrap();
    assert_eq!((report.written, report.failures), (1, 0), "{report:?}");
    let second = order_of(&store, 1).await;
    assert!(second.updated > first.updated && second.created == first.created, "{second:?}");
    let of_index = Order::by_state("paid").send(&store).await.unwrap();
    assert_eq!(of_index.items, std::slice::from_ref(&second));
    let item = stored(&store, "CUSTOMER#ann", "ORDER#0000000001").await.unwrap();
    assert_eq!(item["GSI1SK"], text(&second.keys().unwrap()[1].sort.clone().unwrap()));
}

#[tokio::test]
async fn update_each_does_not_write_unchanged_items() {
    let (_local, store) = store().await;
    store.put(&order(1)).await.unwrap();
    let first = order_of(&store, 1).await;
    let report = store.update_each(|order: Order| Some(order)).await.unwrap();
    assert_eq!((report.written, report.unchanged), (0, 1));
    assert_eq!(order_of(&store, 1).await, first);
}

#[tokio::test]
async fn update_each_does_not_add_a_missing_creation_time() {
    let (_local, store) = store().await;
    store.put(&note(1, "a")).in_shard(0).await.unwrap();
    let before = items(&store).await;
    let mut item = before[0].clone();
    item.remove("created");
    plant(&store, item).await;
    let changed = |note: Note| Some(Note { text: "b".into(), ..note });
    let report = store.update_each(changed).await.unwrap();
    assert_eq!((report.written, report.failures), (1, 0), "{report:?}");
    let after = items(&store).await;
    assert_eq!((after[0].get("created"), &after[0]["text"]), (None, &text("b")));
    assert!(after[0]["updated"] != before[0]["updated"]);
    // A caller that knows the time can set it.
    let at = seconds(-60);
    let report = store.update_each(|note: Note| Some(Note { created: at, ..note })).await.unwrap();
    assert_eq!(report.written, 1);
    assert_eq!(Note::query("ann").send(&store).await.unwrap().items[0].created, at);
}

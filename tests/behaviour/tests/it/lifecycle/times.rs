//! The times of an item's creation and last change.

use chrono::{DateTime, Duration, Utc};
use keywright::{Entity, ErrorKind};

use super::design::*;

/// Returns whether the time is between `then` and now.
fn is_since(time: DateTime<Utc>, then: DateTime<Utc>) -> bool {
    (then..=Utc::now()).contains(&time)
}

#[tokio::test]
async fn create_sets_created_and_updated() {
    let (_local, store) = store().await;
    let then = Utc::now();
    // Also if the struct has a time, because no stored item could have been created earlier.
    let copied = Order { created: Some(then - Duration::days(9)), ..order(1) };
    store.create(&copied).await.unwrap();
    let read = order_of(&store, 1).await;
    assert!(is_since(read.updated, then), "{read:?}");
    assert_eq!(read.created, Some(read.updated));
}

#[tokio::test]
async fn read_item_keeps_its_creation_time_through_every_write() {
    let (_local, store) = store().await;
    store.put(&order(1)).await.unwrap();
    let first = order_of(&store, 1).await;
    assert_eq!(first.created, Some(first.updated));
    store.put(&Order { state: "paid".into(), ..first.clone() }).await.unwrap();
    let second = order_of(&store, 1).await;
    assert_eq!((second.created, second.state.as_str()), (first.created, "paid"));
    assert!(second.updated > first.updated);
    store.replace(&second).await.unwrap();
    let third = order_of(&store, 1).await;
    assert_eq!(third.created, first.created);
    assert!(third.updated > second.updated);
    let orders = [third];
    assert!(store.batch_put(&orders).await.unwrap().is_complete());
    let fourth = order_of(&store, 1).await;
    assert_eq!(fourth.created, first.created);
    assert!(fourth.updated > orders[0].updated);
    store.batch().put(&fourth).await.unwrap().leftovers.clear();
    assert_eq!(order_of(&store, 1).await.created, first.created);
}

#[tokio::test]
async fn put_without_a_creation_time_sets_a_new_one() {
    let (_local, store) = store().await;
    store.put(&order(1)).await.unwrap();
    let first = order_of(&store, 1).await;
    store.put(&order(1)).await.unwrap();
    let second = order_of(&store, 1).await;
    assert!(second.created > first.created);
    store.replace(&order(1)).await.unwrap();
    assert!(order_of(&store, 1).await.created > second.created);
}

#[tokio::test]
async fn epoch_counts_as_an_absent_creation_time() {
    let (_local, store) = store().await;
    let then = Utc::now();
    store.put(&note(1, "a")).in_shard(0).await.unwrap();
    let read = store.get(Note::key_in_shard(0, "ann", 1_u32)).await.unwrap().unwrap();
    assert!(is_since(read.created, then) && read.updated == Some(read.created), "{read:?}");
}

#[tokio::test]
async fn index_keys_follow_the_written_times() {
    let (_local, store) = store().await;
    for id in [1, 2, 3] {
        store.put(&order(id)).await.unwrap();
    }
    store.replace(&order_of(&store, 1).await).await.unwrap();
    let newest = Order::by_state("open").newest_first().send(&store).await.unwrap();
    assert_eq!(newest.items.iter().map(|order| order.id).collect::<Vec<_>>(), [1, 3, 2]);
    for order in &newest.items {
        let item = stored(&store, "CUSTOMER#ann", &format!("ORDER#{:010}", order.id)).await.unwrap();
        let of_index = order.keys().unwrap()[1].sort.clone().unwrap();
        assert_eq!(item["GSI1SK"], text(&of_index));
    }
}

#[tokio::test]
async fn repeated_append_at_another_time_is_idempotent() {
    let (_local, store) = store().await;
    store.put(&note(1, "a")).in_shard(1).await.unwrap();
    let first = store.get(Note::key_in_shard(1, "ann", 1_u32)).await.unwrap();
    store.put(&note(1, "a")).in_shard(1).await.unwrap();
    assert_eq!(store.get(Note::key_in_shard(1, "ann", 1_u32)).await.unwrap(), first);
    let error = store.put(&note(1, "b")).in_shard(1).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::KeyCollision);
    assert!(error.to_string().contains("`text` is stored as \"a\" and given as \"b\""), "{error}");
}

#[tokio::test]
async fn items_without_the_time_fields_are_readable() {
    let (_local, store) = store().await;
    store.put(&order(1)).await.unwrap();
    let mut item = stored(&store, "CUSTOMER#ann", "ORDER#0000000001").await.unwrap();
    item.remove("created");
    item.remove("updated");
    plant(&store, item).await;
    let read = order_of(&store, 1).await;
    assert_eq!((read.created, read.updated), (None, DateTime::default()));
    store.put(&note(1, "a")).in_shard(0).await.unwrap();
    let mut item = stored(&store, "NOTE#ann#0", "NOTE#0000000001").await.unwrap();
    item.remove("created");
    item.remove("updated");
    plant(&store, item).await;
    let read = store.get(Note::key_in_shard(0, "ann", 1_u32)).await.unwrap().unwrap();
    assert_eq!((read.created, read.updated), (DateTime::default(), None));
}

#[tokio::test]
async fn params_equal_the_sent_request() {
    let (_local, store) = store().await;
    let order = order(1);
    let put = store.put(&order);
    let printed = put.params().unwrap().item.unwrap();
    let then = Utc::now().timestamp_millis();
    while Utc::now().timestamp_millis() == then {
        std::hint::spin_loop();
    }
    put.await.unwrap();
    assert_eq!(stored(&store, "CUSTOMER#ann", "ORDER#0000000001").await.unwrap(), printed);
}

//! The effect of updates on the times of an item.

use chrono::Utc;
use keywright::{Entity as _, ErrorKind};

use super::design::*;

#[tokio::test]
async fn update_sets_updated_and_keeps_created() {
    let (_local, store) = store().await;
    store.put(&order(1)).await.unwrap();
    let first = order_of(&store, 1).await;
    store.update(Order::key("ann", 1_u32)).set(Order::STATE, "paid").await.unwrap();
    let second = order_of(&store, 1).await;
    assert!(second.updated > first.updated && second.created == first.created, "{second:?}");
    let item = stored(&store, "CUSTOMER#ann", "ORDER#0000000001").await.unwrap();
    let of_index = &second.keys().unwrap()[1];
    let sort = of_index.sort.clone().unwrap();
    assert_eq!((&item["GSI1PK"], &item["GSI1SK"]), (&text("STATE#paid"), &text(&sort)));
    let update = keywright::update::ItemUpdate::new(Order::key("ann", 1_u32)).set(Order::STATE, "sent");
    store.transaction().update(update).await.unwrap();
    let third = order_of(&store, 1).await;
    assert!(third.updated > second.updated && third.state == "sent");
}

#[tokio::test]
async fn upsert_sets_created_when_it_creates_the_item() {
    let (_local, store) = store().await;
    let then = Utc::now();
    let upsert = || store.upsert(Order::key("ann", 1_u32)).set(Order::STATE, "open");
    upsert().await.unwrap();
    let first = order_of(&store, 1).await;
    assert!(first.updated >= then && first.created == Some(first.updated), "{first:?}");
    upsert().await.unwrap();
    let second = order_of(&store, 1).await;
    assert!(second.updated > first.updated && second.created == first.created);
    assert_eq!(Order::by_state("open").send(&store).await.unwrap().items, [second]);
}

#[tokio::test]
async fn update_does_not_find_expired_items() {
    let (_local, store) = store().await;
    let (over, alive) = two_sessions(&store).await;
    let update = |id: u32| store.update(Session::key("ann", id)).set(Session::DEVICE, "tablet");
    let error = update(1).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NotFound);
    assert!(error.to_string().contains("the item has expired"), "{error}");
    assert_eq!(store.get(Session::key("ann", 1_u32)).include_expired().await.unwrap(), Some(over));
    update(2).await.unwrap();
    let upsert = |id: u32| {
        let upsert = store.upsert(Session::key("ann", id)).set(Session::DEVICE, "watch");
        upsert.set(Session::EXPIRES_AT, seconds(90))
    };
    upsert(2).await.unwrap();
    let read = store.get(Session::key("ann", 2_u32)).await.unwrap().unwrap();
    assert!(read.device == "watch" && read.expires_at > alive.expires_at);
    upsert(3).await.unwrap();
    assert!(store.get(Session::key("ann", 3_u32)).await.unwrap().is_some());
    let moved = store.move_to(Session::key("ann", 1_u32), |session| session.user = "bob".into()).await;
    assert_eq!(moved.unwrap_err().kind(), ErrorKind::NotFound);
}

#[tokio::test]
async fn update_of_managed_times_is_rejected() {
    let (local, store) = store().await;
    store.put(&order(1)).await.unwrap();
    local.clear_operations();
    let (key, now) = (|| Order::key("ann", 1_u32), Utc::now());
    let set = || store.update(key()).set(Order::STATE, "paid");
    let in_transaction = keywright::update::ItemUpdate::new(key()).set(Order::STATE, "paid").set(Order::UPDATED, now);
    for (error, name) in [
        (set().set(Order::UPDATED, now).await.unwrap_err(), "updated"),
        (set().set(Order::CREATED, Some(now)).await.unwrap_err(), "created"),
        (set().remove(Order::CREATED).await.unwrap_err(), "created"),
        (store.upsert(key()).set(Order::STATE, "paid").remove(Order::CREATED).await.unwrap_err(), "created"),
        (store.upsert(key()).set(Order::STATE, "paid").set(Order::UPDATED, now).await.unwrap_err(), "updated"),
        (store.transaction().update(in_transaction).await.unwrap_err(), "updated"),
    ] {
        assert_eq!((error.kind(), error.outcome()), (ErrorKind::InvalidArgument, keywright::Outcome::NotApplied));
        assert!(error.to_string().contains(&format!("`{name}` is the time")), "{error}");
        assert!(error.to_string().contains("; leave it out"), "{error}");
    }
    assert_eq!(local.requests(), 0);
}

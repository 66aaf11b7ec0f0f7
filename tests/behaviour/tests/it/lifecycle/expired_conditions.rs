//! A condition on an expired item is evaluated as on an absent one.

use keywright::client::Conditional;

use super::design::*;

fn refused_without_item<O: std::fmt::Debug>(answer: Conditional<O, Session>) -> bool {
    match answer {
        Conditional::Refused(stored) => stored.item().is_none(),
        Conditional::Applied(_) => false,
    }
}

#[tokio::test]
async fn condition_that_needs_an_item_fails() {
    let (_local, store) = store().await;
    let (over, _) = two_sessions(&store).await;
    let renewed = session(1, seconds(60));
    let is_phone = || Session::DEVICE.eq("phone");
    assert!(refused_without_item(store.put(&renewed).when(is_phone()).await.unwrap()));
    assert!(refused_without_item(store.delete(Session::key("ann", 1_u32)).when(is_phone()).await.unwrap()));
    assert_eq!(store.get(Session::key("ann", 1_u32)).include_expired().await.unwrap(), Some(over));
    assert!(store.put(&session(2, seconds(90))).when(is_phone()).await.unwrap().is_applied());
    assert!(store.delete(Session::key("ann", 2_u32)).when(is_phone()).await.unwrap().is_applied());
}

#[tokio::test]
async fn condition_that_holds_for_absent_items_holds() {
    let (_local, store) = store().await;
    two_sessions(&store).await;
    let renewed = session(1, seconds(60));
    let is_no_phone = || !Session::DEVICE.eq("phone");
    assert!(store.put(&renewed).when(Session::DEVICE.not_exists()).await.unwrap().is_applied());
    assert!(!store.put(&renewed).when(Session::DEVICE.not_exists()).await.unwrap().is_applied());
    store.put(&session(1, seconds(-2))).await.unwrap();
    assert!(store.put(&renewed).when(is_no_phone()).await.unwrap().is_applied());
    assert!(!store.put(&renewed).when(is_no_phone()).await.unwrap().is_applied());
}

#[tokio::test]
async fn conditional_replace_does_not_find_expired_items() {
    let (_local, store) = store().await;
    two_sessions(&store).await;
    let error = store.replace(&session(1, seconds(60))).when(Session::DEVICE.eq("phone")).await.unwrap_err();
    assert_eq!(error.kind(), keywright::ErrorKind::NotFound);
    assert!(store.replace(&session(2, seconds(60))).when(Session::DEVICE.eq("phone")).await.unwrap().is_applied());
}

#[tokio::test]
async fn condition_on_the_ttl_compares_seconds() {
    let (_local, store) = store().await;
    let (_, alive) = two_sessions(&store).await;
    let precise = alive.expires_at + chrono::Duration::milliseconds(300);
    let expression = Session::EXPIRES_AT.eq(precise).to_expression().unwrap();
    assert_eq!(expression.values.values().collect::<Vec<_>>(), [&number(alive.expires_at.timestamp())]);
    let then = || Session::EXPIRES_AT.eq(precise);
    assert_eq!(Session::query("ann").filter(then()).send(&store).await.unwrap().items, std::slice::from_ref(&alive));
    assert_eq!(store.scan::<Session>().filter(then()).await.unwrap().items, [alive]);
    let never = Session::EXPIRES_AT.eq(chrono::DateTime::<chrono::Utc>::MIN_UTC).to_expression();
    assert!(never.unwrap_err().to_string().contains("not a time of the years 1970 to 9999"));
}

//! Creates and replaces treat an expired item as absent.

use keywright::{ErrorKind, Outcome};

use super::design::*;

#[tokio::test]
async fn create_overwrites_only_expired_items() {
    let (_local, store) = store().await;
    store.put(&session(1, seconds(-2))).await.unwrap();
    let renewed = session(1, seconds(60));
    store.create(&renewed).await.unwrap();
    assert_eq!(store.get(Session::key("ann", 1_u32)).await.unwrap(), Some(renewed.clone()));
    let error = store.create(&renewed).await.unwrap_err();
    assert_eq!((error.kind(), error.outcome()), (ErrorKind::AlreadyExists, Outcome::NotApplied));
}

#[tokio::test]
async fn replace_does_not_find_expired_items() {
    let (_local, store) = store().await;
    let over = session(1, seconds(-2));
    store.put(&over).await.unwrap();
    let error = store.replace(&session(1, seconds(60))).await.unwrap_err();
    assert_eq!((error.kind(), error.outcome()), (ErrorKind::NotFound, Outcome::NotApplied));
    assert!(error.to_string().contains("has expired"), "{error}");
    assert_eq!(store.get(Session::key("ann", 1_u32)).include_expired().await.unwrap(), Some(over));
    assert_eq!(store.replace(&session(2, seconds(60))).await.unwrap_err().kind(), ErrorKind::NotFound);
}

#[tokio::test]
async fn replace_finds_items_without_or_with_a_future_ttl() {
    let (_local, store) = store().await;
    store.put(&session(1, seconds(60))).await.unwrap();
    store.replace(&session(1, seconds(90))).await.unwrap();
    let mut item = stored(&store, "USER#ann", "SESSION#0000000001").await.unwrap();
    for end in [Some(aws_sdk_dynamodb::types::AttributeValue::Null(true)), Some(text("soon")), None] {
        item.remove("expires_at");
        item.extend(end.map(|end| ("expires_at".to_owned(), end)));
        plant(&store, item.clone()).await;
        assert_eq!(store.create(&session(1, seconds(90))).await.unwrap_err().kind(), ErrorKind::AlreadyExists);
        store.replace(&session(1, seconds(90))).await.unwrap();
    }
}

#[tokio::test]
async fn append_replaces_an_expired_item() {
    let (_local, store) = store().await;
    let end = |from_now| Some(seconds(from_now).timestamp().unsigned_abs());
    let visit =
        |expires_at, referrer: &str| Visit { page: "home".into(), id: 7, expires_at, referrer: referrer.into() };
    store.put(&visit(end(-2), "a")).in_shard(1).await.unwrap();
    store.put(&visit(end(60), "b")).in_shard(1).await.unwrap();
    let error = store.put(&visit(end(60), "c")).in_shard(1).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::KeyCollision);
}

#[tokio::test]
async fn params_show_the_ttl_condition() {
    let (_local, store) = store().await;
    let session = session(1, seconds(60));
    let create = store.create(&session).params().unwrap();
    assert_eq!(create.condition_expression(), Some("attribute_not_exists(#pk) OR #ttl < :now"));
    let replace = store.replace(&session).params().unwrap();
    assert_eq!(replace.condition_expression(), Some("attribute_exists(#pk) AND NOT #ttl < :now"));
    assert_eq!(replace.expression_attribute_names().unwrap()["#ttl"], "expires_at");
    assert_eq!(store.put(&session).params().unwrap().condition_expression(), None);
    // An entity without an end has no condition, even if its table has a TTL attribute.
    assert_eq!(store.create(&order(1)).params().unwrap().condition_expression(), Some("attribute_not_exists(#pk)"));
}

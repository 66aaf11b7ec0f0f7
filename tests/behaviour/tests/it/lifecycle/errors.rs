//! Times that no item can store.

use keywright::{Entity, ErrorKind, Outcome};

use super::design::*;

#[tokio::test]
async fn ttl_in_milliseconds_is_rejected() {
    let (local, store) = store().await;
    let visit = |expires_at| Visit { page: "home".into(), id: 1, expires_at: Some(expires_at), referrer: "x".into() };
    for (end, is_millis) in [(1_900_000_000_000, true), (253_402_300_800, false), (u64::MAX, false)] {
        let error = store.put(&visit(end)).in_shard(1).await.unwrap_err();
        assert_eq!((error.kind(), error.outcome()), (ErrorKind::Encode, Outcome::NotApplied));
        let message = error.to_string();
        assert!(
            message.contains(&format!("`expires_at` is {end}, which is not a time of the years 1970 to 9999")),
            "{message}"
        );
        assert!(message.contains("here 0 to 253402300799"), "{message}");
        assert_eq!(message.contains("divide milliseconds by 1,000"), is_millis, "{message}");
        assert_eq!(error.key(), Some("VISIT#home#1 / VISIT#0000000001"));
    }
    assert_eq!(local.requests(), 0);
    visit(253_402_300_799).to_item().unwrap();
    let before = session(1, chrono::DateTime::from_timestamp(-1, 0).unwrap());
    let error = before.to_item().unwrap_err();
    assert_eq!((error.kind(), error.key()), (ErrorKind::Encode, Some("USER#ann / SESSION#0000000001")));
    assert!(error.to_string().contains("`expires_at` is -1 seconds since 1970, which is not a time"), "{error}");
    assert!(!error.to_string().contains("milliseconds"), "{error}");
    let visits = [visit(1), visit(u64::MAX)];
    let report = store.batch_put(&visits).await.unwrap();
    assert_eq!((report.written, report.leftovers.len()), (1, 1));
}

#[tokio::test]
async fn ttl_of_other_tools_decodes_or_names_its_attribute() {
    let (_local, store) = store().await;
    store.put(&session(1, seconds(60))).await.unwrap();
    let item = stored(&store, "USER#ann", "SESSION#0000000001").await.unwrap();
    let with = |end| {
        let mut item = item.clone();
        item.insert("expires_at".into(), end);
        Session::from_item(item)
    };
    assert!(with(text("2026-06-22T12:00:00Z")).is_ok(), "the form from before the field was a TTL");
    let half = aws_sdk_dynamodb::types::AttributeValue::N("1.5".into());
    assert_eq!(with(half).unwrap().expires_at.timestamp(), 1);
    for end in [text("soon"), number(i64::MAX)] {
        let error = with(end).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Decode);
        assert!(error.to_string().contains("attribute `expires_at`"), "{error}");
    }
}

#[tokio::test]
async fn ttl_stored_as_text_does_not_fail_queries() {
    let (_local, store) = store().await;
    for id in [1, 2] {
        store.put(&session(id, seconds(60))).await.unwrap();
    }
    let mut item = stored(&store, "USER#ann", "SESSION#0000000001").await.unwrap();
    item.insert("expires_at".into(), text("2026-06-22T12:00:00Z"));
    plant(&store, item).await;
    assert_eq!(Session::query("ann").send(&store).await.unwrap().items.len(), 2);
    assert_eq!(items(&store).await.len(), 2);
}

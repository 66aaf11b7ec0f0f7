//! Invalid versions, and calls that take no version.

use keywright::{Entity, ErrorKind, Outcome, Table, update::ItemUpdate};
use keywright_local::Local;
use serde::{Deserialize, Serialize, Serializer};

use super::design::*;

#[tokio::test]
async fn negative_version_is_rejected_before_sending() {
    let (local, platform) = platform().await;
    let error = platform.put(&note("new", -1)).await.unwrap_err();
    assert_eq!((error.kind(), error.outcome()), (ErrorKind::InvalidArgument, Outcome::NotApplied));
    assert!(error.to_string().contains("version `version` is below 0; write 0"), "{error}");
    assert!(platform.put(&note("new", -1)).params().is_err());
    assert!(platform.create(&note("new", i64::MIN)).await.is_err());
    let error = platform.delete(Note::key("n-1")).version(-1_i64).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidArgument);
    assert_eq!(local.requests(), 0);
}

#[tokio::test]
async fn maximum_version_of_a_type_is_not_exceeded() {
    let (local, platform) = platform().await;
    let visit = Visit { user: "ann".into(), at: chrono::Utc::now(), page: "/".into(), version: u32::MAX };
    let error = platform.put(&visit).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::OutOfRange);
    assert!(
        error
            .to_string()
            .contains("version `version` is 4294967295, the maximum of its type; give the field the type `u64`"),
        "{error}"
    );
    assert_eq!(platform.put(&order(1, u64::MAX)).await.unwrap_err().kind(), ErrorKind::OutOfRange);
    assert_eq!(platform.put(&note("new", i64::MAX)).await.unwrap_err().kind(), ErrorKind::OutOfRange);
    assert_eq!(local.requests(), 0);
    assert_eq!(platform.create(&order(1, u64::MAX - 1)).await.unwrap().version(), u64::MAX);
    assert_eq!(stored(&platform).await.unwrap().version, u64::MAX);
}

#[tokio::test]
async fn batches_reject_versioned_puts_with_the_reason() {
    let (local, platform) = platform().await;
    let orders = [order(1, 0)];
    for error in [
        platform.batch_put(&orders).await.unwrap_err(),
        platform.batch().put(&orders[0]).await.unwrap_err(),
        platform.batch_put(&orders).params().unwrap_err(),
    ] {
        assert_eq!(error.kind(), ErrorKind::InvalidArgument);
        let text = "`version` is a version, so a put needs a condition, which batches do not support; use `put`";
        assert!(error.to_string().ends_with(text), "{error}");
    }
    assert_eq!(local.requests(), 0);
    platform.put(&orders[0]).await.unwrap();
    assert!(platform.batch_delete([key()]).await.unwrap().is_complete());
}

#[tokio::test]
async fn non_numeric_stored_version_is_reported() {
    let (_local, platform) = platform().await;
    let keys = [("PK", s("ORDER#o-1")), ("SK", s("ORDER")), ("_et", s("Order")), ("id", s("o-1")), ("total", n(5))];
    put_item(&platform, &[&keys[..], &[("version", s("seven"))]].concat()).await;
    let error = platform.put(&order(5, 7)).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::VersionConflict);
    assert_eq!(error.version_conflict().unwrap().found, None);
    assert!(error.to_string().contains("the item's version is \"seven\", and the write expects 7; repair"), "{error}");
    assert_eq!(platform.get(key()).await.unwrap_err().kind(), ErrorKind::Decode);
    assert!(error.version_conflict().unwrap().stored::<Order>().is_err());
}

#[tokio::test]
async fn put_request_contains_the_next_version_and_the_condition() {
    let (_local, platform) = platform().await;
    let params = platform.put(&order(5, 7)).params().unwrap();
    assert_eq!(params.item().unwrap()["version"], n(8));
    assert_eq!(params.condition_expression(), Some("#version = :version"));
    assert_eq!(params.expression_attribute_values().unwrap()[":version"], n(7));
    let first = platform.put(&order(5, 0)).params().unwrap();
    assert_eq!(first.condition_expression(), Some("attribute_not_exists(#version) OR #version = :version"));
    assert_eq!(order(5, 7).to_item().unwrap()["version"], n(7));
}

#[derive(Table)]
#[entities(Text)]
struct Texts;

/// A version that serde writes as a text.
#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Texts)]
#[pk(template = "TEXT#<id>")]
#[sk(template = "TEXT")]
struct Text {
    id: String,
    #[entity(version)]
    #[serde(serialize_with = "as_text")]
    version: u64,
}

fn as_text<S: Serializer>(version: &u64, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&version.to_string())
}

#[tokio::test]
async fn version_serialized_as_a_string_is_rejected() {
    let texts = Local::start().open::<Texts>("texts").await.unwrap();
    let error = texts.put(&Text { id: "t-1".into(), version: 0 }).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Encode);
    assert!(error.to_string().contains("version `version` is serialized as a string (S)"), "{error}");
}

#[tokio::test]
async fn update_does_not_exceed_the_maximum_version() {
    let (_local, platform) = platform().await;
    platform.create(&order(1, u64::MAX - 2)).await.unwrap();
    let update = || platform.update(key()).set(Order::TOTAL, 2);
    update().await.unwrap();
    let in_transaction = || ItemUpdate::new(key()).set(Order::TOTAL, 3);
    for error in [
        update().await.unwrap_err(),
        platform.upsert(key()).set(Order::TOTAL, 2).await.unwrap_err(),
        platform.move_to(key(), |order| order.id = "o-2".into()).await.unwrap_err(),
        platform.put(&stored(&platform).await.unwrap()).await.unwrap_err(),
    ] {
        assert_eq!((error.kind(), error.outcome()), (ErrorKind::OutOfRange, Outcome::NotApplied), "{error}");
        let message =
            "version `version` is 18446744073709551615, the maximum of its type; no wider type exists: delete";
        assert!(error.to_string().contains(message), "{error}");
        assert_eq!(error.key(), Some("ORDER#o-1 / ORDER"));
    }
    let error = platform.transaction().update(in_transaction()).await.unwrap_err();
    assert!(error.cancellations()[0].text.contains("the maximum of its type"), "{error}");
    let report = platform.update_each(|order: Order| Some(Order { total: 9, ..order })).await.unwrap();
    assert_eq!(report.failed[0].error.kind(), ErrorKind::OutOfRange);
    assert_eq!(stored(&platform).await.unwrap(), order(2, u64::MAX), "it is as it was, and is read");
    platform.create(&note("new", i64::MAX - 1)).await.unwrap();
    let error = platform.update(Note::key("n-1")).set(Note::TEXT, "other").await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::OutOfRange);
    let visit = Visit { user: "ann".into(), at: chrono::Utc::now(), page: "/".into(), version: u32::MAX - 1 };
    platform.create(&visit).await.unwrap();
    let error = platform.update(Visit::key("ann", visit.at)).set(Visit::PAGE, "/a").await.unwrap_err();
    assert!(error.to_string().contains("give the field the type `u64`"), "{error}");
}

#[tokio::test]
async fn update_reports_a_non_numeric_stored_version() {
    let (_local, platform) = platform().await;
    let keys = [("PK", s("ORDER#o-1")), ("SK", s("ORDER")), ("_et", s("Order")), ("id", s("o-1")), ("total", n(5))];
    put_item(&platform, &[&keys[..], &[("version", s("seven"))]].concat()).await;
    let error = platform.update(key()).set(Order::TOTAL, 2).await.unwrap_err();
    assert_eq!((error.kind(), error.outcome()), (ErrorKind::Decode, Outcome::NotApplied));
    assert!(error.to_string().contains("`version` is a string (S), not a number"), "{error}");
}

#[tokio::test]
async fn invalid_version_error_names_the_key() {
    let (_local, platform) = platform().await;
    for error in [
        platform.put(&note("new", -1)).await.unwrap_err(),
        platform.create(&note("new", i64::MAX)).await.unwrap_err(),
        platform.transaction().put(&note("new", -1)).await.unwrap_err(),
    ] {
        assert!(error.key().is_some_and(|key| key.contains("n-1")), "{error}");
    }
}

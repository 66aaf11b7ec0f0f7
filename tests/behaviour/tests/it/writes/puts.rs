//! Plain and hash-sharded entities.

use aws_sdk_dynamodb::types::AttributeValue;
use keywright::{Entity, ErrorKind, Outcome};

use super::design::*;

#[tokio::test]
async fn get_returns_the_put_item() {
    let (local, platform) = platform().await;
    let threat = threat("t-1");
    platform.put(&threat).await.unwrap();
    let got = platform.get(Threat::key("abc", threat.at, "t-1")).consistent().await.unwrap();
    assert_eq!(got, Some(threat));
    assert_eq!(platform.get(Threat::key("abc", noon(), "t-2")).await.unwrap(), None);
    assert_eq!(local.requests(), 3);
}

#[tokio::test]
async fn item_has_serde_and_derived_attributes() {
    let (_local, platform) = platform().await;
    platform.put(&threat("t-1")).await.unwrap();
    let item = stored(&platform, &threat("t-1")).await.unwrap();
    let mut texts: Vec<_> = item.iter().map(|(name, value)| (name.as_str(), value.as_s().unwrap().as_str())).collect();
    texts.sort_unstable();
    assert_eq!(
        texts,
        [
            ("GSI1PK", "BRAND#abc"),
            ("GSI1SK", "THREAT#2026-06-22T12:00:00.000000000Z#t-1"),
            ("PK", "THREAT#abc#2026-06"),
            ("SK", "ALERT#2026-06-22T12:00:00.000000000Z#t-1"),
            ("_et", "Threat"),
            ("at", "2026-06-22T12:00:00Z"),
            ("brand", "abc"),
            ("id", "t-1"),
            ("severity", "High"),
        ]
    );
}

#[tokio::test]
async fn put_overwrites() {
    let (_local, platform) = platform().await;
    let mut threat = threat("t-1");
    platform.put(&threat).await.unwrap();
    threat.severity = Severity::Low;
    platform.put(&threat).await.unwrap();
    let got = platform.get(Threat::key("abc", noon(), "t-1")).await.unwrap();
    assert_eq!(got, Some(threat));
}

#[tokio::test]
async fn create_requires_no_item_and_replace_requires_one() {
    let (_local, platform) = platform().await;
    let mut threat = threat("t-1");
    let missing = platform.replace(&threat).await.unwrap_err();
    assert_eq!((missing.kind(), missing.outcome()), (ErrorKind::NotFound, Outcome::NotApplied));
    platform.create(&threat).await.unwrap();
    let there = platform.create(&threat).await.unwrap_err();
    assert_eq!((there.kind(), there.outcome()), (ErrorKind::AlreadyExists, Outcome::NotApplied));
    assert_eq!(there.entity(), Some("Threat"));
    assert_eq!(there.operation_name(), Some("create"));
    assert_eq!(there.key(), Some("THREAT#abc#2026-06 / ALERT#2026-06-22T12:00:00.000000000Z#t-1"));
    threat.severity = Severity::Low;
    platform.replace(&threat).await.unwrap();
    assert_eq!(platform.get(Threat::key("abc", noon(), "t-1")).await.unwrap(), Some(threat));
}

#[tokio::test]
async fn delete_is_idempotent() {
    let (_local, platform) = platform().await;
    platform.put(&threat("t-1")).await.unwrap();
    platform.delete(Threat::key("abc", noon(), "t-1")).await.unwrap();
    assert_eq!(platform.get(Threat::key("abc", noon(), "t-1")).await.unwrap(), None);
    platform.delete(Threat::key("abc", noon(), "t-1")).await.unwrap();
}

#[tokio::test]
async fn a_hash_sharded_item_is_found_by_its_fields() {
    let (_local, platform) = platform().await;
    for device in ["a", "b", "c", "d", "e", "f"] {
        let reading = Reading { site: "s".into(), device: device.into(), at: noon(), celsius: 20.5 };
        platform.put(&reading).await.unwrap();
        assert_eq!(platform.get(Reading::key("s", device, noon())).await.unwrap(), Some(reading.clone()));
        platform.delete(Reading::key("s", device, noon())).await.unwrap();
        assert_eq!(stored(&platform, &reading).await, None);
    }
}

#[tokio::test]
async fn another_item_under_a_lossy_key_is_not_overwritten() {
    let (_local, platform) = platform().await;
    let (first, second) = (visit(later(100), "/a"), visit(later(900), "/b"));
    platform.put(&first).await.unwrap();
    let error = platform.put(&second).await.unwrap_err();
    assert_eq!((error.kind(), error.outcome()), (ErrorKind::KeyCollision, Outcome::NotApplied));
    let text = error.to_string();
    assert!(text.contains("12:00:00.100Z") && text.contains("12:00:00.900Z") && text.contains("`at`"), "{text}");
    // The item itself is overwritten, even if its other fields have changed.
    platform.put(&visit(later(100), "/c")).await.unwrap();
    let got = platform.get(Visit::key("ann", later(100))).await.unwrap();
    assert_eq!(got.unwrap().page, "/c");
}

#[tokio::test]
async fn create_and_replace_distinguish_items_under_a_lossy_key() {
    let (_local, platform) = platform().await;
    platform.put(&visit(later(100), "/a")).await.unwrap();
    assert_eq!(platform.create(&visit(later(100), "/a")).await.unwrap_err().kind(), ErrorKind::AlreadyExists);
    assert_eq!(platform.create(&visit(later(900), "/a")).await.unwrap_err().kind(), ErrorKind::KeyCollision);
    assert_eq!(platform.replace(&visit(later(900), "/a")).await.unwrap_err().kind(), ErrorKind::KeyCollision);
    assert_eq!(platform.replace(&visit(later(5_000), "/a")).await.unwrap_err().kind(), ErrorKind::NotFound);
    platform.replace(&visit(later(100), "/b")).await.unwrap();
}

#[tokio::test]
async fn get_and_delete_compare_the_full_key_values() {
    let (_local, platform) = platform().await;
    let first = visit(later(100), "/a");
    platform.put(&first).await.unwrap();
    assert_eq!(platform.get(Visit::key("ann", later(900))).await.unwrap(), None);
    platform.delete(Visit::key("ann", later(900))).await.unwrap();
    assert_eq!(platform.get(Visit::key("ann", later(100))).await.unwrap(), Some(first));
    platform.delete(Visit::key("ann", later(100))).await.unwrap();
    assert_eq!(platform.get(Visit::key("ann", later(100))).await.unwrap(), None);
}

#[tokio::test]
async fn another_entity_under_the_key_is_an_error() {
    let (_local, platform) = platform().await;
    let mut item = threat("t-1").to_item().unwrap();
    item.insert("_et".into(), AttributeValue::S("Alert".into()));
    platform.client().put_item().table_name("platform").set_item(Some(item)).send().await.unwrap();
    let error = platform.get(Threat::key("abc", noon(), "t-1")).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::WrongEntity);
    assert!(error.to_string().contains("\"Alert\""), "{error}");
}

#[tokio::test]
async fn a_decode_error_names_the_attribute() {
    let (_local, platform) = platform().await;
    let mut item = platform.put(&log("c-1")).in_shard(3).params().unwrap().item.unwrap();
    item.insert("latency_ms".into(), AttributeValue::S("fast".into()));
    platform.client().put_item().table_name("platform").set_item(Some(item)).send().await.unwrap();
    let error = platform.get(OpsLog::key_in_shard(3, noon(), "c-1")).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Decode);
    let text = error.to_string();
    for part in ["`OpsLog`", "OPS_LOG#2026-06-22#3 / ", "attribute `latency_ms`", "a string (S)", "expected num"] {
        assert!(text.contains(part), "{part} is not in: {text}");
    }
}

#[tokio::test]
async fn item_over_400_kb_is_rejected_before_sending() {
    let (local, platform) = platform().await;
    let error = platform.put(&visit(noon(), &"x".repeat(410_000))).await.unwrap_err();
    assert_eq!((error.kind(), error.outcome()), (ErrorKind::ItemTooLarge, Outcome::NotApplied));
    let bytes = keywright::client::item_bytes(&visit(noon(), "").to_item().unwrap()) + 410_000;
    assert!(error.to_string().contains(&format!("has {bytes} bytes")), "{error}");
    assert_eq!(local.requests(), 0);
}

#[tokio::test]
async fn sparse_index_contains_items_that_have_the_field() {
    let (_local, platform) = platform().await;
    let mut brand = brand("b-1");
    platform.put(&brand).await.unwrap();
    assert!(stored(&platform, &brand).await.unwrap().contains_key("GSI1PK"));
    brand.owner = None;
    platform.put(&brand).await.unwrap();
    let item = stored(&platform, &brand).await.unwrap();
    assert!(!item.contains_key("GSI1PK") && !item.contains_key("GSI1SK"), "{item:?}");
    assert_eq!(item["schema"], AttributeValue::S("1".into()));
    assert_eq!(platform.get(Brand::key("b-1")).await.unwrap(), Some(brand));
}

#[tokio::test]
async fn params_show_the_request_without_sending() {
    let (local, platform) = platform().await;
    let visit = visit(noon(), "/a");
    let put = platform.put(&visit);
    let input = put.params().unwrap();
    assert_eq!(input.table_name(), Some("platform"));
    assert_eq!(input.condition_expression(), Some("attribute_not_exists(#pk) OR (#f0 = :f0)"));
    let get = platform.get(Visit::key("ann", noon())).consistent().params().unwrap();
    assert_eq!(get.consistent_read(), Some(true));
    assert_eq!(get.key().unwrap()["PK"], AttributeValue::S("VISIT#ann".into()));
    assert_eq!(local.requests(), 0);
    put.into_sdk().unwrap().send().await.unwrap();
    platform.get(Visit::key("ann", noon())).into_sdk().unwrap().send().await.unwrap().item.unwrap();
    platform.delete(Visit::key("ann", noon())).into_sdk().unwrap().send().await.unwrap();
    assert_eq!(platform.get(Visit::key("ann", noon())).await.unwrap(), None);
}

#[tokio::test(flavor = "multi_thread")]
async fn every_call_can_run_in_a_spawned_task() {
    let (_local, platform) = platform().await;
    let handle = platform.clone();
    let writes = async move {
        let threat = threat("t-1");
        handle.put(&threat).await?;
        handle.replace(&threat).await?;
        assert!(handle.batch_put([&threat]).await?.is_complete());
        let found = OpsLog::find(noon(), "c-1").send(&handle).await?;
        assert!(found.is_empty());
        handle.ensure_table().await?;
        let got = handle.get(Threat::key("abc", noon(), "t-1")).await?;
        handle.delete(Threat::key("abc", noon(), "t-1")).await?;
        handle.create(&threat).await?;
        Ok::<_, keywright::Error>(got)
    };
    assert_eq!(tokio::spawn(writes).await.unwrap().unwrap(), Some(threat("t-1")));
}

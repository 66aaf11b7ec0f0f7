//! Attributes that other writers add to items.

use aws_sdk_dynamodb::{primitives::Blob, types::AttributeValue};
use keywright::{Attribute, Entity, ErrorKind};

use super::design::*;

#[tokio::test]
async fn unknown_attributes_survive_a_read_and_a_put() {
    let (_local, platform) = platform().await;
    let strangers = [
        ("tags", AttributeValue::Ss(vec!["a".into(), "b".into()])),
        ("sizes", AttributeValue::Ns(vec!["1".into(), "2.5".into()])),
        ("blobs", AttributeValue::Bs(vec![Blob::new([1, 2]), Blob::new([3])])),
        ("thumb", AttributeValue::B(Blob::new([0, 255, 7]))),
        ("big", AttributeValue::N("12345678901234567890123456789012345678".into())),
        ("gone", AttributeValue::Null(true)),
        ("list", AttributeValue::L(vec![AttributeValue::Bool(true), AttributeValue::Ss(vec!["x".into()])])),
        ("map", AttributeValue::M([("in".to_owned(), AttributeValue::B(Blob::new([9])))].into())),
    ];
    let mut item = brand("b-1").to_item().unwrap();
    item.extend(strangers.clone().map(|(name, value)| (name.to_owned(), value)));
    platform.client().put_item().table_name("platform").set_item(Some(item)).send().await.unwrap();
    let before = stored(&platform, &brand("b-1")).await.unwrap();

    let mut read = platform.get(Brand::key("b-1")).await.unwrap().unwrap();
    assert_eq!(read.others.len(), strangers.len());
    assert!(matches!(read.others.get("tags"), Some(Attribute::Ss(tags)) if tags.len() == 2));
    assert!(matches!(read.others.get("thumb"), Some(Attribute::B(bytes)) if bytes == &[0, 255, 7]));
    read.score += 1;
    platform.put(&read).await.unwrap();

    let after = stored(&platform, &brand("b-1")).await.unwrap();
    for (name, _) in strangers {
        assert_eq!(sorted(&after[name]), sorted(&before[name]), "{name}");
    }
    assert_eq!(after["score"], AttributeValue::N("8".into()));
    assert_eq!(after.len(), before.len());
    assert_eq!(platform.get(Brand::key("b-1")).await.unwrap(), Some(read));
}

fn sorted(value: &AttributeValue) -> AttributeValue {
    let mut value = value.clone();
    match &mut value {
        AttributeValue::Ss(set) | AttributeValue::Ns(set) => set.sort(),
        AttributeValue::Bs(set) => set.sort_by(|a, b| a.as_ref().cmp(b.as_ref())),
        _ => {}
    }
    value
}

#[tokio::test]
async fn derived_attributes_are_not_unknown_attributes() {
    let (_local, platform) = platform().await;
    platform.put(&brand("b-1")).await.unwrap();
    let read = platform.get(Brand::key("b-1")).await.unwrap().unwrap();
    assert!(read.others.is_empty(), "{:?}", read.others);
}

#[tokio::test]
async fn unknown_attributes_with_reserved_names_are_rejected() {
    let (local, platform) = platform().await;
    for name in ["score", "PK", "GSI1SK", "_et", "schema"] {
        let mut brand = brand("b-1");
        brand.others.insert(name, "theirs");
        let error = platform.put(&brand).await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Encode, "{name}");
        assert!(error.to_string().contains(&format!("`{name}`")), "{error}");
    }
    assert_eq!(local.requests(), 0);
}

//! AWS: [social
//! network](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/data-modeling-schema-social-network.html),
//! as a model of NoSQL Workbench with the published keys.

use keywright_local::Local;
use keywright_tools::{put_back::PutBack, scaffold::audit_of};
use serde_json::{Value, json};

use crate::{
    generated::social_network::{PLikeU, SocialNetwork, UCount, UFollower, UInfo, UPostP, UTimelineP},
    raw::{as_stored, assert_generated, items, put_all_back, store, stored, templates},
};

fn data() -> Value {
    let key = |partition: &str, sort: &str| json!({ "PK": {"S": partition}, "SK": {"S": sort} });
    let item = |partition: &str, sort: &str, others: Value| {
        let mut item = key(partition, sort);
        item.as_object_mut().unwrap().extend(others.as_object().unwrap().clone());
        item
    };
    let image = json!({ "S": "s3://a" });
    let post = json!({ "content": {"S": "content for a post"}, "imageUrl": image, "timestamp": {"S": "1571827560"} });
    json!([
        item("u#12345", "count", json!({ "follower#": {"N": "2"}, "following#": {"N": "5"}, "post#": {"N": "1"} })),
        item("u#12345", "info", json!({ "name": {"S": "Ann"}, "content": {"S": "about"}, "imageUrl": image })),
        key("u#12345#follower", "u#23456"),
        key("u#12345#follower", "u#34567"),
        item("u#12345#post", "p#12345", post),
        key("p#12345#like", "u#23456"),
        item("u#12345#timeline", "p#34567#u#56789", json!({ "ttl": {"N": "1571827560"} })),
    ])
}

fn model() -> Value {
    json!({
        "ModelName": "social network",
        "DataModel": [{
            "TableName": "social_network",
            "KeyAttributes": {
                "PartitionKey": { "AttributeName": "PK", "AttributeType": "S" },
                "SortKey": { "AttributeName": "SK", "AttributeType": "S" },
            },
            "NonKeyAttributes": [{ "AttributeName": "content", "AttributeType": "S" }],
            "TableData": data(),
        }],
    })
}

#[tokio::test]
async fn published_items_round_trip_unchanged() {
    let items = items(data());
    let audit = audit_of(&model()).unwrap();
    assert_eq!(
        templates(&audit),
        [
            ("u#<digits>#follower  u#<digits>", 2),
            ("p#<digits>#like  u#<digits>", 1),
            ("u#<digits>  count", 1),
            ("u#<digits>  info", 1),
            ("u#<digits>#post  p#<digits>", 1),
            ("u#<digits>#timeline  p#<digits>#u#<digits>", 1),
        ]
    );
    assert_generated(&audit, "SocialNetwork", "social_network.rs");
    let network = PutBack::new().entity::<UCount>().entity::<UInfo>().entity::<UFollower>();
    let report = network.entity::<UPostP>().entity::<PLikeU>().entity::<UTimelineP>().check(&items);
    assert!(report.is_identical() && report.identical == 7, "{report}");
    let network = Local::start().open::<SocialNetwork>("social_network").await.unwrap();
    store(&network, &items).await;
    let count = put_all_back::<_, UCount>(&network).await
        + put_all_back::<_, UInfo>(&network).await
        + put_all_back::<_, UFollower>(&network).await
        + put_all_back::<_, UPostP>(&network).await
        + put_all_back::<_, PLikeU>(&network).await
        + put_all_back::<_, UTimelineP>(&network).await;
    assert_eq!(count, items.len());
    assert_eq!(stored(&network).await, as_stored(&items));
    assert_eq!(UFollower::query(12_345_u64).send(&network).await.unwrap().items.len(), 2);
}

//! AWS: [recurring
//! payments](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/data-modeling-schema-recurring-payments.html),
//! with the published items and the published index.

use keywright_local::Local;
use keywright_tools::put_back::PutBack;
use serde_json::{Value, json};

use crate::{
    generated::payments::{AccRecSku, AccSubSku, Payments},
    raw::{as_stored, assert_generated, audit, items, put_all_back, store, stored, templates},
};

fn table() -> Value {
    json!({
        "TableName": "payments",
        "KeySchema": [
            { "AttributeName": "PK", "KeyType": "HASH" }, { "AttributeName": "SK", "KeyType": "RANGE" },
        ],
        "GlobalSecondaryIndexes": [{
            "IndexName": "GSI-1",
            "KeySchema": [
                { "AttributeName": "NextReminderDate", "KeyType": "HASH" },
                { "AttributeName": "LastReminderDate", "KeyType": "RANGE" },
            ],
            "Projection": { "ProjectionType": "INCLUDE", "NonKeyAttributes": ["SKU", "Email", "NextPaymentDate"] },
        }],
    })
}

fn published() -> Value {
    json!([
        {
            "PK": {"S": "ACC#123"}, "SK": {"S": "SUB#123#SKU#999"}, "Email": {"S": "s@s.com"},
            "PaymentDay": {"S": "28"}, "PaymentAmount": {"S": "12.99"},
            "LastPaymentDate": {"S": "2023-05-18T14:15:39.247Z"}, "NextPaymentDate": {"S": "2023-06-28"},
            "LastReminderDate": {"S": "2023-05-21T14:15:39.247Z"}, "NextReminderDate": {"S": "2023-06-21"},
            "SKU": {"S": "999"}, "PaymentDetails": {"M": {"default-card": {"S": "1234123412341234"}}},
            "CreatedDate": {"S": "2023-05-18T09:41:25.856Z"},
        },
        {
            "PK": {"S": "ACC#123"}, "SK": {"S": "REC#2023-05-28T14:15:39.247Z#SKU#999"}, "Email": {"S": "s@s.com"},
            "ProcessedAmount": {"S": "12.99"}, "ProcessedDate": {"S": "2023-05-28T14:15:39.247Z"},
            "SKU": {"S": "999"}, "TTL": {"N": "1700318200"},
        },
    ])
}

#[tokio::test]
async fn published_items_round_trip_unchanged() {
    let items = items(published());
    let audit = audit(&items, Some(&table()));
    assert_eq!(
        templates(&audit),
        [("ACC#<digits>  REC#<ProcessedDate>#SKU#<SKU>", 1), ("ACC#<digits>  SUB#<digits>#SKU#<SKU>", 1)]
    );
    assert_generated(&audit, "Payments", "payments.rs");
    let report = PutBack::new().entity::<AccRecSku>().entity::<AccSubSku>().check(&items);
    assert!(report.is_identical() && report.identical == 2, "{report}");
    let payments = Local::start().open::<Payments>("payments").await.unwrap();
    store(&payments, &items).await;
    let count = put_all_back::<_, AccRecSku>(&payments).await + put_all_back::<_, AccSubSku>(&payments).await;
    assert_eq!(count, items.len());
    assert_eq!(stored(&payments).await, as_stored(&items));
    let due = AccSubSku::by_gsi_1("2023-06-21").hydrate().send(&payments).await.unwrap().items;
    assert_eq!((due.len(), due[0].sku.as_str()), (1, "999"));
}

/// An item with an attribute that was not in the samples for the source.
#[test]
fn report_names_what_a_put_would_change() {
    let mut receipt = published()[1].clone();
    receipt["SKU"] = json!({ "S": "10" });
    let later = items(json!([receipt, { "PK": {"S": "CART#7"}, "SK": {"S": "CART"} }]));
    let report = PutBack::new().entity::<AccRecSku>().check(&later);
    assert_eq!((report.identical, report.different), (0, 2), "{report}");
    assert_eq!(report.differing[0].entity, Some("AccRecSku"));
    let why = "field `sku` is \"10\" in attribute `SKU` and \"999\" in the item's key";
    assert!(report.differing[0].why.contains(why), "{report}");
    assert_eq!(report.differing[1].to_string(), "no entity, CART#7 CART: no entity has such a key");
}

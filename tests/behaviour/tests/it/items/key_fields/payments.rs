//! Recurring payments: the ids of the account and of the subscription are only in the keys of items.

use aws_sdk_dynamodb::types::AttributeValue;
use futures_util::TryStreamExt as _;
use keywright::{Attributes, Collection, Entity, Handle, Item, Projection, Table};
use keywright_local::Local;
use serde::{Deserialize, Serialize};

use crate::support::stored::{self, s};

#[derive(Table)]
#[table(discriminator = none, encoding = "raw")]
#[gsi(
    name = "GSI-1",
    pk = "NextReminderDate",
    sk = "LastReminderDate",
    projection = include("SKU", "Email", "NextPaymentDate")
)]
#[gsi(name = "BySku", pk = "SkuPK", sk = "SkuSK")]
#[entities(Subscription, Receipt)]
pub struct Payments;

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Payments)]
#[pk(template = "ACC#<account>")]
#[sk(template = "SUB#<id:plain>#SKU#<sku>")]
#[gsi(
    index = "GSI-1",
    query = due_reminders,
    pk = "<next_reminder>",
    sk = "<last_reminder>"
)]
#[gsi(index = "BySku", query = of_sku, pk = "SKU#<sku>#<region>", sk = "SUB#<id>")]
pub struct Subscription {
    #[serde(rename = "AccountId")]
    pub account: String,
    #[serde(rename = "SubId")]
    pub id: u32,
    #[serde(rename = "SKU")]
    pub sku: String,
    #[serde(rename = "Region", skip_serializing_if = "Option::is_none")]
    pub region: Option<String>,
    #[serde(rename = "PaymentAmount")]
    pub amount: String,
    #[serde(rename = "NextReminderDate")]
    pub next_reminder: String,
    #[serde(rename = "LastReminderDate")]
    pub last_reminder: String,
    #[serde(flatten)]
    pub others: Attributes,
}

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Payments)]
#[pk(template = "ACC#<account>")]
#[sk(template = "REC#<processed>#SKU#<sku>")]
pub struct Receipt {
    #[serde(rename = "AccountId")]
    pub account: String,
    #[serde(rename = "ProcessedDate")]
    pub processed: String,
    #[serde(rename = "SKU")]
    pub sku: String,
    #[serde(rename = "ProcessedAmount")]
    pub amount: String,
}

#[derive(Debug, PartialEq, Collection)]
#[collection(query = of_account(account))]
enum OfAccount {
    Subscription(Subscription),
    Receipt(Receipt),
}

#[derive(Debug, PartialEq, Projection, Deserialize)]
#[projection(of = Subscription)]
struct Reminder {
    account: String,
    id: u32,
    #[serde(rename = "SKU")]
    sku: String,
    next_reminder: String,
}

fn item(attributes: impl IntoIterator<Item = (&'static str, AttributeValue)>) -> Item {
    attributes.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

/// Returns the published item, with an index entry whose fields are only in its key.
pub fn subscription_item() -> Item {
    let card = [("default-card".to_owned(), s("1234123412341234"))];
    item([
        ("PK", s("ACC#123")),
        ("SK", s("SUB#123#SKU#999")),
        ("Email", s("s@s.com")),
        ("PaymentDay", s("28")),
        ("PaymentAmount", s("12.99")),
        ("LastPaymentDate", s("2023-05-18T14:15:39.247Z")),
        ("NextPaymentDate", s("2023-06-28")),
        ("LastReminderDate", s("2023-05-21T14:15:39.247Z")),
        ("NextReminderDate", s("2023-06-21")),
        ("SKU", s("999")),
        ("PaymentDetails", AttributeValue::M(card.into())),
        ("CreatedDate", s("2023-05-18T09:41:25.856Z")),
        ("SkuPK", s("SKU#999#eu")),
        ("SkuSK", s("SUB#0000000123")),
    ])
}

fn receipt_item() -> Item {
    item([
        ("PK", s("ACC#123")),
        ("SK", s("REC#2023-05-28T14:15:39.247Z#SKU#999")),
        ("ProcessedAmount", s("12.99")),
        ("TTL", AttributeValue::N("1700318200".into())),
    ])
}

pub async fn write(payments: &Handle<Payments>, item: Item) {
    payments.client().put_item().table_name("payments").set_item(Some(item)).send().await.unwrap();
}

pub async fn payments() -> Handle<Payments> {
    let payments = Local::start().open::<Payments>("payments").await.unwrap();
    write(&payments, subscription_item()).await;
    write(&payments, receipt_item()).await;
    payments
}

/// Returns an item with the account, the id and the region from its keys.
fn subscription() -> Subscription {
    let read = Subscription::from_item(subscription_item()).unwrap();
    assert_eq!((read.account.as_str(), read.id, read.region.as_deref()), ("123", 123, Some("eu")));
    read
}

fn receipt() -> Receipt {
    Receipt {
        account: "123".into(),
        processed: "2023-05-28T14:15:39.247Z".into(),
        sku: "999".into(),
        amount: "12.99".into(),
    }
}

#[tokio::test]
async fn reads_return_fields_stored_only_in_the_key() {
    for payments in [payments().await, payments().await.parse_items_with_sdk()] {
        let key = || Subscription::key("123", 123_u32, "999");
        let expected = subscription();
        assert_eq!(payments.get(key()).await.unwrap(), Some(expected.clone()));
        assert_eq!(payments.batch_get([key()]).await.unwrap(), [Some(expected.clone())]);
        assert_eq!(payments.transaction_get([key()]).await.unwrap(), [Some(expected.clone())]);
        assert_eq!(Subscription::query("123").send(&payments).await.unwrap().items, std::slice::from_ref(&expected));
        let located = Subscription::query("123").located().send(&payments).await.unwrap().items;
        assert_eq!(located[0].item, expected);
        assert_eq!(located[0].key.to_item_key().unwrap(), key().to_item_key().unwrap());
        assert_eq!(
            Subscription::of_sku("999", "eu").send(&payments).await.unwrap().items,
            std::slice::from_ref(&expected)
        );
        let hydrated = Subscription::due_reminders("2023-06-21").hydrate().send(&payments).await.unwrap();
        assert_eq!(hydrated.items, std::slice::from_ref(&expected));
        let scanned: Vec<_> = payments.scan::<Subscription>().stream().try_collect().await.unwrap();
        assert_eq!(scanned, std::slice::from_ref(&expected));
        assert_eq!(
            payments.get(Receipt::key("123", "2023-05-28T14:15:39.247Z", "999")).await.unwrap(),
            Some(receipt())
        );
        let of_account = OfAccount::of_account("123").send(&payments).await.unwrap().items;
        assert_eq!(of_account, [OfAccount::Receipt(receipt()), OfAccount::Subscription(expected)]);
    }
}

#[tokio::test]
async fn projections_return_fields_stored_only_in_the_key() {
    for payments in [payments().await, payments().await.parse_items_with_sdk()] {
        let expected =
            || Reminder { account: "123".into(), id: 123, sku: "999".into(), next_reminder: "2023-06-21".into() };
        let key = || Subscription::key("123", 123_u32, "999");
        let due = Subscription::due_reminders("2023-06-21").project::<Reminder>().send(&payments).await.unwrap();
        assert_eq!(due.items, [expected()]);
        assert_eq!(payments.get(key()).project::<Reminder>().await.unwrap(), Some(expected()));
        assert_eq!(payments.batch_get([key()]).project::<Reminder>().await.unwrap(), [Some(expected())]);
        let read = Subscription::query("123").project::<Reminder>().send(&payments).await.unwrap();
        assert_eq!(read.items, [expected()]);
    }
}

#[tokio::test]
async fn read_items_are_put_back_under_the_same_key() {
    let payments = payments().await;
    let read = payments.get(Subscription::key("123", 123_u32, "999")).await.unwrap().unwrap();
    payments.put(&Subscription { amount: "13.99".into(), ..read }).await.unwrap();
    let mut expected = subscription_item();
    expected.insert("PaymentAmount".into(), s("13.99"));
    expected.extend(item([("AccountId", s("123")), ("SubId", AttributeValue::N("123".into())), ("Region", s("eu"))]));
    let stored = stored::under(&payments, "ACC#123").await;
    assert_eq!(stored, [receipt_item(), expected]);
}

#[tokio::test]
async fn sweep_keeps_fields_stored_only_in_the_key() {
    let payments = payments().await;
    let cheaper = |read: Subscription| Some(Subscription { amount: "9.99".into(), ..read });
    assert_eq!(payments.update_each(cheaper).await.unwrap().written, 1);
    let swept = payments.get(Subscription::key("123", 123_u32, "999")).await.unwrap();
    assert_eq!(swept, Some(Subscription { amount: "9.99".into(), ..subscription() }));
    assert_eq!(stored::items(&payments).await.len(), 2);
}

#[test]
fn stream_records_return_fields_stored_only_in_the_key() {
    use keywright::streams::{Change, StreamRecord};
    let image = serde_json::json!({
        "PK": {"S": "ACC#123"}, "SK": {"S": "REC#2023-05-28T14:15:39.247Z#SKU#999"}, "ProcessedAmount": {"S": "12.99"}
    });
    let record: StreamRecord = serde_json::from_value(serde_json::json!({
        "eventID": "1",
        "eventName": "INSERT",
        "dynamodb": {"Keys": image, "NewImage": image, "SequenceNumber": "1", "StreamViewType": "NEW_AND_OLD_IMAGES"}
    }))
    .unwrap();
    assert_eq!(record.change::<Receipt>().unwrap(), Some(Change::Inserted(receipt())));
}

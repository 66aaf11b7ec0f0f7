//! Fields with different values in an item's attribute and in its key.

use futures_util::StreamExt as _;
use keywright::{Entity, Error, ErrorKind, Handle, Table};
use keywright_local::Local;
use serde::{Deserialize, Serialize};

use super::payments::{self, Subscription, subscription_item};
use crate::support::stored::s;

const MESSAGE: &str = "field `sku` is \"998\" in attribute `SKU` and \"999\" in the item's key; repair the item: make \
                    the attribute agree with the key, or remove it, so that the field is read from the key";

fn assert_names_both(error: &Error) {
    assert_eq!((error.kind(), error.entity()), (ErrorKind::Decode, Some("Subscription")), "{error}");
    let text = error.to_string();
    assert!(text.contains(MESSAGE) && text.contains("ACC#123 / SUB#123#SKU#999"), "{text}");
}

#[tokio::test]
async fn full_item_reads_report_both_differing_values() {
    for payments in [payments::payments().await, payments::payments().await.parse_items_with_sdk()] {
        let mut item = subscription_item();
        item.insert("SKU".into(), s("998"));
        payments::write(&payments, item.clone()).await;
        let key = || Subscription::key("123", 123_u32, "999");
        assert_names_both(&payments.get(key()).await.unwrap_err());
        assert_names_both(&payments.batch_get([key()]).await.unwrap_err());
        assert_names_both(&payments.transaction_get([key()]).await.unwrap_err());
        assert_names_both(&Subscription::query("123").send(&payments).await.unwrap_err());
        assert_names_both(&Subscription::of_sku("999", "eu").send(&payments).await.unwrap_err());
        let hydrated = Subscription::due_reminders("2023-06-21").hydrate().send(&payments).await;
        assert_names_both(&hydrated.unwrap_err());
        let mut scan = std::pin::pin!(payments.scan::<Subscription>().stream());
        assert_names_both(&scan.next().await.unwrap().unwrap_err());
        assert_names_both(&Subscription::from_item(item).unwrap_err());
    }
}

#[tokio::test]
async fn partial_reads_and_sweeps_report_the_differing_item() {
    let payments = payments::payments().await;
    let mut item = subscription_item();
    item.insert("SKU".into(), s("998"));
    payments::write(&payments, item).await;
    let sound = Subscription::key("123", 124_u32, "999");
    let mut other = subscription_item();
    other.insert("SK".into(), s("SUB#124#SKU#999"));
    payments::write(&payments, other).await;
    let keys = [Subscription::key("123", 123_u32, "999"), sound];
    let read = payments.batch_get(keys).partial().await.unwrap();
    assert_eq!(read.items.iter().flatten().map(|item| item.id).collect::<Vec<_>>(), [124]);
    assert_names_both(&read.leftovers[0].reason);
    let swept = payments.update_each(|it: Subscription| Some(Subscription { amount: "1".into(), ..it })).await.unwrap();
    assert_eq!((swept.written, swept.failed.len()), (1, 1));
    assert_names_both(&swept.failed[0].error);
}

#[derive(Table)]
#[entities(Patient)]
struct Clinic;

#[derive(Debug, Clone, Entity, Serialize, Deserialize)]
#[entity(table = Clinic)]
#[pk(template = "PATIENT#<number>")]
#[sk(template = "FILE")]
struct Patient {
    #[entity(sensitive)]
    number: String,
}

#[tokio::test]
async fn sensitive_values_are_redacted() {
    let clinic: Handle<Clinic> = Local::start().open("clinic").await.unwrap();
    let put = clinic.client().put_item().table_name("clinic").item("PK", s("PATIENT#123-45")).item("SK", s("FILE"));
    put.item("_et", s("Patient")).item("number", s("678-90")).send().await.unwrap();
    let text = clinic.get(Patient::key("123-45")).await.unwrap_err().to_string();
    assert!(text.contains("field `number` is <redacted> in attribute `number` and <redacted> in the item's key"));
    assert!(!text.contains("678-90") && !text.contains("123-45"), "{text}");
}

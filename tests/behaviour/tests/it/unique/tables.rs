//! Sentinels in tables of other shapes.

use aws_sdk_dynamodb::types::AttributeValue;
use chrono::{DateTime, Utc};
use keywright::{Entity, ErrorKind, Table};
use keywright_local::Local;
use serde::{Deserialize, Serialize};

use super::design::{items, text};

/// A table without sort keys and discriminators, and with raw keys.
#[derive(Table)]
#[table(pk = "key", sk = none, discriminator = none, delimiter = "/", encoding = "raw")]
#[entities(Account)]
struct Accounts;

#[derive(Debug, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Accounts)]
#[pk(template = "ACCOUNT/<id>")]
struct Account {
    id: u32,
    #[entity(unique)]
    opened: DateTime<Utc>,
    #[entity(unique)]
    path: String,
}

/// A table with a number as its sort key.
#[derive(Table)]
#[table(pk = "device", sk(name = "ts", type = "N"))]
#[entities(Sample)]
struct Samples;

#[derive(Debug, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Samples)]
#[pk(template = "DEVICE#<of>")]
#[sk(template = "<ts>")]
struct Sample {
    of: String,
    ts: u64,
    #[entity(unique(within(of, kind)))]
    serial: i64,
    kind: Option<bool>,
}

#[tokio::test]
async fn sentinels_work_without_sort_key_and_discriminator() {
    let accounts = Local::start().open::<Accounts>("accounts").await.unwrap();
    let account = |id, path: &str| Account {
        id,
        opened: DateTime::from_timestamp_millis(i64::from(id)).unwrap(),
        path: path.into(),
    };
    accounts.create(&account(1, "a/b%")).await.unwrap();
    let error = accounts.create(&account(2, "a/b%")).await.unwrap_err();
    assert_eq!((error.kind(), error.field()), (ErrorKind::NotUnique, Some("path")));
    assert!(error.to_string().contains("the item ACCOUNT/1 has the same value"), "{error}");
    let same_time = Account { opened: account(1, "").opened, ..account(3, "c") };
    assert_eq!(accounts.create(&same_time).await.unwrap_err().field(), Some("opened"));
    let mut keys: Vec<_> = items(&accounts).await.iter().map(|item| text(item, "key")).collect();
    keys.sort_unstable();
    assert_eq!(
        keys,
        ["%UNIQUE/Account/opened/1970-01-01T00:00:00.001000000Z", "%UNIQUE/Account/path/a%2Fb%25", "ACCOUNT/1"]
    );
    for item in items(&accounts).await.into_iter().filter(|item| text(item, "key").starts_with('%')) {
        assert_eq!(Account::from_item(item).unwrap_err().kind(), ErrorKind::WrongEntity);
    }
    accounts.delete(Account::key(1_u32)).await.unwrap();
    assert_eq!(items(&accounts).await, []);
}

#[tokio::test]
async fn sentinels_work_with_a_numeric_sort_key() {
    let samples = Local::start().open::<Samples>("samples").await.unwrap();
    let sample = |ts, serial, kind| Sample { of: "d-1".into(), ts, serial, kind };
    samples.create(&sample(1, -5, Some(true))).await.unwrap();
    samples.create(&sample(2, -5, Some(false))).await.unwrap();
    for ts in [3, 4] {
        samples.create(&sample(ts, -5, None)).await.unwrap();
    }
    assert_eq!(samples.create(&sample(5, -5, Some(true))).await.unwrap_err().kind(), ErrorKind::NotUnique);
    let sentinels: Vec<_> =
        items(&samples).await.into_iter().filter(|item| text(item, "device").starts_with('%')).collect();
    assert_eq!(sentinels.len(), 2);
    assert!(sentinels.iter().all(|item| item["ts"] == AttributeValue::N("0".into())));
    assert!(sentinels.iter().any(|item| text(item, "device") == "%UNIQUE#Sample#serial#d-1#true#-5"));
    samples.put(&sample(1, 6, None)).await.unwrap();
    samples.create(&sample(5, -5, Some(true))).await.unwrap();
}

//! Expired items under keys of several designs: the newest decides.

use chrono::{DateTime, Utc};
use keywright::{Entity, ErrorKind, Handle, Table};
use keywright_local::Local;
use serde::{Deserialize, Serialize};

use super::design::seconds;

#[derive(Table)]
#[table(ttl = "ends")]
#[entities(Lease)]
struct Estate;

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Estate)]
#[pk(template = "LEASE#<house>", legacy(template = "LEASES"))]
#[sk(template = "<house>")]
struct Lease {
    house: String,
    #[entity(ttl)]
    ends: DateTime<Utc>,
}

fn lease(from_now: i64) -> Lease {
    Lease { house: "h".into(), ends: seconds(from_now) }
}

/// What is stored under today's key and under the older one: when each ends.
async fn estate(today: Option<i64>, older: Option<i64>) -> (Local, Handle<Estate>) {
    let local = Local::start();
    let estate = local.open::<Estate>("estate").await.unwrap();
    for (key, ends) in [("LEASE#h", today), ("LEASES", older)] {
        let Some(ends) = ends else { continue };
        let mut item = lease(ends).to_item().unwrap();
        item.insert("PK".into(), aws_sdk_dynamodb::types::AttributeValue::S(key.into()));
        estate.client().put_item().table_name("estate").set_item(Some(item)).send().await.unwrap();
    }
    (local, estate)
}

#[tokio::test]
async fn what_an_expired_item_supersedes_does_not_come_back() {
    for (today, older, is_there) in
        [(Some(-5), Some(60), false), (Some(60), Some(-5), true), (None, Some(-5), false), (None, Some(60), true)]
    {
        let (_local, estate) = estate(today, older).await;
        let case = format!("{today:?} {older:?}");
        assert_eq!(estate.get(Lease::key("h")).await.unwrap().is_some(), is_there, "{case}");
        assert_eq!(estate.batch_get([Lease::key("h")]).await.unwrap()[0].is_some(), is_there, "{case}");
        let page = Lease::query("h").send(&estate).await.unwrap();
        assert_eq!(page.items.len(), usize::from(is_there), "{case}");
        assert!(estate.get(Lease::key("h")).include_expired().await.unwrap().is_some(), "{case}");
    }
}

#[tokio::test]
async fn create_and_replace_judge_older_items_too() {
    let (_local, over) = estate(None, Some(-5)).await;
    assert_eq!(over.replace(&lease(90)).await.unwrap_err().kind(), ErrorKind::NotFound);
    over.create(&lease(90)).await.unwrap();
    assert_eq!(over.create(&lease(90)).await.unwrap_err().kind(), ErrorKind::AlreadyExists);
    let (_local, alive) = estate(None, Some(60)).await;
    assert_eq!(alive.create(&lease(90)).await.unwrap_err().kind(), ErrorKind::AlreadyExists);
    alive.replace(&lease(90)).await.unwrap();
    assert_eq!(alive.get(Lease::key("h")).await.unwrap(), Some(lease(90)));
}

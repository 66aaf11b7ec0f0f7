//! Expired items under keys of several designs: the newest one decides.

use chrono::{DateTime, Utc};
use keywright::{Entity, ErrorKind, Handle, Item, Table};
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

/// Creates items under the current key and under the older one, with these ends.
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

async fn items(estate: &Handle<Estate>) -> Vec<Item> {
    estate.client().scan().table_name("estate").send().await.unwrap().items.unwrap_or_default()
}

#[tokio::test]
async fn items_superseded_by_an_expired_item_stay_hidden() {
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
async fn create_and_replace_check_older_items() {
    let (_local, over) = estate(None, Some(-5)).await;
    assert_eq!(over.replace(&lease(90)).await.unwrap_err().kind(), ErrorKind::NotFound);
    over.create(&lease(90)).await.unwrap();
    assert_eq!(over.create(&lease(90)).await.unwrap_err().kind(), ErrorKind::AlreadyExists);
    let (_local, alive) = estate(None, Some(60)).await;
    assert_eq!(alive.create(&lease(90)).await.unwrap_err().kind(), ErrorKind::AlreadyExists);
    let later = lease(90);
    alive.replace(&later).await.unwrap();
    assert_eq!(alive.get(Lease::key("h")).await.unwrap(), Some(later));
}

/// The current item has expired, but the older one that it supersedes has not.
#[tokio::test]
async fn writes_do_not_restore_items_superseded_by_an_expired_item() {
    let case = || estate(Some(-5), Some(60));
    let (_local, estate) = case().await;
    let error = estate.replace(&lease(90)).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NotFound, "{error}");
    assert!(error.to_string().contains("the item has expired; use `create` or `put`"), "{error}");
    let error = estate.update(Lease::key("h")).set(Lease::ENDS, seconds(90)).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NotFound, "{error}");
    assert_eq!(items(&estate).await.len(), 2, "nothing was moved or written");
    let renewed = lease(90);
    estate.create(&renewed).await.unwrap();
    assert_eq!(estate.get(Lease::key("h")).await.unwrap(), Some(renewed.clone()));
    assert_eq!(estate.create(&renewed).await.unwrap_err().kind(), ErrorKind::AlreadyExists);
    estate.replace(&lease(95)).await.unwrap();

    let (_local, estate) = case().await;
    estate.upsert(Lease::key("h")).set(Lease::ENDS, renewed.ends).await.unwrap();
    assert_eq!(estate.get(Lease::key("h")).await.unwrap(), Some(renewed));

    let (_local, estate) = case().await;
    estate.delete(Lease::key("h")).await.unwrap();
    assert!(items(&estate).await.is_empty());
}

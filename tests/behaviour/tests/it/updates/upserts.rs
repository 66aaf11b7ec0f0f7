//! Upserts create an absent item as a whole, and only if it can be read again.

use std::collections::BTreeMap;

use keywright::{Entity, ErrorKind};

use super::design::*;

#[tokio::test]
async fn upsert_creates_a_complete_item_and_then_updates_it() {
    let (_local, shop) = shop().await;
    let visit = || Visit::key("ann", at(123));
    for clicks in 1..=3 {
        let upsert = shop.upsert(visit()).if_not_exists(Visit::PAGE, format!("/{clicks}")).add(Visit::CLICKS, 1);
        let visit = upsert.returning().await.unwrap();
        assert_eq!(visit, Visit { user: "ann".into(), at: at(123), page: "/1".into(), clicks });
    }
    let scanned = shop.client().scan().table_name("shop").send().await.unwrap().items.unwrap_or_default();
    let made = scanned.into_iter().find(|item| item["PK"].as_s().unwrap() == "VISIT#ann").unwrap();
    assert_eq!(made, Visit::from_item(made.clone()).unwrap().to_item().unwrap());
}

#[tokio::test]
async fn upsert_writes_index_keys_and_constants() {
    let (_local, shop) = shop().await;
    shop.delete(key()).await.unwrap();
    let upsert = || {
        let new = order();
        let upsert = shop.upsert(key()).set(Order::STATUS, new.status).set(Order::CENTS, new.cents);
        let upsert = upsert.set(Order::COURIER_AND_DUE, ("max", new.due)).set(Order::ADDRESS, new.address);
        upsert.set(Order::STARS, 0_u8).set(Order::TAGS, new.tags).set(Order::EXTRA, BTreeMap::new())
    };
    assert_eq!(upsert().returning_old().await.unwrap(), None);
    let made = consistent(&shop).await;
    assert_eq!((made.cents, made.note, made.extra), (500, None, BTreeMap::new()));
    let before = upsert().set(Order::NOTE, "again").returning_old().await.unwrap().unwrap();
    assert_eq!(before.note, None);
    assert_eq!(consistent(&shop).await.note.as_deref(), Some("again"));
}

#[tokio::test]
async fn upsert_of_an_undecodable_item_is_rejected() {
    let (local, shop) = shop().await;
    let error = shop.upsert(Order::key("bob", 1_u32)).set(Order::CENTS, 1_u64).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidArgument, "{error}");
    assert!(error.to_string().contains("missing field"), "{error}");
    let error = shop.upsert(key()).set(Order::ADDRESS.at::<String>("city"), "Bonn").await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidArgument, "{error}");
    assert!(error.to_string().contains("`address.city`"), "{error}");
    assert_eq!(local.requests(), 0);
}

#[tokio::test]
async fn another_item_under_a_lossy_key_is_not_overwritten() {
    let (_local, shop) = shop().await;
    let visit = Visit { user: "ann".into(), at: at(100), page: "/".into(), clicks: 1 };
    shop.put(&visit).await.unwrap();
    let error = shop.upsert(Visit::key("ann", at(200))).set(Visit::PAGE, "/b").await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::KeyCollision, "{error}");
    assert_eq!(shop.get(Visit::key("ann", at(100))).await.unwrap(), Some(visit));
}

/// A field with a default decodes if it is missing, but the index would lack the item.
mod defaulted {
    use keywright::{Entity, ErrorKind, Table};
    use keywright_local::Local;
    use serde::{Deserialize, Serialize};

    #[derive(Table)]
    #[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
    #[entities(Task)]
    struct Tasks;

    #[derive(Debug, PartialEq, Entity, Serialize, Deserialize)]
    #[entity(table = Tasks)]
    #[pk(template = "TASK#<id>")]
    #[sk(template = "TASK")]
    #[gsi(index = "GSI1", query = by_team, pk = "TEAM#<team>", sk = "<rank>")]
    struct Task {
        id: String,
        team: String,
        rank: u32,
    }

    #[tokio::test]
    async fn upsert_that_an_index_would_lack_is_rejected() {
        let local = Local::start();
        let tasks = Tasks::open(local.client(), "tasks");
        tasks.create_table().await.unwrap();
        let error = tasks.upsert(Task::key("t")).set(Task::TEAM, "red").await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidArgument, "{error}");
        assert!(error.to_string().contains("missing field `rank`"), "{error}");
        tasks.upsert(Task::key("t")).set(Task::TEAM, "red").set(Task::RANK, 0_u32).await.unwrap();
        assert_eq!(Task::by_team("red").limit(9).send(&tasks).await.unwrap().items.len(), 1);
    }
}

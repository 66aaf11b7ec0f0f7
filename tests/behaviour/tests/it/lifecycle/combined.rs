//! Expiry, together with all other options of an entity: sharded, versioned, unique, moved.

use chrono::{DateTime, Utc};
use keywright::{Entity, ErrorKind, Handle, Item, Table, update::ItemUpdate};
use keywright_local::Local;
use serde::{Deserialize, Serialize};

use super::design::{number, seconds, text};

#[derive(Table)]
#[table(ttl = "ends")]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
#[entities(Ticket, Slot)]
struct Store;

/// A ticket with hash shards, an index by its end, and all other options.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Store)]
#[pk(template = "TICKET#<event>")]
#[shard(hash(id), count = 4)]
#[sk(template = "<id>")]
#[gsi(index = "GSI1", query = ending, pk = "ENDING#<event>", sk = "<ends>#<id>", shard(random = 2))]
struct Ticket {
    event: String,
    id: u32,
    #[entity(unique(within = event))]
    seat: Option<String>,
    #[entity(sensitive)]
    holder: String,
    #[entity(version)]
    version: u64,
    #[entity(created)]
    created: DateTime<Utc>,
    #[entity(updated)]
    updated: DateTime<Utc>,
    #[entity(ttl)]
    ends: DateTime<Utc>,
}

/// A slot with keys of two designs, a version, and an end.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Store)]
#[pk(template = "SLOT#<id>", legacy(template = "SLOTS"))]
#[sk(template = "<id>")]
struct Slot {
    id: String,
    note: String,
    #[entity(version)]
    version: u64,
    #[entity(ttl)]
    ends: DateTime<Utc>,
}

async fn store() -> Handle<Store> {
    Local::start().open("store").await.unwrap()
}

async fn plant(store: &Handle<Store>, item: Item) {
    store.client().put_item().table_name("store").set_item(Some(item)).send().await.unwrap();
}

async fn items(store: &Handle<Store>) -> Vec<Item> {
    store.client().scan().table_name("store").send().await.unwrap().items.unwrap_or_default()
}

fn ticket(id: u32, seat: Option<&str>, from_now: i64) -> Ticket {
    Ticket {
        event: "e".into(),
        id,
        seat: seat.map(Into::into),
        holder: "ann".into(),
        version: 0,
        created: DateTime::default(),
        updated: DateTime::default(),
        ends: seconds(from_now),
    }
}

/// Returns the seats that are held, with their holders and ends.
async fn seats(store: &Handle<Store>) -> Vec<(String, String, String)> {
    let items = items(store).await;
    let sentinels = items.iter().filter(|item| item["_et"] == text("%UNIQUE"));
    let text = |item: &Item, name: &str| item[name].as_s().unwrap().clone();
    let seat = |item: &Item| {
        let owner = item["_owner"].as_m().unwrap();
        (text(item, "PK"), text(owner, "SK"), item["ends"].as_n().unwrap().clone())
    };
    let mut seats: Vec<_> = sentinels.map(seat).collect();
    seats.sort();
    seats
}

fn held(seat: &str, id: u32, ends: DateTime<Utc>) -> (String, String, String) {
    (format!("%UNIQUE#Ticket#seat#e#{seat}"), format!("{id:010}"), ends.timestamp().to_string())
}

#[tokio::test]
async fn item_index_and_sentinel_stay_consistent() {
    let store = store().await;
    let key = || Ticket::key("e", 1_u32);
    store.create(&ticket(1, Some("12A"), 60)).await.unwrap();
    let first = store.get(key()).await.unwrap().unwrap();
    assert_eq!(first.version, 1);
    // If the end changes, item, index and sentinel follow.
    store.update(key()).set(Ticket::ENDS, seconds(600)).await.unwrap();
    let second = store.get(key()).await.unwrap().unwrap();
    assert_eq!((second.version, second.created), (2, first.created));
    assert!(second.updated > first.updated);
    assert_eq!(seats(&store).await, [held("12A", 1, second.ends)]);
    let sort = second.keys().unwrap()[1].sort.clone().unwrap();
    let stored = items(&store).await.into_iter().find(|item| item["_et"] == text("Ticket")).unwrap();
    assert_eq!(stored["GSI1SK"], text(&sort), "as a put of it writes");
    assert_eq!(Ticket::ending("e").send(&store).await.unwrap().items.len(), 1);
    // A stale writer changes nothing.
    let stale = Ticket { seat: Some("13B".into()), ..first.clone() };
    for conflict in [
        store.put(&stale).await.unwrap_err().kind(),
        store.replace(&stale).await.unwrap_err().kind(),
        store.transaction().replace_item(&first, &stale).await.unwrap_err().kind(),
        store.transaction().delete_item(&first).await.unwrap_err().kind(),
        store.delete(key()).version(first.version).await.unwrap_err().kind(),
    ] {
        assert!(matches!(conflict, ErrorKind::VersionConflict | ErrorKind::TransactionCancelled), "{conflict:?}");
    }
    assert_eq!(seats(&store).await, [held("12A", 1, second.ends)]);
    // The item moves to another shard.
    let moved = store.move_to(key(), |ticket| ticket.id = 2).await.unwrap();
    assert_eq!((moved.version, moved.created), (3, first.created));
    assert_eq!(seats(&store).await, [held("12A", 2, second.ends)]);
    // The item ends, and another ticket takes the seat and the key.
    store.update(Ticket::key("e", 2_u32)).set(Ticket::ENDS, seconds(-5)).await.unwrap();
    let heir = ticket(3, Some("12A"), 60);
    store.transaction().create(&heir).await.unwrap();
    assert_eq!(seats(&store).await, [held("12A", 3, heir.ends)]);
    let again = ticket(2, Some("14C"), 60);
    assert_eq!(store.put(&again).await.unwrap().version(), 1, "an expired item has no version");
    assert_eq!(seats(&store).await, [held("12A", 3, heir.ends), held("14C", 2, again.ends)]);
    let read = store.get(Ticket::key("e", 2_u32)).await.unwrap().unwrap();
    store.transaction().delete_item(&read).check_exists(Ticket::key("e", 3_u32)).await.unwrap();
    assert_eq!(seats(&store).await, [held("12A", 3, heir.ends)]);
}

#[tokio::test]
async fn batches_are_rejected_and_sweeps_stay_consistent() {
    let store = store().await;
    let (alive, over) = (ticket(1, Some("1"), 60), ticket(2, Some("2"), -5));
    store.create(&alive).await.unwrap();
    store.create(&over).await.unwrap();
    let before = seats(&store).await;
    assert!(store.batch_put(std::slice::from_ref(&alive)).await.is_err());
    assert!(store.batch_delete([Ticket::key("e", 1_u32)]).await.is_err());
    let report = store.backfill::<Ticket>().await.unwrap();
    assert_eq!((report.failures, report.expired), (0, 1));
    let report = store.update_each(|ticket: Ticket| Some(Ticket { holder: "bob".into(), ..ticket })).await.unwrap();
    assert_eq!((report.written, report.failures, report.expired), (1, 0, 1));
    assert_eq!(seats(&store).await, before);
    let (seat, ends) = (Some("9".to_owned()), seconds(900));
    let report = store.update_each(|ticket: Ticket| Some(Ticket { seat: seat.clone(), ends, ..ticket })).await.unwrap();
    assert_eq!((report.written, report.failures, report.expired), (1, 0, 1));
    assert_eq!(seats(&store).await, [held("2", 2, over.ends), held("9", 1, ends)]);
    assert_eq!(store.get(Ticket::key("e", 1_u32)).await.unwrap().unwrap().version, 3);
    let report = store.delete_each(|_: &Ticket| true).include_expired().await.unwrap();
    assert_eq!((report.written, report.failures), (2, 0));
    assert!(items(&store).await.is_empty());
}

fn slot(version: u64, from_now: i64) -> Slot {
    Slot { id: "s".into(), note: "x".into(), version, ends: seconds(from_now) }
}

/// Creates an item under the current key and one under the older key, each with its version and end.
async fn slots(today: Option<(u64, i64)>, older: Option<(u64, i64)>) -> Handle<Store> {
    let store = store().await;
    for (key, slot_of) in [("SLOT#s", today), ("SLOTS", older)] {
        let Some((version, from_now)) = slot_of else { continue };
        let mut item = slot(0, from_now).to_item().unwrap();
        item.extend([("PK".to_owned(), text(key)), ("version".to_owned(), number(version as i64))]);
        plant(&store, item).await;
    }
    store
}

#[tokio::test]
async fn version_comes_from_the_newest_of_two_keys() {
    // The current item has expired. It counts as absent, whatever is under the older key.
    let store = slots(Some((7, -5)), Some((3, 60))).await;
    for version in [3, 7] {
        let error = store.put(&slot(version, 60)).await.unwrap_err();
        assert_eq!((error.kind(), error.version_conflict().unwrap().found), (ErrorKind::VersionConflict, None));
    }
    assert_eq!(store.replace(&slot(3, 60)).await.unwrap_err().kind(), ErrorKind::NotFound);
    assert_eq!(store.put(&slot(0, 60)).await.unwrap().version(), 1);
    assert_eq!(store.get(Slot::key("s")).await.unwrap().unwrap().version, 1);

    // The older item has expired too, or does not exist.
    for older in [Some((3, -5)), None] {
        let store = slots(Some((7, -5)), older).await;
        assert_eq!(store.replace(&slot(7, 60)).await.unwrap_err().kind(), ErrorKind::NotFound);
        assert_eq!(store.put(&slot(0, 60)).await.unwrap().version(), 1);
    }
    let store = slots(None, Some((3, -5))).await;
    assert_eq!(store.put(&slot(3, 60)).await.unwrap_err().kind(), ErrorKind::VersionConflict);
    assert_eq!(store.put(&slot(0, 60)).await.unwrap().version(), 1);

    // Only the older item exists.
    let store = slots(None, Some((3, 60))).await;
    assert_eq!(store.put(&slot(0, 60)).await.unwrap_err().kind(), ErrorKind::VersionConflict);
    assert_eq!(store.put(&slot(3, 90)).await.unwrap().version(), 4);
    assert_eq!(items(&store).await.len(), 1, "it has moved");
    let store = slots(None, Some((3, 60))).await;
    store.upsert(Slot::key("s")).set(Slot::NOTE, "y").set(Slot::ENDS, seconds(90)).await.unwrap();
    assert_eq!(store.get(Slot::key("s")).await.unwrap().unwrap().version, 4);
    assert_eq!(items(&store).await.len(), 1);
    let store = slots(None, Some((3, 60))).await;
    store.delete(Slot::key("s")).version(3_u64).await.unwrap();
    assert!(items(&store).await.is_empty());
}

#[tokio::test]
async fn update_params_are_the_same_each_time() {
    let store = store().await;
    store.create(&ticket(1, None, 60)).await.unwrap();
    let update = store.update(Ticket::key("e", 1_u32)).set(Ticket::HOLDER, "bob");
    let (one, other) = (update.params().unwrap(), update.params().unwrap());
    assert_eq!(one, other, "printed twice, it is the same");
    let upsert = ItemUpdate::new(Ticket::key("e", 1_u32)).set(Ticket::HOLDER, "bob");
    let transaction = store.transaction().update(upsert);
    assert_eq!(transaction.params().unwrap(), transaction.params().unwrap());
}

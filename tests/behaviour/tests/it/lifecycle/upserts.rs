//! An upsert of an expired item recreates it, as if it were absent.

use chrono::{DateTime, Utc};
use futures_util::future::join_all;
use keywright::{Entity, ErrorKind, Handle, Item, Table, client::Conditional, update::ItemUpdate};
use keywright_local::{Failure, Faults, Local, Rule};
use serde::{Deserialize, Serialize};

use super::design::seconds;

#[derive(Table)]
#[table(ttl = "ends")]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
#[entities(Quota)]
struct Store;

/// A user's usage within an hour.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Store)]
#[pk(template = "QUOTA#<user>")]
#[sk(template = "QUOTA")]
#[gsi(index = "GSI1", query = by_plan, pk = "PLAN#<plan>", sk = "<user>")]
struct Quota {
    user: String,
    plan: Option<String>,
    used: u8,
    note: Option<String>,
    #[entity(version)]
    version: u32,
    #[entity(created)]
    created: Option<DateTime<Utc>>,
    #[entity(ttl)]
    ends: DateTime<Utc>,
}

/// Creates a quota that has expired.
async fn store() -> (Local, Handle<Store>) {
    let local = Local::start();
    let store = local.open::<Store>("store").await.unwrap();
    let (plan, note) = (Some("gold".into()), Some("old".into()));
    let over = Quota { user: "ann".into(), plan, used: 200, note, version: 0, created: None, ends: seconds(-5) };
    store.put(&over).await.unwrap();
    local.clear_operations();
    (local, store)
}

fn use_up(store: &Handle<Store>, amount: i16) -> keywright::client::Upsert<'_, Quota> {
    store.upsert(Quota::key("ann")).add(Quota::USED, amount).set(Quota::ENDS, seconds(60))
}

async fn stored(store: &Handle<Store>) -> Item {
    store.client().scan().table_name("store").send().await.unwrap().items.unwrap().swap_remove(0)
}

#[tokio::test]
async fn upsert_keeps_nothing_of_an_expired_item() {
    let (_local, store) = store().await;
    use_up(&store, 100).await.unwrap();
    let renewed = store.get(Quota::key("ann")).await.unwrap().unwrap();
    assert_eq!((renewed.used, renewed.version, renewed.note.as_deref(), renewed.plan.as_deref()), (100, 1, None, None));
    assert!(renewed.created.unwrap() > seconds(-5));
    let item = stored(&store).await;
    assert!(!item.contains_key("GSI1PK") && !item.contains_key("GSI1SK"), "{item:?}");
    use_up(&store, 100).await.unwrap();
    let more = store.get(Quota::key("ann")).await.unwrap().unwrap();
    assert_eq!((more.used, more.version, more.created), (200, 2, renewed.created));
    assert_eq!(use_up(&store, 100).await.unwrap_err().kind(), ErrorKind::OutOfRange);
}

#[tokio::test]
async fn upsert_returns_the_new_item_and_no_old_one() {
    let (_local, store) = self::store().await;
    assert_eq!(use_up(&store, 7).returning().await.unwrap().used, 7);
    let (_local, store) = self::store().await;
    assert_eq!(use_up(&store, 7).returning_old().await.unwrap(), None);
    assert_eq!(use_up(&store, 7).returning_old().await.unwrap().unwrap().used, 7);
}

#[tokio::test]
async fn upsert_condition_treats_the_expired_item_as_absent() {
    let (_local, store) = store().await;
    let before = stored(&store).await;
    let Conditional::Refused(none) = use_up(&store, 1).when(Quota::USED.ge(1)).await.unwrap() else {
        panic!("what is over has used nothing")
    };
    assert!(none.item().is_none());
    assert_eq!(stored(&store).await, before);
    assert!(use_up(&store, 1).when(Quota::USED.not_exists()).await.unwrap().is_applied());
    assert_eq!(store.get(Quota::key("ann")).await.unwrap().unwrap().used, 1);
    // After that, the item exists.
    assert!(!use_up(&store, 1).when(Quota::USED.not_exists()).await.unwrap().is_applied());
}

#[tokio::test]
async fn upsert_below_the_counter_range_is_rejected_for_expired_items() {
    let (_local, store) = store().await;
    let before = stored(&store).await;
    assert!(use_up(&store, -1).await.is_err());
    assert_eq!(stored(&store).await, before);
}

#[tokio::test]
async fn concurrent_upserts_count_once_each() {
    for seed in 0..4 {
        let (local, store) = store().await;
        if seed > 0 {
            let rule = |share| Rule::on(["TransactWriteItems"]).unwrap().probability(share).unwrap();
            local.set_faults(
                Faults::seeded(seed)
                    .rule(rule(0.3).fail(Failure::Disconnected { carried_out: true }))
                    .rule(rule(0.2).fail(Failure::InternalServerError { carried_out: false })),
            );
        }
        let all = join_all((0..20).map(|_| use_up(&store, 1).into_future())).await;
        local.clear_faults();
        let done = all.iter().filter(|done| done.is_ok()).count();
        let used = store.get(Quota::key("ann")).await.unwrap().map_or(0, |quota| usize::from(quota.used));
        assert!(used >= done && used <= 20 && done > 0, "seed {seed}: {done} of 20 done, {used} used");
        if seed == 0 {
            assert_eq!((done, used), (20, 20));
        }
    }
}

#[tokio::test]
async fn upsert_of_an_expired_item_in_a_transaction_is_rejected() {
    let (_local, store) = store().await;
    let upsert = ItemUpdate::upsert(Quota::key("ann")).add(Quota::USED, 1).set(Quota::ENDS, seconds(60));
    let error = store.transaction().update(upsert).await.unwrap_err();
    assert!(error.to_string().contains("an upsert would keep its old values; `upsert` it by itself"), "{error}");
}

//! A transaction that is built again with its token: with an equal time it is an equal request, with another time it is
//! refused.

use std::time::SystemTime;

use chrono::{DateTime, TimeDelta, Utc};
use keywright::{Entity, ErrorKind, Handle, Outcome, Table, client::Transaction, update::ItemUpdate};
use keywright_local::{Failure, Faults, Local, Rule};
use serde::{Deserialize, Serialize};

use super::design::items;

#[derive(Table)]
#[table(ttl = "expires")]
#[entities(Payment, Hold, Entry, Entries)]
struct Bank;

/// An entity with its times.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Bank)]
#[pk(template = "PAYMENT#<id>")]
#[sk(template = "PAYMENT")]
struct Payment {
    id: String,
    cents: u64,
    #[entity(created)]
    created: Option<DateTime<Utc>>,
    #[entity(updated)]
    updated: Option<DateTime<Utc>>,
}

/// An entity that expires.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Bank)]
#[pk(template = "HOLD#<id>")]
#[sk(template = "HOLD")]
struct Hold {
    id: String,
    #[entity(ttl)]
    expires: Option<i64>,
}

/// An entity in random shards.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Bank)]
#[pk(template = "ENTRY#<account>")]
#[shard(random = 50)]
#[sk(template = "ENTRY#<id>")]
struct Entry {
    account: String,
    id: u32,
}

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Bank)]
#[pk(template = "ENTRIES#<account>")]
#[shard(random = 50)]
#[sk(template = "COUNT")]
struct Entries {
    account: String,
    #[entity(counter)]
    entries: u64,
}

async fn bank() -> (Local, Handle<Bank>) {
    let local = Local::start();
    let bank = local.open::<Bank>("bank").await.unwrap();
    let account = Payment { id: "account".into(), cents: 500, created: None, updated: None };
    bank.put(&account).await.unwrap();
    (local, bank)
}

/// Takes 100 from the account, which must not happen twice.
fn pay<'a>(bank: &'a Handle<Bank>, of: &'a (Payment, Hold, Entry)) -> Transaction<'a, Bank> {
    let take = ItemUpdate::new(Payment::key("account")).add(Payment::CENTS, -100);
    let transaction = bank.transaction().create(&of.0).update(take).create(&of.1).put(&of.2).token("order-7");
    transaction.increment(Entries::entries("ann"), 1).check_absent(Hold::key("other"))
}

fn order() -> (Payment, Hold, Entry) {
    let payment = Payment { id: "p".into(), cents: 100, created: None, updated: None };
    (payment, Hold { id: "h".into(), expires: None }, Entry { account: "ann".into(), id: 7 })
}

async fn lose_answers(local: &Local, bank: &Handle<Bank>, at: DateTime<Utc>) {
    let lost = Failure::Disconnected { carried_out: true };
    local.set_faults(Faults::seeded(1).rule(Rule::on(["TransactWriteItems"]).unwrap().fail(lost)));
    let order = order();
    let sent = pay(bank, &order);
    let error = sent.at(at).await.unwrap_err();
    assert_eq!(error.outcome(), Outcome::Unknown);
    local.clear_faults();
}

async fn left(bank: &Handle<Bank>) -> (u64, u64, usize) {
    let account = bank.get(Payment::key("account")).consistent().await.unwrap().unwrap();
    (account.cents, bank.total(Entries::entries("ann")).await.unwrap().value, items(bank).await.len())
}

#[tokio::test]
async fn token_at_the_same_time_is_executed_once() {
    let (local, bank) = bank().await;
    let at = Utc::now() - TimeDelta::minutes(1);
    lose_answers(&local, &bank, at).await;
    let order = order();
    // The second of `at` is in the condition on an expired item, and the present second is nowhere.
    let printed = format!("{:?}", pay(&bank, &order).at(at).params().unwrap());
    assert!(printed.contains(&at.timestamp().to_string()), "{printed}");
    assert!((at.timestamp() + 59..=Utc::now().timestamp()).all(|second| !printed.contains(&second.to_string())));
    for _ in 0..3 {
        let report = pay(&bank, &order).at(at).await.unwrap();
        assert!(report.written(3).unwrap().shard().is_some() && report.written(4).unwrap().shard().is_some());
    }
    assert_eq!(left(&bank).await, (400, 1, 5));
    let payment = bank.get(Payment::key("p")).consistent().await.unwrap().unwrap();
    assert_eq!((payment.created, payment.updated), (Some(at), Some(at)));
}

#[tokio::test]
async fn token_at_another_time_is_rejected_with_unknown_outcome() {
    let (local, bank) = bank().await;
    lose_answers(&local, &bank, Utc::now() - TimeDelta::minutes(1)).await;
    let error = pay(&bank, &order()).await.unwrap_err();
    assert_eq!((error.kind(), error.outcome()), (ErrorKind::TokenReused, Outcome::Unknown));
    let message = error.to_string();
    assert!(message.contains("with other actions or at another time: read the items before you send"), "{message}");
    assert!(message.contains("`at` of the first call"), "{message}");
    assert_eq!(left(&bank).await, (400, 1, 5));
}

#[tokio::test]
async fn the_order_of_the_calls_does_not_matter() {
    let (_local, bank) = bank().await;
    let (at, order) = (SystemTime::now(), order());
    let last = bank.transaction().put(&order.2).create(&order.0).token("t").at(at).params().unwrap();
    let first = bank.transaction().at(at).token("t").put(&order.2).create(&order.0).params().unwrap();
    assert_eq!(last, first);
    let params = |token: &str| bank.transaction().put(&order.2).token(token).params().unwrap();
    assert_eq!(params("a").transact_items, params("a").transact_items);
    assert!((0..20).any(|n| params(&n.to_string()).transact_items != params("a").transact_items));
    // Each action has its own shard, so two with equal content are in different ones.
    bank.transaction().put(&order.2).put(&order.2).token("t").params().unwrap();
}

#[tokio::test]
async fn unrepresentable_time_is_rejected() {
    let (local, bank) = bank().await;
    local.clear_operations();
    let (late, order) = (SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(u64::from(u32::MAX) * 5_000), order());
    let error = bank.transaction().create(&order.0).at(late).await.unwrap_err();
    assert_eq!((error.kind(), error.outcome()), (ErrorKind::Encode, Outcome::NotApplied), "{error}");
    assert_eq!(local.requests(), 0);
    bank.transaction().create(&order.0).at(SystemTime::UNIX_EPOCH).await.unwrap();
}

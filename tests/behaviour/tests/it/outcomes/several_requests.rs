//! Calls of several requests: the effect of an earlier one still counts if a later one fails.

use keywright::{Entity as _, ErrorKind, Handle, Outcome};
use keywright_local::{Failure, Faults, Rule, Throttle};

use super::design::*;

async fn put_song_at(shop: &Handle<Shop>, partition: &str, plays: u32) {
    let mut item = song(plays).to_item().unwrap();
    item.insert("PK".into(), aws_sdk_dynamodb::types::AttributeValue::S(partition.into()));
    put_past(shop, item).await;
}

async fn partitions(shop: &Handle<Shop>) -> Vec<String> {
    let mut keys: Vec<_> = items(shop).await.iter().map(|item| item["PK"].as_s().unwrap().clone()).collect();
    keys.sort();
    keys
}

fn key() -> keywright::Key<Song> {
    Song::key("abba", "waterloo")
}

#[tokio::test(start_paused = true)]
async fn delete_of_several_copies_deletes_all_or_none() {
    let (local, shop) = shop().await;
    put_song_at(&shop, "SONGS", 1).await;
    put_song_at(&shop, "SONG#waterloo", 2).await;
    let throttled = Rule::on(["TransactWriteItems"]).unwrap().fail(Failure::Throttled(Throttle::throttling()));
    local.set_faults(Faults::seeded(0).rule(throttled));
    let error = shop.delete(key()).await.unwrap_err();
    assert_eq!(judged(&error), (ErrorKind::Throttled, Outcome::NotApplied), "{error}");
    assert_eq!(partitions(&shop).await, ["SONG#waterloo", "SONGS"]);
    local.set_faults(first("TransactWriteItems", LOST));
    shop.delete(key()).await.unwrap();
    assert!(partitions(&shop).await.is_empty());
}

#[tokio::test(start_paused = true)]
async fn update_failing_after_the_move_is_not_applied() {
    let (local, shop) = shop().await;
    put_song_at(&shop, "SONGS", 1).await;
    // The first request finds nothing under the current key, the transaction moves the item, and the second request
    // fails.
    let second = Rule::on(["UpdateItem"]).unwrap().every(2).unwrap();
    local.set_faults(Faults::seeded(0).rule(second.fail(Failure::InternalServerError { carried_out: false })));
    let error = shop.update(key()).add(Song::PLAYS, 1).await.unwrap_err();
    assert_eq!(judged(&error), (ErrorKind::Service, Outcome::Unknown), "{error}");
    put_song_at(&shop, "SONGS", 1).await;
    shop.client().delete_item().table_name("shop").set_key(Some(today())).send().await.unwrap();
    local.set_faults(throttle_after_first());
    let error = shop.update(key()).set(Song::PLAYS, 7).await.unwrap_err();
    // The move alone changes nothing that the caller sees.
    assert_eq!(judged(&error), (ErrorKind::Throttled, Outcome::NotApplied), "{error}");
    assert_eq!(partitions(&shop).await, ["BAND#abba#waterloo"]);
}

fn today() -> keywright::Item {
    let mut item = song(0).to_item().unwrap();
    item.retain(|name, _| ["PK", "SK"].contains(&name.as_str()));
    item
}

/// Lets the first update pass, and throttles the others.
fn throttle_after_first() -> Faults {
    let throttle = || Failure::Throttled(Throttle::throttling());
    let rules = (2..=12).map(|n| Rule::on(["UpdateItem"]).unwrap().every(n).unwrap().fail(throttle()));
    rules.fold(Faults::seeded(0), Faults::rule)
}

#[tokio::test(start_paused = true)]
async fn unknown_outcome_survives_later_requests() {
    let (local, shop) = shop().await;
    // A replace that finds nothing under the current key, with a lost answer, is not followed by another request.
    put_song_at(&shop, "SONGS", 1).await;
    local.set_faults(first("PutItem", LOST));
    let error = shop.replace(&song(2)).await.unwrap_err();
    assert_eq!(judged(&error), (ErrorKind::NotFound, Outcome::Unknown), "{error}");
    assert_eq!(partitions(&shop).await, ["SONGS"]);
    local.clear_faults();
    shop.replace(&song(2)).await.unwrap();
    assert_eq!(partitions(&shop).await, ["BAND#abba#waterloo"]);
    // A move with a lost answer, whose repetition conflicts with another writer.
    local.set_faults(first("TransactWriteItems", LOST));
    let to = Song { band: "roxette".into(), ..song(3) };
    let moving = async { shop.move_to(key(), |song| song.band = "roxette".into()).await };
    let (a, b) = between(&local, 4, moving, async { shop.put(&to).await }).await;
    b.unwrap();
    assert_eq!(judged(&a.unwrap_err()), (ErrorKind::AlreadyExists, Outcome::Unknown));
}

#[tokio::test(start_paused = true)]
async fn conditional_delete_is_refused_if_another_item_has_the_key() {
    let (local, shop) = shop().await;
    let at = |millis: i64| chrono::DateTime::from_timestamp_millis(1_700_000_000_000 + millis).unwrap();
    let visit = |millis: i64, page: &str| Visit { user: "ann".into(), at: at(millis), page: page.into() };
    let delete = || async { shop.delete(Visit::key("ann", at(1))).when(Visit::PAGE.eq("home")).await };
    for is_first_to_read in [true, false] {
        shop.put(&visit(1, "home")).await.unwrap();
        let another = || async {
            let deleted = delete().await.unwrap();
            shop.put(&visit(2, "cart")).await.unwrap();
            deleted.is_applied()
        };
        let (a, b) = match is_first_to_read {
            true => {
                local.set_faults(slow("GetItem"));
                between(&local, 1, delete(), another()).await
            }
            false => {
                let b = another().await;
                (delete().await, b)
            }
        };
        assert_eq!([a.unwrap().is_applied(), b], [false, true]);
        shop.delete(Visit::key("ann", at(2))).await.unwrap();
    }
}

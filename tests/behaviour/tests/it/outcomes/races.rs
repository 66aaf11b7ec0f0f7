//! Several writers of one item under random faults. The history is checked: reported outcomes match what happened.
//!
//! `KEYWRIGHT_RACE_SEEDS=20000 cargo test --release -p keywright-behaviour-tests --test it outcomes::races` runs more
//! seeds; `KEYWRIGHT_RACE_FIRST` is the first one.

use std::{collections::BTreeMap, env, ops::Range, time::Duration};

use aws_sdk_dynamodb::types::AttributeValue;
use futures_util::future::join_all;
use keywright::{Entity as _, Handle, Item, Outcome, Result, client::Conditional};
use keywright_local::{Failure, Faults, Latency, Local, Rule, Throttle};

use super::design::*;

const WRITERS: u32 = 4;

/// The outcome that was reported to a writer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reported {
    Ok,
    No,
    Unknown,
}

pub fn reported<O>(result: &Result<O>) -> Reported {
    match result {
        Ok(_) => Reported::Ok,
        Err(error) if error.outcome() == Outcome::Unknown => Reported::Unknown,
        Err(_) => Reported::No,
    }
}

pub fn reported_conditional<O, E>(result: &Result<Conditional<O, E>>) -> Reported {
    match result {
        Ok(Conditional::Refused(_)) => Reported::No,
        result => reported(result),
    }
}

/// Returns faults: requests that are lost before or after they are carried out, arrive late, or are throttled, and slow
/// answers.
pub fn faults(seed: u64, writes: &[&str]) -> Faults {
    let rule = |share| Rule::on(writes).unwrap().probability(share).unwrap();
    let all = |share| Rule::all().probability(share).unwrap();
    let faults = Faults::seeded(seed)
        .rule(all(0.5).latency(Latency::constant(Duration::from_millis(3))))
        .rule(all(0.3).latency(Latency::constant(Duration::from_millis(11))))
        .rule(rule(0.12).fail(Failure::Disconnected { carried_out: false }))
        .rule(rule(0.12).fail(Failure::InternalServerError { carried_out: true }))
        .rule(all(0.1).fail(Failure::Throttled(Throttle::throttling())));
    (1..6).fold(faults, |faults, after| faults.rule(rule(0.03).fail(Failure::Late { after })))
}

/// Returns the seeds of the races.
pub fn seeds() -> Range<u64> {
    let number = |name: &str| env::var(name).ok().and_then(|text| text.parse().ok());
    let first: u64 = number("KEYWRIGHT_RACE_FIRST").unwrap_or(0);
    first..first + number("KEYWRIGHT_RACE_SEEDS").unwrap_or(6)
}

/// Runs a race for each seed, and delivers the requests in flight at its end.
async fn race<F: AsyncFn(Handle<Shop>, &Local, u64)>(run: F) {
    for seed in seeds() {
        let (local, shop) = shop().await;
        run(shop, &local, seed).await;
    }
}

/// Ends the faults, and lets late requests arrive.
async fn settle(local: &Local, shop: &Handle<Shop>) {
    local.clear_faults();
    while local.late_requests() > 0 {
        let _ = items(shop).await;
    }
}

pub fn count(all: &[Reported], reported: Reported) -> u64 {
    all.iter().filter(|one| **one == reported).count() as u64
}

pub const SINGLE: [&str; 3] = ["PutItem", "UpdateItem", "DeleteItem"];
const TRANSACTIONS: [&str; 1] = ["TransactWriteItems"];

#[tokio::test(start_paused = true)]
async fn concurrent_creates_of_one_item_succeed_at_most_once() {
    race(async |shop, local, seed| {
        local.set_faults(faults(seed, &SINGLE));
        // Each two of them write equal items.
        let events: Vec<_> = (0..WRITERS).map(|writer| event(&format!("{}", writer / 2))).collect();
        let results = join_all(events.iter().map(|event| async { shop.create(event).await })).await;
        settle(local, &shop).await;
        let stored = shop.get(Event::key(1)).await.unwrap();
        let all: Vec<_> = results.iter().map(reported).collect();
        let won: Vec<_> =
            (0..events.len()).filter(|at| all[*at] == Reported::Ok).map(|at| events[at].clone()).collect();
        assert!(won.len() <= 1, "seed {seed}: {all:?}");
        let may_have = |stored: &Event| (0..events.len()).any(|at| all[at] != Reported::No && events[at] == *stored);
        match (won.first(), stored) {
            (Some(won), stored) => assert_eq!(stored.as_ref(), Some(won), "seed {seed}"),
            (None, Some(stored)) => assert!(may_have(&stored), "seed {seed}: {all:?}"),
            (None, None) => {
                assert!(count(&all, Reported::Unknown) > 0 || count(&all, Reported::No) == 4, "seed {seed}: {all:?}")
            }
        }
    })
    .await;
}

/// Sells the item that the writer has read, by one of these calls. Returns the outcome and the version that it read.
async fn sell(shop: &Handle<Shop>, writer: u32, turn: u32) -> Option<(Reported, u64)> {
    let read = shop.get(Stock::key(1)).consistent().await.ok()??;
    let sold = Stock { left: read.left.checked_sub(1)?, ..read };
    let result = match (writer + turn) % 4 {
        0 => reported(&shop.replace(&sold).await),
        1 => reported(&shop.put(&sold).await),
        2 => reported_conditional(&shop.put(&sold).when(Stock::LEFT.gt(0_u32)).await),
        _ => {
            let update = shop.update(Stock::key(1)).add(Stock::LEFT, -1);
            reported_conditional(&update.when(Stock::VERSION.eq(sold.version)).await)
        }
    };
    Some((result, sold.version))
}

#[tokio::test(start_paused = true)]
async fn each_version_is_written_at_most_once() {
    race(async |shop, local, seed| {
        shop.put(&stock(100, 0)).await.unwrap();
        local.set_faults(faults(seed, &SINGLE));
        let shop = &shop;
        let all = join_all((0..WRITERS).map(|writer| async move {
            let mut all = Vec::new();
            for turn in 0..4 {
                all.extend(sell(shop, writer, turn).await);
            }
            all
        }))
        .await
        .concat();
        settle(local, shop).await;
        let outcomes: Vec<_> = all.iter().map(|(reported, _)| *reported).collect();
        let (sure, open) = (count(&outcomes, Reported::Ok), count(&outcomes, Reported::Unknown));
        let Stock { left, version, .. } = shop.get(Stock::key(1)).await.unwrap().unwrap();
        let written = version - 1;
        assert!(
            sure <= written && written <= sure + open,
            "seed {seed}: {sure} <= {written} <= {sure} + {open}: {all:?}"
        );
        assert_eq!(u64::from(100 - left), written, "seed {seed}: one is sold with each version");
        let mut versions: Vec<_> =
            all.iter().filter(|(reported, _)| *reported == Reported::Ok).map(|(_, of)| *of).collect();
        versions.sort_unstable();
        versions.dedup();
        assert_eq!(versions.len() as u64, sure, "seed {seed}: two were told of one version: {all:?}");
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn update_without_an_expected_version_counts_at_most_once() {
    race(async |shop, local, seed| {
        shop.put(&stock(0, 0)).await.unwrap();
        local.set_faults(faults(seed, &SINGLE));
        let shop = &shop;
        let all: Vec<_> = join_all((0..WRITERS * 2).map(|writer| async move {
            match writer % 2 {
                0 => reported(&shop.update(Stock::key(1)).set(Stock::LEFT, writer).await),
                _ => reported(&shop.upsert(Stock::key(1)).set(Stock::LEFT, writer).await),
            }
        }))
        .await;
        settle(local, shop).await;
        let (sure, open) = (count(&all, Reported::Ok), count(&all, Reported::Unknown));
        let counted = shop.get(Stock::key(1)).await.unwrap().unwrap().version - 1;
        assert!(sure <= counted && counted <= sure + open, "seed {seed}: {counted} {all:?}");
    })
    .await;
}

/// Each writer takes the item if it is free, and writes its name.
#[tokio::test(start_paused = true)]
async fn concurrent_conditional_writes_succeed_at_most_once() {
    race(async |shop, local, seed| {
        shop.put(&event("free")).await.unwrap();
        local.set_faults(faults(seed, &SINGLE));
        let shop = &shop;
        let all: Vec<_> = join_all((0..WRITERS).map(|writer| async move {
            let taken = event("taken");
            let free = || Event::STATE.eq("free");
            match writer % 4 {
                0 | 1 => reported_conditional(&shop.put(&taken).when(free()).await),
                2 => reported_conditional(&shop.update(Event::key(1)).set(Event::STATE, "taken").when(free()).await),
                _ => reported_conditional(&shop.delete(Event::key(1)).when(free()).await),
            }
        }))
        .await;
        settle(local, shop).await;
        assert!(count(&all, Reported::Ok) <= 1, "seed {seed}: {all:?}");
        let stored = shop.get(Event::key(1)).await.unwrap();
        let is_free = stored.as_ref().is_some_and(|event| event.state == "free");
        assert!(!is_free || count(&all, Reported::Ok) == 0, "seed {seed}: {all:?}");
        assert!(is_free || count(&all, Reported::No) < u64::from(WRITERS), "seed {seed}: {all:?}");
        match (all[3], &stored) {
            (Reported::Ok, stored) => assert_eq!(*stored, None, "seed {seed}"),
            (Reported::No, stored) => assert_ne!(*stored, None, "seed {seed}: {all:?}"),
            (Reported::Unknown, _) => {}
        }
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn concurrent_creates_of_one_unique_value_succeed_at_most_once() {
    race(async |shop, local, seed| {
        local.set_faults(faults(seed, &TRANSACTIONS));
        let shop = &shop;
        // Two are the same user, two are others.
        let users: Vec<_> = (0..WRITERS).map(|writer| user(writer / 2 * writer, "ann@x")).collect();
        let results = join_all(users.iter().map(|user| async move { shop.create(user).await })).await;
        settle(local, shop).await;
        let all: Vec<_> = results.iter().map(reported).collect();
        assert!(count(&all, Reported::Ok) <= 1, "seed {seed}: {all:?}");
        assert_exact(shop).await;
        let stored: Vec<_> = join_all([0, 2, 3].map(|id| async move { shop.get(User::key(id)).await.unwrap() })).await;
        let stored: Vec<_> = stored.into_iter().flatten().collect();
        assert!(stored.len() <= 1, "seed {seed}: {stored:?}");
        if let Some(won) = all.iter().position(|reported| *reported == Reported::Ok) {
            assert_eq!(stored, [users[won].clone()], "seed {seed}: {all:?}");
        }
        let may_have = |stored: &User| (0..users.len()).any(|at| all[at] != Reported::No && users[at] == *stored);
        assert!(stored.iter().all(may_have), "seed {seed}: {all:?}");
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn concurrent_changes_of_unique_values_keep_sentinels_exact() {
    race(async |shop, local, seed| {
        for id in 1..=3 {
            shop.create(&user(id, &format!("{id}@x"))).await.unwrap();
        }
        local.set_faults(faults(seed, &TRANSACTIONS));
        let shop = &shop;
        let counted = join_all((0..WRITERS * 2).map(|writer| async move {
            let (mut sure, mut open) = (0, 0);
            for turn in 0..3 {
                let id = 1 + (writer + turn) % 3;
                let mail = format!("{}@y", (writer + turn * 3 + seed as u32) % 5);
                let result = match (writer + turn) % 6 {
                    0 => reported(&shop.put(&user(id, &mail)).await),
                    1 => reported(&shop.delete(User::key(id)).await),
                    2 => reported(&shop.create(&user(id, &mail)).await),
                    3 => reported(&shop.move_to(User::key(id), |user| (user.id, user.mail) = (4, mail.clone())).await),
                    4 => reported(&shop.move_to(User::key(4), |user| user.id = id).await),
                    _ => match shop.update(User::key(id)).set(User::MAIL, mail).add(User::VISITS, 1).await {
                        Ok(()) => Reported::Ok,
                        Err(error) if error.outcome() == Outcome::Unknown => Reported::Unknown,
                        Err(_) => Reported::No,
                    },
                };
                sure += u64::from(result == Reported::Ok);
                open += u64::from(result == Reported::Unknown);
            }
            (sure, open)
        }))
        .await;
        settle(local, shop).await;
        assert!(counted.iter().any(|(sure, open)| sure + open > 0), "seed {seed}: {counted:?}");
        assert_exact(shop).await;
    })
    .await;
}

/// User 1 has the mail of user 2, written without the sentinels.
#[tokio::test(start_paused = true)]
async fn every_sentinel_names_an_item_with_its_value() {
    race(async |shop, local, seed| {
        shop.create(&user(2, "2@y")).await.unwrap();
        put_past(&shop, user(1, "2@y").to_item().unwrap()).await;
        local.set_faults(faults(seed, &TRANSACTIONS));
        let shop = &shop;
        join_all((0..WRITERS * 2).map(|writer| async move {
            for turn in 0..3 {
                let id = 1 + (writer + turn) % 2;
                let mail = format!("{}@y", (writer + turn * 3 + seed as u32) % 4);
                match (writer / 2 + turn) % 4 {
                    0 => drop(shop.put(&user(id, &mail)).await),
                    1 => drop(shop.delete(User::key(id)).await),
                    2 => drop(shop.move_to(User::key(id), |user| (user.id, user.mail) = (3, mail.clone())).await),
                    _ => drop(shop.update(User::key(id)).set(User::MAIL, mail).await),
                }
            }
        }))
        .await;
        settle(local, shop).await;
        let items = items(shop).await;
        let text = |item: &Item, name: &str| item[name].as_s().unwrap().clone();
        for sentinel in items.iter().filter(|item| text(item, "_et") == "%UNIQUE") {
            let owner = text(sentinel["_owner"].as_m().unwrap(), "PK");
            let mail = text(sentinel, "PK").rsplit('#').next().unwrap().to_owned();
            let has = |item: &&Item| text(item, "PK") == owner && text(item, "mail") == mail;
            assert!(items.iter().any(|item| has(&item)), "seed {seed}: {mail} of {owner}");
        }
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn updates_with_a_unique_value_count_at_most_once() {
    race(async |shop, local, seed| {
        shop.create(&user(1, "ann@x")).await.unwrap();
        local.set_faults(faults(seed, &TRANSACTIONS));
        let shop = &shop;
        let all: Vec<_> = join_all((0..WRITERS * 2).map(|writer| async move {
            let mail = if writer % 2 == 0 { "ann@x".to_owned() } else { format!("{writer}@x") };
            reported(&shop.update(User::key(1)).set(User::MAIL, mail).add(User::VISITS, 1).await)
        }))
        .await;
        settle(local, shop).await;
        let (sure, open) = (count(&all, Reported::Ok), count(&all, Reported::Unknown));
        let visits = u64::from(shop.get(User::key(1)).await.unwrap().unwrap().visits);
        assert!(sure <= visits && visits <= sure + open, "seed {seed}: {sure} <= {visits} <= {sure} + {open}");
        assert_exact(shop).await;
    })
    .await;
}

/// Writes the song under some of the keys of the older designs and of the current one.
async fn fill(shop: &Handle<Shop>, seed: u64) -> usize {
    let places = ["SONGS", "SONG#waterloo", "BAND#abba#waterloo"];
    let places: Vec<_> = (0..places.len()).filter(|at| seed >> at & 1 == 1).map(|at| places[at]).collect();
    for place in &places {
        let mut item: Item = song(1).to_item().unwrap();
        item.insert("PK".into(), AttributeValue::S((*place).into()));
        put_past(shop, item).await;
    }
    places.len()
}

#[tokio::test(start_paused = true)]
async fn delete_of_several_keys_reports_one_outcome() {
    race(async |shop, local, seed| {
        let filled = fill(&shop, seed).await;
        let writes = [SINGLE.as_slice(), &TRANSACTIONS].concat();
        // Enough throttles that a call gives up before it has finished, with and without lost responses.
        let throttles = Rule::on(["DeleteItem"]).unwrap().probability(0.9).unwrap();
        let throttles = throttles.fail(Failure::Throttled(Throttle::throttling()));
        let faults = if seed / 16 % 2 == 0 { Faults::seeded(seed) } else { faults(seed, &writes) };
        local.set_faults(faults.rule(throttles));
        let key = || Song::key("abba", "waterloo");
        let result = match seed / 8 % 2 {
            0 => reported(&shop.delete(key()).await),
            _ => reported_conditional(&shop.delete(key()).when(Song::PLAYS.eq(1_u32)).await),
        };
        settle(local, &shop).await;
        let left = items(&shop).await.len();
        match result {
            Reported::Ok => assert_eq!(left, 0, "seed {seed}"),
            Reported::No => assert_eq!(left, filled, "seed {seed}"),
            Reported::Unknown => assert!(left <= filled, "seed {seed}"),
        }
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn concurrent_writes_with_older_keys_leave_one_copy() {
    race(async |shop, local, seed| {
        let filled = fill(&shop, seed).await;
        let writes = [SINGLE.as_slice(), &TRANSACTIONS].concat();
        local.set_faults(faults(seed, &writes));
        let shop = &shop;
        let key = || Song::key("abba", "waterloo");
        let all: Vec<_> = join_all((0..WRITERS).map(|writer| async move {
            match writer {
                0 => reported(&shop.replace(&song(7)).await),
                1 => reported(&shop.update(key()).add(Song::PLAYS, 1).await),
                _ => reported(&shop.create(&song(20)).await),
            }
        }))
        .await;
        settle(local, shop).await;
        assert!(all[2..].iter().filter(|reported| **reported == Reported::Ok).count() <= 1, "seed {seed}: {all:?}");
        let stored = shop.get(key()).consistent().await.unwrap();
        if filled > 0 {
            assert!(!all[2..].contains(&Reported::Ok), "seed {seed}: {all:?}");
            let plays = stored.as_ref().unwrap().plays;
            match (all[0], all[1]) {
                (Reported::No, Reported::No) => assert_eq!(plays, 1, "seed {seed}"),
                (Reported::Ok, Reported::Ok) => assert!(plays == 7 || plays == 8, "seed {seed}: {plays}"),
                (Reported::Ok, Reported::No) => assert_eq!(plays, 7, "seed {seed}"),
                (Reported::No, Reported::Ok) => assert_eq!(plays, 2, "seed {seed}"),
                _ => assert!([1, 2, 7, 8].contains(&plays), "seed {seed}: {plays}"),
            }
        } else if all[2..].contains(&Reported::Ok) {
            assert!(stored.is_some(), "seed {seed}: {all:?}");
        }
    })
    .await;
}

/// Returns the number of items in each partition.
fn partitions(items: &[Item]) -> BTreeMap<String, usize> {
    let mut partitions = BTreeMap::new();
    for item in items {
        *partitions.entry(item["PK"].as_s().unwrap().clone()).or_default() += 1;
    }
    partitions
}

#[tokio::test(start_paused = true)]
async fn concurrent_moves_leave_the_item_under_one_key() {
    race(async |shop, local, seed| {
        fill(&shop, seed | 4).await;
        local.set_faults(faults(seed, &TRANSACTIONS));
        let shop = &shop;
        let to = |writer: u32| format!("b{writer}");
        let moves = (0..WRITERS).map(|writer| async move {
            reported(&shop.move_to(Song::key("abba", "waterloo"), |song| song.band = to(writer / 2)).await)
        });
        let all: Vec<_> = join_all(moves).await;
        settle(local, shop).await;
        assert!(count(&all, Reported::Ok) <= 1, "seed {seed}: {all:?}");
        let partitions = partitions(&items(shop).await);
        let is_moved = !partitions.contains_key("BAND#abba#waterloo");
        assert_eq!(is_moved, partitions.keys().any(|key| key.starts_with("BAND#b")), "seed {seed}: {partitions:?}");
        match count(&all, Reported::Ok) {
            0 => assert!(!is_moved || count(&all, Reported::Unknown) > 0, "seed {seed}: {all:?}"),
            _ => assert!(is_moved && partitions.len() == 1, "seed {seed}: {partitions:?}"),
        }
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn concurrent_sweeps_report_what_they_wrote() {
    race(async |shop, local, seed| {
        const ITEMS: u32 = 4;
        for id in 0..ITEMS {
            shop.put(&Event { id, state: "0".into() }).await.unwrap();
        }
        local.set_faults(faults(seed, &SINGLE));
        let more = |event: Event| {
            let state = (event.state.parse::<u64>().unwrap() + 1).to_string();
            Some(Event { state, ..event })
        };
        let sweeps = (0..3).map(|_| async { shop.update_each(more).segments(1).await });
        let reports = join_all(sweeps).await;
        settle(local, &shop).await;
        let mut counted = 0;
        for id in 0..ITEMS {
            counted += shop.get(Event::key(id)).await.unwrap().unwrap().state.parse::<u64>().unwrap();
        }
        let (mut sure, mut open) = (0, 0);
        for report in &reports {
            // A run that ends with an error does not report what it has written.
            let Ok(report) = report else {
                open += u64::from(ITEMS);
                continue;
            };
            sure += report.written;
            let unknown = report.failed.iter().filter(|failed| failed.error.outcome() == Outcome::Unknown);
            open += report.in_doubt + unknown.count() as u64;
        }
        assert!(sure <= counted && counted <= sure + open, "seed {seed}: {sure} <= {counted} <= {sure} + {open}");
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn batch_leftovers_report_an_outcome_per_item() {
    race(async |shop, local, seed| {
        let faults = faults(seed, &["BatchWriteItem"]);
        let throttles = Rule::on(["BatchWriteItem"]).unwrap().probability(0.8).unwrap();
        local.set_faults(faults.rule(throttles.fail(Failure::Throttled(Throttle::throttling()))));
        let events: Vec<_> = (0..60).map(|id| Event { id, state: "new".into() }).collect();
        let report = shop.batch_put(&events).await.unwrap();
        let outcomes: BTreeMap<_, _> =
            report.leftovers.iter().map(|left| (left.entity.id, left.reason.outcome())).collect();
        assert_eq!(report.written + outcomes.len(), events.len(), "seed {seed}");
        settle(local, &shop).await;
        for Event { id, .. } in &events {
            let is_stored = shop.get(Event::key(*id)).await.unwrap().is_some();
            match outcomes.get(id) {
                None => assert!(is_stored, "seed {seed}: {id}"),
                Some(Outcome::NotApplied) => assert!(!is_stored, "seed {seed}: {id}"),
                Some(Outcome::Unknown) => {}
            }
        }
    })
    .await;
}

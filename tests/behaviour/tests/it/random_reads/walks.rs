//! Every way to walk an answer, compared with the stored items.

use std::{cmp::Reverse, fmt::Debug, time::Duration};

use aws_sdk_dynamodb::{
    Client,
    config::{Config, retry::RetryConfig},
};
use chrono::TimeDelta;
use futures_util::TryStreamExt as _;
use keywright::{Handle, Table, read::Cursor};
use keywright_local::Local;

use super::design::*;
use super::faults::*;
use crate::support::random::Random;

/// The longest that the engine delays the test, in the paused clock's time.
const TIMEOUT: Duration = Duration::from_secs(7_200);

/// Returns a handle with random settings.
fn handle<T: Table>(local: &Local, random: &mut Random, retries: RetryConfig) -> Handle<T> {
    let config: Config = local.config().retry_config(retries).build();
    let handle = T::open(Client::from_conf(config), "mixed");
    match random.below(4) {
        0 => handle,
        1 => handle.max_in_flight(random.of(&[1, 2, 5])),
        2 => handle.max_in_flight(random.of(&[1, 3])).hedge_reads(0.5),
        _ => handle.hedge_reads(1.0).max_in_flight(random.of(&[2, 1_000])),
    }
}

/// Returns a query with random settings that do not change its answer.
macro_rules! tuned {
    ($query:expr, $random:expr) => {{
        let (mut query, random): (_, &mut Random) = ($query, &mut *$random);
        if random.is(2) {
            query = query.in_flight(random.of(&[1, 2, 64]));
        }
        if random.is(2) {
            query = query.items_per_request(random.of(&[1, 2, 7, 1_000_000]));
        }
        if random.is(2) {
            query = query.prefetch(random.of(&[0, 3, 1_000_000]));
        }
        query
    }};
}

macro_rules! paged {
    ($query:expr, $random:expr) => {{
        let (mut query, random): (_, &mut Random) = (tuned!($query, $random), &mut *$random);
        if random.is(2) {
            query = query.limit(random.of(&[1, 2, 3, 10, 1_000, usize::MAX]));
        }
        if random.is(3) {
            let lanes = query.explain().unwrap().groups().map(|group| group.lanes().len()).max().unwrap_or_default();
            query = query.scan_limit(random.of(&[1, 4, 30]).max(lanes));
        }
        query
    }};
}

/// Walks an answer in every way. `in_order` returns whether one item may come before another.
macro_rules! walk {
    (
        $name:literal, $seed:expr, $local:expr, $handle:expr, $query:expr, $random:expr, $expected:expr, $in_order:expr
    ) => {{
        let (local, handle, expected): (&Local, _, Vec<_>) = ($local, $handle, $expected);
        let seed: u64 = $seed;
        let case = format!("{}, seed {seed}", $name);
        let walks = async {
            local.set_faults(faults(seed));
            let mut cursor: Option<Cursor> = None;
            let mut items = Vec::new();
            for turn in 0.. {
                assert!(turn < 2_000, "{case}: it does not end");
                let page = paged!($query, $random).cursor(cursor.take()).send(handle).await.unwrap();
                items.extend(page.items);
                let Some(next) = page.cursor else { break };
                cursor = Some(next.to_string().parse().unwrap());
            }
            check(&format!("{case}, pages"), items, &expected, $in_order);

            let items: Vec<_> = tuned!($query, $random).stream(handle).try_collect().await.unwrap();
            check(&format!("{case}, stream"), items, &expected, $in_order);

            let limit = $random.of(&[1, 5, 30, 1_000_000]);
            let items: Vec<_> = tuned!($query, $random).limit(limit).stream(handle).try_collect().await.unwrap();
            assert_eq!(items.len(), expected.len().min(limit), "{case}, stream of {limit}");
            assert!(items.windows(2).all(|pair| $in_order(&pair[0], &pair[1])), "{case}, stream of {limit}");

            let count = tuned!($query, $random).count(handle).await.unwrap();
            assert_eq!(count.items, expected.len() as u64, "{case}, count");

            local.set_faults(failures(seed));
            let (mut items, mut cursor, mut errors) = (Vec::new(), None::<Cursor>, 0);
            for turn in 0.. {
                assert!(turn < 5_000, "{case}, partial: it does not end");
                let page = match paged!($query, $random).cursor(cursor.clone()).send(handle).partial().await {
                    Ok(page) => page,
                    Err(error) => {
                        assert!(error.key().is_some(), "{error}");
                        errors += 1;
                        continue;
                    }
                };
                items.extend(page.items);
                cursor = page.cursor;
                if cursor.is_none() {
                    assert!(page.failed.is_empty());
                    break;
                }
            }
            check(&format!("{case}, partial after {errors} errors"), items, &expected, |_, _| true);
            local.clear_faults();
        };
        tokio::time::timeout(TIMEOUT, walks).await.unwrap_or_else(|_| panic!("{case}: it hangs"));
    }};
}

fn check<T: Debug + Ord + Clone>(case: &str, mut items: Vec<T>, expected: &[T], in_order: impl Fn(&T, &T) -> bool) {
    assert!(items.windows(2).all(|pair| in_order(&pair[0], &pair[1])), "{case}: out of order");
    let mut expected = expected.to_vec();
    items.sort();
    expected.sort();
    assert_eq!(items.len(), expected.len(), "{case}");
    assert!(items == expected, "{case}");
}

/// Writes events of both designs and items of another entity. Returns the stored events.
async fn stored(local: &Local, count: u32, random: &mut Random) -> Vec<Event> {
    let mixed = Mixed::open(local.client(), "mixed");
    mixed.create_table().await.unwrap();
    let before = earlier::Mixed::open(local.client(), "mixed");
    let mut events = Vec::new();
    for n in 0..count {
        let event = event(n, random);
        match random.below(4) {
            0 => before.put(&older(&event)).await.unwrap(),
            _ => mixed.put(&event).await.unwrap(),
        };
        events.push(event);
        if random.is(2) {
            mixed.put(&stranger(n, random)).await.unwrap();
        }
    }
    events
}

fn seeds(count: u64) -> impl Iterator<Item = u64> {
    let first = std::env::var("SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(0);
    let count = std::env::var("SEEDS").ok().and_then(|seeds| seeds.parse().ok()).unwrap_or(count);
    first..first + count
}

#[tokio::test(start_paused = true)]
async fn walks_over_hash_shards_buckets_and_older_keys_are_exact() {
    for seed in seeds(2) {
        let random = &mut Random(seed);
        let local = Local::builder().answer_inline().permute_ties(seed).start();
        let count = random.of(&[3, 25, 50]);
        let events = stored(&local, count, random).await;
        let handle = &handle::<Mixed>(&local, random, RetryConfig::standard().with_max_attempts(8));
        let range = || start()..start() + TimeDelta::hours(242);
        let in_range: Vec<_> = events.iter().filter(|event| range().contains(&event.at)).cloned().collect();
        let ascending = |a: &Event, b: &Event| (a.at, &a.user) <= (b.at, &b.user);
        let descending = |a: &Event, b: &Event| (Reverse(a.at), Reverse(&a.user)) <= (Reverse(b.at), Reverse(&b.user));
        walk!("range", seed, &local, handle, Event::query().between(range()), random, in_range.clone(), ascending);
        walk!(
            "newest",
            seed,
            &local,
            handle,
            Event::query().between(range()).newest_first(),
            random,
            in_range.clone(),
            descending
        );
        walk!(
            "strong",
            seed,
            &local,
            handle,
            Event::query().between(range()).consistent().newest_first(),
            random,
            in_range.clone(),
            descending
        );
    }
}

#[tokio::test(start_paused = true)]
async fn walks_over_unsorted_numeric_and_tied_indexes_are_exact() {
    for seed in seeds(2) {
        let random = &mut Random(seed);
        let local = Local::builder().answer_inline().permute_ties(seed).start();
        let count = random.of(&[3, 25, 50]);
        let events = stored(&local, count, random).await;
        let handle = &handle::<Mixed>(&local, random, RetryConfig::standard().with_max_attempts(8));
        walk!(
            "no sort key",
            seed,
            &local,
            handle,
            Event::by_tag(TAG),
            random,
            events.clone(),
            |_: &Event, _: &Event| { true }
        );
        walk!(
            "no sort key, descending",
            seed,
            &local,
            handle,
            Event::by_tag(TAG).newest_first(),
            random,
            events.clone(),
            |_: &Event, _: &Event| true
        );
        let up = |a: &Event, b: &Event| a.score <= b.score;
        let down = |a: &Event, b: &Event| a.score >= b.score;
        walk!("score", seed, &local, handle, Event::by_score(TAG), random, events.clone(), up);
        walk!("best", seed, &local, handle, Event::by_score(TAG).newest_first(), random, events.clone(), down);
        let middle: Vec<_> = events.iter().filter(|event| (-9..10).contains(&event.score)).cloned().collect();
        walk!(
            "scores",
            seed,
            &local,
            handle,
            Event::by_score(TAG).between(-9_i64..10).newest_first(),
            random,
            middle.clone(),
            down
        );
        let day = |event: &Event| event.at.date_naive();
        walk!("day", seed, &local, handle, Event::by_day(TAG), random, events.clone(), |a, b| day(a) <= day(b));
        let range = || start() + TimeDelta::hours(1)..start() + TimeDelta::hours(241);
        let rejecting: Vec<_> = events.iter().filter(|event| range().contains(&event.at)).cloned().collect();
        walk!(
            "times of days",
            seed,
            &local,
            handle,
            Event::by_day(TAG).between(range()).newest_first(),
            random,
            rejecting.clone(),
            |a, b| day(a) >= day(b)
        );
    }
}

#[tokio::test(start_paused = true)]
async fn walks_over_numeric_and_binary_keys_are_exact() {
    for seed in seeds(2) {
        let random = &mut Random(seed);
        let local = Local::builder().answer_inline().start();
        let blobs = Blobs::open(local.client(), "mixed");
        blobs.create_table().await.unwrap();
        let mut expected = Vec::new();
        for owner in [-1, 7] {
            for _ in 0..random.of(&[0_u32, 1, 40]) {
                let digest: Vec<u8> = (0..=random.below(3)).map(|_| random.of(&[0, 1, 0x7f, 0x80, 0xff])).collect();
                let blob = Blob { owner, digest: digest.into() };
                blobs.put(&blob).await.unwrap();
                if owner == 7 && !expected.contains(&blob) {
                    expected.push(blob);
                }
            }
        }
        let handle = &handle::<Blobs>(&local, random, RetryConfig::standard().with_max_attempts(8));
        let bytes = |blob: &Blob| blob.digest.0.clone();
        walk!("bytes", seed, &local, handle, Blob::query(7_i64), random, expected.clone(), |a, b| bytes(a) <= bytes(b));
        walk!(
            "bytes down",
            seed,
            &local,
            handle,
            Blob::query(7_i64).newest_first(),
            random,
            expected.clone(),
            |a, b| { bytes(a) >= bytes(b) }
        );
    }
}

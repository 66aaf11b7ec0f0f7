//! Counters under a key that contains only a part of a time.

use aws_sdk_dynamodb::types::AttributeValue;
use chrono::{DateTime, TimeDelta, Utc};
use futures_util::TryStreamExt as _;
use keywright::{Entity, ErrorKind, Handle, ItemUpdate, Table};
use keywright_local::Local;
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
#[entities(Hits, Daily)]
struct Site;

/// Counts by minute.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Site)]
#[pk(template = "HITS#<page>")]
#[sk(template = "<at:minute>")]
#[gsi(index = "GSI1", query = by_page, pk = "PAGE#<page>", sk = "<at:ms>")]
struct Hits {
    page: u32,
    at: DateTime<Utc>,
    #[entity(counter)]
    views: u64,
    #[entity(counter)]
    clicks: u64,
    note: Option<String>,
}

/// Counts by day, in partitions of a day.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Site)]
#[pk(template = "DAILY#<at:day>", retention = "30d")]
#[shard(hash(page), count = 3)]
#[sk(template = "<page>")]
struct Daily {
    page: u32,
    at: DateTime<Utc>,
    #[entity(counter)]
    views: u64,
}

fn time(text: &str) -> DateTime<Utc> {
    text.parse().unwrap()
}

fn at() -> DateTime<Utc> {
    time("2026-06-22T12:34:56.789Z")
}

fn minute() -> DateTime<Utc> {
    time("2026-06-22T12:34:00Z")
}

fn hits(views: u64, clicks: u64) -> Hits {
    Hits { page: 1, at: minute(), views, clicks, note: None }
}

async fn site() -> Handle<Site> {
    Local::start().open::<Site>("site").await.unwrap()
}

#[tokio::test]
async fn a_counter_is_read_by_any_time_that_it_counts() {
    let site = site().await;
    site.increment(Hits::views(1_u32, at()), 2).await.unwrap();
    site.increment(Hits::clicks(1_u32, at() + TimeDelta::seconds(3)), 1).await.unwrap();
    for at in [minute(), at(), time("2026-06-22T12:34:59.999999999Z")] {
        assert_eq!(site.get(Hits::key(1_u32, at)).await.unwrap(), Some(hits(2, 1)));
        assert_eq!(site.batch_get([Hits::key(1_u32, at)]).await.unwrap(), [Some(hits(2, 1))]);
        assert_eq!(Hits::query(1_u32).then(at).send(&site).await.unwrap().items, [hits(2, 1)]);
        assert_eq!(site.total(Hits::views(1_u32, at)).await.unwrap().value, 2);
    }
    assert_eq!(site.get(Hits::key(1_u32, time("2026-06-22T12:35:00Z"))).await.unwrap(), None);
    assert_eq!(Hits::key(1_u32, at()), Hits::key(1_u32, minute()));
}

#[tokio::test]
async fn ranges_include_each_part_that_they_touch() {
    let site = site().await;
    for minutes in 0..5 {
        site.increment(Hits::views(1_u32, at() + TimeDelta::minutes(minutes)), 1).await.unwrap();
        site.increment(Daily::views(at() + TimeDelta::days(minutes), 1_u32), 1).await.unwrap();
    }
    let (from, to) = (at() + TimeDelta::minutes(1), at() + TimeDelta::minutes(3));
    let minutes = |hits: Vec<Hits>| hits.iter().map(|hits| (hits.at - minute()).num_minutes()).collect::<Vec<_>>();
    for (found, expected) in [
        (Hits::query(1_u32).between(from..=to).send(&site).await.unwrap().items, vec![1, 2, 3]),
        (Hits::query(1_u32).between(from..to).send(&site).await.unwrap().items, vec![1, 2, 3]),
        (
            Hits::query(1_u32).between(from..minute() + TimeDelta::minutes(3)).send(&site).await.unwrap().items,
            vec![1, 2],
        ),
        (Hits::query(1_u32).between(from..).send(&site).await.unwrap().items, vec![1, 2, 3, 4]),
        (Hits::query(1_u32).between(at()..=at()).send(&site).await.unwrap().items, vec![0]),
        (Hits::by_page(1_u32).between(from..=to).send(&site).await.unwrap().items, vec![1, 2, 3]),
    ] {
        assert_eq!(minutes(found), expected);
    }
    let streamed: Vec<Hits> = Hits::query(1_u32).between(from..=to).stream(&site).try_collect().await.unwrap();
    assert_eq!(minutes(streamed), [1, 2, 3]);
    let days = Daily::query().during(at() + TimeDelta::days(1)..=at() + TimeDelta::days(2)).send(&site).await.unwrap();
    assert_eq!(days.items.len(), 2);
    // Pages continue with the same range.
    let first = Hits::query(1_u32).between(from..=to).limit(1).send(&site).await.unwrap();
    let rest = Hits::query(1_u32).between(from..=to).cursor(first.cursor).send(&site).await.unwrap();
    assert_eq!(minutes(rest.items), [2, 3]);
}

#[tokio::test]
async fn increments_and_upserts_add_to_the_same_item() {
    let site = site().await;
    let later = at() + TimeDelta::seconds(2);
    for (first, second) in [(at(), later), (later, at())] {
        site.increment(Hits::views(1_u32, first), 1).await.unwrap();
        site.upsert(Hits::key(1_u32, second)).add(Hits::VIEWS, 1).add(Hits::CLICKS, 0).await.unwrap();
        site.update(Hits::key(1_u32, first)).add(Hits::CLICKS, 3).await.unwrap();
        site.transaction().increment(Hits::views(1_u32, second), 1).await.unwrap();
        site.transaction().update(ItemUpdate::new(Hits::key(1_u32, second)).add(Hits::VIEWS, 1)).await.unwrap();
        assert_eq!(site.get(Hits::key(1_u32, second)).await.unwrap(), Some(hits(4, 3)));
        site.delete(Hits::key(1_u32, second)).await.unwrap();
        site.upsert(Hits::key(1_u32, second)).add(Hits::VIEWS, 1).add(Hits::CLICKS, 0).await.unwrap();
        site.increment(Hits::views(1_u32, first), 1).await.unwrap();
        assert_eq!(site.get(Hits::key(1_u32, first)).await.unwrap(), Some(hits(2, 0)));
        assert_eq!(site.batch_delete([Hits::key(1_u32, first)]).await.unwrap().deleted, 1);
        assert_eq!(site.get(Hits::key(1_u32, first)).await.unwrap(), None);
    }
}

#[tokio::test]
async fn an_item_with_another_time_of_its_part_is_not_written() {
    let site = site().await;
    site.put(&hits(1, 1)).await.unwrap();
    site.increment(Hits::views(1_u32, at()), 1).await.unwrap();
    let other = Hits { at: at(), ..hits(1, 1) };
    for error in [
        site.put(&other).await.unwrap_err(),
        site.create(&other).await.unwrap_err(),
        site.replace(&other).await.unwrap_err(),
        site.transaction().put(&other).await.unwrap_err(),
    ] {
        assert_eq!(error.kind(), ErrorKind::InvalidArgument, "{error}");
        assert!(error.to_string().contains("2026-06-22T12:34:00.000000000Z"), "{error}");
    }
    let report = site.batch_put([&other]).await;
    assert!(report.is_err() || report.is_ok_and(|report| report.leftovers.len() == 1));
    assert_eq!(site.get(Hits::key(1_u32, at())).await.unwrap(), Some(hits(2, 1)));
}

#[tokio::test]
async fn a_count_whose_time_another_program_wrote_is_added_to() {
    for text in ["2026-06-22T12:34:00.000Z", "2026-06-22T14:34:00+02:00", "2026-06-22T12:34:00Z"] {
        let site = site().await;
        let first = hits(5, 0);
        site.put(&first).await.unwrap();
        let rewrite = || async {
            let mut item = first.to_item().unwrap();
            item.insert("at".into(), AttributeValue::S(text.into()));
            site.client().put_item().table_name(site.table_name()).set_item(Some(item)).send().await.unwrap();
        };
        rewrite().await;
        site.increment(Hits::views(1_u32, at()), 1).await.unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(site.get(Hits::key(1_u32, at())).await.unwrap(), Some(hits(6, 0)));
        rewrite().await;
        let transaction = site.transaction().increment(Hits::clicks(1_u32, at()), 2);
        transaction.await.unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(site.get(Hits::key(1_u32, at())).await.unwrap(), Some(hits(5, 2)));
    }
}

//! One call, one ordered answer.

use aws_sdk_dynamodb::types::AttributeValue;
use keywright::{Entity, Table as _, read::Cursor};
use keywright_local::Local;

use super::design::*;

#[tokio::test]
async fn range_over_days_and_shards_is_one_ordered_page() {
    let (_local, platform) = with_logs(24).await;
    let page = OpsLog::query().between(hours(3)..hours(66)).send(&platform).await.unwrap();
    let expected: Vec<_> = (1..22).map(|step| log(step * 3)).collect();
    assert_eq!(page.items, expected);
    assert_eq!(page.cursor, None::<Cursor>);
    assert_eq!((page.stats.lanes, page.stats.items_read), (16, 21));
    assert!(page.stats.rcu >= 8.0, "each lane costs half a unit at least: {:?}", page.stats);
}

#[tokio::test]
async fn newest_first_stops_at_the_bucket_that_meets_the_limit() {
    let (local, platform) = with_logs(24).await;
    let page =
        OpsLog::query().between(hours(0)..hours(72)).newest_first().limit(5).prefetch(0).send(&platform).await.unwrap();
    let expected: Vec<_> = (19..24).rev().map(|step| log(step * 3)).collect();
    assert_eq!(page.items, expected);
    // The last day ends at hour 72, which is noon. Its four shards have four items, the day before has the fifth.
    assert_eq!((page.stats.rounds, page.stats.lanes), (2, 8));
    assert_eq!(local.operations().len(), page.stats.requests);
}

#[tokio::test]
async fn an_index_reads_across_months_and_skips_other_entities() {
    let (_local, platform) = platform().await;
    for hour in [0, 800, 1_600] {
        platform.put(&threat(hour, "t")).await.unwrap();
        platform.put(&Note { brand: "abc".into(), at: hours(hour), id: format!("n-{hour}") }).await.unwrap();
    }
    let threats = Threat::by_brand("abc").send(&platform).await.unwrap();
    assert_eq!(threats.items, [threat(0, "t"), threat(800, "t"), threat(1_600, "t")]);
    assert_eq!(threats.stats.items_read, 6);
    let notes = Note::by_brand("abc").newest_first().limit(2).send(&platform).await.unwrap();
    assert_eq!(notes.items.iter().map(|note| note.id.as_str()).collect::<Vec<_>>(), ["n-1600", "n-800"]);
    assert!(Threat::by_brand("abcd").send(&platform).await.unwrap().items.is_empty());
}

#[tokio::test]
async fn bounds_finer_than_the_key_compare_field_values() {
    let (_local, platform) = platform().await;
    let at = |millis: i64| noon() + chrono::TimeDelta::milliseconds(millis);
    for millis in [0, 400, 600, 1_000] {
        platform.put(&Threat { at: at(millis), ..threat(0, &format!("t-{millis}")) }).await.unwrap();
    }
    let ids = |items: Vec<Threat>| {
        let mut ids: Vec<_> = items.into_iter().map(|threat| threat.id).collect();
        ids.sort();
        ids
    };
    let half_open = Threat::by_brand("abc").between(at(400)..at(600)).send(&platform).await.unwrap();
    assert_eq!(ids(half_open.items), ["t-400"]);
    let closed = Threat::by_brand("abc").between(at(400)..=at(600)).send(&platform).await.unwrap();
    assert_eq!(ids(closed.items), ["t-400", "t-600"]);
    assert_eq!(Threat::by_brand("abc").between(..at(600)).count(&platform).await.unwrap().items, 2);
}

#[tokio::test]
async fn during_selects_buckets_that_do_not_lead_the_sort_key() {
    let (_local, platform) = platform().await;
    for user in ["ann", "ann lee", "bob"] {
        for hour in [0, 30, 60] {
            platform.put(&Visit { user: user.into(), at: hours(hour) }).await.unwrap();
        }
    }
    let during = hours(1)..hours(60);
    let all = Visit::query().during(during.clone()).send(&platform).await.unwrap();
    assert_eq!(all.items.iter().map(|visit| visit.user.as_str()).collect::<Vec<_>>(), ["ann", "ann lee", "bob"]);
    assert_eq!(all.stats.lanes, 9);
    let ann = Visit::query().during(during.clone()).then("ann").send(&platform).await.unwrap();
    assert_eq!(ann.items, [Visit { user: "ann".into(), at: hours(30) }]);
    assert_eq!(ann.stats.lanes, 3, "who is known is in one shard of each day");
    let shard = Visit::query().during(during.clone()).shard_of("bob").send(&platform).await.unwrap();
    assert!(shard.items.iter().any(|visit| visit.user == "bob"));
    assert_eq!(shard.stats.lanes, 3);
    assert_eq!(Visit::query().during(during).begins_with("ann").count(&platform).await.unwrap().items, 2);
}

#[tokio::test]
async fn query_reads_older_keys() {
    let (_local, platform) = platform().await;
    let reading = |hour: i64| Reading { site: "x".into(), at: hours(hour), celsius: hour as i32 };
    for hour in [0, 24, 48] {
        platform.put(&reading(hour)).await.unwrap();
    }
    for hour in [1, 25, 100] {
        let mut item = reading(hour).to_item().unwrap();
        item.insert("PK".into(), AttributeValue::S("OLD_READING#x".into()));
        platform.client().put_item().table_name("platform").set_item(Some(item)).send().await.unwrap();
    }
    let range = hours(-12)..hours(60);
    let up = Reading::query("x").between(range.clone()).send(&platform).await.unwrap();
    assert_eq!(up.items, [0, 1, 24, 25, 48].map(reading));
    let down = Reading::query("x").between(range.clone()).newest_first().limit(2).send(&platform).await.unwrap();
    assert_eq!(down.items, [48, 25].map(reading));
    assert_eq!(Reading::query("x").between(range.clone()).count(&platform).await.unwrap().items, 5);
    assert_eq!(Reading::query("x").between(range).keys().send(&platform).await.unwrap().items.len(), 5);
}

#[tokio::test]
async fn located_items_have_the_key_with_their_shard() {
    let (_local, platform) = with_logs(8).await;
    let page = OpsLog::query().between(hours(0)..hours(24)).located().send(&platform).await.unwrap();
    assert_eq!(page.items.len(), 8);
    for located in page.items {
        assert_eq!(platform.get(located.key).await.unwrap(), Some(located.item));
    }
}

#[tokio::test]
async fn keys_only_index_returns_keys() {
    let (_local, platform) = platform().await;
    for hour in [0, 800] {
        platform.put(&threat(hour, "t")).await.unwrap();
    }
    let page = Threat::by_severity(Severity::High).newest_first().keys().send(&platform).await.unwrap();
    let mut threats = Vec::new();
    for key in page.items {
        threats.extend(platform.get(key).await.unwrap());
    }
    assert_eq!(threats, [threat(800, "t"), threat(0, "t")]);
    assert_eq!(Threat::by_severity(Severity::High).between(hours(1)..).count(&platform).await.unwrap().items, 1);
    assert_eq!(Threat::by_severity(Severity::Low).count(&platform).await.unwrap().items, 0);
}

#[tokio::test]
async fn a_consistent_read_costs_twice() {
    let (_local, platform) = with_logs(4).await;
    let query = || OpsLog::query().between(hours(0)..hours(12));
    let eventual = query().send(&platform).await.unwrap();
    let strong = query().consistent().send(&platform).await.unwrap();
    assert_eq!(strong.items, eventual.items);
    assert_eq!(strong.stats.rcu, 2.0 * eventual.stats.rcu);
}

#[tokio::test]
async fn an_empty_range_sends_nothing() {
    let (local, platform) = with_logs(4).await;
    let page = OpsLog::query().between(hours(3)..hours(3)).send(&platform).await.unwrap();
    assert!(page.items.is_empty() && page.cursor.is_none());
    assert_eq!(local.operations().len(), 0);
}

#[tokio::test]
async fn params_show_the_first_round() {
    let (local, platform) = with_logs(1).await;
    let query = OpsLog::query().between(hours(0)..hours(48)).newest_first().limit(50);
    let requests = query.clone().send(&platform).params().unwrap();
    assert_eq!(requests.len(), 4);
    let first = &requests[0];
    assert_eq!(first.table_name.as_deref(), Some("platform"));
    assert_eq!(first.key_condition_expression.as_deref(), Some("#p = :p AND #s BETWEEN :a AND :b"));
    // With 22 items from each of four even lanes, the first 50 are certain. The last block of 4 KB has room for another
    // one of 700 bytes.
    assert_eq!((first.limit, first.scan_index_forward), (Some(23), Some(false)));
    let values = first.expression_attribute_values.as_ref().unwrap();
    assert_eq!(values[":p"], AttributeValue::S("OPS_LOG#2026-06-24#0".into()));
    assert_eq!(query.explain().unwrap().params("platform").unwrap().len(), 4);
    assert_eq!(local.operations().len(), 0);
}

#[tokio::test]
async fn native_keys_are_queried_in_their_own_type() {
    let local = Local::start();
    let samples = Samples::open(local.client(), "samples");
    samples.create_table().await.unwrap();
    let sample = |millis: i64| Sample {
        device: "d#1".into(),
        ts: chrono::DateTime::from_timestamp_millis(millis).unwrap(),
        value: millis,
    };
    // As text, -5 and 1,000 would sort elsewhere.
    for millis in [-5, 0, 7, 20, 300, 1_000] {
        samples.put(&sample(millis)).await.unwrap();
    }
    let at = |millis: i64| sample(millis).ts;
    let page = Sample::query("d#1").between(at(-5)..at(300)).newest_first().limit(3).send(&samples).await.unwrap();
    assert_eq!(page.items, [20, 7, 0].map(sample));
    let rest = Sample::query("d#1").newest_first().resume(page.cursor).send(&samples).await.unwrap();
    assert_eq!((rest.items, rest.cursor), (vec![sample(-5)], None));
    let half_way = at(7) + chrono::TimeDelta::microseconds(500);
    let after = (std::ops::Bound::Excluded(half_way), std::ops::Bound::Included(at(1_000)));
    let later = Sample::query("d#1").between(after).send(&samples).await.unwrap();
    assert_eq!(later.items, [20, 300, 1_000].map(sample));
    assert_eq!(Sample::query("d#1").then(at(7)).keys().send(&samples).await.unwrap().items.len(), 1);
    assert_eq!(Sample::query("d#1").count(&samples).await.unwrap().items, 6);
}

#[tokio::test]
async fn newer_of_two_item_generations_is_returned() {
    let (_local, platform) = platform().await;
    let reading = |hour: i64, celsius: i32| Reading { site: "x".into(), at: hours(hour), celsius };
    for hour in [0, 1, 2] {
        let mut old = reading(hour, -1).to_item().unwrap();
        old.insert("PK".into(), AttributeValue::S("OLD_READING#x".into()));
        platform.client().put_item().table_name("platform").set_item(Some(old)).send().await.unwrap();
    }
    platform.put(&reading(1, 20)).await.unwrap();
    let query = || Reading::query("x").between(hours(0)..hours(3));
    let page = query().send(&platform).await.unwrap();
    assert_eq!(page.items, [reading(0, -1), reading(1, 20), reading(2, -1)]);
    assert_eq!((page.stats.items_read, page.stats.superseded), (4, 1));
    // Also if a page ends between the two.
    let first = query().limit(2).send(&platform).await.unwrap();
    let second = query().limit(2).cursor(first.cursor).send(&platform).await.unwrap();
    assert_eq!((first.items, second.items), (page.items[..2].to_vec(), page.items[2..].to_vec()));
    assert_eq!(query().count(&platform).await.unwrap().items, 3);
}

//! Keys of several attributes: the whole partition key is given, and the parts of the sort key in order from the left.

use aws_sdk_dynamodb::types::AttributeValue;
use keywright::{Entity as _, ErrorKind, Table as _, read::Cursor};

use super::several_design::*;

/// Returns the matches of a region in the order of the index.
fn of_region(region: &str, is_asked: impl Fn(&Match) -> bool) -> Vec<Match> {
    let mut found: Vec<_> = matches().into_iter().filter(|one| one.region == region && is_asked(one)).collect();
    found.sort_by(|a, b| (a.round, a.at, &a.id).cmp(&(b.round, b.at, &b.id)));
    found
}

#[tokio::test]
async fn numbers_sort_numerically_and_key_parts_go_left_to_right() {
    let (_local, esports) = esports(0).await;
    let region = || Match::by_region("W24#x", "NA");
    assert_eq!(region().send(&esports).await.unwrap().items, of_region("NA", |_| true));
    assert_eq!(region().then(10).send(&esports).await.unwrap().items, of_region("NA", |one| one.round == 10));
    let rounds = region().between(2..100).newest_first().send(&esports).await.unwrap();
    let mut expected = of_region("NA", |one| (2..100).contains(&one.round));
    expected.reverse();
    assert_eq!(rounds.items, expected);
    let times = at(2)..at(13);
    let within = region().then(2).between(times.clone()).send(&esports).await.unwrap();
    let expected = of_region("NA", |one| one.round == 2 && times.contains(&one.at));
    assert!(expected.len() > 2);
    // The item at the excluded end is also read, because BETWEEN includes it.
    assert_eq!((within.stats.items_read, within.items), (expected.len() + 1, expected));
    let one = a_match(6);
    let found = region().then(one.round).then(one.at).then(&one.id).send(&esports).await.unwrap();
    assert_eq!(found.items, std::slice::from_ref(&one));
    let beginning = region().then(one.round).then(one.at).begins_with("m-00").send(&esports).await.unwrap();
    assert!(beginning.items.contains(&one) && beginning.items.iter().all(|found| found.at == one.at));
    let after = (std::ops::Bound::Excluded(2), std::ops::Bound::Unbounded);
    assert_eq!(region().between(after).send(&esports).await.unwrap().items, of_region("NA", |one| one.round > 2));
    assert!(Match::by_region("W24", "x#NA").send(&esports).await.unwrap().items.is_empty());
    assert_eq!(Match::by_region("W24#x", "EU").count(&esports).await.unwrap().items, 8);
    assert_eq!(Venue::venues("W24#x", "NA").then(1).count(&esports).await.unwrap().items, 2);
}

#[tokio::test]
async fn key_condition_has_one_term_per_attribute() {
    let (_local, esports) = esports(0).await;
    let query = Match::by_region("W24#x", "NA").then(2).between(at(2)..at(13));
    let request = &query.send(&esports).params().unwrap()[0];
    assert_eq!(
        request.key_condition_expression.as_deref(),
        Some("#p = :p AND #p1 = :p1 AND #s = :a AND #s1 BETWEEN :a1 AND :b1")
    );
    let names = request.expression_attribute_names.as_ref().unwrap();
    assert_eq!([&names["#p"], &names["#p1"], &names["#s"], &names["#s1"]], ["tournament", "region", "round", "at"]);
    let values = request.expression_attribute_values.as_ref().unwrap();
    assert_eq!(values[":p1"], AttributeValue::S("NA".into()));
    assert_eq!(values[":a"], AttributeValue::N("2".into()));
    let plan = Match::by_region("W24#x", "NA").then(2).explain().unwrap().to_string();
    assert!(plan.contains(r#"tournament = "W24#x" AND region = "NA" AND round = 2"#), "{plan}");

    // A start key has every attribute of both keys.
    let page = Match::by_region("W24#x", "NA").limit(1).send(&esports).await.unwrap();
    let request = &Match::by_region("W24#x", "NA").cursor(page.cursor).send(&esports).params().unwrap()[0];
    let mut start: Vec<_> = request.exclusive_start_key.as_ref().unwrap().keys().map(String::as_str).collect();
    start.sort_unstable();
    assert_eq!(start, ["PK", "SK", "at", "id", "region", "round", "tournament"]);
}

#[test]
fn fields_are_stored_once_and_templates_separately() {
    let item = a_match(4).to_item().unwrap();
    let mut names: Vec<_> = item.keys().map(String::as_str).collect();
    names.sort_unstable();
    let fields = ["at", "day", "dayPK", "dayShard", "id", "region", "round", "score", "season", "team", "teamSK"];
    let expected: Vec<_> = ["PK", "SK", "_et"].into_iter().chain(fields).chain(["tournament"]).collect();
    assert_eq!(names, expected);
    assert_eq!(item["round"], AttributeValue::N("1".into()));
    assert_eq!(item["dayPK"], AttributeValue::S("MATCHES#W24%23x".into()));
    assert_eq!(item["day"], AttributeValue::S("2026-06-22".into()));
    let keys = a_match(4).keys().unwrap();
    assert_eq!((keys[1].partition.as_str(), keys[1].index), ("W24#x, NA", Some("BY_REGION")));
    let back = Match::from_item(item).unwrap();
    assert_eq!(back, a_match(4));
}

#[tokio::test]
async fn every_page_walk_returns_all_items() {
    for (seed, limit) in [(1, 1), (2, 4), (3, 100)] {
        let (_local, esports) = esports(seed).await;
        for newest_first in [false, true] {
            let mut expected = of_region("NA", |_| true);
            let (mut regions, mut days, mut cursor) = (Vec::new(), Vec::new(), None::<Cursor>);
            loop {
                let mut query = Match::by_region("W24#x", "NA").limit(limit).cursor(cursor);
                query = if newest_first { query.newest_first() } else { query };
                let page = query.send(&esports).await.unwrap();
                regions.extend(page.items);
                let Some(next) = page.cursor else { break };
                cursor = Some(next.to_string().parse().unwrap());
            }
            if newest_first {
                expected.reverse();
            }
            assert_eq!(regions, expected, "seed {seed}, limit {limit}");

            // Three shards for each of two months, with cursors between equal days.
            let during = at(0)..at(30);
            cursor = None;
            loop {
                let query = Match::by_day("W24#x").between(during.clone()).limit(limit).cursor(cursor);
                let query = if newest_first { query.newest_first() } else { query };
                let page = query.send(&esports).await.unwrap();
                days.extend(page.items);
                cursor = page.cursor;
                if cursor.is_none() {
                    break;
                }
            }
            let key = |one: &Match| (one.at.date_naive(), one.score);
            let is_ordered = days.is_sorted_by(|a, b| if newest_first { key(a) >= key(b) } else { key(a) <= key(b) });
            assert!(is_ordered, "{:?}", days.iter().map(key).collect::<Vec<_>>());
            days.sort_by(|a, b| a.id.cmp(&b.id));
            let mut expected = matches();
            expected.retain(|one| during.contains(&one.at));
            assert_eq!(days, expected, "seed {seed}, limit {limit}");
        }
    }
}

#[tokio::test]
async fn shard_is_in_the_last_partition_key_attribute() {
    let (_local, esports) = esports(0).await;
    let query = Match::by_day("W24#x").between(at(0)..at(30));
    let plan = query.explain().unwrap();
    let lanes: Vec<_> = plan.lanes().map(|lane| lane.partition_key().to_string()).collect();
    assert_eq!(lanes, (0..3).map(|shard| format!("MATCHES#W24%23x, 2026-06#{shard}")).collect::<Vec<_>>());
    let page = query.send(&esports).await.unwrap();
    assert_eq!((page.items.len() as i64, page.stats.lanes), (MATCHES, 3));
}

#[tokio::test]
async fn item_without_one_key_attribute_is_not_in_the_index() {
    let (_local, esports) = esports(0).await;
    let is_in = |one: &Match| one.team.is_some() && one.season.is_some();
    let expected = matches().into_iter().filter(is_in).count() as u64;
    assert_eq!(Match::by_team("red", 2026_u16).count(&esports).await.unwrap().items, expected);
    let keys = Match::by_team("red", 2026_u16).keys().send(&esports).await.unwrap().items;
    let first = esports.get(keys[0].clone()).await.unwrap().unwrap();
    esports.put(&Match { season: None, ..first.clone() }).await.unwrap();
    assert_eq!(Match::by_team("red", 2026_u16).count(&esports).await.unwrap().items, expected - 1);
    // The other attribute stays, because it is also a field of the item.
    assert_eq!(esports.get(keys[0].clone()).await.unwrap().unwrap().team, first.team);
}

#[tokio::test]
async fn table_is_created_and_verified_with_multi_attribute_keys() {
    let (local, esports) = esports(0).await;
    let described = esports.client().describe_table().table_name("esports").send().await.unwrap().table.unwrap();
    let index = described.global_secondary_indexes().iter().find(|index| index.index_name() == Some("BY_REGION"));
    let key: Vec<_> =
        index.unwrap().key_schema().iter().map(|key| format!("{} {}", key.key_type(), key.attribute_name())).collect();
    assert_eq!(key, ["HASH tournament", "HASH region", "RANGE round", "RANGE at", "RANGE id"]);
    Esports::open_verified(local.client(), "esports").await.unwrap();
}

#[tokio::test]
async fn invalid_key_values_are_rejected_before_sending() {
    let (local, esports) = esports(0).await;
    let sent = local.operations().len();
    let error = esports.put(&Match { region: String::new(), ..a_match(0) }).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::KeyValue);
    assert!(error.to_string().contains("`region`"), "{error}");
    let error = esports.put(&Match { region: "x".repeat(2_050), ..a_match(0) }).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::KeyTooLong);
    let error = Match::by_region("W24#x", "").send(&esports).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::KeyValue);
    assert_eq!(local.operations().len(), sent);
}

//! Global indexes whose partition key is the table's, which has shards and older designs.

use aws_sdk_dynamodb::types::AttributeValue;
use jiff::Timestamp;
use keywright::{Entity, Table};
use keywright_local::Local;
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(undeclared_peak = "allow")]
#[gsi(name = "ByRank", pk = "PK", sk = "RankSK")]
#[entities(Player, Shot, Goal)]
struct League;

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = League)]
#[pk(template = "TEAM#<team>", legacy(template = "T#<team>"))]
#[shard(hash(id), count = 3)]
#[sk(template = "PLAYER#<id>")]
#[gsi(index = "ByRank", query = by_rank, pk = "TEAM#<team>", sk = "RANK#<rank>#<id>")]
struct Player {
    team: String,
    id: u32,
    rank: u32,
}

/// With random shards, and buckets of another size before.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = League)]
#[pk(template = "SHOTS#<at:day>", legacy(template = "SHOTS#<at:month>"), retention = "90d")]
#[shard(random = 4)]
#[sk(template = "<at>#<id>")]
#[gsi(index = "ByRank", query = shots_by_rank, pk = "SHOTS#<at:day>", sk = "RANK#<rank>#<id>")]
struct Shot {
    at: Timestamp,
    id: u32,
    rank: u32,
}

/// Its key changes at an instant, from when it has shards.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = League)]
#[pk(template = "GOALS#<at:day>", since = "2026-06-23T00:00:00Z", legacy(template = "GOALS#<at:month>"))]
#[shard(hash(id), count = 3)]
#[sk(template = "<at>#<id>")]
#[gsi(index = "ByRank", query = goals_by_rank, pk = "GOALS#<at:day>", sk = "RANK#<rank>#<id>")]
struct Goal {
    at: Timestamp,
    id: u32,
    rank: u32,
}

#[tokio::test]
async fn a_key_that_changes_at_an_instant_is_read_by_its_designs() {
    let league = Local::start().open::<League>("league").await.unwrap();
    let at = |day: u32| -> Timestamp { format!("2026-06-{day}T12:00:00Z").parse().unwrap() };
    let goals: Vec<_> = (20..26).map(|day| Goal { at: at(day), id: day, rank: 90 - day }).collect();
    for goal in &goals {
        league.put(goal).await.unwrap();
    }
    for (from, until) in [(20, 25), (21, 22), (22, 23), (23, 25)] {
        let expected: Vec<_> = goals.iter().rev().filter(|goal| (from..=until).contains(&goal.id)).cloned().collect();
        let found = Goal::goals_by_rank().during(at(from)..=at(until)).send(&league).await.unwrap().items;
        assert_eq!(found, expected, "{from} to {until}");
    }
}

#[tokio::test]
async fn every_shard_and_older_key_is_read() {
    let league = Local::start().open::<League>("league").await.unwrap();
    let player = |id, rank| Player { team: "a".into(), id, rank };
    for id in 0..20 {
        league.put(&player(id, 100 - id)).await.unwrap();
    }
    let mut older = player(20, 1).to_item().unwrap();
    older.insert("PK".into(), AttributeValue::S("T#a".into()));
    league.client().put_item().table_name("league").set_item(Some(older)).send().await.unwrap();
    let expected: Vec<_> = (0..=20).rev().map(|id| player(id, if id == 20 { 1 } else { 100 - id })).collect();
    let (mut found, mut cursor) = (Vec::new(), None);
    loop {
        let page = Player::by_rank("a").limit(3).cursor(cursor).send(&league).await.unwrap();
        found.extend(page.items);
        cursor = page.cursor;
        if cursor.is_none() {
            break;
        }
    }
    assert_eq!(found, expected);
    assert_eq!(Player::by_rank("a").count(&league).await.unwrap(), 21);
    assert_eq!(Player::by_rank("a").hydrate().send(&league).await.unwrap().items, expected);
    assert_eq!(Player::by_rank("a").keys().send(&league).await.unwrap().items.len(), 21);
    let best = Player::by_rank("a").between(..85).send(&league).await.unwrap().items;
    assert_eq!(best, &expected[..5]);
    // An update leaves the shard, and writes the index's own sort key.
    league.update(Player::key("a", 3)).set(Player::RANK, 0).await.unwrap();
    assert_eq!(Player::by_rank("a").limit(1).send(&league).await.unwrap().items, [player(3, 0)]);
}

#[tokio::test]
async fn random_shards_of_both_designs_are_read() {
    let league = Local::start().open::<League>("league").await.unwrap();
    let at = |day: u32| -> Timestamp { format!("2026-06-{day}T12:00:00Z").parse().unwrap() };
    for (day, id) in (20..28).flat_map(|day| (0..8).map(move |id| (day, id))) {
        let shot = Shot { at: at(day), id, rank: 90 - id };
        if day > 22 {
            league.put(&shot).await.unwrap();
            continue;
        }
        let mut older = shot.to_item().unwrap();
        older.insert("PK".into(), AttributeValue::S("SHOTS#2026-06".into()));
        league.client().put_item().table_name("league").set_item(Some(older)).send().await.unwrap();
    }
    let range = at(20)..=at(27);
    let in_table = Shot::query().between(range.clone()).count(&league).await.unwrap();
    let in_index = Shot::shots_by_rank().during(range).count(&league).await.unwrap();
    assert_eq!((in_table.items, in_index.items), (64, 64));
    assert_eq!(Shot::shots_by_rank().during(at(22)..=at(23)).count(&league).await.unwrap(), 16);
    let stored = league.client().scan().table_name("league").send().await.unwrap();
    let mut shards: Vec<_> = stored.items().iter().map(|item| item["PK"].as_s().unwrap().clone()).collect();
    shards.sort();
    shards.dedup();
    // A put takes one turn of the shards, so that every one is used: 4 of each of 5 days, beside the older key.
    assert_eq!(shards.len(), 21, "{shards:?}");
}

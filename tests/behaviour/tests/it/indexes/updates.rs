//! Updates, moves, sweeps and hydration of items in indexes of every kind.

use chrono::{DateTime, TimeDelta, Utc};
use keywright::{Entity, ErrorKind, Handle, Item, KeyEnum, Projection, Table, update::ItemUpdate};
use keywright_local::Local;
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[lsi(name = "by_amount", sk(name = "amount", type = "N"), projection = include("note"))]
#[gsi(name = "MULTI", pk("team", (name = "season", type = "N")), sk("MULTISK", (name = "amount", type = "N")))]
#[gsi(name = "SEASON", pk(name = "season", type = "N"), sk = "SEASONSK", projection = "keys_only")]
#[gsi(name = "SHARDED", pk = "SHPK", sk = "SHSK", projection = "keys_only")]
#[entities(Game)]
#[allow(clippy::duplicated_attributes, reason = "two indexes hold the keys only")]
struct League;

#[derive(Debug, Clone, Copy, PartialEq, Eq, KeyEnum, Serialize, Deserialize)]
enum State {
    Open,
    Won,
}

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = League)]
#[pk(template = "LEAGUE#<league>")]
#[sk(template = "GAME#<id>")]
#[lsi(index = "by_amount", query = by_amount, sk = "<amount>")]
#[gsi(index = "MULTI", query = by_team, pk("<team>", "<season>"), sk("<state>#<id>", "<amount>"))]
#[gsi(index = "SEASON", query = by_season, pk = "<season>", sk = "<at>")]
#[gsi(index = "SHARDED", query = by_winner, pk = "WINNER#<winner>#<at:day>", sk = "<at>#<id>", shard(random = 3))]
struct Game {
    league: String,
    id: u32,
    amount: Option<i64>,
    team: Option<String>,
    season: Option<u16>,
    state: State,
    at: DateTime<Utc>,
    winner: Option<String>,
    note: String,
}

#[derive(Debug, PartialEq, Projection, Deserialize)]
#[projection(of = Game)]
struct Noted {
    id: u32,
    amount: Option<i64>,
    note: String,
}

fn at(minutes: i64) -> DateTime<Utc> {
    DateTime::from_timestamp(1_782_129_600, 0).unwrap() + TimeDelta::minutes(minutes)
}

fn game(id: u32) -> Game {
    Game {
        league: "a".into(),
        id,
        amount: (!id.is_multiple_of(3)).then_some(i64::from(id) - 5),
        team: id.is_multiple_of(2).then(|| "red".into()),
        season: (!id.is_multiple_of(5)).then_some(2026),
        state: if id.is_multiple_of(4) { State::Won } else { State::Open },
        at: at(i64::from(id)),
        winner: (id % 2 == 1).then(|| "red".into()),
        note: format!("n{id}"),
    }
}

async fn league(games: u32) -> Handle<League> {
    let league = Local::start().open::<League>("league").await.unwrap();
    for id in 0..games {
        league.put(&game(id)).await.unwrap();
    }
    league
}

async fn items(league: &Handle<League>) -> Vec<Item> {
    let scan = league.client().scan().table_name(league.table_name()).into_paginator().items().send();
    scan.collect::<Result<_, _>>().await.unwrap()
}

/// Checks that every item is as a put would write it.
async fn consistent(league: &Handle<League>) -> Vec<Game> {
    let mut games = Vec::new();
    for mut stored in items(league).await {
        let game = Game::from_item(stored.clone()).unwrap();
        let mut expected = game.to_item().unwrap();
        stored.retain(|_, value| !value.is_null());
        expected.retain(|_, value| !value.is_null());
        assert_eq!(stored, expected);
        games.push(game);
    }
    games.sort_by_key(|game| game.id);
    games
}

#[tokio::test]
async fn update_sets_fields_of_four_indexes_together() {
    let league = league(20).await;
    for id in 0..20_u32 {
        let key = || Game::key("a", id);
        let team = id.is_multiple_of(3).then(|| "blue".to_owned());
        let season = (!id.is_multiple_of(7)).then_some(2027_u16);
        let amount = (id % 4 != 1).then_some(7_i64);
        league
            .update(key())
            .set(
                Game::AMOUNT_AND_TEAM_AND_SEASON_AND_STATE_AND_AT_AND_WINNER,
                (
                    amount,
                    team.clone(),
                    season,
                    State::Won,
                    at(i64::from(id) + 100),
                    id.is_multiple_of(2).then(|| "blue".to_owned()),
                ),
            )
            .await
            .unwrap();
    }
    let games = consistent(&league).await;
    assert_eq!(games.iter().filter(|game| game.state == State::Won).count(), 20);
    let page = Game::by_team("blue", 2027_u16).send(&league).await.unwrap();
    let expected = games.iter().filter(|g| g.team.is_some() && g.season.is_some() && g.amount.is_some()).count();
    assert_eq!(page.items.len(), expected);
    let amounts = Game::by_amount("a").project::<Noted>().send(&league).await.unwrap();
    assert_eq!(amounts.items.len(), games.iter().filter(|game| game.amount.is_some()).count());
}

#[tokio::test]
async fn sweep_writes_what_a_put_would() {
    let league = league(20).await;
    let report = league
        .update_each(|game: Game| {
            let season = game.id.is_multiple_of(2).then_some(2030);
            let amount = game.amount.map(|amount| -amount);
            Some(Game { season, amount, winner: None, ..game })
        })
        .segments(4)
        .await
        .unwrap();
    assert_eq!((report.written, report.failures), (20, 0), "{report:?}");
    let games = consistent(&league).await;
    let season = Game::by_season(2030_u16).hydrate().send(&league).await.unwrap();
    assert_eq!(season.items, games.iter().filter(|game| game.id.is_multiple_of(2)).cloned().collect::<Vec<_>>());
    assert!(Game::by_winner("red").between(at(-10)..at(1000)).hydrate().send(&league).await.unwrap().items.is_empty());
}

#[tokio::test]
async fn hydrated_pages_over_shards_equal_the_table() {
    let league = league(40).await;
    let mut expected: Vec<Game> = (0..40).map(game).filter(|game| game.winner.is_some()).collect();
    for backwards in [false, true] {
        let (mut all, mut cursor) = (Vec::new(), None);
        loop {
            let query = Game::by_winner("red").between(at(-10)..at(1000));
            let query = if backwards { query.newest_first() } else { query };
            let page = query.hydrate().limit(3).cursor(cursor).send(&league).await.unwrap();
            all.extend(page.items);
            cursor = page.cursor;
            if cursor.is_none() {
                break;
            }
        }
        assert_eq!(all, expected);
        expected.reverse();
    }
}

#[tokio::test]
async fn move_updates_all_indexes() {
    let league = league(12).await;
    for id in 0..12 {
        let moved = league.move_to(Game::key("a", id), |game| game.league = "b".into()).await.unwrap();
        assert_eq!(moved.league, "b");
    }
    let games = consistent(&league).await;
    assert_eq!(games.len(), 12);
    let error = league.move_to(Game::key("b", 1), |game| game.note = "x".into()).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidArgument);
    let error = league.move_to(Game::key("b", 1), |game| game.id = 2).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::AlreadyExists);
    let amounts = Game::by_amount("b").project::<Noted>().send(&league).await.unwrap();
    assert_eq!(amounts.items.len(), 8);
    assert_eq!(amounts.items[0], Noted { id: 1, amount: Some(-4), note: "n1".into() });
}

#[tokio::test]
async fn conditions_work_on_index_key_fields() {
    let league = league(12).await;
    let count = async |condition| Game::query("a").filter(condition).send(&league).await.unwrap().items.len();
    assert_eq!(count(Game::AMOUNT.lt(0)).await, 3);
    assert_eq!(count(Game::AMOUNT.eq(None)).await, 4);
    assert_eq!(count(Game::SEASON.exists()).await, 9);
    assert_eq!(count(Game::STATE.eq(State::Won)).await, 3);
    assert_eq!(count(Game::WINNER.eq(None) & Game::TEAM.eq("red")).await, 6);
    assert_eq!(Game::by_amount("a").project::<Noted>().send(&league).await.unwrap().items.len(), 8);
    let error = Game::by_amount("a").filter(Game::TEAM.eq("red")).project::<Noted>().send(&league).await.unwrap_err();
    assert!(error.to_string().contains("`team`, which the index does not contain"), "{error}");
    let error = Game::by_amount("a").filter(Game::AMOUNT.lt(3)).project::<Noted>().send(&league).await.unwrap_err();
    assert!(error.to_string().contains("an attribute of the key that is read"), "{error}");
    let some = Game::by_amount("a").filter(Game::NOTE.eq("n4")).project::<Noted>().send(&league).await.unwrap();
    assert_eq!(some.items.len(), 1);
    let refused = league.update(Game::key("a", 1)).set(Game::NOTE, "x").when(Game::AMOUNT.gt(0)).await.unwrap();
    assert!(!refused.is_applied());
    let applied = league.update(Game::key("a", 1)).set(Game::NOTE, "x").when(Game::LEAGUE.eq("a")).await.unwrap();
    assert!(applied.is_applied());
    let error = league
        .transaction()
        .update(ItemUpdate::new(Game::key("a", 1)).set(Game::NOTE, "x").when(Game::AMOUNT.gt(0)))
        .update(ItemUpdate::new(Game::key("a", 1)).set(Game::NOTE, "y"))
        .await
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidArgument);
}

#[tokio::test]
async fn upsert_writes_index_keys() {
    let league = league(1).await;
    let error = league.upsert(Game::key("a", 70)).set(Game::NOTE, "x").await.unwrap_err();
    assert!(error.to_string().contains("missing field `state`"), "{error}");
    league
        .upsert(Game::key("a", 70))
        .set(
            Game::AMOUNT_AND_TEAM_AND_SEASON_AND_STATE_AND_AT_AND_WINNER,
            (Some(1), Some("red".to_owned()), None, State::Open, at(3), Some("red".to_owned())),
        )
        .set(Game::NOTE, "x")
        .await
        .unwrap();
    consistent(&league).await;
}

//! Fields that are key attributes of an index: changed in place, and set and removed individually.
//!
//! The first design is AWS's: [materialized aggregation
//! queries](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/bp-gsi-aggregation.html), whose counts of
//! downloads sort an index.

use aws_sdk_dynamodb::types::AttributeValue;
use futures_util::future::join_all;
use keywright::{Entity, ErrorKind, Handle, Item, Table, update::ItemUpdate};
use keywright_local::Local;
use serde::{Deserialize, Serialize};

use crate::support::stored::{items, s};

#[derive(Table)]
#[table(pk = "SongID", sk = "SK", discriminator = none)]
#[gsi(name = "DownloadsByMonth", pk = "Month", sk(name = "TotalDownloads", type = "N"), projection = "all")]
#[entities(Month)]
struct Music;

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Music)]
#[pk(template = "song-<song>")]
#[sk(template = "Month-<month>")]
#[gsi(index = "DownloadsByMonth", query = by_month, pk = "<month>", sk = "<downloads>")]
struct Month {
    #[entity(key_only)]
    song: u32,
    #[serde(rename = "Month")]
    month: String,
    #[serde(rename = "TotalDownloads")]
    downloads: u64,
}

fn n(number: impl ToString) -> AttributeValue {
    AttributeValue::N(number.to_string())
}

fn item<const N: usize>(attributes: [(&str, AttributeValue); N]) -> Item {
    attributes.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

fn month_item(song: u32, downloads: u64) -> Item {
    item([
        ("SongID", s(format!("song-{song}"))),
        ("SK", s("Month-2018-01")),
        ("Month", s("2018-01")),
        ("TotalDownloads", n(downloads)),
    ])
}

async fn raw<T: Table>(table: &Handle<T>, item: Item) {
    table.client().put_item().table_name(table.table_name()).set_item(Some(item)).send().await.unwrap();
}

async fn music() -> (Local, Handle<Music>) {
    let local = Local::start();
    let music = local.open::<Music>("music").await.unwrap();
    raw(&music, month_item(129, 1_314_000)).await;
    raw(&music, month_item(130, 1_314_001)).await;
    local.clear_operations();
    (local, music)
}

#[tokio::test]
async fn numeric_index_sort_key_can_be_added_to() {
    let (local, music) = music().await;
    let add = music.update(Month::key(129_u32, "2018-01")).add(Month::DOWNLOADS, 2);
    let params = add.params().unwrap();
    assert_eq!(params.update_expression(), Some("ADD #c0 :c0"));
    add.await.unwrap();
    assert_eq!(local.requests(), 1);
    assert_eq!(
        items(&music).await.iter().find(|item| item["SongID"] == s("song-129")),
        Some(&month_item(129, 1_314_002))
    );
    let top = Month::by_month("2018-01").newest_first().send(&music).await.unwrap().items;
    assert_eq!(
        top.iter().map(|month| (month.song, month.downloads)).collect::<Vec<_>>(),
        [(129, 1_314_002), (130, 1_314_001)]
    );
}

#[tokio::test]
async fn concurrent_additions_are_all_counted() {
    let (_local, music) = music().await;
    let adds = (0..20).map(|_| async { music.update(Month::key(129_u32, "2018-01")).add(Month::DOWNLOADS, 1).await });
    for added in join_all(adds).await {
        added.unwrap();
    }
    assert!(items(&music).await.contains(&month_item(129, 1_314_020)));
}

#[tokio::test]
async fn upsert_creates_the_item_that_a_put_writes() {
    let (_local, music) = music().await;
    for _ in 0..2 {
        music.upsert(Month::key(7_u32, "2018-01")).add(Month::DOWNLOADS, 3).await.unwrap();
    }
    let made = Month { song: 7, month: "2018-01".into(), downloads: 6 };
    assert!(items(&music).await.contains(&month_item(7, 6)));
    assert_eq!(made.to_item().unwrap(), month_item(7, 6));
    music.upsert(Month::key(7_u32, "2018-01")).if_not_exists(Month::DOWNLOADS, 99_u64).await.unwrap();
    assert!(items(&music).await.contains(&month_item(7, 6)));
    music.transaction().update(ItemUpdate::new(Month::key(7_u32, "2018-01")).add(Month::DOWNLOADS, -6)).await.unwrap();
    assert!(items(&music).await.contains(&month_item(7, 0)));
    let error = music.update(Month::key(7_u32, "2018-01")).add(Month::DOWNLOADS, -1).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::OutOfRange);
}

/// A table with indexes of all mixtures of field and rendered attributes.
#[derive(Table)]
#[allow(clippy::duplicated_attributes, reason = "two indexes sort by numbers")]
#[table(undeclared_peak = "allow")]
#[gsi(name = "Open", pk = "open", sk = "since")]
#[gsi(name = "Board", pk = "BoardPK", sk(name = "score", type = "N"))]
#[gsi(name = "Level", pk = "LevelPK", sk(name = "rank", type = "N"))]
#[gsi(name = "Trio", pk("LevelPK", "open"), sk("since", "TrioSK"))]
#[entities(Player)]
struct Game;

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Game)]
#[pk(template = "GAME#<game>")]
#[sk(template = "PLAYER#<name>")]
#[gsi(index = "Open", query = by_open, pk = "<open>", sk = "<since>")]
#[gsi(index = "Board", query = by_score, pk = "BOARD#<game>", sk = "<score>")]
#[gsi(index = "Level", query = by_level, pk = "LEVEL#<level>", sk = "<rank>")]
#[gsi(index = "Trio", query = by_trio, pk("LEVEL#<level>", "<open>"), sk("<since>", "NAME#<name>"))]
struct Player {
    game: String,
    name: String,
    open: Option<String>,
    since: Option<String>,
    score: Option<i64>,
    level: u32,
    rank: u32,
}

fn player() -> Player {
    Player {
        game: "g".into(),
        name: "ann".into(),
        open: None,
        since: Some("2026-06-22".into()),
        score: None,
        level: 1,
        rank: 9,
    }
}

async fn game(player: &Player) -> Handle<Game> {
    let game = Local::start().open::<Game>("game").await.unwrap();
    raw(&game, player.to_item().unwrap()).await;
    game
}

/// Checks that the stored item is as a put of the expected one would write it.
async fn assert_as_put(game: &Handle<Game>, expected: &Player) {
    let stored = items(game).await;
    assert_eq!(stored, [expected.to_item().unwrap()]);
    assert_eq!(game.get(Player::key("g", "ann")).consistent().await.unwrap().as_ref(), Some(expected));
}

#[tokio::test]
async fn single_field_adds_and_removes_its_item_in_a_sparse_index() {
    let mut expected = player();
    let game = game(&expected).await;
    let key = || Player::key("g", "ann");
    let in_board = async || Player::by_score("g").send(&game).await.unwrap().items.len();

    game.update(key()).add(Player::SCORE, 5).await.unwrap();
    expected.score = Some(5);
    assert_as_put(&game, &expected).await;
    assert_eq!(in_board().await, 1);

    game.update(key()).remove(Player::SCORE).await.unwrap();
    expected.score = None;
    assert_as_put(&game, &expected).await;
    assert_eq!(in_board().await, 0);

    game.update(key()).if_not_exists(Player::SCORE, 3).await.unwrap();
    expected.score = Some(3);
    assert_as_put(&game, &expected).await;
    game.update(key()).set(Player::SCORE, None).await.unwrap();
    expected.score = None;
    assert_as_put(&game, &expected).await;

    // The rank always has a value, so the entry does not depend on it.
    game.update(key()).add(Player::RANK, 1).await.unwrap();
    expected.rank = 10;
    assert_as_put(&game, &expected).await;
    assert_eq!(Player::by_level(1_u32).send(&game).await.unwrap().items.len(), 1);
}

#[tokio::test]
async fn fields_sharing_an_index_with_a_template_are_set_together() {
    let mut expected = player();
    let game = game(&expected).await;
    let key = || Player::key("g", "ann");
    // `LevelPK` is written for the index of three attributes only if the item is in that index.
    for (open, since) in [(Some("yes"), Some("a")), (Some("yes"), None), (None, Some("b")), (None, None)] {
        let (open, since) = (open.map(str::to_owned), since.map(str::to_owned));
        game.update(key()).set(Player::OPEN_AND_SINCE_AND_LEVEL, (open.clone(), since.clone(), 1_u32)).await.unwrap();
        expected = Player { open, since, ..expected };
        assert_as_put(&game, &expected).await;
        assert_eq!(
            Player::by_open("yes").send(&game).await.unwrap().items.len(),
            usize::from(expected.open.is_some() && expected.since.is_some())
        );
    }
}

/// Two sparse indexes with a composite partition key, which are sorted by the same number.
#[derive(Table)]
#[allow(clippy::duplicated_attributes, reason = "two indexes sort by one number")]
#[table(undeclared_peak = "allow")]
#[gsi(name = "Region", pk = "RegionPK", sk(name = "points", type = "N"))]
#[gsi(name = "Cup", pk = "CupPK", sk(name = "points", type = "N"))]
#[gsi(name = "Coach", pk = "CoachPK", sk = "CoachSK")]
#[entities(Team)]
struct Season;

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Season)]
#[pk(template = "TEAM#<name>")]
#[sk(template = "TEAM")]
#[gsi(index = "Region", query = by_region, pk = "REGION#<region>#<level>", sk = "<points>")]
#[gsi(index = "Cup", query = by_cup, pk = "CUP#<cup>#<round>", sk = "<points>")]
#[gsi(index = "Coach", query = by_coach, pk = "COACH#<coach>#<club>", sk = "<hired>")]
struct Team {
    name: String,
    region: Option<String>,
    level: u32,
    cup: Option<String>,
    round: u32,
    points: u64,
    coach: Option<String>,
    club: String,
    hired: u32,
}

#[tokio::test]
async fn fields_of_an_index_are_set_without_its_native_attribute_and_the_fields_of_other_indexes() {
    let season = Local::start().open::<Season>("season").await.unwrap();
    let mut expected = Team {
        name: "reds".into(),
        region: Some("north".into()),
        level: 1,
        cup: None,
        round: 1,
        points: 3,
        coach: None,
        club: "a".into(),
        hired: 2020,
    };
    season.put(&expected).await.unwrap();
    let key = || Team::key("reds");
    let as_put = async |expected: &Team| {
        assert_eq!(items(&season).await, [expected.to_item().unwrap()]);
        for (region, level) in [("north", 1), ("north", 2), ("south", 2)] {
            let is_listed = expected.region.as_deref() == Some(region) && expected.level == level;
            let listed = Team::by_region(region, level).send(&season).await.unwrap().items;
            assert_eq!(listed.len(), usize::from(is_listed), "{region} {level}");
        }
    };

    season.update(key()).set(Team::REGION_AND_LEVEL, ("south", 2_u32)).await.unwrap();
    (expected.region, expected.level) = (Some("south".into()), 2);
    as_put(&expected).await;

    season.update(key()).set(Team::CUP_AND_ROUND, ("spring", 4_u32)).await.unwrap();
    (expected.cup, expected.round) = (Some("spring".into()), 4);
    as_put(&expected).await;

    // The number of both indexes, and alone.
    season.update(key()).add(Team::POINTS, 2).await.unwrap();
    expected.points = 5;
    as_put(&expected).await;
    let listed = Team::by_cup("spring", 4_u32).send(&season).await.unwrap().items;
    assert_eq!(listed, [expected.clone()]);

    season.update(key()).set(Team::REGION_AND_LEVEL, (None, 7_u32)).await.unwrap();
    (expected.region, expected.level) = (None, 7);
    as_put(&expected).await;

    // `CoachSK` is rendered from the year, so the three are set together.
    season.update(key()).set(Team::COACH_AND_CLUB_AND_HIRED, ("eve", "b", 2026_u32)).await.unwrap();
    (expected.coach, expected.club, expected.hired) = (Some("eve".into()), "b".into(), 2026);
    as_put(&expected).await;

    // All fields of both indexes can be set at once, too.
    let all = (Some("north".to_owned()), 2_u32, None, 1_u32, 9_u64);
    season.update(key()).set(Team::REGION_AND_LEVEL_AND_CUP_AND_ROUND_AND_POINTS, all).await.unwrap();
    (expected.region, expected.level, expected.cup, expected.round, expected.points) =
        (Some("north".into()), 2, None, 1, 9);
    as_put(&expected).await;
}

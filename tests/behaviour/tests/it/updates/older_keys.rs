//! Items under an older key move to the current one before they change.

use chrono::{DateTime, TimeDelta, Utc};
use keywright::{Entity, ErrorKind, Handle, Table};
use keywright_local::Local;
use serde::{Deserialize, Serialize};
use std::future::IntoFuture as _;

mod earlier {
    use super::*;

    #[derive(Table)]
    #[entities(Song)]
    pub struct Music;

    #[derive(Debug, PartialEq, Entity, Serialize, Deserialize)]
    #[entity(table = Music)]
    #[pk(template = "SONG#<name>")]
    #[sk(template = "SONG")]
    pub struct Song {
        pub name: String,
        pub band: String,
        pub plays: u32,
        /// A field that the current version does not know.
        pub mood: String,
    }
}

#[derive(Table)]
#[entities(Song)]
pub struct Music;

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Music)]
#[pk(template = "BAND#<band>#<name>", legacy(template = "SONG#<name>"))]
#[sk(template = "SONG")]
pub struct Song {
    pub band: String,
    pub name: String,
    #[serde(default)]
    pub plays: u32,
}

async fn music() -> (Local, Handle<Music>) {
    let local = Local::start();
    let before = earlier::Music::open(local.client(), "music");
    before.create_table().await.unwrap();
    let song = earlier::Song { name: "one".into(), band: "abba".into(), plays: 5, mood: "calm".into() };
    before.put(&song).await.unwrap();
    let music = Music::open(local.client(), "music");
    (local, music)
}

async fn keys(music: &Handle<Music>) -> Vec<String> {
    let scanned = music.client().scan().table_name("music").send().await.unwrap();
    let mut keys: Vec<_> = scanned.items().iter().map(|item| item["PK"].as_s().unwrap().clone()).collect();
    keys.sort();
    keys
}

#[tokio::test]
async fn update_moves_the_item_to_the_current_key() {
    for upserts in [false, true] {
        let (_local, music) = music().await;
        let key = || Song::key("abba", "one");
        let song = match upserts {
            false => music.update(key()).add(Song::PLAYS, 1).returning().await.unwrap(),
            true => music.upsert(key()).add(Song::PLAYS, 1).returning().await.unwrap(),
        };
        assert_eq!(song, Song { band: "abba".into(), name: "one".into(), plays: 6 });
        assert_eq!(keys(&music).await, ["BAND#abba#one"]);
        let scanned = music.client().scan().table_name("music").send().await.unwrap();
        assert_eq!(scanned.items()[0]["mood"].as_s().unwrap(), "calm");
    }
}

#[tokio::test]
async fn another_item_under_the_older_key_is_kept() {
    let (_local, music) = music().await;
    let error = music.update(Song::key("queen", "one")).add(Song::PLAYS, 1).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NotFound, "{error}");
    music.upsert(Song::key("queen", "one")).add(Song::PLAYS, 1).await.unwrap();
    assert_eq!(keys(&music).await, ["BAND#queen#one", "SONG#one"]);
}

#[tokio::test]
async fn item_under_an_older_key_can_be_moved() {
    let (_local, music) = music().await;
    let song = music.move_to(Song::key("abba", "one"), |song| song.name = "two".into()).await.unwrap();
    assert_eq!((song.name.as_str(), song.plays), ("two", 5));
    assert_eq!(keys(&music).await, ["BAND#abba#two"]);
}

/// A time in whole seconds in the key: two plays within one second have the same key.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Plays)]
#[pk(template = "PLAYS#<song>", legacy(template = "PLAYED#<song>"))]
#[sk(template = "<at:s>")]
struct Play {
    song: String,
    at: DateTime<Utc>,
    cents: u32,
}

#[derive(Table)]
#[entities(Play)]
struct Plays;

mod before {
    use super::*;

    #[derive(Debug, PartialEq, Entity, Serialize, Deserialize)]
    #[entity(table = OldPlays, name = "Play")]
    #[pk(template = "PLAYED#<song>")]
    #[sk(template = "<at:s>")]
    pub struct OldPlay {
        pub song: String,
        pub at: DateTime<Utc>,
        pub cents: u32,
    }

    #[derive(Table)]
    #[entities(OldPlay)]
    pub struct OldPlays;
}

/// Moves a play under its older key to another song, and writes another one between the read and the write.
async fn moved_while(other: Play) -> (Play, Vec<Play>) {
    let local = Local::start();
    let old = before::OldPlays::open(local.client(), "plays");
    old.create_table().await.unwrap();
    let Play { song, at, .. } = play(200, 1);
    old.put(&before::OldPlay { song: song.clone(), at, cents: 1 }).await.unwrap();
    let plays = Plays::open(local.client(), "plays");
    let mut written = false;
    let moved = plays.move_to(Play::key(song, at), |play| {
        if !std::mem::replace(&mut written, true) {
            let (plays, other) = (plays.clone(), other.clone());
            let write = std::thread::spawn(move || {
                let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
                runtime.block_on(plays.put(&other).into_future()).unwrap();
            });
            write.join().unwrap();
        }
        play.song = "two".into();
    });
    let moved = moved.await.unwrap();
    let mut all = plays.scan::<Play>().await.unwrap().items;
    all.sort_by(|one, other| one.song.cmp(&other.song));
    (moved, all)
}

fn play(millis: u32, cents: u32) -> Play {
    let at = "2026-06-22T10:00:00Z".parse::<DateTime<Utc>>().unwrap() + TimeDelta::milliseconds(millis.into());
    Play { song: "one".into(), at, cents }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn move_does_not_lose_a_concurrent_write_under_the_current_key() {
    let newer = play(200, 9);
    let (moved, all) = moved_while(newer.clone()).await;
    assert_eq!(moved, Play { song: "two".into(), ..newer });
    assert_eq!(all, [moved]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn another_item_under_a_lossy_key_does_not_block_a_move() {
    let other = play(700, 5);
    let (moved, all) = moved_while(other.clone()).await;
    assert_eq!(moved, Play { song: "two".into(), ..play(200, 1) });
    assert_eq!(all, [other, moved]);
}

//! Items that are still under an older key move before they change.

use keywright::{Entity, ErrorKind, Handle, Table};
use keywright_local::Local;
use serde::{Deserialize, Serialize};

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
        /// What today's version does not know.
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
async fn an_item_moves_and_is_updated() {
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
async fn another_item_under_the_older_key_stays() {
    let (_local, music) = music().await;
    let error = music.update(Song::key("queen", "one")).add(Song::PLAYS, 1).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NotFound, "{error}");
    music.upsert(Song::key("queen", "one")).add(Song::PLAYS, 1).await.unwrap();
    assert_eq!(keys(&music).await, ["BAND#queen#one", "SONG#one"]);
}

#[tokio::test]
async fn an_item_under_an_older_key_gets_another_one() {
    let (_local, music) = music().await;
    let song = music.move_to(Song::key("abba", "one"), |song| song.name = "two".into()).await.unwrap();
    assert_eq!((song.name.as_str(), song.plays), ("two", 5));
    assert_eq!(keys(&music).await, ["BAND#abba#two"]);
}

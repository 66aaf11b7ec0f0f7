//! A table with many kinds of keys, and one whose sort key is bytes.

use chrono::{DateTime, TimeDelta, Utc};
use keywright::{Bytes, Entity, Table};
use serde::{Deserialize, Serialize};

use crate::support::random::Random;

#[derive(Table)]
#[gsi(name = "ByTag", pk = "tagPK")]
#[gsi(name = "ByScore", pk = "scorePK", sk(name = "score", type = "N"))]
#[gsi(name = "ByDay", pk = "dayPK", sk = "daySK")]
#[entities(Event, Stranger)]
pub struct Mixed;

/// The earlier design.
pub mod earlier {
    use super::*;

    #[derive(Table)]
    #[gsi(name = "ByTag", pk = "tagPK")]
    #[gsi(name = "ByScore", pk = "scorePK", sk(name = "score", type = "N"))]
    #[gsi(name = "ByDay", pk = "dayPK", sk = "daySK")]
    #[entities(Event)]
    pub struct Mixed;

    #[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
    #[entity(table = Mixed)]
    #[pk(template = "EVENTS", allow_hot = "a prototype")]
    #[sk(template = "<at>#<user>#<n>")]
    #[gsi(index = "ByTag", query = by_tag, pk = "OLD_TAG#<tag>")]
    #[gsi(index = "ByScore", query = by_score, pk = "SCORE#<tag>#1", sk = "<score>")]
    #[gsi(index = "ByDay", query = by_day, pk = "DAY#<tag>", sk = "<at:day>")]
    pub struct Event {
        pub at: DateTime<Utc>,
        pub user: String,
        pub n: u32,
        pub tag: String,
        pub score: i64,
        pub filler: String,
    }
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Entity, Serialize, Deserialize)]
#[entity(table = Mixed)]
#[pk(template = "EVENTS#<at:day>", legacy(template = "EVENTS", until = "2027-01-01T00:00:00Z"))]
#[shard(hash(user), count = 3)]
#[sk(template = "<at>#<user>#<n>")]
#[gsi(index = "ByTag", query = by_tag, pk = "TAG#<tag>", legacy(template = "OLD_TAG#<tag>"), shard(random = 3))]
#[gsi(index = "ByScore", query = by_score, pk = "SCORE#<tag>", sk = "<score>", shard(random = 2))]
#[gsi(index = "ByDay", query = by_day, pk = "DAY#<tag>", sk = "<at:day>")]
#[peak(writes_per_second = 500, item_bytes = 300)]
pub struct Event {
    pub at: DateTime<Utc>,
    pub user: String,
    pub n: u32,
    pub tag: String,
    pub score: i64,
    pub filler: String,
}

/// Another entity among the events of each index.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Mixed)]
#[pk(template = "STRANGER#<n>")]
#[sk(template = "STRANGER")]
#[gsi(index = "ByTag", query = by_tag, pk = "TAG#<tag>", shard(random = 3))]
#[gsi(index = "ByScore", query = by_score, pk = "SCORE#<tag>", sk = "<score>", shard(random = 2))]
#[gsi(index = "ByDay", query = by_day, pk = "DAY#<tag>", sk = "<at:day>")]
#[peak(writes_per_second = 500, item_bytes = 300)]
pub struct Stranger {
    pub n: u32,
    pub at: DateTime<Utc>,
    pub tag: String,
    pub score: i64,
    pub filler: String,
}

#[derive(Table)]
#[table(pk(name = "owner", type = "N"), sk(name = "digest", type = "B"))]
#[entities(Blob)]
pub struct Blobs;

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Entity, Serialize, Deserialize)]
#[entity(table = Blobs)]
#[pk(template = "<owner>")]
#[sk(template = "<digest>")]
pub struct Blob {
    pub owner: i64,
    pub digest: Bytes,
}

pub fn start() -> DateTime<Utc> {
    "2026-06-22T00:00:00Z".parse().unwrap()
}

pub const TAG: &str = "t";

/// Returns an event on one of four sparse days with many equal times and scores.
pub fn event(n: u32, random: &mut Random) -> Event {
    let at = start() + TimeDelta::hours(random.of(&[0, 0, 1, 23, 24, 47, 240, 241, 241, 250]));
    let score = random.of(&[-10, -9, -1, 0, 1, 2, 9, 10, 11, 100]);
    let filler = "x".repeat(random.of(&[0, 0, 0, 4_000, 100_000]));
    Event { at, user: format!("u{}", random.below(5)), n, tag: TAG.into(), score, filler }
}

pub fn stranger(n: u32, random: &mut Random) -> Stranger {
    let Event { at, score, filler, .. } = event(n, random);
    Stranger { n, at, tag: TAG.into(), score, filler }
}

pub fn older(event: &Event) -> earlier::Event {
    let Event { at, user, n, tag, score, filler } = event.clone();
    earlier::Event { at, user, n, tag, score, filler }
}

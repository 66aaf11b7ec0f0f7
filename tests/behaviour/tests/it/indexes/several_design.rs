//! Matches of tournaments, in indexes whose keys have several attributes.

use chrono::{DateTime, TimeDelta, Utc};
use keywright::{Entity, Handle, Table};
use keywright_local::Local;
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[gsi(name = "BY_REGION", pk("tournament", "region"), sk((name = "round", type = "N"), "at", "id"))]
#[gsi(name = "BY_DAY", pk("dayPK", "dayShard"), sk("day", (name = "score", type = "N")))]
#[gsi(name = "BY_TEAM", pk("team", (name = "season", type = "N")), sk("teamSK"), projection = "keys_only")]
#[entities(Match, Venue)]
pub struct Esports;

/// A match. Its fields are the attributes of one index, while another one has templates and shards.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Esports)]
#[pk(template = "MATCH#<id>")]
#[sk(template = "MATCH")]
#[gsi(index = "BY_REGION", query = by_region, pk("<tournament>", "<region>"), sk("<round>", "<at>", "<id>"))]
#[gsi(
    index = "BY_DAY",
    query = by_day,
    pk("MATCHES#<tournament>", "<at:month>"),
    sk("<at:day>", "<score>"),
    shard(random = 3)
)]
#[gsi(index = "BY_TEAM", query = by_team, pk("<team>", "<season>"), sk("<round>#<id>"))]
pub struct Match {
    pub id: String,
    pub tournament: String,
    pub region: String,
    pub round: u32,
    pub at: DateTime<Utc>,
    pub score: i64,
    pub team: Option<String>,
    pub season: Option<u16>,
}

/// An entity in the same index, with texts in place of the matches' fields.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Esports)]
#[pk(template = "VENUE#<id>")]
#[sk(template = "VENUE")]
#[gsi(index = "BY_REGION", query = venues, pk("<tournament>", "<region>"), sk("<round>", "<at>", "<id>"))]
pub struct Venue {
    pub id: String,
    pub tournament: String,
    pub region: String,
    pub round: u32,
    pub at: String,
}

pub fn start() -> DateTime<Utc> {
    DateTime::from_timestamp(1_782_086_400, 0).unwrap()
}

pub fn at(number: i64) -> DateTime<Utc> {
    start() + TimeDelta::hours(number * 7)
}

pub fn a_match(number: i64) -> Match {
    Match {
        id: format!("m-{number:03}"),
        tournament: "W24#x".into(),
        region: if number % 4 == 3 { "EU" } else { "NA" }.into(),
        round: [1, 2, 10, 100][(number % 5 % 4) as usize],
        at: at(number / 2),
        score: (number * 37) % 23 - 11,
        team: (number % 3 != 0).then(|| "red".to_owned()),
        season: (number % 2 == 0).then_some(2026),
    }
}

pub fn venue(number: i64) -> Venue {
    Venue {
        id: format!("v-{number:03}"),
        tournament: "W24#x".into(),
        region: "NA".into(),
        round: [1, 2, 10, 100][(number % 4) as usize],
        at: "everywhere".into(),
    }
}

pub const MATCHES: i64 = 32;

pub fn matches() -> Vec<Match> {
    (0..MATCHES).map(a_match).collect()
}

pub async fn esports(seed: u64) -> (Local, Handle<Esports>) {
    let local = Local::builder().permute_ties(seed).start();
    let esports = local.open::<Esports>("esports").await.unwrap();
    for number in 0..MATCHES {
        esports.put(&a_match(number)).await.unwrap();
        if number % 5 == 0 {
            esports.put(&venue(number)).await.unwrap();
        }
    }
    (local, esports)
}

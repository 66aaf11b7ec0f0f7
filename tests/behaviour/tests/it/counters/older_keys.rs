//! Counters whose key changed: the total includes the counts under older keys, each item once.

use keywright::{Entity, Handle, Table};
use keywright_local::Local;
use serde::{Deserialize, Serialize};

/// The earlier version.
mod earlier {
    use super::*;

    #[derive(Table)]
    #[entities(Plays)]
    pub struct Music;

    /// Two shards for the songs of all bands.
    #[derive(Entity, Serialize, Deserialize)]
    #[entity(table = Music)]
    #[pk(template = "PLAYS#<song>#S<shard>")]
    #[shard(random = 2)]
    #[sk(template = "COUNT")]
    pub struct Plays {
        pub song: String,
        pub band: Option<String>,
        #[entity(counter)]
        pub plays: u32,
    }
}

#[derive(Table)]
#[entities(Plays)]
pub struct Music;

#[derive(Debug, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Music)]
#[pk(template = "PLAYS#<band>#<song>", legacy(template = "PLAYS#<song>#S<shard>", shards = 2))]
#[shard(random = 8)]
#[sk(template = "COUNT")]
pub struct Plays {
    band: String,
    song: String,
    #[entity(counter)]
    plays: u32,
}

#[tokio::test]
async fn total_includes_counters_under_older_keys() {
    let local = Local::start();
    let before: Handle<earlier::Music> = earlier::Music::open(local.client(), "music");
    before.create_table().await.unwrap();
    for (shard, band, plays) in [(0, "abba", 5), (1, "queen", 7)] {
        let plays = earlier::Plays { song: "one".into(), band: Some(band.into()), plays };
        before.put(&plays).in_shard(shard).await.unwrap();
    }
    before.increment(earlier::Plays::plays("one"), 1).in_shard(0).await.unwrap();

    let music = Music::open(local.client(), "music");
    for _ in 0..9 {
        music.increment(Plays::plays("abba", "one"), 1).await.unwrap();
    }
    let total = music.total(Plays::plays("abba", "one")).consistent().await.unwrap();
    assert_eq!(total.value, 9 + 6);
    let older: Vec<_> = total.shards.iter().filter(|shard| shard.shard.is_none()).map(|shard| shard.value).collect();
    assert_eq!((older, total.shards.len()), (vec![6, 0], 10), "the other band's is not counted");
    assert_eq!(music.total(Plays::plays("queen", "one")).await.unwrap().value, 7);
    assert_eq!(music.total(Plays::plays("queen", "two")).await.unwrap().value, 0);
}

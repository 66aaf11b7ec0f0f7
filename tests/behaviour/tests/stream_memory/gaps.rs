//! Days with many items after a gap, in which many days are read at a time.

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use futures_util::StreamExt as _;
use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

use super::{canned::Canned, measured::*};

#[derive(Table)]
#[entities(Sample)]
struct Store;

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Store)]
#[pk(template = "SAMPLE#<at:day>")]
#[shard(random = 4)]
#[sk(template = "<at:s>#<place>")]
#[peak(writes_per_second = 1_000, item_bytes = 200)]
struct Sample {
    at: DateTime<Utc>,
    place: u32,
    text: String,
}

const ITEMS_OF_A_LANE: u64 = 10_000;
const GAP: i64 = 31;

fn first_day() -> DateTime<Utc> {
    "2026-01-01T00:00:00Z".parse().unwrap()
}

/// Returns a day of 40,000 items, two empty months, then days of 40,000 items again.
fn sample(lane: &str, place: u64) -> Option<(String, String)> {
    let [_, day, shard] = lane.split('#').collect::<Vec<_>>()[..] else { panic!("{lane}") };
    let midnight = day.parse::<NaiveDate>().unwrap().and_hms_opt(0, 0, 0).unwrap().and_utc();
    let is_empty = (1..=GAP).contains(&(midnight - first_day()).num_days());
    if is_empty || place >= ITEMS_OF_A_LANE {
        return None;
    }
    let second = place as i64 * 4 + shard.parse::<i64>().unwrap();
    let at = (midnight + TimeDelta::seconds(second)).format("%Y-%m-%dT%H:%M:%SZ").to_string();
    let text = "x".repeat(100);
    let attributes =
        format!(r#""_et":{{"S":"Sample"}},"at":{{"S":"{at}"}},"place":{{"N":"{place}"}},"text":{{"S":"{text}"}}"#);
    Some((format!("{at}#{place:010}"), attributes))
}

#[tokio::test]
async fn buckets_after_a_gap_share_the_memory_limit() {
    let _alone = alone().await;
    let canned = Canned::new(sample);
    let store = Store::open(canned.client(), "store");
    let mut stream = Sample::query().between(first_day()..first_day() + TimeDelta::days(90)).stream(&store);
    let work = async {
        let mut before = None;
        for _ in 0..41_000 {
            let sample = stream.next().await.unwrap().unwrap();
            assert!(before.replace(sample.at).is_none_or(|before| before < sample.at));
        }
        assert_eq!(before, Some(first_day() + TimeDelta::days(GAP + 1) + TimeDelta::seconds(999)));
    };
    let (peak, time) = peak_of(work).await;
    println!("{peak} bytes, {} requests, {:.1} s", canned.requests(), time.as_secs_f64());
    // One and a half times 32,768 items of about 900 bytes. The sixteen days after the gap have 640,000 items.
    assert!(peak < 45_000_000, "{peak} bytes");
}

//! A constant key that compiles, because its load fits one partition: `SETTINGS`.

use keywright::Entity as _;

use crate::support::platform::*;
use crate::support::stored;

#[tokio::test]
async fn constant_key_whose_peak_fits_is_one_partition() {
    let (local, platform) = platform(1).await;
    for (name, value) in [("retries", 3), ("colour", 7), ("time-out", 30)] {
        platform.put(&setting(name, value)).await.unwrap();
    }
    assert_eq!(stored::partition_keys(&platform).await, ["SETTINGS".to_owned()].into());
    local.clear_operations();
    let page = Setting::query().send(&platform).await.unwrap();
    assert_eq!(page.items, [setting("colour", 7), setting("retries", 3), setting("time-out", 30)]);
    assert_eq!((page.stats.lanes, local.requests()), (1, 1));
}

#[tokio::test]
async fn constant_index_key_whose_peak_fits_is_one_partition() {
    let (local, platform) = platform(2).await;
    for (name, team) in [("a", "web"), ("b", "core"), ("c", "web")] {
        platform.put(&Setting { team: team.into(), ..setting(name, 1) }).await.unwrap();
    }
    local.clear_operations();
    let page = Setting::by_team().then("web").newest_first().send(&platform).await.unwrap();
    assert_eq!(page.items.iter().map(|setting| setting.name.as_str()).collect::<Vec<_>>(), ["c", "a"]);
    let operations = local.operations();
    assert_eq!(operations.len(), 1);
    assert_eq!((operations[0].name.as_str(), operations[0].index.as_deref()), ("Query", Some("GSI1")));
}

#[test]
fn schema_holds_the_declared_peak() {
    let peak = Setting::SCHEMA.peak.unwrap();
    assert_eq!((peak.writes_per_second(), peak.item_bytes), (20, 300));
    assert!(Setting::SCHEMA.keys.iter().all(|key| key.allow_hot.is_none() && key.shard.is_none()));
}

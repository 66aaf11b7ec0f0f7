//! `BitConverter.ToInt32(hash) % n` is negative for half of all values, so no reader reads the writer's shard.

use keywright::{Entity, Table};
use keywright_local::Local;
use serde::{Deserialize, Serialize};

use crate::support::stored;

#[derive(Table)]
#[entities(Reading, Owned)]
struct Fleet;

#[derive(Debug, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Fleet)]
#[pk(template = "READING#<site>")]
#[shard(hash(device), count = 10)]
#[sk(template = "<device>")]
struct Reading {
    site: String,
    device: String,
}

/// An entity with the user's own hash, which returns the highest possible number.
#[derive(Debug, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Fleet)]
#[pk(template = "OWNED#<site>")]
#[shard(hash(device), count = 10, first = 1, with = highest)]
#[sk(template = "<device>")]
struct Owned {
    site: String,
    device: String,
}

fn highest(_: &str) -> u32 {
    u32::MAX
}

/// The first four bytes of the SHA-256 of the device, and the shard of ten, as computed in Python. All have the highest
/// bit set.
const DEVICES: [(&str, u32, u32); 3] =
    [("a#b", 0x8187_fc8f, 9), ("f47ac10b-58cc-4372-a567-0e02b2c3d479", 0x8f40_0c25, 1), ("sensor 42", 0x9aee_1f3b, 7)];

#[test]
fn signed_remainder_is_negative() {
    for (_, hash, shard) in DEVICES {
        assert!((hash as i32) % 10 < 0);
        assert_eq!(hash % 10, shard);
    }
}

#[tokio::test]
async fn hash_shards_are_never_negative() {
    let fleet = Local::start().open::<Fleet>("fleet").await.unwrap();
    let readings = DEVICES.map(|(device, ..)| Reading { site: "x".into(), device: device.into() });
    for reading in &readings {
        fleet.put(reading).await.unwrap();
    }
    let keys = DEVICES.map(|(.., shard)| format!("READING#x#{shard}"));
    assert_eq!(stored::partition_keys(&fleet).await, keys.into());
    assert_eq!(Reading::query("x").send(&fleet).await.unwrap().items, readings);
    for reading in readings {
        let page = Reading::query("x").then(&reading.device).send(&fleet).await.unwrap();
        assert_eq!((page.items, page.stats.lanes), (vec![reading], 1));
    }
}

#[tokio::test]
async fn custom_hash_shards_are_never_negative() {
    let fleet = Local::start().open::<Fleet>("fleet").await.unwrap();
    let owned = Owned { site: "x".into(), device: "d".into() };
    fleet.put(&owned).await.unwrap();
    // 4,294,967,295 modulo 10, counted from 1.
    assert_eq!(stored::partition_keys(&fleet).await, ["OWNED#x#6".to_owned()].into());
    assert_eq!(fleet.get(Owned::key("x", "d")).await.unwrap(), Some(owned));
}

//! Items under older table keys, and in random shards.

use std::collections::BTreeSet;

use keywright::{Entity, Handle, Table};
use keywright_local::Local;
use serde::{Deserialize, Serialize};

use super::design::{in_order, stored, text};

/// The earlier version, without a discriminator and indexes.
mod earlier {
    use super::*;

    #[derive(Table)]
    #[table(discriminator = none, launch = "gradual")]
    #[entities(Call)]
    pub struct Platform;

    #[derive(Entity, Serialize, Deserialize)]
    #[entity(table = Platform)]
    #[pk(template = "OPS_LOG#SHARD_<shard>")]
    #[shard(random = 4, first = 1)]
    #[sk(template = "<at>#<id>")]
    #[peak(writes_per_second = 1_500, item_bytes = 300)]
    pub struct Call {
        pub at: u32,
        pub id: String,
    }
}

#[derive(Table)]
#[table(launch = "gradual")]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
#[entities(Call)]
struct Platform;

/// An entity that now has ten shards, and an index that is sharded by the table key.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "OPS_LOG", legacy(template = "OPS_LOG#SHARD_<shard>", shards = 4, first = 1))]
#[shard(random = 10)]
#[sk(template = "<at>#<id>")]
#[gsi(index = "GSI1", query = all, pk = "ALL", shard(random = 5), sk = "<at>")]
#[peak(writes_per_second = 4_000, item_bytes = 300)]
struct Call {
    at: u32,
    id: String,
}

fn call(at: u32) -> Call {
    Call { at, id: format!("c{at}") }
}

async fn grown() -> (Local, Handle<Platform>) {
    let local = Local::builder().answer_inline().start();
    let today = local.open::<Platform>("platform").await.unwrap();
    let before = earlier::Platform::open(local.client(), "platform");
    for at in 0..60 {
        before.put(&earlier::Call { at, id: format!("c{at}") }).await.unwrap();
    }
    for at in 60..80 {
        today.put(&call(at)).await.unwrap();
    }
    (local, today)
}

#[tokio::test(start_paused = true)]
async fn items_keep_their_table_keys_and_enter_the_index() {
    let (_local, platform) = grown().await;
    let keys: BTreeSet<_> = stored(&platform).await.into_keys().collect();
    assert_eq!(Call::all().count(&platform).await.unwrap().items, 20);
    let report = platform.backfill::<Call>().await.unwrap();
    assert_eq!((report.matched, report.written, report.unchanged), (80, 60, 20));
    assert_eq!(stored(&platform).await.into_keys().collect::<BTreeSet<_>>(), keys);

    let found = Call::all().limit(100).send(&platform).await.unwrap().items;
    assert_eq!(found, (0..80).map(call).collect::<Vec<_>>());
    let items = in_order(&platform).await;
    let shards: BTreeSet<_> = items.iter().map(|item| text(item, "GSI1PK")).collect();
    assert_eq!(shards, (0..5).map(|shard| format!("ALL#{shard}")).collect());
    assert!(items.iter().all(|item| text(item, "_et") == "Call"));
}

#[tokio::test(start_paused = true)]
async fn repeated_backfill_keeps_index_shards() {
    let (_local, platform) = grown().await;
    let _ = platform.backfill::<Call>().await.unwrap();
    let before = stored(&platform).await;
    let again = platform.backfill::<Call>().await.unwrap();
    assert_eq!((again.written, again.unchanged), (0, 80));
    assert_eq!(stored(&platform).await, before);
}

//! The writer spells `#SHARD_7`, and a reader that loops over `#SHARD#7` finds nothing.

use std::collections::BTreeSet;

use keywright::{Entity, Item, Table};
use keywright_local::Local;
use serde::{Deserialize, Serialize};

use crate::support::stored::{self, s};

#[derive(Table)]
#[entities(Log)]
struct Logs;

#[derive(Debug, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Logs)]
#[pk(template = "LOG#SHARD_<shard>")]
#[shard(random = 8)]
#[sk(template = "<id>")]
struct Log {
    id: u32,
}

#[tokio::test]
async fn mismatched_raw_spelling_reads_nothing_silently() {
    let logs = Local::start().open::<Logs>("logs").await.unwrap();
    for shard in 0..8 {
        let put = logs.client().put_item().table_name("logs").item("SK", s("1"));
        put.item("PK", s(format!("LOG#SHARD_{shard}"))).send().await.unwrap();
    }
    let mut found: Vec<Item> = Vec::new();
    for shard in 0..8 {
        found.extend(stored::under(&logs, &format!("LOG#SHARD#{shard}")).await);
    }
    assert_eq!((found.len(), stored::items(&logs).await.len()), (0, 8));
}

#[tokio::test]
async fn reads_and_writes_share_one_shard_spelling() {
    let logs = Local::start().open::<Logs>("logs").await.unwrap();
    for shard in 0..8 {
        logs.put(&Log { id: shard }).in_shard(shard).await.unwrap();
    }
    let plan = Log::query().explain().unwrap();
    let asked: BTreeSet<_> = plan.lanes().map(|lane| lane.partition_key().to_string()).collect();
    assert_eq!(asked, stored::partition_keys(&logs).await);
    assert_eq!(asked, (0..8).map(|shard| format!("LOG#SHARD_{shard}")).collect());
    let page = Log::query().send(&logs).await.unwrap();
    assert_eq!(page.items, (0..8).map(|id| Log { id }).collect::<Vec<_>>());
}

//! A table with an append in two indexes: one is sharded by the table key, the other is not sharded.

use aws_sdk_dynamodb::{Client, config};
use chrono::{DateTime, Utc};
use keywright::{Entity, Handle, Table};
use keywright_local::{Failure, Faults, Local, Rule, Throttle};
use serde::{Deserialize, Serialize};

pub use crate::support::time::{millis, noon};

#[derive(Table)]
#[gsi(name = "BY_AGENT", pk = "AGENT", sk = "AGENT_SK", projection = "keys_only")]
#[gsi(name = "BY_DAY", pk = "DAY", sk = "DAY_SK", projection = "all")]
#[entities(OpsLog, Pair, Setting)]
pub struct Platform;

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "OPS_LOG#<at>", bucket = "day")]
#[shard(random = 10)]
#[sk(template = "<at>#<call_id>")]
#[gsi(index = "BY_AGENT", query = by_agent, pk = "AGENT#<agent>", sk = "<at>")]
#[gsi(index = "BY_DAY", query = by_day, pk = "DAY#<at:day>", sk = "<at>", shard(random = 10))]
#[peak(writes_per_second = 2_000, item_bytes = 700)]
pub struct OpsLog {
    pub at: DateTime<Utc>,
    pub call_id: String,
    pub agent: String,
}

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "PAIR#<name>")]
#[shard(random = 2)]
#[sk(template = "PAIR")]
pub struct Pair {
    pub name: String,
}

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "SETTING#<name>")]
#[sk(template = "SETTING")]
pub struct Setting {
    pub name: String,
    pub value: u32,
}

pub const TABLE: &str = "arn:aws:dynamodb:us-east-1:1:table/platform";
pub const BY_AGENT: &str = "arn:aws:dynamodb:us-east-1:1:table/platform/index/BY_AGENT";
pub const BY_DAY: &str = "arn:aws:dynamodb:us-east-1:1:table/platform/index/BY_DAY";

pub fn log(call_id: &str) -> OpsLog {
    OpsLog { at: noon(), call_id: call_id.into(), agent: "a-7".into() }
}

pub fn setting(name: &str) -> Setting {
    Setting { name: name.into(), value: 7 }
}

pub fn lane(shard: u32) -> String {
    format!("OPS_LOG#2026-06-22#{shard}")
}

/// Adds every lane of the log except that of this shard to the rule.
pub fn other_lanes(rule: Rule, shard: u32) -> Rule {
    (0..10).filter(|other| *other != shard).fold(rule, |rule, other| rule.lane(lane(other)))
}

pub fn throttled(reasons: &[(&str, &str)]) -> Failure {
    let throttle = Throttle::throttling();
    Failure::Throttled(reasons.iter().fold(throttle, |throttle, (reason, arn)| throttle.reason(*reason, *arn)))
}

/// Returns a throttle for a hot key range of the table.
pub fn hot() -> Failure {
    throttled(&[("TableWriteKeyRangeThroughputExceeded", TABLE)])
}

pub fn put_item() -> Rule {
    Rule::on(["PutItem"]).unwrap()
}

/// Creates the table on its own engine, which only the paused clock slows down.
pub async fn platform() -> (Local, Handle<Platform>) {
    platform_with(|config| config).await
}

pub async fn platform_with(change: impl FnOnce(config::Builder) -> config::Builder) -> (Local, Handle<Platform>) {
    let local = Local::builder().answer_inline().start();
    Platform::open(local.client(), "platform").create_table().await.unwrap();
    local.clear_operations();
    let client = Client::from_conf(change(local.config()).build());
    (local, Platform::open(client, "platform"))
}

/// Applies these rules from now on.
pub fn faults(local: &Local, rules: impl IntoIterator<Item = Rule>) {
    local.set_faults(rules.into_iter().fold(Faults::seeded(7), Faults::rule));
    local.clear_operations();
}

/// Returns the partition keys of the requests, in order.
pub fn asked(local: &Local) -> Vec<String> {
    local.operations().into_iter().flat_map(|operation| operation.lanes).collect()
}

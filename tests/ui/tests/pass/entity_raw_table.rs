//! A table that exists already: raw keys, another delimiter, no discriminator, keys of an older design.

#![deny(warnings)]

use chrono::{DateTime, Utc};
use keywright::{Entity, ErrorKind, Table, read::Generation};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(pk = "pk", sk = "sk", encoding = "raw", delimiter = "|", discriminator = none)]
#[entities(User, Login)]
struct Legacy;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Legacy)]
#[pk(template = "USER|<mail>")]
#[sk(template = "PROFILE")]
struct User {
    mail: String,
}

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Legacy)]
#[pk(template = "LOGIN|<at:month>", legacy(template = "LOGIN", shards = 4, first = 1))]
#[shard(random = 10)]
#[sk(template = "<at:ms>|<mail>")]
struct Login {
    at: DateTime<Utc>,
    mail: String,
}

pub(super) fn main() {
    let key = User::key("ann+1@a.b#c").to_item_key().expect("a key");
    assert_eq!(key.partition.to_string(), "USER|ann+1@a.b#c");
    let key = User::key("a|b").to_item_key().expect("nothing follows the value");
    assert_eq!(key.partition.to_string(), "USER|a|b");
    let error = User::key("").to_item_key().expect_err("an empty value");
    assert_eq!(error.kind(), ErrorKind::KeyValue);

    let at = DateTime::from_timestamp(1_782_137_106, 0).expect("an instant");
    let plan = Login::query().between(at..=at).explain().expect("a plan");
    let lanes: Vec<_> = plan.lanes().filter(|lane| lane.generation() == Generation::Legacy(0)).collect();
    let keys: Vec<String> = lanes.iter().map(|lane| lane.partition_key().to_string()).collect();
    assert_eq!(keys, ["LOGIN|1", "LOGIN|2", "LOGIN|3", "LOGIN|4"]);
    assert_eq!(plan.lanes().count(), 14);
}

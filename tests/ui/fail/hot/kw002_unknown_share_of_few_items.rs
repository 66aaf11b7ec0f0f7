// The shards are a hash of one of two values, and the key distinguishes items by no other field. More shards would not
// help.

use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(pk = "PK", sk = "SK", undeclared_share = "deny")]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "METER#<device>")]
#[shard(hash(active), count = 2)]
#[sk(template = "STATE#<active>")]
#[peak(updates = 5_000, item_bytes = 700)]
struct State {
    device: String,
    active: bool,
}

fn main() {}

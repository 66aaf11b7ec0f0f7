// One event has all writes, and one of its sections a fifth of them: 4,000 a second to one shard.

use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(launch = "gradual")]
struct Tickets;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Tickets)]
#[pk(template = "INVENTORY#<event>")]
#[shard(hash(section, top_share = 0.2), count = 24)]
#[sk(template = "<section>#<seat>")]
#[peak(writes_per_second = 20_000, item_bytes = 300, top_share = 1.0)]
struct Seat {
    event: String,
    section: String,
    seat: u32,
}

fn main() {}

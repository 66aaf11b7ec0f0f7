// The table accepts no unknown shares, and nothing says how many sections share the writes of an event.

use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(undeclared_share = "deny", launch = "gradual")]
#[entities(Seat)]
struct Tickets;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Tickets)]
#[pk(template = "INVENTORY#<event>")]
#[shard(hash(section), count = 24)]
#[sk(template = "<section>#<seat>")]
#[peak(writes_per_second = 20_000, item_bytes = 300, top_share = 1.0)]
struct Seat {
    event: String,
    section: String,
    seat: u32,
}

fn main() {}

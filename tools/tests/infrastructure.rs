//! Tests the infrastructure code of a table with every kind of index and a TTL attribute.

#[path = "infrastructure/agreement.rs"]
mod agreement;
#[path = "infrastructure/cloudformation.rs"]
mod cloudformation;
#[path = "infrastructure/create_table.rs"]
mod create_table;
#[path = "infrastructure/monitoring.rs"]
mod monitoring;
#[path = "infrastructure/settings.rs"]
mod settings;
#[path = "infrastructure/steps.rs"]
mod steps;
#[path = "infrastructure/strong_regions.rs"]
mod strong_regions;
#[path = "infrastructure/terraform.rs"]
mod terraform;

use keywright::{Entity, Table};
use keywright_tools::infrastructure::{Infrastructure, Settings};
use serde::{Deserialize, Serialize};
use serde_json::Value;

#[derive(Table)]
#[table(pk = "id", sk(name = "at", type = "N"), ttl = "ends")]
#[gsi(
    name = "ByState", pk("state", "region"), sk((name = "cents", type = "N"), "day"),
    projection = include("note", "${x}"),
)]
#[gsi(name = "ByDay", pk = "day", projection = "keys_only")]
#[lsi(name = "ByCents", sk(name = "cents", type = "N"))]
#[entities(Sale)]
struct Shop;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop)]
#[pk(template = "<id>")]
#[sk(template = "<at>")]
#[gsi(index = "ByState", query = by_state, pk("<state>", "<region>"), sk("<cents>", "<day>"))]
#[gsi(index = "ByDay", query = by_day, pk = "<day>")]
#[lsi(index = "ByCents", query = by_cents, sk = "<cents>")]
#[peak(writes_per_second = 9_000, item_bytes = 200)]
struct Sale {
    id: String,
    at: u64,
    state: String,
    region: String,
    cents: u64,
    day: String,
    #[entity(ttl)]
    ends: Option<u64>,
}

/// A table whose reads ask for warm throughput too: each visits 12 lanes.
#[derive(Table)]
#[entities(Post)]
struct Feed;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Feed)]
#[pk(template = "FEED#<topic>")]
#[shard(random = 12)]
#[sk(template = "<at>#<id>")]
#[peak(writes_per_second = 4_100, item_bytes = 200, reads_per_second = 2_500)]
struct Post {
    topic: String,
    at: u64,
    id: String,
}

#[derive(Table)]
#[entities(Note)]
struct Notes;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Notes)]
#[pk(template = "NOTE#<id>")]
#[sk(template = "NOTE")]
struct Note {
    id: String,
}

/// Returns the infrastructure of a table with these settings, as JSON.
fn with(settings: Value) -> Infrastructure {
    Infrastructure::new::<Shop>("shop", Settings::from_json(&settings.to_string()).unwrap()).unwrap()
}

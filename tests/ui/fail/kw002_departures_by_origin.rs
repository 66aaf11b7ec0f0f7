// The first design that comes to mind: a partition for each airport. Three partition keys carry 3,000 WCU/s together,
// and the peak is 5,000.

use chrono::{DateTime, Utc};
use keywright::{Entity, KeyEnum, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Departures;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Departures)]
#[pk(template = "ORIGIN#<origin>")]
#[sk(template = "<scheduled_at:s>#<carrier>#<flight>")]
#[peak(writes_per_second = 5_000, item_bytes = 300)]
struct Departure {
    origin: Airport,
    scheduled_at: DateTime<Utc>,
    carrier: String,
    flight: u16,
}

#[derive(KeyEnum, Serialize, Deserialize)]
enum Airport {
    EWR,
    JFK,
    LGA,
}

fn main() {}

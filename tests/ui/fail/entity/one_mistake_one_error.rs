// The misspelt field is the mistake. Neither the list of the table nor who calls the functions is told more.

use chrono::{DateTime, Utc};
use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
#[entities(Threat)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "THREAT#<brnad>")]
#[sk(template = "ALERT#<at>#<id>")]
#[gsi(index = "GSI1", query = by_id, pk = "ID#<id>", sk = "<at>")]
struct Threat {
    brand: String,
    at: DateTime<Utc>,
    id: String,
}

fn main() {
    let now = Utc::now();
    let _ = Threat::key("abc", now, "t-17");
    let _ = Threat::query("abc").between(..now).limit(10);
    let _ = Threat::by_id("t-17").newest_first();
}

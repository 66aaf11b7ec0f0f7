//! silent: an index by birthday; all writes of a moment may hit one date, and the declared peak fits that.

use chrono::NaiveDate;
use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "CONTACT#<id>")]
#[sk(template = "CONTACT")]
#[gsi(index = "GSI1", query = born_on, pk = "BIRTHDAY#<birthday>", sk = "<id>")]
#[peak(writes_per_second = 20, item_bytes = 300)]
struct Contact {
    id: String,
    name: String,
    birthday: NaiveDate,
}

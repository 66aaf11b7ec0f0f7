//! silent: a small back office; one status carries all of the declared peak, whichever takes it.

use chrono::{DateTime, Utc};
use keywright::{Entity, KeyEnum, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "TICKET#<id>")]
#[sk(template = "TICKET")]
#[gsi(index = "GSI1", query = by_status, pk = "STATUS#<status>", sk = "<opened>#<id>")]
#[peak(writes_per_second = 5, item_bytes = 700)]
struct Ticket {
    id: String,
    status: Status,
    opened: DateTime<Utc>,
}

#[derive(KeyEnum, Serialize, Deserialize)]
enum Status {
    Open,
    Waiting,
    Solved,
    Closed,
}

//! silent: messages by room and day; a day together with a room is not hot.

use chrono::{DateTime, Utc};
use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "ROOM#<room>#<at:day>")]
#[sk(template = "<at>#<id>")]
struct Message {
    room: String,
    at: DateTime<Utc>,
    id: String,
    author: String,
    text: String,
}

//! silent: a registry of devices, by owner in an index; both keys have unknown values.

use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "DEVICE#<serial>")]
#[sk(template = "DEVICE")]
#[gsi(index = "GSI1", query = of_owner, pk = "OWNER#<owner>", sk = "DEVICE#<serial>")]
#[peak(writes_per_second = 60, item_bytes = 400)]
struct Device {
    serial: String,
    owner: String,
    model: String,
    firmware: u32,
}

//! silent: settings per tenant; a key of unknown values is judged by a declared share only.

use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "TENANT#<tenant>")]
#[sk(template = "SETTING#<name>")]
#[peak(writes_per_second = 40, item_bytes = 400, top_share = 0.2)]
struct TenantSetting {
    tenant: String,
    name: String,
    value: String,
}

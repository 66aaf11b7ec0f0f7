// The older key of one membership is the current key of another, with user and organization exchanged.

use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "M#<user>#<org>", legacy(template = "M#<org>#<user>"))]
#[sk(template = "MEMBERSHIP")]
struct Membership {
    user: String,
    org: String,
}

fn main() {}

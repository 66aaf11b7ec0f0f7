// A condition compares attributes, and `user` is stored in the key only.

use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "USER#<user>")]
#[sk(template = "PROFILE")]
struct Profile {
    #[entity(key_only)]
    user: String,
    name: String,
}

fn main() {
    let _ = Profile::USER.path();
}

// The sentinel would hold the mail as the struct does, and the item in lower case: two items would have one mail.

use keywright::{Entity, Table};
use serde::{Deserialize, Serialize, Serializer};

#[derive(Table)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "USER#<id>")]
#[sk(template = "PROFILE")]
struct User {
    id: u32,
    #[entity(unique)]
    #[serde(serialize_with = "lower")]
    email: String,
}

fn lower<S: Serializer>(email: &str, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(&email.to_lowercase())
}

fn main() {}

// The sentinel would hold the mail as the struct does, and the item as `Stored` does: two items would have one mail.

use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Platform;

#[derive(Clone, Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "USER#<id>")]
#[sk(template = "PROFILE")]
#[serde(into = "Stored")]
struct User {
    id: u32,
    #[entity(unique)]
    email: String,
}

#[derive(Serialize)]
struct Stored {
    id: u32,
    email: String,
}

impl From<User> for Stored {
    fn from(user: User) -> Self {
        Self { id: user.id, email: user.email.to_lowercase() }
    }
}

fn main() {}

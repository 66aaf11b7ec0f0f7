// The same of a table and an entity inside a function.

use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

fn main() {
    #[derive(Table)]
    #[entities()]
    struct Platform;

    #[derive(Entity, Serialize, Deserialize)]
    #[entity(table = Platform)]
    #[pk(template = "USER#<id>")]
    #[sk(template = "USER")]
    struct User {
        id: String,
    }
}

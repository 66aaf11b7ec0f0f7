// Neither key has a field, so that all there is is one item: random shards would hold copies of it.

use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Site;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Site)]
#[pk(template = "FRONTPAGE")]
#[sk(template = "FRONTPAGE")]
struct FrontPage {
    deals: Vec<String>,
}

fn main() {}

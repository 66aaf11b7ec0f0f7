// A query needs a key to ask for.

use keywright::{Collection, Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Collection)]
enum CustomerItem {}

fn main() {}

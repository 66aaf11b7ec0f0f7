// One attribute cannot hold the entity's name and a key.

use keywright::Table;

#[derive(Table)]
#[table(discriminator = "kind")]
#[gsi(name = "GSI1", pk = "kind", sk = "GSI1SK")]
struct Platform;

fn main() {}

// `discriminater` is not an option; `discriminator` is.

use keywright::Table;

#[derive(Table)]
#[table(pk = "PK", sk = "SK", discriminater = "type")]
struct Platform;

fn main() {}

// The seconds would stand where the key does.

use keywright::Table;

#[derive(Table)]
#[table(pk = "PK", sk = "expires_at", ttl = "expires_at")]
struct Platform;

fn main() {}

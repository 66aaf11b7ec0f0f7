// `ttl` is an option of a later version; the message says what to do until then.

use keywright::Table;

#[derive(Table)]
#[table(ttl = "expires")]
struct Platform;

fn main() {}

// The name of an attribute is a string, as in the table itself.

use keywright::Table;

#[derive(Table)]
#[table(pk = deviceId)]
struct Platform;

fn main() {}

// The list names a struct that is not an entity.

use keywright::Table;

#[derive(Table)]
#[entities(OpsLog)]
struct Platform;

struct OpsLog;

fn main() {}

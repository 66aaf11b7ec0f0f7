// The entities stand in parentheses, also a single one.

use keywright::{Schema, Table};

#[derive(Table)]
struct Platform;

struct OpsLog;

#[derive(Schema)]
#[schema(table = Platform, entities = OpsLog)]
struct PlatformSchema;

fn main() {}

// `table` names a struct that is no table.

use keywright::Schema;

struct Platform;

#[derive(Schema)]
#[schema(table = Platform, entities())]
struct PlatformSchema;

fn main() {}

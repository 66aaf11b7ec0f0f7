// `table` names a struct that is not a table.

use keywright::Schema;

struct Platform;

#[derive(Schema)]
#[schema(table = Platform, entities())]
struct PlatformSchema;

fn main() {}

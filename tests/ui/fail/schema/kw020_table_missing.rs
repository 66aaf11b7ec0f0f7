// A list of entities belongs to a table.

use keywright::Schema;

#[derive(Schema)]
#[schema(entities())]
struct PlatformSchema;

fn main() {}

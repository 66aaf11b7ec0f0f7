// A case is stored in the archive, which is another crate's table.

#[derive(keywright::Schema)]
#[schema(table = platform::Platform, entities(ops::OpsLog, brand::archive::Case))]
struct PlatformSchema;

fn main() {}

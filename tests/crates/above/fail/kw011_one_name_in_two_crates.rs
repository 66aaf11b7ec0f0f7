// Two crates have a note: nothing on an item would tell the two apart.

#[derive(keywright::Schema)]
#[schema(table = platform::Platform, entities(ops::clashing::Note, brand::clashing::Note))]
struct PlatformSchema;

fn main() {}

// Two crates have a note, and nothing in an item would distinguish them.

#[derive(keywright::Schema)]
#[schema(table = platform::Platform, entities(ops::clashing::Note, brand::clashing::Note))]
struct PlatformSchema;

fn main() {}

// Without `#[schema(..)]` nothing is listed.

use keywright::Schema;

#[derive(Schema)]
struct PlatformSchema;

fn main() {}

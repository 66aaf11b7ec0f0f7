// Each crate's peak fits on one partition key, but both are on the same key.

#[derive(keywright::Schema)]
#[schema(table = platform::Platform, entities(ops::clashing::Heartbeat, brand::clashing::Probe))]
struct PlatformSchema;

fn main() {}

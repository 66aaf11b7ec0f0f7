// Each crate's peak fits one partition key, and both are on the same one.

#[derive(keywright::Schema)]
#[schema(table = platform::Platform, entities(ops::clashing::Heartbeat, brand::clashing::Probe))]
struct PlatformSchema;

fn main() {}

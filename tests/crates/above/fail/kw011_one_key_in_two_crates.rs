// A finding of the kind "INCIDENT" and an incident of another crate could have the same key.

#[derive(keywright::Schema)]
#[schema(table = platform::Platform, entities(ops::clashing::Incident, brand::Threat, brand::clashing::Finding))]
struct PlatformSchema;

fn main() {}

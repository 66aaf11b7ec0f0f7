//! The list of the table's entities, in the crate that depends on all of their crates.

/// Everything the platform stores.
#[derive(keywright::Schema)]
#[schema(table = platform::Platform, entities(ops::OpsLog, brand::Threat))]
pub struct PlatformSchema;

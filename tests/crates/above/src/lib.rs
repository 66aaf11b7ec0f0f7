//! The list of the table's entities, in the crate that sees them all.

/// Everything the platform stores.
#[derive(keywright::Schema)]
#[schema(table = platform::Platform, entities(ops::OpsLog, brand::Threat))]
pub struct PlatformSchema;

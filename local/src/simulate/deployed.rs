//! The warm throughput of the generated templates.

use keywright::load;
use keywright::schema::EntitySchema;

/// Returns the write units per second that the templates set for the table or an index. `None` if a new table's
/// suffice.
pub(super) fn warm_write_units(entities: &[&EntitySchema], index: Option<&str>) -> Option<u64> {
    load::warm_throughput(entities, index).write_units
}

//! The warm throughput of the generated templates.

use keywright::load;
use keywright::schema::EntitySchema;

/// The write units a second that the templates ask for, for the table or an index. `None` where a new table's are
/// enough.
pub(super) fn warm_write_units(entities: &[&EntitySchema], index: Option<&str>) -> Option<u64> {
    load::warm_throughput(entities, index).write_units
}

//! The warm throughput of the generated templates.

use keywright::load;
use keywright::physics::limits::PARTITION_WRITE_UNITS;
use keywright::schema::EntitySchema;

/// Returns the write units per second of the partitions that the templates request for the table or an index, for
/// writes and for reads. `None` if a new table's suffice.
pub(super) fn warm_write_units(entities: &[&EntitySchema], index: Option<&str>) -> Option<u64> {
    let warm = load::warm_throughput(entities, index);
    warm.is_needed().then(|| warm.partitions().saturating_mul(PARTITION_WRITE_UNITS))
}

//! The shards that are in use if a key contains only a part of its time.

use super::{
    KeyValue,
    bucket::{equivalent_range, span},
    design::time_of,
};
use crate::schema::{EntitySchema, KeySchema, Segment, Sharding};

/// Returns the shard counts at all times that the key writes like this one, in ascending order: one count if the key
/// contains the whole time. If the time is not known, returns only the last count.
pub(crate) fn counts_in_force<'v>(
    entity: &EntitySchema,
    key: &KeySchema,
    sharding: &Sharding,
    value: &dyn Fn(u8) -> Option<KeyValue<'v>>,
) -> Vec<u32> {
    let (Some(field), Some(time)) = (key.time_field(entity), time_of(entity, key, value)) else {
        return vec![sharding.last_count()];
    };
    let templates = [Some(&key.partition), key.sort.as_ref()].into_iter().flatten();
    let forms = templates.flat_map(|template| template.segments).filter_map(|segment| match *segment {
        Segment::Field { field: of, form, .. } if of == field => Some(form),
        _ => None,
    });
    let times = forms.map(|form| equivalent_range(form, time)).reduce(|all, times| all.intersected(times));
    let (first, last) = times.map_or((time, time), |times| span(&times));
    sharding.counts_between(first, last)
}

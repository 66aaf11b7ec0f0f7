//! The peaks of all entities together on a table or an index, against its quota.

use super::{KeyLoad, sums::same_index};
use crate::{physics::placement::BACKGROUND_HEADROOM, schema::EntitySchema};

/// Whether the declared peaks of all entities together exceed the quota of the table or of one of its indexes, where
/// none does alone.
pub(crate) const fn sum_exceeds_quota(entities: &[&EntitySchema]) -> bool {
    let [first, ..] = entities else { return false };
    let indexes = first.table.indexes;
    let mut exceeds = sum_exceeds_quota_of(entities, None);
    let mut at = 0;
    while at < indexes.len() {
        exceeds = exceeds || sum_exceeds_quota_of(entities, Some(indexes[at].name));
        at += 1;
    }
    exceeds
}

const fn sum_exceeds_quota_of(entities: &[&EntitySchema], index: Option<&str>) -> bool {
    let quota = entities[0].table.quota as f64;
    let mut sum = 0.0;
    let mut at = 0;
    while at < entities.len() {
        let units = units_in(entities[at], index);
        if units > quota {
            return false;
        }
        sum += units;
        at += 1;
    }
    sum > quota
}

/// The write units a second of an entity in the table or an index. Keys that are placed once are not quite even.
const fn units_in(entity: &EntitySchema, index: Option<&str>) -> f64 {
    let mut units = 0.0;
    let mut place = 0;
    while place < entity.keys.len() {
        if same_index(entity.keys[place].index, index)
            && let Some(load) = KeyLoad::of_any(entity, place)
        {
            let load = load.with_local();
            if let Some(peak) = load.peak {
                let of_key = load.units_in_place(&peak) as f64;
                units += if load.roll_over().is_some() { of_key } else { of_key * BACKGROUND_HEADROOM };
            }
        }
        place += 1;
    }
    units
}

//! Adds up the declared reads of several entities that are read by one partition key, separately for the table and for
//! each index.

use super::{
    Readers,
    reads::declares_reads,
    sums::{may_share_keys, share_keys},
};
use crate::{physics::limits::PARTITION_READ_UNITS, schema::EntitySchema};

/// The declared reads of several entities on one partition key.
#[derive(Clone, Copy)]
pub(crate) struct ReadSum<'a> {
    /// The reads of the entity with which the sum exceeds the limit.
    pub(crate) readers: Readers<'a>,
    /// The fewest read units per second on the most frequently read partition key.
    pub(crate) on_one_key: f64,
}

/// The sum that exceeds the limit of a partition with the entity at position `at`, although each part alone fits.
pub(crate) const fn read_sum_at<'a>(entities: &[&'a EntitySchema], at: usize) -> Option<ReadSum<'a>> {
    if at >= entities.len() {
        return None;
    }
    let fits = PARTITION_READ_UNITS as f64;
    let mut place = 0;
    while place < entities[at].keys.len() {
        if has_peers(entities, at, place)
            && let Some(readers) = Readers::of(entities[at], place)
        {
            let own = readers.least_units();
            let mut others = 0.0;
            let mut other = 0;
            while other < at {
                if let Some(theirs) = sharing_readers(entities[other], &readers) {
                    others += theirs.least_units();
                }
                other += 1;
            }
            if own <= fits && others <= fits && own + others > fits {
                return Some(ReadSum { readers, on_one_key: own + others });
            }
        }
        place += 1;
    }
    None
}

/// Quickly checks whether reads of this key are declared, and those of an earlier entity that may have these partition
/// keys.
const fn has_peers(entities: &[&EntitySchema], at: usize, place: usize) -> bool {
    if !declares_reads(entities[at], place) {
        return false;
    }
    let mut other = 0;
    while other < at {
        let mut theirs = 0;
        while theirs < entities[other].keys.len() {
            if may_share(entities[other], theirs, entities[at], place) {
                return true;
            }
            theirs += 1;
        }
        other += 1;
    }
    false
}

const fn may_share(a: &EntitySchema, of_a: usize, b: &EntitySchema, of_b: usize) -> bool {
    declares_reads(a, of_a) && may_share_keys(&a.keys[of_a], &b.keys[of_b])
}

/// The declared reads of another entity by these partition keys.
pub(crate) const fn sharing_readers<'a>(entity: &'a EntitySchema, readers: &Readers<'_>) -> Option<Readers<'a>> {
    let load = &readers.load;
    let mut place = 0;
    while place < entity.keys.len() {
        if may_share(entity, place, load.key.entity, load.place)
            && let Some(shared) = Readers::of(entity, place)
            && share_keys(&shared.load, load)
        {
            return Some(shared);
        }
        place += 1;
    }
    None
}

#[cfg(test)]
mod tests;

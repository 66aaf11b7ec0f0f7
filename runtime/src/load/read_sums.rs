//! Adds up the declared reads of several entities that are read by one partition key, separately for the table and for
//! each index.

use super::{
    Readers,
    reads::declares_reads,
    sums::{same_index, same_shape},
};
use crate::{
    physics::limits::PARTITION_READ_UNITS,
    schema::EntitySchema,
    template::{
        declared_key::DeclaredKey,
        overlap::{begin_apart, overlaps},
    },
};

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
    declares_reads(a, of_a)
        && same_index(a.keys[of_a].index, b.keys[of_b].index)
        && !begin_apart(&a.keys[of_a].partition, &b.keys[of_b].partition)
}

/// The declared reads of another entity by these partition keys.
pub(crate) const fn sharing_readers<'a>(entity: &'a EntitySchema, readers: &Readers<'_>) -> Option<Readers<'a>> {
    let load = &readers.load;
    let mut place = 0;
    while place < entity.keys.len() {
        if may_share(entity, place, load.key.entity, load.place)
            && let Some(declared) = DeclaredKey::of(entity, place)
            && overlaps(&declared.partition_part(), &load.key.partition_part())
            && let Some(shared) = Readers::of(entity, place)
        {
            let known = shared.load.cardinality.values().is_some() && load.cardinality.values().is_some();
            let (theirs, ours) = (&entity.keys[place].partition, &load.key.key.partition);
            if known || same_shape(entity, theirs, load.key.entity, ours) {
                return Some(shared);
            }
        }
        place += 1;
    }
    None
}

#[cfg(test)]
mod tests;

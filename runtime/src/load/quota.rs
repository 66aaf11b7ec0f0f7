//! Compares the peaks of all entities on a table or an index with its quotas, those of writes and of reads.

use super::{
    launch::is_launched_at_peak,
    placed::{Moment, Placed},
    placed_reads::{PlacedReads, partitions_of_quotas},
    reads::declared_read_units,
    sums::sum_at,
};
use crate::{physics::limits::PARTITION_WRITE_UNITS, schema::EntitySchema};

/// The most entities that are compared in pairs. More would take too long in constant evaluation.
const MAX_COMPARED: usize = 12;

/// Whether the warm throughput for the declared peaks of all entities together, as computed by
/// [`warm_throughput`](super::warm_throughput), exceeds the quota of the table or of one of its indexes, although no
/// single entity's does.
pub(crate) const fn sum_exceeds_quota(entities: &[&EntitySchema]) -> bool {
    sum_exceeds_somewhere(entities, Moment::RollOver) && !has_refused_sum(entities)
}

/// Like [`sum_exceeds_quota`], for the launch of the table at its peak, if the quota suffices after it.
pub(crate) const fn sum_exceeds_quota_at_launch(entities: &[&EntitySchema]) -> bool {
    let [first, ..] = entities else { return false };
    is_launched_at_peak(first.table)
        && sum_exceeds_somewhere(entities, Moment::Launch)
        && !sum_exceeds_somewhere(entities, Moment::RollOver)
        && !has_refused_sum(entities)
}

const fn sum_exceeds_somewhere(entities: &[&EntitySchema], moment: Moment) -> bool {
    let [first, ..] = entities else { return false };
    let indexes = first.table.indexes;
    let mut exceeds = sum_exceeds_quota_of(entities, None, moment);
    let mut at = 0;
    while at < indexes.len() {
        exceeds = exceeds || sum_exceeds_quota_of(entities, Some(indexes[at].name), moment);
        at += 1;
    }
    exceeds
}

/// Whether several entities together exceed the limit of one key, which is a separate error. Not checked in long lists.
const fn has_refused_sum(entities: &[&EntitySchema]) -> bool {
    let mut at = 0;
    while at < entities.len() && entities.len() <= MAX_COMPARED {
        if sum_at(entities, at).is_some() {
            return true;
        }
        at += 1;
    }
    false
}

const fn sum_exceeds_quota_of(entities: &[&EntitySchema], index: Option<&str>, moment: Moment) -> bool {
    if exceed_quota(entities, index, moment) { !one_exceeds_quota(entities, index, moment) } else { false }
}

const fn one_exceeds_quota(entities: &[&EntitySchema], index: Option<&str>, moment: Moment) -> bool {
    let mut at = 0;
    while at < entities.len() {
        if exceed_quota(&[entities[at]], index, moment) {
            return true;
        }
        at += 1;
    }
    false
}

/// Whether the partitions of the quota do not suffice for these entities.
const fn exceed_quota(entities: &[&EntitySchema], index: Option<&str>, moment: Moment) -> bool {
    let partitions = entities[0].table.quota / PARTITION_WRITE_UNITS;
    !Placed::of(entities, index, moment).hold_on(if partitions == 0 { 1 } else { partitions })
}

/// Whether the declared reads of all entities together exceed the quota of read units of the table or of one of its
/// indexes, although no single entity's do.
pub(crate) const fn sum_exceeds_read_quota(entities: &[&EntitySchema]) -> bool {
    let [first, ..] = entities else { return false };
    let indexes = first.table.indexes;
    let mut exceeds = sum_exceeds_read_quota_of(entities, None);
    let mut at = 0;
    while at < indexes.len() {
        exceeds = exceeds || sum_exceeds_read_quota_of(entities, Some(indexes[at].name));
        at += 1;
    }
    exceeds
}

const fn sum_exceeds_read_quota_of(entities: &[&EntitySchema], index: Option<&str>) -> bool {
    if !reads_exceed_quota(entities, index) && !reads_share_partitions(entities, index) {
        return false;
    }
    let mut at = 0;
    while at < entities.len() {
        if reads_exceed_quota(&[entities[at]], index) || reads_share_partitions(&[entities[at]], index) {
            return false;
        }
        at += 1;
    }
    true
}

/// Whether the declared reads of new keys throttle because several of them share a partition, with as many partitions
/// as the quotas of the table allow: at a roll-over or, if the table may be launched at its peak, at its launch.
pub(crate) const fn reads_share_partitions(entities: &[&EntitySchema], index: Option<&str>) -> bool {
    let [first, ..] = entities else { return false };
    let partitions = partitions_of_quotas(first.table);
    !PlacedReads::of(entities, index, Moment::RollOver).hold_on(partitions)
        || is_launched_at_peak(first.table) && !PlacedReads::of(entities, index, Moment::Launch).hold_on(partitions)
}

/// Whether the declared reads of these entities on an index or, with `None`, on the table exceed the table's quota of
/// read units.
pub(crate) const fn reads_exceed_quota(entities: &[&EntitySchema], index: Option<&str>) -> bool {
    let [first, ..] = entities else { return false };
    declared_read_units(entities, index) > first.table.read_quota as f64
}

#[cfg(test)]
mod tests;

//! The warnings that a reviewer would write about a key whose load fits: too many shards, frequent bad roll-overs, a
//! peak that `allow_hot` cannot mean, and the load on an older key.

use crate::{
    load::{KeyLoad, Span, Verdict, carried, rounded_shards},
    physics::limits::NEW_TABLE_PARTITIONS,
    schema::{KeySchema, LegacyKey},
};

/// A key with more than this many times the shards that its load needs is reported: each read visits all of them.
const TOO_MANY: u64 = 10;

/// A load of more than this many times the limit does not "stay small".
const FAR_TOO_HOT: u64 = 10;

/// The accepted number of roll-overs a day that overload a partition.
const BAD_ROLL_OVERS_A_DAY: f64 = 0.1;

const SECONDS_OF_A_DAY: f64 = 86_400.0;

/// The number of shards that would suffice, if the key has more than ten times as many. Otherwise 0.
///
/// Shards may have other reasons than the declared writes: reads, the size of a partition with a local index, and
/// growth that `grow` declares. Then nothing is reported.
pub(super) const fn sufficient_shards(load: &KeyLoad<'_>) -> usize {
    let (Some(peak), Some(shard), Some(declared)) = (load.peak, load.key.key.shard, load.key.peak()) else { return 0 };
    let has_other_reasons = declared.reads_per_second.is_some()
        || declared.reads.is_some()
        || !shard.grow.is_empty()
        || load.key.key.index.is_none() && !load.key.entity.table.local_indexes.is_empty();
    if has_other_reasons {
        return 0;
    }
    let mut needed = load.on_one(&peak, 1.0).shards();
    let pairs = load.pairs();
    let mut at = 0;
    // More shards need less warm throughput, down to that of a new table.
    while at < pairs.len()
        && let Some(pair) = pairs[at]
    {
        needed = if pair.shards > needed { pair.shards } else { needed };
        at = if pair.partitions <= NEW_TABLE_PARTITIONS { pairs.len() } else { at + 1 };
    }
    match rounded_shards(load, needed) {
        Some(needed) if shard.count as u64 > TOO_MANY * needed => needed as usize,
        _ => 0,
    }
}

/// Whether more than one roll-over in ten days overloads a partition, with this many shards and the partitions that the
/// template of a table with this key alone requests. Keys of a second are not judged: retries outlast an overload of a
/// second.
pub(super) const fn has_bad_roll_overs(load: &KeyLoad<'_>, shards: u64) -> bool {
    let (Some(peak), Some(span)) = (load.peak, load.roll_over()) else { return false };
    let new = load.new_keys_over(&peak, shards);
    let Some(partitions) = new.partitions() else { return false };
    let partitions = if partitions < NEW_TABLE_PARTITIONS { NEW_TABLE_PARTITIONS } else { partitions };
    matches!(span, Span::Bucket(_))
        && new.overload_probability(partitions) * SECONDS_OF_A_DAY / span.seconds() as f64 > BAD_ROLL_OVERS_A_DAY
}

/// Whether the declared peak is more than ten times what the keys carry.
pub(super) const fn is_far_too_hot(load: &KeyLoad<'_>) -> bool {
    let Some(peak) = load.peak else { return false };
    let (units, keys) = match load.verdict() {
        Verdict::Overloaded { keys } => (load.even(&peak).units_per_second, keys),
        Verdict::Popular if load.overloads_a_shard(&peak) => (load.popular_hashed(&peak).units_per_second, 1),
        Verdict::Popular => (load.popular_key(&peak).units_per_second, load.shards.reached()),
        Verdict::Fine | Verdict::Undeclared => return false,
    };
    units > carried(keys).saturating_mul(FAR_TOO_HOT)
}

/// Whether the key under which items are written until `since` cannot carry the declared peak.
pub(super) const fn overloads_older_key(load: &KeyLoad<'_>) -> bool {
    let Some(older) = key_until_since(load.key.key) else { return false };
    matches!(load.under(older).verdict(), Verdict::Overloaded { .. } | Verdict::Popular)
}

/// The newest of the older keys of a key with `since`.
const fn key_until_since(key: &KeySchema) -> Option<&LegacyKey> {
    match (key.since, key.legacy) {
        (Some(_), [newest, ..]) => Some(newest),
        _ => None,
    }
}

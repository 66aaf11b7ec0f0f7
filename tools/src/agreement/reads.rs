//! Compares the declared reads: the compiler's report, the plan, the documentation and the templates.

use std::panic::{AssertUnwindSafe, catch_unwind};

use keywright::{
    check,
    load::peak_units,
    physics::limits::{NEW_TABLE_READ_UNITS, PARTITION_READ_UNITS},
    schema::{Launch, PeakReads, ShardBy},
};

use super::Key;
use crate::{
    access_patterns::{ReadKind, access_patterns_of},
    infrastructure::Infrastructure,
    plan::plan_of,
};

/// The compiler's report on the reads of a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ReadVerdict {
    pub(super) is_error: bool,
    /// The number of reads of the newest items that fit. 0 if all do.
    newest_that_fit: usize,
    above_quota: bool,
    shares_partitions: bool,
}

impl ReadVerdict {
    pub(super) fn of(key: &Key<'_>) -> Self {
        let (entity, place) = (key.entity, key.place);
        Self {
            is_error: catch_unwind(AssertUnwindSafe(|| check::readers(entity, place))).is_err(),
            newest_that_fit: check::newest_that_fit(entity, place),
            above_quota: check::reads_above_quota(entity, place),
            shares_partitions: check::reads_share_partitions(entity, place),
        }
    }

    pub(super) fn is_silent(self) -> bool {
        self == Self { is_error: false, newest_that_fit: 0, above_quota: false, shares_partitions: false }
    }
}

pub(super) fn agrees(key: &Key<'_>) {
    let (entity, place) = (key.entity, key.place);
    let (verdict, index) = (ReadVerdict::of(key), entity.keys[place].index);
    let total = peak_units(&[entity], index).read_units;
    let exceeds = total > entity.table.read_quota as f64;
    let planned = plan_of(entity.table, &[entity]).places;
    let planned = planned.iter().find(|planned| planned.index == index).unwrap();
    assert_eq!(planned.exceeds_read_quota, exceeds, "{:?}", key.case);
    // Keys of a new bucket or table can need more partitions than the mean does.
    let (least, most) = ((total.ceil() as u64).min(entity.table.read_quota), entity.table.read_quota);
    let asked = planned.warm_rcu.unwrap_or(NEW_TABLE_READ_UNITS);
    assert!(asked >= least && asked <= most.max(NEW_TABLE_READ_UNITS), "{asked}, {total}: {:?}", key.case);
    assert!(planned.warm_rcu.is_none_or(|units| units > NEW_TABLE_READ_UNITS), "{:?}", key.case);
    let is_new = total > 0.0 && (key.has_roll_over() || entity.table.launch == Launch::Full);
    assert!(is_new || asked == least.max(NEW_TABLE_READ_UNITS), "{asked}, {total}: {:?}", key.case);
    assert_eq!(warm(key), planned.warm_rcu, "{:?}", key.case);
    assert!(!verdict.above_quota || exceeds, "{verdict:?}, {total}: {:?}", key.case);
    if exceeds {
        assert!(!verdict.is_silent(), "{total}: {:?}", key.case);
    }

    let patterns = access_patterns_of(entity.table, &[entity], "table");
    let documented =
        |kind| patterns.entities[0].reads.iter().find(move |read| read.kind == kind && read.index == index);
    let query = documented(ReadKind::Query);
    let Some(reads) = entity.declared_reads(place) else {
        assert!(verdict.is_silent() && total == 0.0, "{verdict:?}: {:?}", key.case);
        assert!(query.is_none_or(|query| query.reads_per_second.is_none()));
        return;
    };
    let units = entity.read_units(place, &reads).unwrap();
    let sum = reads.queries as f64 * units.query + reads.gets as f64 * units.get;
    assert!((sum - total).abs() <= 1e-9 * total, "{sum}, in all {total}: {:?}", key.case);
    if let Some(query) = query {
        assert_eq!(query.reads_per_second, Some(reads.queries).filter(|rate| *rate > 0));
        assert_eq!(query.declared_rcu.unwrap_or_default(), reads.queries as f64 * units.query);
    }
    if let Some(get) = documented(ReadKind::Key).filter(|_| index.is_none()) {
        assert_eq!(get.reads_per_second, Some(reads.gets).filter(|rate| *rate > 0));
        assert_eq!(get.declared_rcu.unwrap_or_default(), reads.gets as f64 * units.get);
    }
    // All reads are of the only value of a key without fields. Of a time that follows the clock, too.
    let spread = entity.spread(place).unwrap();
    let peak = entity.keys[place].peak.or(entity.peak);
    let follows_clock = reads.top_share.is_none() && peak.is_none_or(|peak| peak.top_share.is_none());
    let is_one = spread.values == Some(1) && (follows_clock || key.case.key(place).varying.is_empty());
    if let Some(units) = units_of_one_key(key, &reads).filter(|_| is_one) {
        assert_eq!(verdict.is_error, units > PARTITION_READ_UNITS as f64, "{units}: {:?}", key.case);
    }
}

/// Returns the units per second of each partition key if all reads are of one value. `None` if it is not declared what
/// they read.
fn units_of_one_key(key: &Key<'_>, reads: &PeakReads) -> Option<f64> {
    let (entity, place) = (key.entity, key.place);
    let of_key = &entity.keys[place];
    let peak = if of_key.index.is_some() { of_key.peak? } else { entity.peak? };
    peak.reads?;
    let units = entity.read_units(place, reads)?;
    let lanes = match of_key.shard {
        // The shards of a few hashed values are not all reached.
        Some(shard) if matches!(shard.by, ShardBy::Hash { .. }) => entity.spread(place)?.shards,
        _ => 1,
    };
    Some(reads.queries as f64 * units.query_per_lane + reads.gets as f64 * units.get_per_lane / lanes as f64)
}

/// Returns the read units that the input of CreateTable requests.
fn warm(key: &Key<'_>) -> Option<u64> {
    let template = Infrastructure::safe(key.entity.table, &[key.entity], "table").create_table();
    let of = match key.entity.keys[key.place].index {
        None => &template,
        Some(name) => {
            let indexes = template["GlobalSecondaryIndexes"].as_array()?;
            indexes.iter().find(|index| index["IndexName"] == name)?
        }
    };
    of["WarmThroughput"]["ReadUnitsPerSecond"].as_u64()
}

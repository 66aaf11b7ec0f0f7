//! Makes the lanes of a plan: by bucket, shard and generation.

mod active_shards;
mod count;
mod parts;

use std::{borrow::Cow, collections::BTreeMap, sync::Arc};

use self::parts::Part;
use super::resolve::Design;
use crate::{
    Error, ErrorKind, Result,
    key::{
        self, KeyScalar, KeyValue, Timestamp,
        bucket::{self, Period},
        range::ValueRange,
    },
    read::{
        cursor::{Resolved, malformed},
        direction::Direction,
        interval::Interval,
        lane::{Generation, Group, Lane},
        spec::QuerySpec,
    },
    schema::{Sharding, Template},
};

/// The maximum number of lanes that a message suggests for `max_lanes`. Larger numbers are not counted exactly.
const REASONABLE_LANES: usize = 100_000;

/// The maximum value of `max_lanes`. Larger values are reduced to it, so that planning always ends.
const MAX_LANES: usize = 1_000_000;

/// The inputs from which the groups of a plan are made. Each group is made when it is read.
#[derive(Debug, Clone)]
pub(super) struct Layout {
    design: Design,
    /// For each generation, the hash if the given values determine its shard. Empty if no generation has shards.
    hashes: Vec<Option<u32>>,
    /// The range of the bucket's field.
    range: ValueRange,
    /// The range of the key's time, if it does not follow from the buckets.
    times: ValueRange,
    /// The interval of sort keys to read.
    interval: Arc<Interval>,
    /// The sort keys that begin with the query's prefix, within its bounds.
    beginning: Interval,
    /// The period of each group, in the order in which they are read. `None` for a group of all times.
    groups: Cow<'static, [Option<Period>]>,
    lanes: usize,
}

/// A design of the partition key, with its position among the designs.
type Placed<'a> = (usize, (Generation, &'a Template, Option<&'a Sharding>));

impl Layout {
    /// # Errors
    ///
    /// `TooManyLanes`, and those of the sort keys.
    pub(super) fn new(design: Design, spec: &QuerySpec, resolved: &Resolved, bounds: Interval) -> Result<Self> {
        let (range, interval) = (resolved.bucket.clone(), Arc::new(Interval::ALL));
        let times = design.time_range(resolved);
        let (hashes, groups, beginning) = (Vec::new(), Cow::Borrowed(&[][..]), Interval::ALL);
        let mut layout = Self { design, hashes, range, times, interval, beginning, groups, lanes: 0 };
        if resolved.sort.is_empty() || resolved.bucket.is_empty() {
            return Ok(layout);
        }
        let generations = || layout.design.schema.generations();
        if generations().any(|(_, _, sharding)| sharding.is_some()) {
            let hash = |(_, _, sharding)| layout.design.hash(sharding);
            layout.hashes = generations().map(hash).collect::<Result<_>>()?;
        }
        let max = spec.max_lanes.min(MAX_LANES);
        let lanes = layout.count(max);
        layout.lanes = usize::try_from(lanes)
            .ok()
            .filter(|lanes| *lanes <= max)
            .ok_or_else(|| too_many(lanes, max, layout.design.bucket.is_some()))?;
        let sort_keys = layout.design.sort_keys();
        let interval = match &spec.begins_with {
            Some(beginning) => sort_keys.beginning(beginning)?,
            None => sort_keys.interval(&resolved.sort)?,
        };
        layout.beginning = layout.design.raw_beginning(spec)?.intersected(bounds);
        let interval = interval.intersected(layout.beginning.clone());
        if layout.lanes == 0 || interval.is_empty() {
            return Ok(layout);
        }
        *Arc::make_mut(&mut layout.interval) = interval;
        layout.groups = Cow::Borrowed(&[None]);
        if layout.design.leads {
            let mut periods: Vec<_> = layout.parts().iter().flat_map(Part::periods).map(Some).collect();
            if spec.direction == Direction::Descending {
                periods.reverse();
            }
            layout.groups = Cow::Owned(periods);
        }
        Ok(layout)
    }

    /// Returns the number of groups.
    pub(super) fn groups(&self) -> usize {
        self.groups.len()
    }

    /// Returns the requested times of a group. `None` for a group of all times, and after the last group.
    pub(super) fn times_of(&self, group: u32) -> Option<ValueRange> {
        let period = (*self.groups.get(usize::try_from(group).ok()?)?)?;
        Some(period.range().intersected(self.range.clone()))
    }

    /// Returns the number of lanes of each group, if it is the same for all. Older keys can be in only some groups, and
    /// later groups can have more shards.
    pub(super) fn lanes_of_each(&self) -> Option<usize> {
        let schema = self.design.schema;
        let is_even = schema.legacy.is_empty() && !schema.changes_with_time();
        if is_even { self.lanes.checked_div(self.groups.len()) } else { None }
    }

    /// Makes the lanes of a group.
    pub(super) fn group(&self, at: usize) -> Result<Group> {
        let design = &self.design;
        let period = *self.groups.get(at).ok_or_else(malformed)?;
        let range = match period {
            Some(period) => period.range().intersected(self.range.clone()),
            None => self.range.clone(),
        };
        let (mut lanes, mut older) = (Vec::new(), Vec::new());
        let mut generations = design.schema.generations().enumerate();
        // A lane that is part of several groups reads, in each group, only the times of that group. In the current
        // design, this is a bucket in which it begins: an older key with the same template can hold earlier items
        // there.
        let cut = match design.cuts_by_bucket() && !design.schema.legacy.is_empty() {
            true => Arc::new(design.sort_keys().interval(&range)?.intersected(self.beginning.clone())),
            false => Arc::clone(&self.interval),
        };
        if let Some(current) = generations.next() {
            let interval = if design.schema.since.is_some() { &cut } else { &self.interval };
            self.generation(current, &range, interval, &mut lanes)?;
        }
        if !design.schema.legacy.is_empty() {
            for legacy in generations {
                self.generation(legacy, &range, &cut, &mut older)?;
            }
            self.join(&mut lanes, older);
        }
        Ok(Group { bucket: period.map(|period| period.start), lanes })
    }

    /// Makes the lanes of one design of the partition key, for a time range.
    fn generation(
        &self,
        of: Placed<'_>,
        range: &ValueRange,
        interval: &Arc<Interval>,
        lanes: &mut Vec<Lane>,
    ) -> Result<()> {
        let (_, (_, template, _)) = of;
        let buckets = self.design.buckets(template);
        if buckets.is_empty() {
            return self.lanes_at(of, None, range, interval, lanes);
        }
        for period in bucket::periods(&buckets, range).into_iter().flatten() {
            let range = period.range().intersected(range.clone());
            self.lanes_at(of, Some(period.start), &range, interval, lanes)?;
        }
        Ok(())
    }

    /// Makes the lanes of one design of the partition key, for a range in which every bucket has one value. `at` is the
    /// first instant of these buckets.
    fn lanes_at(
        &self,
        (place, (generation, template, sharding)): Placed<'_>,
        at: Option<Timestamp>,
        range: &ValueRange,
        interval: &Arc<Interval>,
        lanes: &mut Vec<Lane>,
    ) -> Result<()> {
        let design = &self.design;
        let value = |field: u8| match (design.bucket, at) {
            (Some(bucket), Some(at)) if bucket == field => Some(KeyValue::Time(at)),
            _ => design.known.get(field),
        };
        let shards = self.shards(place, generation, sharding, range);
        lanes.reserve(shards.len());
        for shard in shards.iter() {
            let shard = sharding.map(|_| shard);
            let Some(partition) = key::partition_key(design.entity, design.key, template, &value, shard)? else {
                let message = "the partition key needs every one of its fields; give each a value";
                return Err(Error::new(ErrorKind::InvalidArgument, message).at_key(template.source));
            };
            let interval = Arc::clone(interval);
            lanes.push(Lane { partition, interval, generation, is_shared: false, start: None, done: false });
        }
        Ok(())
    }

    /// Appends lanes of older designs. A partition key that is already present is read only once, so that no item is
    /// returned twice, unless the items themselves show whether the current design wrote them.
    fn join(&self, lanes: &mut Vec<Lane>, older: Vec<Lane>) {
        let apart = self.design.distinguishes_generations();
        let mut places: BTreeMap<KeyScalar, usize> =
            lanes.iter().enumerate().map(|(place, lane)| (lane.partition.clone(), place)).collect();
        for mut lane in older {
            match places.get(&lane.partition).and_then(|place| lanes.get_mut(*place)) {
                None => {
                    places.insert(lane.partition.clone(), lanes.len());
                    lanes.push(lane);
                }
                Some(twin) if apart && twin.generation == Generation::Current => {
                    twin.is_shared = true;
                    lane.is_shared = true;
                    places.insert(lane.partition.clone(), lanes.len());
                    lanes.push(lane);
                }
                Some(_) => {}
            }
        }
    }
}

/// Returns the error for too many lanes. If the keys have time buckets, it suggests a shorter range.
fn too_many(lanes: u64, max: usize, has_buckets: bool) -> Error {
    let (lanes, fix) = match usize::try_from(lanes) {
        Ok(lanes @ ..=REASONABLE_LANES) => (lanes.to_string(), format!("raise the bound with `.max_lanes({lanes})`")),
        _ => (
            format!("at least {lanes}"),
            if has_buckets { "give the key larger buckets" } else { "give it fewer shards" }.to_owned(),
        ),
    };
    let shorter = if has_buckets { "query a shorter range, or " } else { "" };
    let message = format!("the query would visit {lanes} partition keys, and its bound is {max}; {shorter}{fix}");
    Error::new(ErrorKind::TooManyLanes, message)
}

#[cfg(test)]
mod tests;

//! Bucket by shard by generation.

use std::collections::BTreeMap;

use super::resolve::Design;
use crate::{
    Error, ErrorKind, Result,
    key::{self, KeyScalar, KeyValue, Timestamp},
    read::{
        bucket::{self, Period},
        cursor::Resolved,
        direction::Direction,
        interval::Interval,
        lane::{Generation, Group, Lane},
        range::ValueRange,
        sort_key::lookup,
    },
    schema::{Sharding, Template},
};

/// More lanes than these are no query: a plan holds each of them.
const REASONABLE_LANES: u64 = 100_000;

/// The groups in the order in which they are visited.
pub(super) fn groups(design: &Design<'_>, resolved: &Resolved) -> Result<Vec<Group>> {
    if resolved.sort.is_empty() || resolved.bucket.is_empty() {
        return Ok(Vec::new());
    }
    let mut gathering = Gathering { design, lanes: 0, expected: expected(design, resolved) };
    gathering.check(gathering.expected)?;
    let interval = match &design.spec.begins_with {
        Some(beginning) => design.sort_keys().beginning(beginning)?,
        None => design.sort_keys().interval(&resolved.sort)?,
    };
    let mut groups = Vec::new();
    if design.leads {
        for period in periods(design, &design.schema.partition, &resolved.bucket) {
            let period_range = period.range().intersected(resolved.bucket.clone());
            let cut = if design.cuts_by_bucket() {
                design.sort_keys().interval(&period_range.clone().intersected(resolved.sort.clone()))?
            } else {
                interval.clone()
            };
            let mut lanes = Vec::new();
            gathering.current(Some(period.start), &interval, &mut lanes)?;
            gathering.legacy(&period_range, &cut, &mut lanes)?;
            gathering.count(&lanes)?;
            groups.push(Group { bucket: Some(period.start), lanes });
        }
        if design.spec.direction == Direction::Descending {
            groups.reverse();
        }
    } else {
        let mut lanes = Vec::new();
        for period in periods(design, &design.schema.partition, &resolved.bucket) {
            gathering.current(Some(period.start), &interval, &mut lanes)?;
        }
        if !has_buckets(design, &design.schema.partition) {
            gathering.current(None, &interval, &mut lanes)?;
        }
        gathering.legacy(&resolved.bucket, &interval, &mut lanes)?;
        gathering.count(&lanes)?;
        groups.push(Group { bucket: None, lanes });
    }
    groups.retain(|group| group.lanes.iter().any(|lane| !lane.is_empty()));
    Ok(groups)
}

fn has_buckets(design: &Design<'_>, template: &Template) -> bool {
    design.bucket.is_some_and(|bucket| !bucket::buckets(template, bucket).is_empty())
}

/// The periods of one template's buckets; none if it has no buckets.
fn periods(design: &Design<'_>, template: &Template, range: &ValueRange) -> Vec<Period> {
    let Some(field) = design.bucket else { return Vec::new() };
    let buckets = bucket::buckets(template, field);
    if buckets.is_empty() {
        return Vec::new();
    }
    bucket::periods(&buckets, range).map(Iterator::collect).unwrap_or_default()
}

/// About how many lanes there will be: exact where buckets are of one length.
fn expected(design: &Design<'_>, resolved: &Resolved) -> u64 {
    let periods = |template: &Template| {
        let buckets = design.bucket.map(|field| bucket::buckets(template, field)).unwrap_or_default();
        bucket::count(&buckets, &resolved.bucket).unwrap_or(1)
    };
    let is_open = |sharding: &Sharding| !matches!(design.shard_of(sharding), Ok(Some(_)));
    let groups = periods(&design.schema.partition);
    let shards = design.schema.shard.filter(is_open).map_or(1, |sharding| u64::from(sharding.count));
    let current = groups.saturating_mul(shards);
    design.schema.legacy.iter().enumerate().fold(current, |lanes, (place, legacy)| {
        let own = periods(&legacy.partition);
        // Where buckets follow one another, an older lane joins each of them.
        let visits = if design.leads { own.max(groups) } else { own };
        let shards = match legacy.shard {
            Some(sharding) if !is_open(&sharding) => 1,
            _ => design.schema.shards_of_legacy(place, design.tells_generations()),
        };
        lanes.saturating_add(visits.saturating_mul(shards))
    })
}

struct Gathering<'a> {
    design: &'a Design<'a>,
    lanes: u64,
    expected: u64,
}

impl Gathering<'_> {
    fn current(&self, at: Option<Timestamp>, interval: &Interval, lanes: &mut Vec<Lane>) -> Result<()> {
        let schema = self.design.schema;
        self.generation(Generation::Current, &schema.partition, schema.shard.as_ref(), at, interval, lanes)
    }

    /// The lanes of older designs, for the times of a range.
    fn legacy(&self, range: &ValueRange, interval: &Interval, lanes: &mut Vec<Lane>) -> Result<()> {
        let mut older = Vec::new();
        for (place, legacy) in self.design.schema.legacy.iter().enumerate() {
            let (generation, sharding) = (Generation::Legacy(place), legacy.shard.as_ref());
            if has_buckets(self.design, &legacy.partition) {
                for period in periods(self.design, &legacy.partition, range) {
                    self.generation(generation, &legacy.partition, sharding, Some(period.start), interval, &mut older)?;
                }
            } else {
                self.generation(generation, &legacy.partition, sharding, None, interval, &mut older)?;
            }
        }
        if !older.is_empty() {
            self.join(lanes, older);
        }
        Ok(())
    }

    /// Puts lanes of older designs behind others. A partition key that is there already is read once, so that no item
    /// comes twice, unless the items themselves tell whether today's design wrote them.
    fn join(&self, lanes: &mut Vec<Lane>, older: Vec<Lane>) {
        let mut places: BTreeMap<KeyScalar, usize> =
            lanes.iter().enumerate().map(|(place, lane)| (lane.partition.clone(), place)).collect();
        for mut lane in older {
            match places.get(&lane.partition).and_then(|place| lanes.get_mut(*place)) {
                None => {
                    places.insert(lane.partition.clone(), lanes.len());
                    lanes.push(lane);
                }
                Some(twin) if self.design.tells_generations() && twin.generation == Generation::Current => {
                    twin.is_shared = true;
                    lane.is_shared = true;
                    places.insert(lane.partition.clone(), lanes.len());
                    lanes.push(lane);
                }
                Some(_) => {}
            }
        }
    }

    fn generation(
        &self,
        generation: Generation,
        template: &'static Template,
        sharding: Option<&Sharding>,
        at: Option<Timestamp>,
        interval: &Interval,
        lanes: &mut Vec<Lane>,
    ) -> Result<()> {
        let design = self.design;
        let value = |field: u8| match (design.bucket, at) {
            (Some(bucket), Some(at)) if bucket == field => Some(KeyValue::Time(at)),
            _ => lookup(&design.known, field),
        };
        for shard in shards(design, sharding)? {
            let Some(partition) = key::partition_key(design.entity, design.key, template, &value, shard)? else {
                let message = "the partition key needs every one of its fields; give each a value";
                return Err(Error::new(ErrorKind::InvalidArgument, message).at_key(template.source));
            };
            let interval = interval.clone();
            lanes.push(Lane { partition, interval, generation, is_shared: false, start: None, done: false });
        }
        Ok(())
    }

    fn count(&mut self, lanes: &[Lane]) -> Result<()> {
        self.lanes += lanes.len() as u64;
        self.check(self.lanes)
    }

    fn check(&self, lanes: u64) -> Result<()> {
        let max = self.design.spec.max_lanes;
        if usize::try_from(lanes).is_ok_and(|lanes| lanes <= max) {
            return Ok(());
        }
        let lanes = lanes.max(self.expected);
        let way_out = match lanes {
            ..=REASONABLE_LANES => format!("raise the bound with `.max_lanes({lanes})`"),
            _ => "give the key larger buckets".to_owned(),
        };
        let message = format!(
            "the query would visit {lanes} partition keys, and its bound is {max}; ask for a shorter range, or {way_out}"
        );
        Err(Error::new(ErrorKind::TooManyLanes, message))
    }
}

fn shards(design: &Design<'_>, sharding: Option<&Sharding>) -> Result<Vec<Option<u32>>> {
    let Some(sharding) = sharding else { return Ok(vec![None]) };
    if let Some(shard) = design.shard_of(sharding)? {
        return Ok(vec![Some(shard)]);
    }
    Ok((sharding.first..sharding.first.saturating_add(sharding.count)).map(Some).collect())
}

//! The time of a key, and what depends on it: the number of shards, and the older keys that can contain an item.

use super::{
    EntitySchema, FieldKind, Form, Growth, KeySchema, LegacyKey, Segment, Sharding, Template, TimeForm, Timestamp,
};

impl KeySchema {
    /// Returns the position in [`EntitySchema::fields`] of the field with the key's time, to which `grow`, `since` and
    /// `until` refer.
    ///
    /// It is the instant of which the partition key contains a bucket, or else the first instant of the sort key, or
    /// else the first instant of the partition key. `None` if the key contains no instant. A date and time without a
    /// time zone is not an instant. A local index has the time of the table's key, whose partitions it is in.
    pub const fn time_field(&self, entity: &EntitySchema) -> Option<u8> {
        if self.local
            && let [table, ..] = entity.keys
        {
            return table.own_time_field(entity);
        }
        self.own_time_field(entity)
    }

    const fn own_time_field(&self, entity: &EntitySchema) -> Option<u8> {
        if let Some(field) = first_time(entity, &self.partition, true) {
            return Some(field);
        }
        if let Some(sort) = &self.sort
            && let Some(field) = first_time(entity, sort, false)
        {
            return Some(field);
        }
        first_time(entity, &self.partition, false)
    }

    /// Returns whether the templates contain a field completely.
    #[cfg(feature = "client")]
    pub(crate) fn contains_field(&self, of: u8) -> bool {
        let templates = [Some(&self.partition), self.sort.as_ref()];
        let mut segments = templates.into_iter().flatten().flat_map(|template| template.segments);
        segments.any(|segment| segment.contains_all_of(usize::from(of)))
    }

    /// Returns the number of partition keys of one value of its fields, after the last `grow`. At least 1.
    pub(crate) const fn last_shards(&self) -> u64 {
        match self.shard {
            Some(shard) if shard.last_count() > 0 => shard.last_count() as u64,
            _ => 1,
        }
    }

    /// Returns the number of partition keys that a query of one value of its fields reads at most: those after the last
    /// `grow`, and those of each older key.
    pub(crate) const fn lanes_of_a_bucket(&self) -> u64 {
        let mut lanes = self.last_shards();
        let mut at = 0;
        while at < self.legacy.len() {
            lanes += match self.legacy[at].shard {
                Some(shard) if shard.last_count() > 0 => shard.last_count() as u64,
                _ => 1,
            };
            at += 1;
        }
        lanes
    }

    /// Returns whether the key depends on its time: its shards grow, its template changes, or an older key has a start
    /// or an end.
    pub const fn changes_with_time(&self) -> bool {
        if self.since.is_some() {
            return true;
        }
        if let Some(sharding) = &self.shard
            && !sharding.grow.is_empty()
        {
            return true;
        }
        let mut at = 0;
        while at < self.legacy.len() {
            if self.legacy[at].since.is_some() || self.legacy[at].until.is_some() {
                return true;
            }
            at += 1;
        }
        false
    }

    /// Returns the design with which an item of this time is written: the position of an older key in
    /// [`legacy`](Self::legacy), or `None` for the current design, which is also that of an unknown time.
    pub const fn written_at(&self, time: Option<Timestamp>) -> Option<usize> {
        if holds(self.since, None, time) {
            return None;
        }
        let mut at = 0;
        while at < self.legacy.len() {
            if self.legacy[at].holds(time) {
                return Some(at);
            }
            at += 1;
        }
        None
    }

    /// Returns the template and sharding of the design at this position in [`legacy`](Self::legacy), or the current
    /// ones.
    pub fn design(&self, older: Option<usize>) -> (&Template, Option<&Sharding>) {
        match older.and_then(|older| self.legacy.get(older)) {
            Some(legacy) => (&legacy.partition, legacy.shard.as_ref()),
            None => (&self.partition, self.shard.as_ref()),
        }
    }
}

impl Segment {
    /// Returns whether the segment is the complete value of a field.
    pub(crate) const fn contains_all_of(&self, of: usize) -> bool {
        match *self {
            Self::Field { field, form, .. } => {
                field as usize == of
                    && matches!(form, Form::Default | Form::Plain | Form::Width(_) | Form::Time(TimeForm::Nanos))
            }
            Self::Literal(_) | Self::Delimiter | Self::Shard { .. } | Self::NextAttribute(_) => false,
        }
    }
}

impl Sharding {
    /// Returns the number of shards for items of this time.
    pub const fn count_at(&self, time: Timestamp) -> u32 {
        let mut count = self.count;
        let mut at = 0;
        while at < self.grow.len() {
            let Growth { at: from, count: grown } = self.grow[at];
            if !is_before(time, from) {
                count = grown;
            }
            at += 1;
        }
        count
    }

    /// Returns the numbers of shards for items from `first` to `last`, in ascending order.
    pub(crate) fn counts_between(&self, first: Timestamp, last: Timestamp) -> Vec<u32> {
        let grown = self.grow.iter().filter(|growth| first < growth.at && growth.at <= last);
        std::iter::once(self.count_at(first)).chain(grown.map(|growth| growth.count)).collect()
    }

    /// Returns the final number of shards, after the last `grow`.
    pub const fn last_count(&self) -> u32 {
        match self.grow {
            [] => self.count,
            [.., last] => last.count,
        }
    }
}

impl LegacyKey {
    /// Returns whether an item of this time can be stored under the key. `None` is an unknown time.
    pub const fn holds(&self, time: Option<Timestamp>) -> bool {
        holds(self.since, self.until, time)
    }

    /// Returns whether an item of any time from `first` to `last` can be stored under the key.
    pub(crate) fn holds_between(&self, first: Timestamp, last: Timestamp) -> bool {
        holds(self.since, None, Some(last)) && holds(None, self.until, Some(first))
    }
}

/// Whether a time is at or after `since` and before `until`. A missing bound or time excludes nothing.
const fn holds(since: Option<Timestamp>, until: Option<Timestamp>, time: Option<Timestamp>) -> bool {
    let Some(time) = time else { return true };
    let is_early = matches!(since, Some(since) if is_before(time, since));
    let is_late = matches!(until, Some(until) if !is_before(time, until));
    !is_early && !is_late
}

/// Returns the field of a template's first placeholder of a time or, with `bucket`, of a bucket of a time.
const fn first_time(entity: &EntitySchema, template: &Template, bucket: bool) -> Option<u8> {
    let mut at = 0;
    while at < template.segments.len() {
        if let Segment::Field { field, form, .. } = template.segments[at]
            && (field as usize) < entity.fields.len()
            && matches!(entity.fields[field as usize].kind, Some(FieldKind::Time))
            && (!bucket || matches!(form, Form::Bucket(_)))
        {
            return Some(field);
        }
        at += 1;
    }
    None
}

/// Compares instants like `<`, in a `const fn`.
const fn is_before(a: Timestamp, b: Timestamp) -> bool {
    a.seconds < b.seconds || (a.seconds == b.seconds && a.nanos < b.nanos)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema::ShardBy;

    const fn at(seconds: i64, nanos: u32) -> Timestamp {
        Timestamp { seconds, nanos }
    }

    #[test]
    fn the_shard_count_changes_at_the_exact_instant() {
        const GROW: &[Growth] = &[Growth { at: at(100, 5), count: 40 }, Growth { at: at(200, 0), count: 60 }];
        let sharding = Sharding { count: 10, first: 0, by: ShardBy::Random, grow: GROW };
        let counts =
            [at(-1, 0), at(100, 4), at(100, 5), at(199, 999_999_999), at(200, 0)].map(|at| sharding.count_at(at));
        assert_eq!(counts, [10, 10, 40, 40, 60]);
        assert_eq!(sharding.last_count(), 60);
        assert_eq!(Sharding { grow: &[], ..sharding }.last_count(), 10);
    }

    #[test]
    fn a_legacy_key_ends_at_the_exact_instant() {
        let partition = Template::new("", &[]);
        let legacy = LegacyKey { partition, shard: None, since: None, until: Some(at(100, 0)) };
        assert!(legacy.holds(Some(at(99, 999_999_999))) && legacy.holds(None));
        assert!(!legacy.holds(Some(at(100, 0))));
        assert!(LegacyKey { until: None, ..legacy }.holds(Some(at(100, 0))));
    }

    #[test]
    fn an_item_is_written_under_the_newest_design_of_its_time() {
        let partition = Template::new("", &[]);
        let legacy = LegacyKey { partition, shard: None, since: None, until: None };
        let older: &'static [LegacyKey] = vec![LegacyKey { since: Some(at(100, 0)), ..legacy }, legacy].leak();
        let key = KeySchema { since: Some(at(200, 5)), legacy: older, ..KeySchema::BARE };
        let written = [at(200, 5), at(200, 4), at(100, 0), at(99, 9)].map(|at| key.written_at(Some(at)));
        assert_eq!(written, [None, Some(0), Some(0), Some(1)]);
        assert_eq!(key.written_at(None), None);
        assert!(key.changes_with_time());
    }

    #[test]
    fn an_older_key_is_read_in_ranges_that_overlap_its_time() {
        let partition = Template::new("", &[]);
        let legacy = LegacyKey { partition, shard: None, since: Some(at(100, 0)), until: Some(at(200, 0)) };
        let read = |first, last| legacy.holds_between(at(first, 0), at(last, 0));
        assert!(read(0, 100) && read(199, 300) && read(0, 300) && read(150, 160));
        assert!(!read(0, 99) && !read(200, 300));
    }
}

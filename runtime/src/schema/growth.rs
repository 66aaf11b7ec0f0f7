//! The time of a key, and what changes with it: how many shards there are, and which older keys can hold an item.

use super::{
    EntitySchema, FieldKind, Form, Growth, KeySchema, LegacyKey, Segment, Sharding, Template, TimeForm, Timestamp,
};

impl KeySchema {
    /// The field that holds the key's time, by which `grow` and `until` are judged: a place in
    /// [`EntitySchema::fields`].
    ///
    /// It is the field of which the partition key holds a bucket; else the first time of the sort key; else the first
    /// of the partition key. `None` where the key holds no time.
    pub const fn time_field(&self, entity: &EntitySchema) -> Option<u8> {
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

    /// Whether its templates hold all of a field.
    #[cfg(feature = "client")]
    pub(crate) fn contains_field(&self, of: u8) -> bool {
        let templates = [Some(&self.partition), self.sort.as_ref()];
        let mut segments = templates.into_iter().flatten().flat_map(|template| template.segments);
        segments.any(|segment| segment.contains_all_of(usize::from(of)))
    }

    /// Whether something of the key changes with its time: its shards grow, or an older key has an end.
    pub const fn changes_with_time(&self) -> bool {
        if let Some(sharding) = &self.shard
            && !sharding.grow.is_empty()
        {
            return true;
        }
        let mut at = 0;
        while at < self.legacy.len() {
            if self.legacy[at].until.is_some() {
                return true;
            }
            at += 1;
        }
        false
    }
}

impl Segment {
    /// Whether it is a field's whole value.
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
    /// The number of shards for items of this time.
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

    /// The numbers of shards for items from the first of these times to the last, in rising order.
    pub(crate) fn counts_between(&self, first: Timestamp, last: Timestamp) -> Vec<u32> {
        let grown = self.grow.iter().filter(|growth| first < growth.at && growth.at <= last);
        std::iter::once(self.count_at(first)).chain(grown.map(|growth| growth.count)).collect()
    }

    /// The number of shards that the key ends up with: after the last `grow`.
    pub const fn last_count(&self) -> u32 {
        match self.grow {
            [] => self.count,
            [.., last] => last.count,
        }
    }
}

impl LegacyKey {
    /// Whether an item of this time can be stored under the key; `None` is a time that is not known.
    pub const fn holds(&self, time: Option<Timestamp>) -> bool {
        match (self.until, time) {
            (Some(until), Some(time)) => is_before(time, until),
            _ => true,
        }
    }
}

/// The field of a template's first placeholder that is a time; with `bucket`, that is a bucket of one.
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

/// `<` on instants, in a `const fn`.
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
        let partition = Template { source: "", segments: &[] };
        let legacy = LegacyKey { partition, shard: None, until: Some(at(100, 0)) };
        assert!(legacy.holds(Some(at(99, 999_999_999))) && legacy.holds(None));
        assert!(!legacy.holds(Some(at(100, 0))));
        assert!(LegacyKey { until: None, ..legacy }.holds(Some(at(100, 0))));
    }
}

//! How many partition keys a template writes at one moment.

use super::segment::{kind_of, mentions};
use crate::{
    key::FieldKind,
    schema::{Bucket, EntitySchema, Form, Segment, ShardBy, Sharding, Template},
};

/// What varies in a partition key, its shard aside.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Variety {
    /// Nothing.
    Constant,
    /// A time bucket: at any moment one value.
    Bucket(Bucket),
    /// Fields of few values, also times a bucket: so many values.
    Few(u64),
    /// A field of unknown values.
    Unknown,
}

impl Variety {
    pub(crate) const fn of(entity: &EntitySchema, template: &Template) -> Self {
        let mut bucket = None;
        let mut values: Option<u64> = None;
        let mut at = 0;
        while at < template.segments.len() {
            let segment = template.segments[at];
            if let Segment::Field { form, .. } = segment {
                match (form, kind_of(entity, segment)) {
                    (Form::Bucket(of), Some(FieldKind::Time)) => bucket = Some(of),
                    (_, Some(FieldKind::OneOf(texts))) => {
                        if !stands_before(template, at) {
                            let so_far = match values {
                                Some(values) => values,
                                None => 1,
                            };
                            values = Some(so_far.saturating_mul(count(texts)));
                        }
                    }
                    _ => return Self::Unknown,
                }
            }
            at += 1;
        }
        match (values, bucket) {
            (Some(values), _) => Self::Few(values),
            (None, Some(bucket)) => Self::Bucket(bucket),
            (None, None) => Self::Constant,
        }
    }

    /// The values at one moment, where they are known.
    pub(crate) const fn values(self) -> Option<u64> {
        match self {
            Self::Constant | Self::Bucket(_) => Some(1),
            Self::Few(values) => Some(values),
            Self::Unknown => None,
        }
    }
}

const fn count(texts: &[&str]) -> u64 {
    if texts.is_empty() { 1 } else { texts.len() as u64 }
}

/// Whether the field of the segment at `at` stands in an earlier segment too.
const fn stands_before(template: &Template, at: usize) -> bool {
    let Segment::Field { field: wanted, .. } = template.segments[at] else {
        return false;
    };
    let mut earlier = 0;
    while earlier < at {
        if let Segment::Field { field, .. } = template.segments[earlier]
            && field == wanted
        {
            return true;
        }
        earlier += 1;
    }
    false
}

/// The shards over which the writes to one value of a partition key spread: the declared count or, where the hash sees
/// fewer values than that, those. A field of few values that stands in the key itself spreads nothing.
pub(crate) const fn spread(entity: &EntitySchema, template: &Template, shard: Option<Sharding>) -> u64 {
    let Some(shard) = shard else {
        return 1;
    };
    let ShardBy::Hash { fields, .. } = shard.by else {
        return shard.last_count() as u64;
    };
    let mut values: u64 = 1;
    let mut at = 0;
    while at < fields.len() {
        let place = fields[at] as usize;
        let kind = if place < entity.fields.len() { entity.fields[place].kind } else { None };
        match kind {
            Some(FieldKind::OneOf(texts)) => {
                if !mentions(template, fields[at]) {
                    values = values.saturating_mul(count(texts));
                }
            }
            _ => {
                if !stands_whole(template, fields[at]) {
                    return shard.last_count() as u64;
                }
            }
        }
        at += 1;
    }
    if values < shard.last_count() as u64 { values } else { shard.last_count() as u64 }
}

/// Whether the template holds all of a field, so that one partition key knows one value of it.
const fn stands_whole(template: &Template, wanted: u8) -> bool {
    let mut at = 0;
    while at < template.segments.len() {
        if let Segment::Field { field, form, .. } = template.segments[at]
            && field == wanted
            && matches!(form, Form::Default | Form::Plain | Form::Width(_))
        {
            return true;
        }
        at += 1;
    }
    false
}

#[cfg(test)]
mod tests;

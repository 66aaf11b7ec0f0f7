use std::ops::Bound;

use crate::{
    key::{FieldKind, KeyValue, Timestamp, range::ValueRange},
    schema::*,
};

pub(crate) const BRAND: u8 = 0;
pub(crate) const AT: u8 = 1;
pub(crate) const ID: u8 = 2;

/// 2026-06-22T00:00:00Z, a Monday.
pub(crate) const START: i64 = 1_782_086_400;

pub(crate) fn at(seconds: i64, nanos: u32) -> KeyValue<'static> {
    KeyValue::Time(Timestamp { seconds: START + seconds, nanos })
}

pub(crate) fn brand() -> (u8, KeyValue<'static>) {
    (BRAND, KeyValue::Text("abc".into()))
}

pub(crate) fn field_range(lower: Bound<KeyValue<'static>>, upper: Bound<KeyValue<'static>>) -> ValueRange {
    ValueRange { lower, upper }
}

/// The order of the parts of a sort key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Parts {
    /// `A#<at>#<id>`: the bucket's field leads.
    AtId(Form),
    /// `A#<id>#<at>`
    IdAt,
    /// `A#<at>`: several items can share a sort key.
    At(Form),
}

/// Older partition keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum OlderKeys {
    None,
    /// `OLD#<brand>`
    Plain,
    /// `OLD#<brand>#<at:month>`, with two shards.
    Monthly,
    /// `OLD#<brand>#<at:hour>`
    Hourly,
    /// Monthly, and before that `OLDER#<brand>`.
    Both,
}

/// An entity with fields `brand`, `at` and `id`, and one key: of the table, or of an index.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Design {
    pub(crate) bucket: Option<Bucket>,
    pub(crate) shards: Option<u32>,
    pub(crate) parts: Parts,
    pub(crate) older: OlderKeys,
    /// The end of the newest of the older keys.
    pub(crate) until: Option<Timestamp>,
    /// The first time that is written under the current partition key.
    pub(crate) since: Option<Timestamp>,
    /// The time of a growth of the shard count, and the new count.
    pub(crate) grow: Option<(Timestamp, u32)>,
    pub(crate) is_index: bool,
    pub(crate) retention: Option<u64>,
}

impl Design {
    pub(crate) const PLAIN: Self = Self {
        bucket: None,
        shards: None,
        parts: Parts::AtId(Form::Default),
        older: OlderKeys::None,
        until: None,
        since: None,
        grow: None,
        is_index: false,
        retention: None,
    };

    /// Returns the position of its key.
    pub(crate) fn key(&self) -> usize {
        usize::from(self.is_index)
    }

    pub(crate) fn schema(&self) -> &'static EntitySchema {
        let table = leak(TableSchema {
            name: "Platform",
            sort_key: Some(attribute("SK")),
            discriminator: Some("_et"),
            indexes: leak([IndexSchema {
                name: "GSI1",
                partition_key: KeyAttributes::one(attribute("GSI1PK")),
                sort_key: Some(KeyAttributes::one(attribute("GSI1SK"))),
                projection: IndexProjection::All,
            }]),
            ..TableSchema::BARE
        });
        let mut partition = vec![Segment::Literal("T#"), field(BRAND, Form::Default)];
        partition.extend(
            self.bucket.into_iter().flat_map(|bucket| [Segment::Literal("#"), field(AT, Form::Bucket(bucket))]),
        );
        let sharding = |count| Sharding {
            count,
            first: 0,
            by: if self.is_index { ShardBy::TableKey } else { ShardBy::Random },
            grow: &[],
        };
        let literal = Segment::Literal("A#");
        let sort = match self.parts {
            Parts::AtId(form) => vec![literal, field(AT, form), Segment::Literal("#"), field(ID, Form::Default)],
            Parts::IdAt => vec![literal, field(ID, Form::Default), Segment::Literal("#"), field(AT, Form::Default)],
            Parts::At(form) => vec![literal, field(AT, form)],
        };
        let mut old = vec![Segment::Literal("OLD#"), field(BRAND, Form::Default)];
        let (old_bucket, old_shards) = match self.older {
            OlderKeys::None | OlderKeys::Plain => (None, None),
            OlderKeys::Monthly | OlderKeys::Both => (Some(Bucket::Month), Some(2)),
            OlderKeys::Hourly => (Some(Bucket::Hour), None),
        };
        old.extend(old_bucket.into_iter().flat_map(|bucket| [Segment::Literal("#"), field(AT, Form::Bucket(bucket))]));
        let grow = self.grow.map_or(vec![], |(at, count)| vec![Growth { at, count }]);
        let shard = self.shards.map(|count| Sharding { grow: grow.leak(), ..sharding(count) });
        let old = template(old, old_shards.is_some());
        let form = match self.parts {
            Parts::AtId(form) | Parts::At(form) => form,
            Parts::IdAt => Form::Default,
        };
        // An instant at which the text in the sort key changes.
        let since = self.since.filter(|_| !matches!(self.older, OlderKeys::None)).map(|since| since.truncated(form));
        let until = self.until.map(|until| since.map_or(until, |since| until.max(since)));
        let legacy = LegacyKey { partition: old, shard: old_shards.map(sharding), since: None, until };
        let oldest = template(vec![Segment::Literal("OLDER#"), field(BRAND, Form::Default)], false);
        let oldest = LegacyKey { partition: oldest, shard: None, since: None, until: None };
        let key = KeySchema {
            index: self.is_index.then_some("GSI1"),
            local: false,
            query: "query",
            partition: template(partition, self.shards.is_some()),
            sort: Some(template(sort, false)),
            shard,
            since,
            legacy: match self.older {
                OlderKeys::None => &[],
                OlderKeys::Both => leak([legacy, oldest]),
                OlderKeys::Plain | OlderKeys::Monthly | OlderKeys::Hourly => leak([legacy]),
            },
            allow_hot: None,
            peak: None,
            entry_bytes: None,
            retention: self.retention,
            page: None,
        };
        let table_key = KeySchema {
            index: None,
            partition: template(vec![Segment::Literal("E#"), field(ID, Form::Default)], false),
            shard: None,
            since: None,
            legacy: &[],
            ..key
        };
        leak(EntitySchema {
            name: "Threat",
            docs: "",
            discriminator: "Threat",
            constants: &[],
            fields: leak([
                schema_field("brand", FieldKind::Text),
                schema_field("at", FieldKind::Time),
                schema_field("id", FieldKind::Text),
            ]),
            keys: if self.is_index { leak([table_key, key]) } else { leak([key]) },
            unasked: &[],
            peak: None,
            flattens: false,
            may_overlap: None,
            table,
        })
    }
}

fn leak<T>(value: T) -> &'static T {
    Box::leak(Box::new(value))
}

fn attribute(name: &'static str) -> KeyAttribute {
    KeyAttribute { name, kind: AttributeKind::S }
}

fn field(field: u8, form: Form) -> Segment {
    Segment::Field { field, form, raw: false }
}

fn schema_field(name: &'static str, kind: FieldKind) -> Field {
    Field::new(name, name, "").in_keys(kind, false)
}

fn template(mut segments: Vec<Segment>, sharded: bool) -> Template {
    if sharded {
        segments.extend([Segment::Delimiter, Segment::Shard { width: 0 }]);
    }
    Template::new("a template of the tests", segments.leak())
}

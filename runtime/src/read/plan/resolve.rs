//! Applies a query's values to one key: which fields are given, which is next, and which one selects the buckets.

use std::{borrow::Cow, ops::Bound};

use super::{sort_field::open_fields, undetermined_sort};
use crate::{
    Error, ErrorKind, Result,
    key::{
        self, KeyValue, Timestamp, bucket,
        clock::SKEW_SECONDS,
        lossy::{counts_by_part, first_value},
        range::ValueRange,
    },
    read::{
        cursor::Resolved,
        known::{KnownValues, lookup},
        sort_key::SortKeys,
        spec::{QuerySpec, SharedSpec},
    },
    schema::{Bucket, EntitySchema, Form, KeySchema, Segment, ShardBy, Sharding, Template, has_ttl_in_keys, is_ttl},
};

/// The design of one key, with a query's values.
#[derive(Debug, Clone)]
pub(super) struct Design {
    pub(super) entity: &'static EntitySchema,
    pub(super) key: usize,
    pub(super) schema: &'static KeySchema,
    /// The values of the partition key's fields and of the sort key's first fields.
    pub(super) known: KnownValues,
    /// The fields whose values determine a shard.
    hashed: Vec<(u8, KeyValue<'static>)>,
    /// The sort key's next field.
    pub(super) next: Option<(u8, Form)>,
    /// The field whose buckets are in the current or older partition keys.
    pub(super) bucket: Option<u8>,
    /// Whether buckets follow one another in the order of the sort key.
    pub(super) leads: bool,
    /// The sort key's template, if it determines the stored text.
    pub(super) sort: Option<&'static Template>,
    /// Whether a range of the sort key only selects buckets, because the stored text does not follow from the template
    /// whose first field is the bucket's.
    range_is_of_bucket: bool,
    /// The entities of a collection. `schema` is the common part of their keys.
    entities: &'static [&'static EntitySchema],
}

impl Design {
    pub(super) fn new(
        entity: &'static EntitySchema,
        key: usize,
        schema: &'static KeySchema,
        spec: &SharedSpec,
    ) -> Result<Self> {
        let mut prefix = Vec::new();
        let given = |field: u8| lookup(&spec.partition, field).is_some();
        let bucket = bucket_field(entity, schema, given)?;
        let sort = entity.determined_sort(schema);
        let range_is_of_bucket = sort.is_none() && undetermined_sort::range_is_of_bucket(schema, bucket, given);
        if sort.is_none() {
            undetermined_sort::check(schema, spec, range_is_of_bucket)?;
        }
        let open = open_fields(sort, given);
        let name = |field: u8| entity.fields.get(usize::from(field)).map_or("", |field| field.name);
        for (place, value) in spec.prefix.iter().enumerate() {
            let Some((field, _)) = open.get(place) else {
                return Err(invalid("the sort key has fewer parts than were given; leave the last `.then(..)` out"));
            };
            if value.is_none() {
                return Err(invalid(format!("`{}` has no value; give one, or leave `.then(..)` out", name(*field))));
            }
            prefix.push(*field);
        }
        let leads = match (bucket, open.first()) {
            (Some(bucket), Some((first, form))) if bucket == *first => {
                let buckets = bucket::buckets(&schema.partition, bucket);
                !buckets.is_empty() && buckets.iter().all(|&bucket| bucket::is_monotonic(*form, bucket))
            }
            _ => false,
        };
        let known = KnownValues::new(spec.clone(), prefix);
        let hashed = hashed(schema, spec, &known, &open)?;
        let next = open.get(spec.prefix.len()).copied();
        Ok(Self {
            entity,
            key,
            schema,
            known,
            hashed,
            next,
            bucket,
            leads,
            sort,
            range_is_of_bucket,
            entities: spec.entities,
        })
    }

    /// Returns the ranges as the query gives them.
    pub(super) fn given(&self, spec: &QuerySpec) -> Resolved {
        let sort = spec.range.clone();
        if self.range_is_of_bucket {
            return Resolved { sort: ValueRange::ALL, bucket: spec.during.clone().intersected(sort) };
        }
        let Some(bucket) = self.bucket else { return Resolved { sort, bucket: ValueRange::ALL } };
        if self.next_is_bucket() {
            let range = spec.during.clone().intersected(sort);
            return Resolved { sort: range.clone(), bucket: range };
        }
        let bucket = match self.known.get(bucket) {
            Some(KeyValue::Time(at)) => spec.during.clone().intersected(self.period_of(bucket, at)),
            _ => spec.during.clone(),
        };
        Resolved { sort, bucket }
    }

    /// Returns the ranges, with open ends closed if buckets need it.
    pub(super) fn resolve(&self, spec: &QuerySpec, now: Timestamp) -> Result<Resolved> {
        let Resolved { mut sort, mut bucket } = self.given(spec);
        if let Some(field) = self.bucket.filter(|_| !bucket.is_empty()) {
            bucket = self.closed(field, bucket, now)?;
        }
        if self.next_is_bucket() {
            sort = bucket.clone();
        }
        Ok(Resolved { sort, bucket })
    }

    /// Whether the sort key's next field selects the buckets.
    fn next_is_bucket(&self) -> bool {
        self.bucket.is_some() && self.next.map(|(next, _)| next) == self.bucket
    }

    /// Returns the range of times that a key writes like `at`.
    fn period_of(&self, field: u8, at: Timestamp) -> ValueRange {
        let form = self.sort.and_then(|sort| form_of(sort, field));
        let form = form.or_else(|| form_of(&self.schema.partition, field));
        bucket::equivalent_range(form.unwrap_or(Form::Default), at)
    }

    fn closed(&self, bucket: u8, range: ValueRange, now: Timestamp) -> Result<ValueRange> {
        let shifted = |seconds: i64| KeyValue::Time(Timestamp { seconds, nanos: now.nanos });
        let lower = match (range.lower, self.schema.retention) {
            (Bound::Unbounded, Some(retention)) => {
                let first = now.seconds.saturating_sub_unsigned(retention).max(Timestamp::MIN.seconds);
                Bound::Included(shifted(first))
            }
            (Bound::Unbounded, None) => return Err(self.unbounded(bucket)),
            (lower, _) => lower,
        };
        let upper = match range.upper {
            Bound::Unbounded => Bound::Excluded(shifted(now.seconds.saturating_add_unsigned(SKEW_SECONDS))),
            upper => upper,
        };
        Ok(ValueRange { lower, upper })
    }

    fn unbounded(&self, bucket: u8) -> Error {
        let name = self.entity.fields.get(usize::from(bucket)).map_or("", |field| field.name);
        let is_next = self.leads || self.next_is_bucket() || self.range_is_of_bucket;
        let method = if is_next && self.entities.is_empty() { "between" } else { "during" };
        let with_buckets = self.schema.generations().find(|(_, template, _)| !self.buckets(template).is_empty());
        let source = with_buckets.map_or(self.schema.partition.source, |(_, template, _)| template.source);
        let message = format!(
            "`{source}` has one key for each bucket of `{name}`, and the range of `{name}` has no lower end; give one \
             with `.{method}(from..)`, or declare how far back to look with `retention = \"90d\"`"
        );
        Error::new(ErrorKind::UnboundedRange, message)
    }

    /// Returns the fields on which each item must be checked: those that the keys contain only in part.
    pub(super) fn rechecks(&self, spec: &QuerySpec, resolved: &Resolved) -> Vec<(u8, ValueRange)> {
        let mut rechecks = Vec::new();
        if let Some((next, Form::Bucket(_) | Form::Time(_))) = self.next
            && resolved.sort != ValueRange::ALL
        {
            rechecks.push((next, resolved.sort.clone()));
        }
        if let Some(bucket) = self.bucket
            && self.next.is_none_or(|(next, _)| next != bucket)
            && (self.known.get(bucket).is_none() || spec.during != ValueRange::ALL)
        {
            rechecks.push((bucket, resolved.bucket.clone()));
        }
        rechecks
    }

    /// Whether a sort key and its group identify an item in all generations, for every entity.
    pub(super) fn has_identity(&self) -> bool {
        if self.entities.is_empty() {
            return has_identity(self.schema, self.bucket);
        }
        self.entities.iter().all(|entity| {
            let bucket = |own: &KeySchema| self.bucket.and_then(|bucket| self.schema.corresponding_field(own, bucket));
            // Not on an index: only the table key identifies items.
            self.schema.index.is_none() && entity.keys.first().is_some_and(|own| has_identity(own, bucket(own)))
        })
    }

    /// Returns whether an item's own fields show that the current design would store it elsewhere. Then lanes of one
    /// partition key can exist for an older copy and for the newer one.
    pub(super) fn distinguishes_generations(&self) -> bool {
        self.has_identity() && self.schema.shard.is_some_and(|sharding| matches!(sharding.by, ShardBy::Hash { .. }))
    }

    /// Returns the sort keys that contain this query's values.
    pub(super) fn sort_keys(&self) -> SortKeys<'_> {
        SortKeys { entity: self.entity, key: self.key, template: self.sort, known: &self.known, next: self.next }
    }

    /// Whether the sort key's next field is the bucket's, so that a bucket is an interval of sort keys.
    pub(super) fn cuts_by_bucket(&self) -> bool {
        self.leads && self.next_is_bucket()
    }

    /// Returns the buckets with which a template of the partition key writes the bucket's field.
    pub(super) fn buckets(&self, template: &Template) -> Vec<Bucket> {
        self.bucket.map(|field| bucket::buckets(template, field)).unwrap_or_default()
    }

    /// Returns the buckets of a template, if they follow one another in the order of the sort key.
    pub(super) fn leading_buckets(&self, template: &Template) -> Vec<Bucket> {
        let form = self.bucket.and_then(|field| form_of(self.sort?, field));
        let buckets = self.buckets(template);
        match form {
            Some(form) if buckets.iter().all(|&bucket| bucket::is_monotonic(form, bucket)) => buckets,
            _ => Vec::new(),
        }
    }

    /// Returns the hash that determines the shard, if the given values suffice.
    pub(super) fn hash(&self, sharding: Option<&Sharding>) -> Result<Option<u32>> {
        let given = |sharding| key::hash_of_values(self.entity, sharding, &|field| lookup(&self.hashed, field));
        Ok(sharding.map(given).transpose()?.flatten())
    }

    /// Returns the range of the key's time, if the query gives it and no bucket determines it.
    pub(super) fn time_range(&self, resolved: &Resolved) -> ValueRange {
        let Some(time) = self.schema.time_field(self.entity) else { return ValueRange::ALL };
        match (self.next, self.known.get(time)) {
            (_, Some(KeyValue::Time(at))) => self.period_of(time, at),
            (Some((next, _)), None) if next == time => resolved.sort.clone(),
            _ => ValueRange::ALL,
        }
    }

    /// Whether the key's time is the field that selects the buckets.
    pub(super) fn times_are_buckets(&self) -> bool {
        self.bucket.is_some() && self.bucket == self.schema.time_field(self.entity)
    }
}

/// Returns whether a sort key and its group identify an item of an entity.
///
/// They do not identify it on an index, where many items share a sort key; with random shards, where an item has no key
/// of its own; and if the bucket's field is not in the sort key, because it may differ.
fn has_identity(schema: &KeySchema, bucket: Option<u8>) -> bool {
    let is_random = schema.shard.is_some_and(|sharding| matches!(sharding.by, ShardBy::Random));
    let determines_bucket = |field: u8| {
        let buckets = bucket::buckets(&schema.partition, field);
        let form = schema.sort.as_ref().and_then(|sort| form_of(sort, field));
        form.is_some_and(|form| buckets.iter().all(|&bucket| bucket::is_monotonic(form, bucket)))
    };
    schema.index.is_none() && !schema.legacy.is_empty() && !is_random && bucket.is_none_or(determines_bucket)
}

/// Returns the field whose buckets are in the partition keys of any generation.
fn bucket_field(entity: &EntitySchema, schema: &KeySchema, given: impl Fn(u8) -> bool) -> Result<Option<u8>> {
    let mut found: Option<u8> = None;
    let templates = std::iter::once(&schema.partition).chain(schema.legacy.iter().map(|legacy| &legacy.partition));
    for segment in templates.flat_map(|template| template.segments) {
        let Segment::Field { field, form, .. } = *segment else { continue };
        if given(field) {
            continue;
        }
        let name = entity.fields.get(usize::from(field)).map_or("", |field| field.name);
        match (form, found) {
            (Form::Bucket(_), None) => found = Some(field),
            (Form::Bucket(_), Some(before)) if before == field => {}
            (Form::Bucket(_), Some(_)) => {
                return Err(invalid(format!(
                    "the partition key has buckets of two fields, and `{name}` is given none; give the whole field"
                )));
            }
            _ => return Err(invalid(format!("the partition key needs `{name}`, which has no value; give it one"))),
        }
    }
    Ok(found)
}

/// Returns the query with the values that items store: whole seconds of a `ttl` and, for items with counters, the first
/// value of the part of a field that their key contains. Ranges are compared with these.
pub(super) fn as_stored<'s>(entity: &EntitySchema, schema: &KeySchema, spec: &'s SharedSpec) -> Cow<'s, SharedSpec> {
    let counts = counts_by_part(entity);
    if !has_ttl_in_keys(entity) && !counts {
        return Cow::Borrowed(spec);
    }
    let stored_value = |field: u8, value: &mut KeyValue<'static>| match value {
        KeyValue::Time(time) if is_ttl(entity, field) => time.nanos = 0,
        _ if counts => *value = first_value(entity, field, value.clone()),
        _ => {}
    };
    let given = |field: u8| lookup(&spec.partition, field).is_some();
    let open = open_fields(entity.determined_sort(schema), given);
    let bucket = bucket_field(entity, schema, given).ok().flatten();
    let mut stored = spec.clone();
    let spec = &mut *stored;
    spec.partition.iter_mut().for_each(|(field, value)| stored_value(*field, value));
    for ((field, _), value) in open.iter().zip(&mut spec.prefix) {
        value.iter_mut().for_each(|value| stored_value(*field, value));
    }
    if let (Some(values), Some(Sharding { by: ShardBy::Hash { fields, .. }, .. })) = (&mut spec.hashed, &schema.shard) {
        let values = fields.iter().zip(values);
        values.for_each(|(field, value)| value.iter_mut().for_each(|value| stored_value(*field, value)));
    }
    if counts {
        let next = open.get(spec.prefix.len()).map(|(field, _)| *field);
        // Without a sort key that follows from its fields, a range is one of the buckets.
        let next = next.or(bucket.filter(|_| entity.determined_sort(schema).is_none()));
        for (field, range) in [(next, &mut spec.range), (bucket, &mut spec.during)] {
            if let (Some(field), Bound::Included(from) | Bound::Excluded(from)) = (field, &range.lower) {
                let first = first_value(entity, field, from.clone());
                // A part that begins before the range is still partly in it.
                if first != *from {
                    range.lower = Bound::Included(first);
                }
            }
        }
    }
    Cow::Owned(stored)
}

/// Returns the values of the hashed fields, given for the hash or as a part of the key. `None` if no shard is a hash.
fn hashed(
    schema: &KeySchema,
    spec: &QuerySpec,
    known: &KnownValues,
    open: &[(u8, Form)],
) -> Result<Vec<(u8, KeyValue<'static>)>> {
    let mut hashed: Vec<(u8, KeyValue<'static>)> = Vec::new();
    let is_hash = |sharding: Option<&Sharding>| sharding.is_some_and(|of| matches!(of.by, ShardBy::Hash { .. }));
    if !schema.generations().any(|(_, _, sharding)| is_hash(sharding)) {
        return Ok(hashed);
    }
    if let (Some(values), Some(Sharding { by: ShardBy::Hash { fields, .. }, .. })) = (&spec.hashed, &schema.shard) {
        for (field, value) in fields.iter().zip(values) {
            let Some(value) = value else {
                return Err(invalid("`shard_of` was given an absent value, which is in no shard; leave it out"));
            };
            hashed.push((*field, value.clone()));
        }
    }
    for (field, value) in known.iter() {
        let in_sort = open.iter().find(|(of, _)| *of == field).map(|(_, form)| *form);
        let form = in_sort.or_else(|| form_of(&schema.partition, field));
        let whole = matches!(form, Some(Form::Default | Form::Plain | Form::Width(_)));
        if whole && lookup(&hashed, field).is_none() {
            hashed.push((field, value.clone()));
        }
    }
    Ok(hashed)
}

/// Returns the form of the first occurrence of a field in a template.
pub(super) fn form_of(template: &Template, of: u8) -> Option<Form> {
    form_in(template.segments, of)
}

/// Returns the form of a field in these parts of a key.
pub(super) fn form_in(segments: &[Segment], of: u8) -> Option<Form> {
    segments.iter().find_map(|segment| match *segment {
        Segment::Field { field, form, .. } if field == of => Some(form),
        _ => None,
    })
}

fn invalid(message: impl Into<String>) -> Error {
    Error::new(ErrorKind::InvalidArgument, message)
}

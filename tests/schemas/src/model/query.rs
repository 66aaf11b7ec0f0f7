//! What a query returns.

use std::cmp::Ordering;

use serde_json::Value as Json;

use super::item::{foreign, index_key, table_key};
use crate::{
    base64,
    calendar::bucket_text,
    schema::{Asked, Entity, Key, Schema},
    template::{Part, Segment, rendered},
    value::Value,
};

/// Returns the places of the items that a query must return, in order. Items of one group have equal sort keys, whose
/// order is open.
pub fn groups(schema: &Schema, entity: &Entity, asked: &Asked) -> Vec<Vec<usize>> {
    let Some(key) = entity.key_of(asked.index) else { return Vec::new() };
    let like = &entity.items[asked.like].values;
    let sort = key.sort_fields();
    let given = key.arguments().into_iter().chain(sort.iter().take(asked.then).map(|(field, _)| *field));
    let given: Vec<usize> = given.collect();
    let is_within = |values: &[Value]| match (&asked.between, sort.get(asked.then)) {
        (Some((low, high)), Some((field, _))) => {
            let value = &values[*field];
            is_at_most(low, value) && is_at_most(value, high) && (asked.closed || value != high)
        }
        _ => true,
    };
    let bucketed = key.bucket().map(|(field, _)| field);
    let is_during = |values: &[Value]| match (asked.during, bucketed.map(|field| &values[field])) {
        (Some((first, last)), Some(Value::Time { seconds, .. })) => (first..=last).contains(seconds),
        _ => true,
    };
    let found = entity.items.iter().enumerate().filter(|(_, item)| {
        !entity.is_expired(&item.values)
            && given.iter().all(|field| is_alike(schema, entity, key, &given, *field, &item.values, like))
            && is_within(&item.values)
            && is_during(&item.values)
    });
    let mut found: Vec<_> =
        found.filter_map(|(place, _)| Some((order(schema, entity, asked.index, place)?, place))).collect();
    found.sort_by(|a, b| a.0.cmp(&b.0));
    if asked.newest_first {
        found.reverse();
    }
    let groups = found.chunk_by(|(a, _), (b, _)| a == b);
    let groups = groups.map(|group| {
        let mut places: Vec<_> = group.iter().map(|(_, place)| *place).collect();
        places.sort_unstable();
        places
    });
    groups.collect()
}

/// Returns whether a key writes a field of two items alike, such as texts in lower case.
fn is_alike(
    schema: &Schema,
    entity: &Entity,
    key: &Key,
    given: &[usize],
    field: usize,
    one: &[Value],
    other: &[Value],
) -> bool {
    // The sort key's part before the first field that is not given is also asked for.
    let sort = key.sort.iter().flat_map(|attribute| &attribute.template);
    let is_given = |segment: &&Segment| match segment {
        Segment::Field { field, .. } => given.contains(field),
        _ => true,
    };
    let is_whole = |segment: &Segment| segment.is_of(field) && segment.spec().is_some_and(|spec| !spec.is_lossy());
    if sort.take_while(is_given).any(is_whole) {
        return one[field] == other[field];
    }
    written(schema, entity, key, field, one) == written(schema, entity, key, field, other)
}

/// Returns a field as a partition key writes it, such as a text in lower case, once for each place. A value that only a
/// hash contains is itself.
fn written(
    schema: &Schema,
    entity: &Entity,
    key: &Key,
    field: usize,
    values: &[Value],
) -> (Vec<Option<String>>, Option<Value>) {
    let segments = key.partition.iter().flat_map(|attribute| &attribute.template);
    let text = |segment: &Segment| {
        rendered(&vec![segment.clone()], &entity.fields, values, Part::Partition, schema.table.encoding, None)
    };
    let texts: Vec<_> = segments.filter(|segment| segment.is_of(field)).map(text).collect();
    let whole = texts.is_empty().then(|| values[field].clone());
    (texts, whole)
}

/// Returns the places of the items whose table keys differ from that of an item at most in their random shards.
pub fn same_key(schema: &Schema, entity: &Entity, item: usize) -> Vec<usize> {
    let key = |place: usize| table_key(schema, entity, &entity.items[place].values);
    let is_live = |place: &usize| !entity.is_expired(&entity.items[*place].values);
    (0..entity.items.len()).filter(is_live).filter(|place| key(*place) == key(item)).collect()
}

/// Returns the items of both entities in one partition, by their places in the list of all items, in groups of equal
/// sort keys.
pub fn collected(schema: &Schema, like: usize, during: Option<(i64, i64)>) -> Vec<Vec<usize>> {
    let record = &schema.entities[0];
    let arguments = |entity: &Entity, values: &[Value]| -> Vec<_> {
        entity.key.arguments().into_iter().map(|field| written(schema, entity, &entity.key, field, values)).collect()
    };
    let of_like = arguments(record, &record.items[like].values);
    let mut found = Vec::new();
    let mut first = 0;
    for entity in &schema.entities {
        for (place, item) in entity.items.iter().enumerate() {
            let of = arguments(entity, &item.values);
            let bucketed = entity.key.bucket().map(|(field, _)| &item.values[field]);
            let is_during = match (during, bucketed) {
                (Some((first, last)), Some(Value::Time { seconds, .. })) => (first..=last).contains(seconds),
                _ => true,
            };
            if of == of_like && is_during && !entity.is_expired(&item.values) {
                found.extend(order(schema, entity, None, place).map(|order| (order, first + place)));
            }
        }
        first += entity.items.len();
    }
    found.sort();
    let groups = found.chunk_by(|(a, _), (b, _)| a == b);
    groups.map(|group| group.iter().map(|(_, place)| *place).collect()).collect()
}

/// Compares two values of one type that has an order.
pub fn compare(a: &Value, b: &Value) -> Option<Ordering> {
    match (a, b) {
        (Value::Text(a), Value::Text(b)) => Some(a.as_bytes().cmp(b.as_bytes())),
        (Value::Integer(a), Value::Integer(b)) => Some(a.cmp(b)),
        (Value::Date(a), Value::Date(b)) => Some(a.cmp(b)),
        (Value::Time { seconds: a, nanos: of_a }, Value::Time { seconds: b, nanos: of_b }) => {
            Some((a, of_a).cmp(&(b, of_b)))
        }
        _ => None,
    }
}

/// Returns whether a value is at most another one.
fn is_at_most(a: &Value, b: &Value) -> bool {
    compare(a, b).is_some_and(Ordering::is_le)
}

/// The sort key of an index or of the table as DynamoDB compares it, after the bucket if a range of the query selects
/// the buckets one after another.
type Order = (String, Vec<(i128, Vec<u8>)>);

fn order(schema: &Schema, entity: &Entity, index: Option<usize>, place: usize) -> Option<Order> {
    let key = entity.key_of(index)?;
    let item = &entity.items[place];
    if let Some(index) = index {
        index_key(schema, entity, index, &item.values)?;
    }
    let stored = foreign(schema, entity, item);
    let bucket = key.bucket().filter(|(field, _)| key.is_ranged_by(*field));
    let bucket = bucket.and_then(|(field, bucket)| match &item.values[field] {
        Value::Time { seconds, .. } => Some(bucket_text(*seconds, bucket)),
        _ => None,
    });
    let part = |value: &Json| {
        let number = value["N"].as_str().and_then(|text| text.parse().ok()).unwrap_or_default();
        let text = value["S"].as_str().unwrap_or_default();
        (
            number,
            value["B"]
                .as_str()
                .map_or_else(|| text.as_bytes().to_vec(), |text| base64::decode(text).unwrap_or_default()),
        )
    };
    let parts = key.sort.iter().map(|attribute| part(stored.get(&attribute.name).unwrap_or(&Json::Null)));
    Some((bucket.unwrap_or_default(), parts.collect()))
}

//! What a schema must do, from the specification alone: which item a value is stored as, and what a query returns.
//!
//! Nothing here calls keywright.

use serde_json::{Map, Value as Json, json};
use sha2::{Digest as _, Sha256};

use crate::{
    schema::{Attribute, Index, Key, Schema, Scope, Shard},
    template::{Part, escaped, rendered},
    value::{Value, bucket_text},
};

/// Returns the attributes of the table's key.
pub fn table_key(schema: &Schema, item: &[Value]) -> Option<Vec<(String, Json)>> {
    key_attributes(schema, &schema.key, item)
}

/// Returns whether DynamoDB stores the item: no key attribute is empty.
pub fn is_storable(schema: &Schema, item: &[Value]) -> bool {
    let Some(mut attributes) = table_key(schema, item) else { return false };
    attributes.extend(schema.indexes.iter().filter_map(|index| index_key(schema, index, item)).flatten());
    !attributes.iter().any(|(_, value)| value["S"] == "")
}

/// Returns the stored item, as DynamoDB's JSON.
pub fn stored(schema: &Schema, item: &[Value]) -> Json {
    let mut attributes = Map::new();
    for (field, value) in schema.fields.iter().zip(item) {
        if let Some(stored) = field.ty.stored(value) {
            attributes.insert(field.attribute().to_owned(), stored);
        }
    }
    for index in &schema.indexes {
        attributes.extend(index_key(schema, index, item).into_iter().flatten());
    }
    attributes.extend(table_key(schema, item).into_iter().flatten());
    if schema.discriminator {
        attributes.insert("_et".into(), json!({ "S": "Record" }));
    }
    Json::Object(attributes)
}

/// Returns the attributes of an index's key. `None` if the index does not contain the item.
fn index_key(schema: &Schema, index: &Index, item: &[Value]) -> Option<Vec<(String, Json)>> {
    match index.scope {
        // Its attributes are those of the table's key, which contain what the table's key says.
        Scope::Inverted => table_key(schema, item).map(|mut attributes| {
            attributes.reverse();
            attributes
        }),
        Scope::Global | Scope::Local => key_attributes(schema, &index.key, item),
    }
}

/// Returns the attributes of a key. `None` if the index does not contain the item.
fn key_attributes(schema: &Schema, key: &Key, item: &[Value]) -> Option<Vec<(String, Json)>> {
    let shard = key.shard.as_ref().map(|shard| shard_text(schema, shard, item)).unwrap_or_default();
    let parts = [(Some(&key.partition), Part::Partition, shard.as_str()), (key.sort.as_ref(), Part::Sort, "")];
    let parts = parts.into_iter().filter_map(|(attribute, part, shard)| Some((attribute?, part, shard)));
    parts.map(|(attribute, part, shard)| attribute_value(schema, attribute, part, shard, item)).collect()
}

fn attribute_value(
    schema: &Schema,
    attribute: &Attribute,
    part: Part,
    shard: &str,
    item: &[Value],
) -> Option<(String, Json)> {
    let native = attribute.native(&schema.fields).filter(|_| shard.is_empty());
    // A time or an enum that is a key attribute itself is stored as in a key.
    if let Some(field) = native.filter(|field| !schema.kind(*field).is_stored_as_in_keys()) {
        return Some((attribute.name.clone(), schema.fields[field].ty.stored(&item[field])?));
    }
    let text = rendered(&attribute.template, &schema.fields, item, part, schema.encoding, shard)?;
    Some((attribute.name.clone(), json!({ "S": text })))
}

/// Returns the text that a shard appends to the partition key.
fn shard_text(schema: &Schema, shard: &Shard, item: &[Value]) -> String {
    let delimiter = schema.encoding.delimiter;
    let texts: Vec<String> = shard.fields.iter().map(|field| schema.kind(*field).canonical(&item[*field])).collect();
    let hashed = match texts.as_slice() {
        [text] => text.clone(),
        _ => {
            let escaped = texts.iter().map(|text| escaped(text, Part::Partition, delimiter, None));
            escaped.collect::<Vec<_>>().join(&delimiter.to_string())
        }
    };
    let digest = Sha256::digest(hashed.as_bytes());
    let hash = u32::from_be_bytes([digest[0], digest[1], digest[2], digest[3]]);
    format!("{delimiter}{}", hash % shard.count + shard.first)
}

/// What a query must return.
#[derive(Debug, Clone)]
pub struct Expected {
    /// An item whose values are the arguments.
    pub like: usize,
    /// The places of the items, in order. Items of one group have equal sort keys, whose order is open.
    pub groups: Vec<Vec<usize>>,
}

/// Returns each query of the table or of an index with other arguments, and what it must return.
pub fn queries(schema: &Schema, index: Option<&Index>) -> Vec<Expected> {
    let key = index.map_or(&schema.key, |index| &index.key);
    let arguments = key.arguments();
    let of = |item: &[Value]| arguments.iter().map(|field| item[*field].clone()).collect::<Vec<_>>();
    let mut queries: Vec<Expected> = Vec::new();
    for (like, item) in schema.items.iter().enumerate() {
        let is_asked = queries.iter().any(|query| of(&schema.items[query.like]) == of(item));
        if is_asked || of(item).contains(&Value::Absent) {
            continue;
        }
        let found = schema.items.iter().enumerate().filter(|(_, other)| of(other) == of(item));
        let mut found: Vec<_> =
            found.filter_map(|(place, other)| Some((order(schema, index, other)?, place))).collect();
        found.sort();
        let groups = found.chunk_by(|(a, _), (b, _)| a == b);
        let groups = groups.map(|group| group.iter().map(|(_, place)| *place).collect()).collect();
        queries.push(Expected { like, groups });
    }
    queries
}

/// A sort key as DynamoDB compares it, after the bucket if a range of the query selects the buckets one after another.
type Order = (String, i128, String);

fn order(schema: &Schema, index: Option<&Index>, item: &[Value]) -> Option<Order> {
    let (key, attributes) = match index {
        None => (&schema.key, table_key(schema, item)?),
        Some(index) => (&index.key, index_key(schema, index, item)?),
    };
    let bucket = key.bucket().filter(|(field, _)| key.is_ranged_by(*field));
    let bucket = bucket.and_then(|(field, bucket)| match &item[field] {
        Value::Instant { seconds, .. } => Some(bucket_text(*seconds, bucket)),
        _ => None,
    });
    let sort = attributes.get(1).map(|(_, value)| value.clone()).unwrap_or_default();
    let number = sort["N"].as_str().and_then(|text| text.parse().ok()).unwrap_or_default();
    Some((bucket.unwrap_or_default(), number, sort["S"].as_str().unwrap_or_default().to_owned()))
}

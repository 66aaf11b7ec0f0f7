//! The item that a value is stored as.

use serde_json::{Map, Value as Json, json};
use sha2::{Digest as _, Sha256};

use crate::{
    kind::Type,
    schema::{Attribute, Entity, Field, Form, Item, Key, Role, Schema, Scope, Shard, With},
    template::{Part, Segment, Spec, Template, canonical, escaped, rendered},
    value::{Value, default},
};

/// The attributes of a stored item.
pub type Attributes = Map<String, Json>;

/// An attribute that no field has.
pub const EXTRA: &str = "written_by";

/// Returns the attributes of the table's key that a put writes.
pub fn table_key(schema: &Schema, entity: &Entity, values: &[Value]) -> Option<Vec<(String, Json)>> {
    let key = &entity.key;
    let older = is_earlier(entity, key, values).then(|| key.older.first()).flatten();
    key_attributes(schema, entity, key, older.map(|older| &older.template), values)
}

/// Returns whether an item's time is earlier than the `since` of a key.
fn is_earlier(entity: &Entity, key: &Key, values: &[Value]) -> bool {
    let time = seconds(entity, key, values);
    key.since.is_some_and(|since| time.is_some_and(|time| time < since))
}

/// Returns the time that `since` and `grow` judge.
pub fn seconds(entity: &Entity, key: &Key, values: &[Value]) -> Option<i64> {
    match values[key.time(&entity.fields)?] {
        Value::Time { seconds, .. } => Some(seconds),
        _ => None,
    }
}

/// Returns the attributes of an index's key. `None` if the index does not contain the item.
pub fn index_key(schema: &Schema, entity: &Entity, index: usize, values: &[Value]) -> Option<Vec<(String, Json)>> {
    let key = &entity.indexes[index].as_ref()?.key;
    match schema.table.indexes[index].scope {
        // Its attributes are those of the table's key, which contain what the table's key says.
        Scope::Inverted => table_key(schema, entity, values).map(|mut attributes| {
            attributes.reverse();
            attributes
        }),
        Scope::Global => {
            let older = is_earlier(entity, key, values).then(|| key.older.first()).flatten();
            key_attributes(schema, entity, key, older.map(|older| &older.template), values)
        }
        Scope::Local => {
            let partition = table_key(schema, entity, values)?;
            let sort = key
                .sort
                .iter()
                .map(|sort| attribute_value(schema, entity, &sort.template, sort, Part::Sort, &[None], values));
            let sort: Option<Vec<_>> = sort.collect();
            Some(partition.into_iter().take(1).chain(sort?).collect())
        }
    }
}

/// Returns the attributes of a key. `None` if a field is absent. `older` is an older template of the partition key,
/// which has no shards.
fn key_attributes(
    schema: &Schema,
    entity: &Entity,
    key: &Key,
    older: Option<&Template>,
    values: &[Value],
) -> Option<Vec<(String, Json)>> {
    let shards = match (&key.shard, older) {
        (Some(shard), None) => shards(schema, entity, key, shard, values).into_iter().map(Some).collect(),
        _ => vec![None],
    };
    let last = key.partition.len().saturating_sub(1);
    let mut attributes = Vec::new();
    for (place, attribute) in key.partition.iter().enumerate() {
        // The last attribute of several contains the shard.
        let shards = if place == last { shards.as_slice() } else { &[None] };
        let template = older.unwrap_or(&attribute.template);
        attributes.push(attribute_value(schema, entity, template, attribute, Part::Partition, shards, values)?);
    }
    for attribute in &key.sort {
        attributes.push(attribute_value(schema, entity, &attribute.template, attribute, Part::Sort, &[None], values)?);
    }
    Some(attributes)
}

fn attribute_value(
    schema: &Schema,
    entity: &Entity,
    template: &Template,
    attribute: &Attribute,
    part: Part,
    shards: &[Option<u32>],
    values: &[Value],
) -> Option<(String, Json)> {
    let native = entity.native(attribute).filter(|_| shards == [None] && *template == attribute.template);
    // A time or an enum that is a key attribute itself is stored as in a key.
    if let Some(field) = native.filter(|field| !entity.kind(*field).is_stored_as_in_keys()) {
        return Some((attribute.name.clone(), entity.fields[field].ty.stored(&values[field])?));
    }
    let texts = shards.iter().map(|shard| {
        let text = rendered(template, &entity.fields, values, part, schema.table.encoding, *shard)?;
        Some(json!({ "S": text }))
    });
    let mut texts = texts.collect::<Option<Vec<_>>>()?;
    let value = if texts.len() == 1 { texts.remove(0) } else { json!({ "$any": texts }) };
    Some((attribute.name.clone(), value))
}

/// Returns the shards in which an item can be. A hash of fields has one.
fn shards(schema: &Schema, entity: &Entity, key: &Key, shard: &Shard, values: &[Value]) -> Vec<u32> {
    let count = shard.count_at(seconds(entity, key, values));
    if shard.is_random() {
        return (shard.first..shard.first + count).collect();
    }
    let delimiter = schema.table.encoding.delimiter;
    let texts: Vec<String> = shard.fields.iter().map(|field| canonical(&values[*field])).collect();
    let hashed = match texts.as_slice() {
        [text] => text.clone(),
        _ => {
            let escaped = texts.iter().map(|text| escaped(text, Part::Partition, delimiter, None));
            escaped.collect::<Vec<_>>().join(&delimiter.to_string())
        }
    };
    if shard.with {
        let sum: u32 = hashed.bytes().map(u32::from).sum();
        return vec![sum % count + shard.first];
    }
    let digest = Sha256::digest(hashed.as_bytes());
    let hash = u32::from_be_bytes([digest[0], digest[1], digest[2], digest[3]]);
    vec![hash % count + shard.first]
}

/// Returns what a field stores of its value, and in which attributes.
pub fn field_attributes(entity: &Entity, field: &Field, value: &Value) -> Vec<(String, Json)> {
    if field.skipped || field.role == Role::KeyOnly {
        return Vec::new();
    }
    if field.flattened {
        return flattened(&field.ty, value);
    }
    let is_empty = matches!(value, Value::List(values) if values.is_empty())
        || matches!(value, Value::Map(entries) if entries.is_empty());
    if field.skipped_if_empty && is_empty {
        return Vec::new();
    }
    let stored = match (value, field.with, field.role) {
        // The function reads no missing attribute.
        (Value::Absent, Some(_), _) if !field.defaulted => Some(json!({ "NULL": true })),
        (Value::Time { seconds, .. }, Some(With::Seconds), _) | (Value::Time { seconds, .. }, _, Role::Ttl) => {
            Some(json!({ "N": seconds.to_string() }))
        }
        (Value::Time { seconds, nanos }, Some(With::Milliseconds), _) => {
            Some(json!({ "N": (seconds * 1_000 + i64::from(nanos / 1_000_000)).to_string() }))
        }
        _ => field.ty.stored(value),
    };
    stored.map(|stored| (field.attribute(entity), stored)).into_iter().collect()
}

/// Returns the attributes of a flattened field.
fn flattened(ty: &Type, value: &Value) -> Vec<(String, Json)> {
    match (ty, value) {
        (Type::Rest, Value::Map(entries)) => {
            let stored = |value: &Value| if let Value::Any(json) = value { json.clone() } else { Json::Null };
            entries.iter().map(|(name, value)| (name.clone(), stored(value))).collect()
        }
        _ => match ty.stored(value).as_mut().and_then(|stored| stored["M"].as_object_mut()) {
            Some(entries) => std::mem::take(entries).into_iter().collect(),
            None => Vec::new(),
        },
    }
}

/// Returns the attributes of fields that are themselves key attributes. They are stored as in the key, whether an index
/// contains the item or not.
pub fn native_attributes(schema: &Schema, entity: &Entity, values: &[Value]) -> Vec<(String, Json)> {
    let parts = entity.keys().flat_map(|key| [(&key.partition, Part::Partition), (&key.sort, Part::Sort)]);
    let attributes = parts.flat_map(|(attributes, part)| attributes.iter().map(move |attribute| (attribute, part)));
    let native = attributes.filter(|(attribute, _)| entity.native(attribute).is_some());
    native
        .filter_map(|(attribute, part)| {
            attribute_value(schema, entity, &attribute.template, attribute, part, &[None], values)
        })
        .collect()
}

/// Drops the part of each truncated time that its key attribute does not contain.
pub fn truncate(entity: &Entity, values: &mut [Value]) {
    for (field, value) in values.iter_mut().enumerate() {
        truncate_field(entity, field, value);
    }
}

/// Drops the part of the value of one field.
pub fn truncate_field(entity: &Entity, place: usize, value: &mut Value) {
    for attribute in entity.keys().flat_map(Key::attributes) {
        if let ([Segment::Field { spec: Spec::Digits(digits), .. }], true) =
            (attribute.template.as_slice(), entity.native(attribute) == Some(place))
            && let Value::Time { nanos, .. } = value
        {
            *nanos -= *nanos % 10_u32.pow(9 - *digits as u32);
        }
    }
}

/// Returns the item that a put writes.
pub fn stored(schema: &Schema, entity: &Entity, values: &[Value]) -> Attributes {
    let mut attributes = Attributes::new();
    for (field, value) in entity.fields.iter().zip(values) {
        attributes.extend(field_attributes(entity, field, value));
    }
    if let Some(tag) = &entity.tag {
        attributes.insert(tag.clone(), json!({ "S": entity.name }));
    }
    attributes.extend(native_attributes(schema, entity, values));
    for index in 0..entity.indexes.len() {
        attributes.extend(index_key(schema, entity, index, values).into_iter().flatten());
    }
    attributes.extend(table_key(schema, entity, values).into_iter().flatten());
    let constants = entity.constants.iter().map(|(name, text)| (name.clone(), json!({ "S": text })));
    attributes.extend(constants);
    if schema.table.discriminator {
        attributes.insert("_et".into(), json!({ "S": entity.label() }));
    }
    attributes
}

/// Returns the item that another program has written.
pub fn foreign(schema: &Schema, entity: &Entity, item: &Item) -> Attributes {
    let mut attributes = stored(schema, entity, &item.values);
    if item.is_older
        && let Some(older) = entity.key.older.first()
    {
        let key = key_attributes(schema, entity, &entity.key, Some(&older.template), &item.values);
        attributes.extend(key.into_iter().flatten());
    }
    for value in attributes.values_mut() {
        if let Some(values) = value["$any"].as_array() {
            *value = values[item.shard as usize % values.len()].clone();
        }
    }
    for form in &item.forms {
        apply(entity, *form, &item.values, &mut attributes);
    }
    attributes
}

/// Changes an item to another form of the same values.
fn apply(entity: &Entity, form: Form, values: &[Value], attributes: &mut Attributes) {
    match form {
        Form::Alias(field) => {
            let field = &entity.fields[field];
            let value = attributes.remove(&field.attribute(entity)).unwrap_or(json!({ "NULL": true }));
            attributes.extend(field.alias.clone().map(|alias| (alias, value)));
        }
        Form::Both(field) => {
            let field = &entity.fields[field];
            let other = field_attributes(entity, field, &default(&field.ty)).pop();
            attributes.extend(field.alias.clone().zip(other.map(|(_, value)| value)));
        }
        Form::Null(field) => {
            attributes.insert(name_in(entity, field, attributes), json!({ "NULL": true }));
        }
        Form::Missing(field) => drop(attributes.remove(&entity.fields[field].attribute(entity))),
        Form::OtherText(field) => {
            if let Value::Time { seconds, nanos } = values[field] {
                let text = format!("{}.{nanos:09}+02:00", crate::calendar::seconds_text(seconds + 7_200));
                attributes.insert(name_in(entity, field, attributes), json!({ "S": text }));
            }
        }
        Form::Unlabeled => drop(attributes.remove("_et")),
        Form::Extra => {
            attributes.insert(EXTRA.into(), json!({ "M": { "n": { "NS": ["1", "2"] } } }));
        }
    }
}

/// Returns the name under which an item has a field.
fn name_in(entity: &Entity, field: usize, attributes: &Attributes) -> String {
    let field = &entity.fields[field];
    let alias = field.alias.clone().filter(|alias| attributes.contains_key(alias));
    let name = field.attribute(entity);
    alias.filter(|_| !attributes.contains_key(&name)).unwrap_or(name)
}

/// Returns whether the item can be stored: no part of a key is empty.
pub fn is_storable(schema: &Schema, entity: &Entity, values: &[Value]) -> bool {
    let is_empty = |field: usize| match &values[field] {
        Value::Text(text) => text.is_empty(),
        Value::Bytes(bytes) => bytes.is_empty(),
        _ => false,
    };
    table_key(schema, entity, values).is_some() && !entity.keys().flat_map(Key::fields).any(is_empty)
}

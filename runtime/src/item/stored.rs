//! Reads the keys and the entity of a stored item.

use aws_sdk_dynamodb::{primitives::Blob, types::AttributeValue};

use super::attributed::{Attributed, Scalar};
use crate::{
    Entity, Error, ErrorKind, Item,
    key::{
        ItemKey, KeyScalar, parse, parse_older,
        redaction::{REDACTED, is_sensitive_attribute, shown_key},
    },
    schema::{EntitySchema, IndexSchema, KeyAttribute, KeyAttributes, TableSchema},
};

/// Returns an entity's schema as a static reference.
pub(crate) const fn schema<E: Entity>() -> &'static EntitySchema {
    const { &E::SCHEMA }
}

/// Returns the attributes of an entity's key. For the table's key, returns them as those of an index.
pub(crate) fn key_attributes(entity: &'static EntitySchema, key: usize) -> Option<IndexSchema> {
    match entity.keys.get(key)?.index {
        None => Some(IndexSchema::of_table(entity.table)),
        Some(name) => entity.table.index(name),
    }
}

/// Returns the key of an item in the table or in an index. `None` if the item lacks an attribute of the key.
pub(crate) fn stored_key(entity: &'static EntitySchema, key: usize, item: &impl Attributed) -> Option<ItemKey> {
    key_of_attributes(key_attributes(entity, key)?, item)
}

/// Returns the table key of an item of any entity.
pub(crate) fn table_key_of(table: &TableSchema, item: &impl Attributed) -> Option<ItemKey> {
    key_of_attributes(IndexSchema::of_table(table), item)
}

fn key_of_attributes(
    IndexSchema { partition_key, sort_key, .. }: IndexSchema,
    item: &impl Attributed,
) -> Option<ItemKey> {
    let partition = part_of(partition_key, item)?;
    let sort = match sort_key {
        Some(attributes) => Some(part_of(attributes, item)?),
        None => None,
    };
    Some(ItemKey { partition, sort })
}

/// Returns an item's values for the attributes of one part of a key.
pub(crate) fn part_of(attributes: KeyAttributes, item: &impl Attributed) -> Option<KeyScalar> {
    let value = |attribute: KeyAttribute| item.attribute(attribute.name).and_then(Scalar::to_key);
    match attributes.count() {
        1 => value(attributes.first),
        _ => attributes.iter().map(value).collect::<Option<_>>().map(KeyScalar::of),
    }
}

/// Writes a key into an item. Replaces attributes with the same names.
pub(crate) fn insert_key(entity: &'static EntitySchema, key: usize, value: &ItemKey, item: &mut Item) {
    let Some(attributes) = key_attributes(entity, key) else { return };
    let mut insert = |attributes: KeyAttributes, key: &KeyScalar| {
        for (of, value) in attributes.iter().zip(key.values()) {
            item.insert(of.name.to_owned(), attribute(value));
        }
    };
    insert(attributes.partition_key, &value.partition);
    if let Some((attributes, key)) = attributes.sort_key.zip(value.sort.as_ref()) {
        insert(attributes, key);
    }
}

/// Returns whether an item belongs to an entity, by its discriminator. An item without a discriminator belongs to the
/// entity if its table key parses by the current design or an older one.
pub(crate) fn belongs(entity: &'static EntitySchema, item: &impl Attributed) -> bool {
    match entity.table.discriminator.and_then(|name| item.attribute(name)) {
        Some(found) => found == Scalar::S(entity.discriminator),
        None => stored_key(entity, 0, item)
            .is_some_and(|key| parse(entity, 0, &key).is_ok() || parse_older(entity, 0, &key).is_some()),
    }
}

/// Builds the error for an item that belongs to another entity than the requested one.
pub(crate) fn wrong_entity(entity: &'static EntitySchema, stored: &Item) -> Error {
    let message = match (entity.table.discriminator, discriminator(entity, stored)) {
        (Some(name), Some(found)) => format!(
            "the item belongs to another entity: its `{name}` is {}; read it as that, or write it again as `{}`",
            shown(Some(found)),
            entity.discriminator
        ),
        _ => format!(
            "the item has no discriminator, and its key is not one of `{}`; read it as the entity that wrote it",
            entity.name
        ),
    };
    let error = Error::new(ErrorKind::WrongEntity, message).of_entity(entity.name);
    match stored_key(entity, 0, stored) {
        Some(key) => error.at_key(key_text(entity, &key)),
        None => error,
    }
}

/// Returns the item's discriminator, if the table and the item have one.
pub(crate) fn discriminator<'a>(entity: &EntitySchema, item: &'a Item) -> Option<&'a AttributeValue> {
    item.get(entity.table.discriminator?)
}

/// Returns whether the table and the item have a discriminator.
pub(crate) fn has_discriminator(entity: &EntitySchema, item: &impl Attributed) -> bool {
    entity.table.discriminator.is_some_and(|name| item.attribute(name).is_some())
}

/// Converts a key's value to an attribute.
pub(crate) fn attribute(scalar: &KeyScalar) -> AttributeValue {
    match scalar {
        KeyScalar::S(text) => AttributeValue::S(text.clone()),
        KeyScalar::N(digits) => AttributeValue::N(digits.clone()),
        KeyScalar::B(bytes) => AttributeValue::B(Blob::new(bytes.clone())),
        // Not stored in this form: each value has its own attribute.
        KeyScalar::Several(several) => AttributeValue::L(several.values().iter().map(attribute).collect()),
    }
}

/// Converts an attribute to a key's value, if its type is one that keys can have.
pub(crate) fn scalar(value: &AttributeValue) -> Option<KeyScalar> {
    Scalar::of(value).to_key()
}

/// Formats a table key for error messages, without sensitive values.
pub(crate) fn key_text(entity: &'static EntitySchema, key: &ItemKey) -> String {
    shown_key(entity, 0, key)
}

/// Formats an attribute's value for error messages, like [`shown`], unless it is sensitive.
pub(crate) fn shown_of(entity: &EntitySchema, name: &str, value: Option<&AttributeValue>) -> String {
    match is_sensitive_attribute(entity, name) {
        true => REDACTED.into(),
        false => shown(value),
    }
}

/// Formats a value for error messages. Shows only the type of long texts and of documents.
pub(crate) fn shown(value: Option<&AttributeValue>) -> String {
    match value {
        None => "nothing".into(),
        Some(AttributeValue::S(text)) if text.chars().count() <= 64 => format!("{text:?}"),
        Some(AttributeValue::N(digits)) => digits.clone(),
        Some(AttributeValue::Bool(truth)) => truth.to_string(),
        Some(value) => type_name(value).into(),
    }
}

/// Returns the name of a value's type, with DynamoDB's abbreviation.
pub(crate) fn type_name(value: &AttributeValue) -> &'static str {
    match value {
        AttributeValue::S(_) => "a string (S)",
        AttributeValue::N(_) => "a number (N)",
        AttributeValue::B(_) => "binary (B)",
        AttributeValue::Bool(_) => "a boolean (BOOL)",
        AttributeValue::Null(_) => "null (NULL)",
        AttributeValue::L(_) => "a list (L)",
        AttributeValue::M(_) => "a map (M)",
        AttributeValue::Ss(_) => "a string set (SS)",
        AttributeValue::Ns(_) => "a number set (NS)",
        AttributeValue::Bs(_) => "a binary set (BS)",
        _ => "of an unknown type",
    }
}

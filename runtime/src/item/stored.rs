//! What an item says about itself: its keys and its entity.

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

/// An entity's schema, for all of the program's life.
pub(crate) const fn schema<E: Entity>() -> &'static EntitySchema {
    const { &E::SCHEMA }
}

/// The attributes of an entity's key: of the table's, in the shape of an index's.
pub(crate) fn key_attributes(entity: &'static EntitySchema, key: usize) -> Option<IndexSchema> {
    match entity.keys.get(key)?.index {
        None => Some(IndexSchema::of_table(entity.table)),
        Some(name) => entity.table.index(name),
    }
}

/// The key that an item has in the table or in an index; `None` if it lacks an attribute of it.
pub(crate) fn stored_key(entity: &'static EntitySchema, key: usize, item: &impl Attributed) -> Option<ItemKey> {
    key_of_attributes(key_attributes(entity, key)?, item)
}

/// The key that an item has in its table, whatever its entity.
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

/// What an item has in the attributes of one part of a key.
pub(crate) fn part_of(attributes: KeyAttributes, item: &impl Attributed) -> Option<KeyScalar> {
    let value = |attribute: KeyAttribute| item.attribute(attribute.name).and_then(Scalar::to_key);
    match attributes.count() {
        1 => value(attributes.first),
        _ => attributes.iter().map(value).collect::<Option<_>>().map(KeyScalar::of),
    }
}

/// Lays a key into an item, in place of what is there under the same names.
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

/// Whether an item belongs to an entity: its discriminator says so or, without a discriminator, its table key parses,
/// by today's design or an older one.
pub(crate) fn belongs(entity: &'static EntitySchema, item: &impl Attributed) -> bool {
    match entity.table.discriminator.and_then(|name| item.attribute(name)) {
        Some(found) => found == Scalar::S(entity.discriminator),
        None => stored_key(entity, 0, item)
            .is_some_and(|key| parse(entity, 0, &key).is_ok() || parse_older(entity, 0, &key).is_some()),
    }
}

/// That an item belongs to another entity than the one that was asked for.
pub(crate) fn wrong_entity(entity: &'static EntitySchema, stored: &Item) -> Error {
    let message = match (entity.table.discriminator, discriminator(entity, stored)) {
        (Some(name), Some(found)) => format!(
            "the item is of another entity: its `{name}` says {}; get it as that, or write it again as `{}`",
            shown(Some(found)),
            entity.discriminator
        ),
        _ => format!(
            "the item has no discriminator, and its key is none of `{}`; get it as the entity that wrote it",
            entity.name
        ),
    };
    let error = Error::new(ErrorKind::WrongEntity, message).of_entity(entity.name);
    match stored_key(entity, 0, stored) {
        Some(key) => error.at_key(key_text(entity, &key)),
        None => error,
    }
}

/// What the item's discriminator says, if the table has one and the item too.
pub(crate) fn discriminator<'a>(entity: &EntitySchema, item: &'a Item) -> Option<&'a AttributeValue> {
    item.get(entity.table.discriminator?)
}

/// Whether the item has a discriminator, if the table has one.
pub(crate) fn has_discriminator(entity: &EntitySchema, item: &impl Attributed) -> bool {
    entity.table.discriminator.is_some_and(|name| item.attribute(name).is_some())
}

/// A key's value as an attribute.
pub(crate) fn attribute(scalar: &KeyScalar) -> AttributeValue {
    match scalar {
        KeyScalar::S(text) => AttributeValue::S(text.clone()),
        KeyScalar::N(digits) => AttributeValue::N(digits.clone()),
        KeyScalar::B(bytes) => AttributeValue::B(Blob::new(bytes.clone())),
        // No attribute holds them: each value has its own.
        KeyScalar::Several(several) => AttributeValue::L(several.values().iter().map(attribute).collect()),
    }
}

/// An attribute as a key's value, if it is of a type that keys can have.
pub(crate) fn scalar(value: &AttributeValue) -> Option<KeyScalar> {
    Scalar::of(value).to_key()
}

/// A table key as errors show it: without what is sensitive.
pub(crate) fn key_text(entity: &'static EntitySchema, key: &ItemKey) -> String {
    shown_key(entity, 0, key)
}

/// An attribute's value as errors show it: `shown`, unless it is sensitive.
pub(crate) fn shown_of(entity: &EntitySchema, name: &str, value: Option<&AttributeValue>) -> String {
    match is_sensitive_attribute(entity, name) {
        true => REDACTED.into(),
        false => shown(value),
    }
}

/// A value as errors show it: short, and never a whole document.
pub(crate) fn shown(value: Option<&AttributeValue>) -> String {
    match value {
        None => "nothing".into(),
        Some(AttributeValue::S(text)) if text.chars().count() <= 64 => format!("{text:?}"),
        Some(AttributeValue::N(digits)) => digits.clone(),
        Some(AttributeValue::Bool(truth)) => truth.to_string(),
        Some(value) => type_name(value).into(),
    }
}

/// A value's type, in DynamoDB's letters.
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

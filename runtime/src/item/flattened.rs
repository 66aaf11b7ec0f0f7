//! Attributes that serde's flattened fields write: maps, structs, enums, and [`Attributes`].

use aws_sdk_dynamodb::types::AttributeValue;

use super::{
    functions::EntityFunctions,
    names::{is_entity_attribute, is_reserved},
    serialize::Serialized,
    to_attribute::to_attribute_value,
};
use crate::{Attributes, Error, ErrorKind, Result, schema::EntitySchema};

/// Checks that no flattened field writes an attribute of a field, a key, an index or another part of the table, and
/// that no two write one attribute.
///
/// A flattened enum and [`Attributes`] can both have an attribute that was read. The value of the enum is the current
/// one. `repeated` then names the attributes that are not to be taken from the `Attributes`.
///
/// # Errors
///
/// [`Encode`](ErrorKind::Encode), which names the attribute.
pub(super) fn check(
    EntityFunctions { schema: entity, tag, .. }: EntityFunctions,
    serialized: &mut Serialized,
    other_attributes: Option<&Attributes>,
) -> Result<()> {
    let of_other = |name: &str| other_attributes.and_then(|attributes| attributes.get(name));
    for (name, earlier) in &mut serialized.repeated {
        let Some(other) = of_other(name).filter(|_| !is_entity_attribute(entity, name)) else {
            return Err(twice(entity, name));
        };
        // Either value can be that of the `Attributes`, depending on the order of the fields.
        let of_attributes: Option<AttributeValue> = to_attribute_value(other).ok();
        let is_earlier = of_attributes.as_ref() == Some(earlier);
        if !is_earlier && let Some(written) = serialized.item.get_mut(name) {
            std::mem::swap(written, earlier);
        }
    }
    let mut names = serialized.item.keys().filter(|name| tag != Some(name.as_str()) && of_other(name).is_none());
    if let Some(name) = names.find(|name| is_reserved(entity, name)) {
        return Err(reserved(entity, name));
    }
    let is_field = |name: &str| entity.fields.iter().any(|field| field.attribute == name);
    match serialized.wide.iter().find(|name| !is_field(name)) {
        Some(name) if serialized.is_map => Err(wide(entity, name)),
        _ => Ok(()),
    }
}

/// Builds the error for an integer of 128 bits in a flattened field. Serde buffers flattened fields when it reads them,
/// and its buffer has no such integers.
fn wide(entity: &EntitySchema, name: &str) -> Error {
    let message = format!(
        "a flattened field writes `{name}`, an integer of 128 bits, which serde cannot read in a flattened field; \
         store the value as an attribute of its own, without `#[serde(flatten)]`, or as an integer of 64 bits"
    );
    Error::new(ErrorKind::Encode, message).of_entity(entity.name)
}

fn twice(entity: &EntitySchema, name: &str) -> Error {
    let message = format!(
        "attribute `{name}` is written twice: a flattened field has it too; remove it from the flattened value, or \
         store that value as an attribute of its own, without `#[serde(flatten)]`"
    );
    Error::new(ErrorKind::Encode, message).of_entity(entity.name)
}

fn reserved(entity: &'static EntitySchema, name: &str) -> Error {
    let table = entity.table;
    let of_key = table.every_key().find(|key| key.keys().any(|attribute| attribute.name == name));
    let what = match of_key {
        Some(key) if key.name.is_empty() => "a key of the table".to_owned(),
        Some(key) => format!("a key of index {}", key.name),
        None if table.ttl == Some(name) => "the table's TTL attribute".to_owned(),
        None if table.discriminator == Some(name) => "the discriminator".to_owned(),
        None if table.write_id == Some(name) => "the write id".to_owned(),
        None => "a constant of the entity".to_owned(),
    };
    let message = format!(
        "a flattened field writes attribute `{name}`, which is {what}; remove it from the flattened value, or store \
         that value as an attribute of its own, without `#[serde(flatten)]`"
    );
    Error::new(ErrorKind::Encode, message).of_entity(entity.name)
}

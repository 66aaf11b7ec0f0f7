//! KW014 for a field in an attribute of an index that does not contain the entity, if its type is another one: DynamoDB
//! refuses each item with it.

use super::{opening, rename};
use crate::{
    check::text::Text,
    key::KeyPart,
    schema::{AttributeKind, EntitySchema, Field, KeyAttributes, same},
};

/// Returns the error for a field that is stored in an attribute of this index or of the local index of this name.
pub(super) const fn refusal(
    entity: &EntitySchema,
    field: &Field,
    index: &str,
    (partition, sort): (Option<KeyAttributes>, Option<KeyAttributes>),
) -> Option<Text> {
    let (kind, part) = match (kind_of(partition, field.attribute), kind_of(sort, field.attribute)) {
        (Some(kind), _) => (kind, KeyPart::Partition),
        (None, Some(kind)) => (kind, KeyPart::Sort),
        (None, None) => return None,
    };
    let declared = match kind {
        AttributeKind::S => "S",
        AttributeKind::N => "N",
        AttributeKind::B => "B",
    };
    if field.key_only || !field.is_stored_otherwise(declared) {
        return None;
    }
    let mut text = opening(entity, field);
    text.push("in the ").push(part.noun()).push(" of index ").push(index).push(", which has type ").push(declared);
    text.push(": DynamoDB refuses items with another type there");
    rename(&mut text);
    Some(text)
}

const fn kind_of(attributes: Option<KeyAttributes>, name: &str) -> Option<AttributeKind> {
    let Some(attributes) = attributes else { return None };
    let mut place = 0;
    while let Some(attribute) = attributes.at(place) {
        if same(attribute.name, name) {
            return Some(attribute.kind);
        }
        place += 1;
    }
    None
}

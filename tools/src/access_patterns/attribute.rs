//! Describes the attributes of an entity's items: their types and the purpose of their fields.

use keywright::schema::{EntitySchema, Field, KeyAttributes, KeySchema, Segment, Template};
use serde::Serialize;

use super::role::{self, Role};

/// An attribute that holds a field of an entity.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct Attribute {
    /// The attribute's name in items.
    pub name: &'static str,
    /// The field's name in Rust.
    pub field: &'static str,
    /// The field's doc comment.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub docs: &'static str,
    /// The field's type as written in the struct. Empty if the schema was written by hand and lacks it.
    pub rust_type: &'static str,
    /// DynamoDB's type: `S`, `N`, `B`, `BOOL`, `L`, `M`, `SS`, `NS` or `BS`. `None` if the Rust type alone does not
    /// determine it. Serde determines how your own types are stored, as do the functions of `serde(with = ..)`.
    pub dynamodb_type: Option<&'static str>,
    /// Whether items may lack it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub optional: bool,
    /// Whether items hold it only in the table's key, and not in an attribute of its own.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub key_only: bool,
    /// The key attributes that contain it, such as `PK` and `GSI1SK`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub in_keys: Vec<&'static str>,
    /// Its roles in addition to being stored.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub roles: Vec<Role>,
}

/// An attribute with the same text on every item of an entity.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct Constant {
    /// The attribute's name in items.
    pub name: &'static str,
    /// Its text.
    pub text: &'static str,
}

pub(crate) fn attributes(entity: &'static EntitySchema) -> Vec<Attribute> {
    let attribute = |(place, field): (usize, &'static Field)| Attribute {
        name: field.attribute,
        field: field.name,
        docs: field.docs,
        rust_type: field.rust_type,
        dynamodb_type: field.stored_type(),
        optional: field.optional || field.omits_none || field.rust_type.starts_with("Option<"),
        key_only: field.key_only,
        in_keys: entity.keys.iter().flat_map(|key| key_attributes(entity, key, place)).collect(),
        roles: role::roles(entity, field),
    };
    entity.fields.iter().enumerate().map(attribute).collect()
}

pub(super) fn constants(entity: &EntitySchema) -> Vec<Constant> {
    entity.constants.iter().map(|(name, text)| Constant { name, text }).collect()
}

/// Returns the attributes of a key whose templates contain a field. A local index uses the partition key of the table.
fn key_attributes(entity: &EntitySchema, key: &KeySchema, field: usize) -> Vec<&'static str> {
    let (partition, sort) = placed(entity, key);
    let partition = if key.local { None } else { Some((partition, &key.partition)) };
    let sort = sort.zip(key.sort.as_ref());
    let parts = [partition, sort].into_iter().flatten();
    parts.flat_map(|(attributes, template)| holding(attributes, template, field)).collect()
}

/// Returns the attributes of one part of a key that contain a field.
fn holding(attributes: KeyAttributes, template: &Template, field: usize) -> Vec<&'static str> {
    let holds = |(place, _): &(usize, _)| template.attribute(*place).is_some_and(|of| has_field(&of, field));
    attributes.iter().enumerate().filter(holds).map(|(_, attribute)| attribute.name).collect()
}

fn has_field(template: &Template, wanted: usize) -> bool {
    let is_it = |segment: &Segment| matches!(segment, Segment::Field { field, .. } if usize::from(*field) == wanted);
    template.segments.iter().any(is_it)
}

/// Returns the attributes of the partition key and of the sort key to which a key is written.
pub(crate) fn placed(entity: &EntitySchema, key: &KeySchema) -> (KeyAttributes, Option<KeyAttributes>) {
    match key.index.and_then(|name| entity.table.index(name)) {
        Some(index) => (index.partition_key, index.sort_key),
        None => (KeyAttributes::one(entity.table.partition_key), entity.table.sort_key.map(KeyAttributes::one)),
    }
}

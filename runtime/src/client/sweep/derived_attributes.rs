//! Derives the attributes that the current schema adds to an item, given its table key.

use std::collections::BTreeMap;

use aws_sdk_dynamodb::types::AttributeValue;

use crate::{
    Result,
    item::{
        encode::natives,
        stored::{attribute, key_attributes},
    },
    key::{ItemKey, KeyScalar, KeyValue, index_key},
    schema::EntitySchema,
};

/// Attributes by name. `None` for an attribute that the item must not have.
pub(crate) type Derived = BTreeMap<&'static str, Option<AttributeValue>>;

/// Derives the discriminator, the constants, and the keys of the indexes. Excludes the attributes of the table key,
/// even if an index also uses them.
///
/// An index that is sharded by the table key uses the stored key of the item: that of its random shard, or an older
/// one. Reads of such an index query all its shards.
///
/// # Errors
///
/// A value that cannot be used in a key.
pub(crate) fn derived<'v>(
    entity: &'static EntitySchema,
    value: &dyn Fn(u8) -> Option<KeyValue<'v>>,
    table_key: &ItemKey,
) -> Result<Derived> {
    let text = |text: &str| Some(AttributeValue::S(text.to_owned()));
    let mut derived: Derived = entity.constants.iter().map(|(name, constant)| (*name, text(constant))).collect();
    derived.extend(entity.table.discriminator.map(|name| (name, text(entity.discriminator))));
    let mut present = Derived::new();
    for index in 1..entity.keys.len() {
        let Some(attributes) = key_attributes(entity, index) else { continue };
        match index_key(entity, index, value, table_key)? {
            Some(key) => {
                let values = key.partition.values().iter().chain(key.sort.iter().flat_map(KeyScalar::values));
                present.extend(attributes.keys().zip(values).map(|(of, value)| (of.name, Some(attribute(value)))));
            }
            None => {
                // A field that is itself the key's attribute is kept if it has a value.
                let stays = |name: &str| {
                    natives(entity, index).any(|native| native.attribute == name && value(native.field).is_some())
                };
                derived.extend(attributes.keys().filter(|of| !stays(of.name)).map(|of| (of.name, None)));
            }
        }
    }
    // Another index may use the same attribute and contain the item.
    derived.extend(present);
    derived.remove(entity.table.partition_key.name);
    if let Some(sort) = entity.table.sort_key {
        derived.remove(sort.name);
    }
    Ok(derived)
}

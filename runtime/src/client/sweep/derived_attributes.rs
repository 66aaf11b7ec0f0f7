//! What today's schema adds to an item, given the item's table key.

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

/// Attributes by their names; one that an item must not have is `None`.
pub(crate) type Derived = BTreeMap<&'static str, Option<AttributeValue>>;

/// The discriminator, the constants, and the keys of the indexes. The table key's attributes are not among them, also
/// where an index has them for its own.
///
/// An index that is sharded by the table key is by the one that the item has: that of its own random shard, or an older
/// one. Reads of such an index visit all its shards.
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
                // A field that is the key's attribute itself stays where it has a value.
                let stays = |name: &str| {
                    natives(entity, index).any(|native| native.attribute == name && value(native.field).is_some())
                };
                derived.extend(attributes.keys().filter(|of| !stays(of.name)).map(|of| (of.name, None)));
            }
        }
    }
    // Another index may have the attribute too, and the item be in that one.
    derived.extend(present);
    derived.remove(entity.table.partition_key.name);
    if let Some(sort) = entity.table.sort_key {
        derived.remove(sort.name);
    }
    Ok(derived)
}

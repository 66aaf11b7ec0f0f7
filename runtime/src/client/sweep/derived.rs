//! What today's schema adds to an item, given the item's table key.

use std::collections::BTreeMap;

use aws_sdk_dynamodb::types::AttributeValue;

use super::super::{
    encode::native_field,
    stored::{attribute, key_attributes},
};
use crate::{
    Result,
    key::{ItemKey, KeyPart, KeyValue, item_key, shard_of},
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
/// A value that cannot stand in a key.
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
        let Some((partition, sort)) = key_attributes(entity, index) else { continue };
        let shard = shard_of(entity, index, value, Some(table_key))?;
        match item_key(entity, index, value, shard)? {
            Some(key) => {
                present.insert(partition.name, Some(attribute(&key.partition)));
                present.extend(sort.zip(key.sort).map(|(sort, key)| (sort.name, Some(attribute(&key)))));
            }
            None => {
                let parts = [(Some(partition), KeyPart::Partition), (sort, KeyPart::Sort)];
                for (attribute, part) in parts {
                    // A field that is the key's attribute itself stays where it has a value.
                    let stays = native_field(entity, index, part).is_some_and(|field| value(field).is_some());
                    derived.extend(attribute.filter(|_| !stays).map(|attribute| (attribute.name, None)));
                }
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

//! The table keys of an item in older designs (`legacy`), and items that are stored under them.

use std::collections::HashSet;

use super::{
    attributed::Attributed,
    encode::table_key,
    fields_from_keys::values_from_keys,
    key_fields::key_fields,
    lossy::is_same_value,
    stored::{belongs, has_discriminator, stored_key},
};
use crate::{
    Entity, Item, Key, Result,
    key::{
        ItemKey, KeyValue, ambiguity, design::written_place, parse, partition_key, shard_of_values, sort_key, time_of,
    },
    schema::{EntitySchema, KeySchema, LegacyKey},
};

/// The values of an entity's fields.
pub(crate) type ValueOf<'a, 'v> = &'a (dyn Fn(u8) -> Option<KeyValue<'v>> + Sync);

/// Returns the table keys of an item with these values in designs that are older than the one that writes it, without
/// duplicates. The newest design is first, with all its shards. Designs that began after the item's time, or ended
/// before it, have no key.
pub(crate) fn older_keys(entity: &'static EntitySchema, value: ValueOf<'_, '_>) -> Result<Vec<ItemKey>> {
    let Some(key) = entity.keys.first().filter(|key| !key.legacy.is_empty()) else { return Ok(Vec::new()) };
    let (mut keys, mut seen) = (Vec::new(), HashSet::new());
    let time = time_of(entity, key, &|field| value(field));
    // Designs listed before the one that writes the item begin after its time.
    let oldest = written_place(entity, key, &|field| value(field)).map_or(0, |written| written + 1);
    for legacy in key.legacy.iter().skip(oldest).filter(|legacy| legacy.holds(time)) {
        for shard in shards(entity, key, legacy, value)? {
            let sort = sort_key(entity, 0, &|field| value(field))?;
            let partition = partition_key(entity, 0, &legacy.partition, &|field| value(field), shard)?;
            let older = partition.map(|partition| ItemKey { partition, sort });
            // A key that another template has, too, is read as that one's.
            let older =
                older.filter(|older| ambiguity(entity, key, &legacy.partition, &|field| value(field), older).is_none());
            keys.extend(older.filter(|older| seen.insert(older.clone())));
        }
    }
    Ok(keys)
}

/// Returns all table keys of an item with these values: the current one, then [`older_keys`].
pub(crate) fn all_keys(entity: &'static EntitySchema, value: ValueOf<'_, '_>) -> Result<Vec<ItemKey>> {
    let today = table_key(entity, &|field| value(field), None)?;
    let older = older_keys(entity, value)?.into_iter().filter(|key| *key != today);
    Ok(std::iter::once(today.clone()).chain(older).collect())
}

fn shards(
    entity: &EntitySchema,
    key: &KeySchema,
    legacy: &LegacyKey,
    value: ValueOf<'_, '_>,
) -> Result<Vec<Option<u32>>> {
    let Some(sharding) = &legacy.shard else { return Ok(vec![None]) };
    Ok(match shard_of_values(entity, key, sharding, &|field| value(field))? {
        Some(shard) => vec![Some(shard)],
        None => (sharding.first..sharding.first.saturating_add(sharding.count)).map(Some).collect(),
    })
}

/// Returns whether an item under an older key may be of this entity. It may lack a discriminator if it predates that.
pub(crate) fn may_be_of_entity(entity: &'static EntitySchema, item: &impl Attributed) -> bool {
    !has_discriminator(entity, item) || belongs(entity, item)
}

/// Returns whether an item is stored under a key of an older design.
pub(crate) fn is_older(entity: &'static EntitySchema, item: &impl Attributed) -> bool {
    entity.keys.first().is_some_and(|key| !key.legacy.is_empty())
        && stored_key(entity, 0, item).is_some_and(|key| parse(entity, 0, &key).is_err())
}

/// Returns whether an item and a key have the same values in all fields that determine the key.
pub(crate) fn is_same<E: Entity>(key: &Key<E>, entity: &EntitySchema, item: &E) -> bool {
    key_fields(entity).into_iter().all(|field| key.value(field) == item.__value(field))
}

/// Returns whether two items have the same values in all fields that determine the key. Compares the attributes or, if
/// an item lacks one, the values in the keys.
pub(crate) fn are_same(entity: &'static EntitySchema, one: &Item, other: &Item) -> bool {
    let in_key = |place: u8, item: &Item| {
        values_from_keys(entity, item, &[place]).value(place).map(|key_value| key_value.value.clone())
    };
    let places = key_fields(entity).into_iter();
    let mut fields = places.filter_map(|place| Some((place, entity.fields.get(usize::from(place))?)));
    fields.all(|(place, field)| match (one.get(field.attribute), other.get(field.attribute)) {
        (Some(one), Some(other)) => is_same_value(field, Some(one), Some(other)),
        (None, None) | (Some(_), None) | (None, Some(_)) => in_key(place, one) == in_key(place, other),
    })
}

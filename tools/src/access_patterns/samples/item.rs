//! Builds a sample item and its keys in the table and in each index.

use keywright::{
    key::{ItemKey, KeyValue},
    schema::{EntitySchema, Form, KeySchema, Segment, ShardBy, Template},
};

use super::{related::Related, value};

/// The number of items per entity. They differ in the fields of the sort key, or in their shards.
const PER_ENTITY: u32 = 2;

/// A sample item.
#[derive(Debug, Clone)]
pub(crate) struct SampleItem {
    pub(crate) entity: &'static EntitySchema,
    /// The values of the fields that are in keys, by position in the entity's fields.
    values: Vec<Option<KeyValue<'static>>>,
    /// The keys, by position in the entity's keys. `None` if the item is not in the index.
    keys: Vec<Option<ItemKey>>,
}

impl SampleItem {
    /// Returns its keys, by position in the entity's keys. `None` if the item is not in the index.
    pub(crate) fn keys(&self) -> impl Iterator<Item = Option<&ItemKey>> {
        self.keys.iter().map(Option::as_ref)
    }

    /// Returns the values of the fields that are in keys, by position in the entity's fields.
    pub(crate) fn values(&self) -> impl Iterator<Item = Option<KeyValue<'static>>> {
        self.values.iter().cloned()
    }

    /// Returns its keys in the table, or in an index.
    pub(super) fn keys_in(&self, index: Option<&str>) -> impl Iterator<Item = &ItemKey> {
        let keys = self.entity.keys.iter().zip(&self.keys);
        keys.filter(move |(schema, _)| schema.index == index).filter_map(|(_, key)| key.as_ref())
    }
}

/// Returns the sample items of all entities.
pub(crate) fn items(entities: &[&'static EntitySchema]) -> Vec<SampleItem> {
    let related = Related::of(entities);
    let of_entity = |entity: &&'static EntitySchema| {
        let entity: &'static EntitySchema = entity;
        let varying = varying(entity);
        let numbers = 0..count(entity, &varying);
        numbers.filter_map(|number| item(entity, &related, &varying, number)).collect::<Vec<_>>()
    };
    entities.iter().flat_map(of_entity).collect()
}

/// Returns the number of items: 1 if a second item would have the same key in the table.
fn count(entity: &EntitySchema, varying: &[usize]) -> u32 {
    let by = entity.keys.first().and_then(|key| key.shard).map(|shard| shard.by);
    if matches!(by, Some(ShardBy::Random)) || !varying.is_empty() { PER_ENTITY } else { 1 }
}

/// Returns the fields in which the sample items of an entity differ. These are the fields that differ within a
/// partition key of the table, or else within a partition key of an index.
fn varying(entity: &EntitySchema) -> Vec<usize> {
    let Some((table, indexes)) = entity.keys.split_first() else { return Vec::new() };
    let in_sort = |key: &KeySchema, field| key.sort.as_ref().is_some_and(|sort| holds(sort, field));
    let fields = 0..entity.fields.len();
    let own: Vec<_> = fields.clone().filter(|field| !holds_whole(&table.partition, *field)).collect();
    let own: Vec<_> = own.into_iter().filter(|field| in_sort(table, *field)).collect();
    if !own.is_empty() {
        return own;
    }
    let of_indexes: Vec<_> = fields
        .filter(|field| indexes.iter().any(|key| in_sort(key, *field)))
        .filter(|field| !indexes.iter().any(|key| !key.local && holds_whole(&key.partition, *field)))
        .collect();
    match of_indexes.iter().any(|field| holds_whole(&table.partition, *field)) {
        true => of_indexes,
        false => Vec::new(),
    }
}

/// Builds an item. Returns `None` if a key cannot be written, for example because a text is too long.
fn item(entity: &'static EntitySchema, related: &Related, varying: &[usize], number: u32) -> Option<SampleItem> {
    let value = |field: u8| {
        let place = usize::from(field);
        let schema = entity.fields.get(place)?;
        // Items that differ in the sort key share a partition key, in the table and in each index.
        let is_fixed = !varying.contains(&place) && entity.keys.iter().any(|key| holds_whole(&key.partition, place));
        value::value(schema.kind?, &related.label(entity, place), if is_fixed { 0 } else { number })
    };
    let table_key = key(entity, 0, &value, None, number)?;
    let keys = entity.keys.iter().enumerate().map(|(place, schema)| match place {
        0 => Some(table_key.clone()),
        _ => index_key(entity, (place, schema), &value, &table_key, number),
    });
    let values = (0..entity.fields.len()).map(|place| value(u8::try_from(place).ok()?));
    Some(SampleItem { entity, values: values.collect(), keys: keys.collect() })
}

type ValueOf<'a> = &'a dyn Fn(u8) -> Option<KeyValue<'static>>;

fn key(
    entity: &'static EntitySchema,
    place: usize,
    value: ValueOf<'_>,
    table_key: Option<&ItemKey>,
    turn: u32,
) -> Option<ItemKey> {
    let shard = entity.shard_in_turn(place, value, table_key, turn).ok()?;
    entity.item_key(place, value, shard).ok()?
}

/// Builds the key in an index. An entry of a local index has its item's partition key.
fn index_key(
    entity: &'static EntitySchema,
    (place, schema): (usize, &KeySchema),
    value: ValueOf<'_>,
    table_key: &ItemKey,
    turn: u32,
) -> Option<ItemKey> {
    if schema.local {
        let shard = entity.shard_in_turn(0, value, None, turn).ok()?;
        let own = entity.item_key(place, value, shard).ok()??;
        return Some(ItemKey { partition: table_key.partition.clone(), sort: own.sort });
    }
    key(entity, place, value, Some(table_key), turn)
}

fn holds(template: &Template, wanted: usize) -> bool {
    let is_it = |segment: &Segment| matches!(segment, Segment::Field { field, .. } if usize::from(*field) == wanted);
    template.segments.iter().any(is_it)
}

/// Returns whether a template contains more of a field than a bucket.
fn holds_whole(template: &Template, wanted: usize) -> bool {
    template.segments.iter().any(|segment| match segment {
        Segment::Field { form: Form::Bucket(_), .. } => false,
        Segment::Field { field, .. } => usize::from(*field) == wanted,
        _ => false,
    })
}

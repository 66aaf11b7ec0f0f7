//! Encodes an entity as the item to store.

use aws_sdk_dynamodb::types::AttributeValue;
use serde::Serialize;

use super::{
    declared_size, flattened,
    form::{is_nullable, stored_form},
    functions::{EntityFunctions, ValueOf},
    lossy::check_counted_part,
    names::is_entity_attribute,
    serialize::{SerializeError, Serialized, serialize},
    size::item_bytes,
    stamp::{Stamp, StampedValues},
    storable,
    stored::{attribute, insert_key, key_text},
};
use crate::{
    Attributes, Entity, Error, ErrorKind, Item, Result,
    entity::provided,
    key::{
        ItemKey, KeyPart, KeyValue, TemplateRef, active_shards::counts_in_force, attribute_value, attributes, count_of,
        design::written_design, index_key, is_native_template, item_key, part_template,
        redaction::is_sensitive_attribute, shard_number, shard_of,
    },
    physics::limits::ITEM_BYTES,
    schema::{AttributeForm, EntitySchema, KeySchema, Segment, ShardBy, Sharding, Template},
};

/// An item with its keys.
pub(crate) struct Encoded {
    pub(crate) item: Item,
    pub(crate) key: ItemKey,
    /// The position and key of each index. See [`Keys`].
    pub(crate) indexes: Vec<(usize, Option<ItemKey>)>,
    /// The item's size, in bytes.
    pub(crate) bytes: u64,
}

/// The function [`encode_at`] for one entity. It is deterministic for a given stamp.
///
/// Requests store it, so that the compiler reports an unmet bound once, at the call, and not again where the request is
/// awaited.
pub(crate) type EncodeAt<E> = fn(&E, Option<u32>, Stamp) -> Result<Encoded>;

/// Encodes the item of an entity, with the current time.
pub(crate) fn encode<E: Entity + Serialize>(entity: &E, shard: Option<u32>) -> Result<Encoded> {
    encode_at(entity, shard, Stamp::now())
}

/// Encodes the item of an entity: the fields as serde writes them, the times that a write sets, the id of the write,
/// and the key, index, discriminator and constant attributes.
///
/// `shard` is the random shard of the table key. `None` selects one at random.
pub(crate) fn encode_at<E: Entity + Serialize>(entity: &E, shard: Option<u32>, stamp: Stamp) -> Result<Encoded> {
    let value = |field| entity.__value(field);
    let serialized = serialize(entity);
    encode_serialized(EntityFunctions::of::<E>(), serialized, &value, entity.__attributes(), (shard, stamp))
}

fn encode_serialized<'v>(
    entity: EntityFunctions,
    serialized: std::result::Result<Serialized, SerializeError>,
    value: ValueOf<'_, 'v>,
    other_attributes: Option<&Attributes>,
    (shard, stamp): (Option<u32>, Stamp),
) -> Result<Encoded> {
    let schema = entity.schema;
    let at_key = |error: Error| {
        // A random shard that the caller did not select is not part of the item's key.
        let is_known = shard.is_some() || !is_random(schema);
        match table_key(schema, value, shard) {
            Ok(key) if is_known => error.at_key(key_text(schema, &key)),
            _ => error,
        }
    };
    let mut serialized = serialized.map_err(|error| serialize_error(schema, error))?;
    if serialized.is_map || !serialized.repeated.is_empty() {
        flattened::check(entity, &mut serialized, other_attributes).map_err(at_key)?;
    }
    let Serialized { mut item, nulls, repeated, .. } = serialized;
    convert_to_stored_form(schema, &mut item, &nulls);
    let stamped = StampedValues::write_into(entity, value, stamp, &mut item).map_err(at_key)?;
    if let Some((name, id)) = stamp.write_id(schema) {
        item.insert(name.to_owned(), id);
    }
    let value = |field| stamped.value(field).or_else(|| value(field));
    check_counted_part(schema, &value).map_err(at_key)?;
    if let Some(other_attributes) = other_attributes {
        let is_typed = |name: &str| repeated.iter().any(|(of, _)| of == name);
        add_other_attributes(schema, other_attributes, &is_typed, &mut item)?;
    }
    complete(schema, item, &value, shard)
}

/// Builds the error for an entity that serde does not serialize to an item. Serde's message can contain the value, so
/// it is omitted for a sensitive field.
fn serialize_error(entity: &EntitySchema, SerializeError { attribute, error }: SerializeError) -> Error {
    let message = match attribute {
        Some(name) if is_sensitive_attribute(entity, &name) => {
            let message = format!(
                "attribute `{name}` does not serialize; give its field a type that dynamodb can store, or \
                 `#[serde(with = \"..\")]`"
            );
            return Error::new(ErrorKind::Encode, message).of_entity(entity.name);
        }
        Some(name) => format!(
            "attribute `{name}` does not serialize: {error}; give its field a type that dynamodb can store, or \
             `#[serde(with = \"..\")]`"
        ),
        None => format!("it does not serialize to an item: {error}; correct its `Serialize`"),
    };
    Error::new(ErrorKind::Encode, message).of_entity(entity.name).caused_by(error)
}

/// Converts attributes to their stored form, and removes those that serde writes but items do not store: fields that
/// are only in the key, empty sets, and the `None` of an `Option`. `nulls` lists the nulls that do not represent a
/// `None`.
fn convert_to_stored_form(entity: &'static EntitySchema, item: &mut Item, nulls: &[String]) {
    for field in entity.fields {
        if field.key_only {
            item.remove(field.attribute);
        } else if field.form != AttributeForm::Plain
            && let Some(written) = item.remove(field.attribute)
        {
            item.extend(stored_form(field, written).map(|stored| (field.attribute.to_owned(), stored)));
        }
    }
    let is_none = |name: &str| {
        let is_null = || nulls.iter().any(|null| null == name) && is_nullable(entity, name);
        entity.fields.iter().any(|field| field.omits_none && field.attribute == name) && !is_null()
    };
    item.retain(|name, value| !value.is_null() || !is_none(name));
}

impl<E: Entity + Serialize> provided::Encode for E {
    fn encode(&self) -> Result<Item> {
        encode(self, None).map(|encoded| encoded.item)
    }
}

/// The keys of an entity: the table's key and, for each index that it writes to, the index's position and key.
pub(crate) struct Keys {
    pub(crate) table: ItemKey,
    pub(crate) indexes: Vec<(usize, Option<ItemKey>)>,
}

/// Builds all keys of an entity.
pub(crate) fn keys<'v>(
    entity: &'static EntitySchema,
    value: &dyn Fn(u8) -> Option<KeyValue<'v>>,
    shard: Option<u32>,
) -> Result<Keys> {
    let table = table_key(entity, value, shard)?;
    let indexes = (1..entity.keys.len())
        .map(|index| Ok((index, index_key(entity, index, value, &table)?)))
        .collect::<Result<_>>()?;
    Ok(Keys { table, indexes })
}

/// Builds the table key from these values. `shard` overrides the shard that follows from the values.
pub(crate) fn table_key<'v>(
    entity: &'static EntitySchema,
    value: &dyn Fn(u8) -> Option<KeyValue<'v>>,
    shard: Option<u32>,
) -> Result<ItemKey> {
    let shard = match shard {
        Some(shard) => Some(valid_shard(entity, value, shard, &max_shards)?),
        None => shard_of(entity, 0, value, None)?,
    };
    item_key(entity, 0, value, shard)?.ok_or_else(|| {
        let message = "a field of the table key has no value; give every field that its templates name one";
        Error::new(ErrorKind::KeyValue, message).of_entity(entity.name)
    })
}

/// Selects a random shard of the table's key for an item with these values. `None` without random shards.
pub(crate) fn random_shard<'v>(
    entity: &'static EntitySchema,
    value: &dyn Fn(u8) -> Option<KeyValue<'v>>,
) -> Result<Option<u32>> {
    if is_random(entity) { shard_of(entity, 0, value, None) } else { Ok(None) }
}

/// Maps a number to one of the random shards in use for these values.
pub(crate) fn random_shard_of<'v>(
    entity: &'static EntitySchema,
    value: &dyn Fn(u8) -> Option<KeyValue<'v>>,
    number: u32,
) -> Option<u32> {
    let key = entity.keys.first().filter(|_| is_random(entity))?;
    let sharding = key.shard?;
    Some(shard_number(&sharding, count_of(entity, key, &sharding, value), number))
}

/// Returns whether the entity's table key has random shards, so that its fields do not determine an item's location.
pub(crate) fn is_random(entity: &EntitySchema) -> bool {
    let shard = entity.keys.first().and_then(|key| key.shard);
    shard.is_some_and(|shard| matches!(shard.by, ShardBy::Random))
}

fn valid_shard<'v>(
    entity: &'static EntitySchema,
    value: &dyn Fn(u8) -> Option<KeyValue<'v>>,
    shard: u32,
    count: &CountOf<'v>,
) -> Result<u32> {
    let written = |key| written_design(entity, key, value).1.map(|sharding| (key, *sharding));
    let Some((key, sharding)) = entity.keys.first().and_then(written) else {
        let message = format!("shard {shard} of a key without shards; use the key without it");
        return Err(Error::new(ErrorKind::InvalidArgument, message).of_entity(entity.name));
    };
    let count = count(entity, key, &sharding, value);
    if shard.checked_sub(sharding.first).is_some_and(|place| place < count) {
        return Ok(shard);
    }
    let last = sharding.first.saturating_add(count.saturating_sub(1));
    let when = if count < sharding.last_count() { " at the key's time" } else { "" };
    let message = format!("there is no shard {shard}{when}; its shards are {} to {last}", sharding.first);
    Err(Error::new(ErrorKind::InvalidArgument, message).of_entity(entity.name))
}

/// Returns the number of shards for the values of a key.
type CountOf<'v> = dyn Fn(&EntitySchema, &KeySchema, &Sharding, &dyn Fn(u8) -> Option<KeyValue<'v>>) -> u32;

/// Returns the maximum number of shards for an item with this key. A key that was parsed may contain only a part of its
/// time, and then covers all times with that part.
fn max_shards<'v>(
    entity: &EntitySchema,
    key: &KeySchema,
    sharding: &Sharding,
    value: &dyn Fn(u8) -> Option<KeyValue<'v>>,
) -> u32 {
    counts_in_force(entity, key, sharding, value).last().copied().unwrap_or(sharding.count)
}

fn complete<'v>(
    entity: &'static EntitySchema,
    mut item: Item,
    value: &dyn Fn(u8) -> Option<KeyValue<'v>>,
    shard: Option<u32>,
) -> Result<Encoded> {
    for (name, text) in entity.constants {
        item.insert((*name).to_owned(), AttributeValue::S((*text).to_owned()));
    }
    if let Some(name) = entity.table.discriminator {
        item.insert(name.to_owned(), AttributeValue::S(entity.discriminator.to_owned()));
    }
    if let Some(shard) = shard {
        // An item to write has the whole time, even if its key contains only a part of it.
        valid_shard(entity, value, shard, &count_of)?;
    }
    let keys = keys(entity, value, shard)?;
    for (index, _) in keys.indexes.iter().filter(|(_, key)| key.is_none()) {
        write_native_attributes(entity, *index, value, &mut item)?;
    }
    for (index, key) in &keys.indexes {
        if let Some(key) = key {
            insert_key(entity, *index, key, &mut item);
        }
    }
    insert_key(entity, 0, &keys.table, &mut item);
    let bytes = storable::check(entity, &item)
        .and_then(|()| check_size(entity, &item))
        .map_err(|error| error.at_key(key_text(entity, &keys.table)))?;
    declared_size::compare(entity, bytes, &keys.table);
    Ok(Encoded { item, key: keys.table, indexes: keys.indexes, bytes })
}

/// Adds the attributes of other writers, exactly as they were read, except those that a flattened field `is_typed` for.
fn add_other_attributes(
    entity: &'static EntitySchema,
    other_attributes: &Attributes,
    is_typed: &dyn Fn(&str) -> bool,
    item: &mut Item,
) -> Result<()> {
    for (name, value) in other_attributes.iter().filter(|(name, _)| !is_typed(name)) {
        if is_entity_attribute(entity, name) {
            let message =
                format!("attribute `{name}` is in the `Attributes`, but the entity itself writes it; remove it there");
            return Err(Error::new(ErrorKind::Encode, message).of_entity(entity.name));
        }
        item.insert(name.to_owned(), value.clone().into());
    }
    Ok(())
}

/// Writes the attributes of an index's key that are themselves fields, in the key's type: DynamoDB also requires it of
/// items outside the index. If the field has no value, removes the attribute, because serde may have written a null.
fn write_native_attributes<'v>(
    entity: &'static EntitySchema,
    index: usize,
    value: &dyn Fn(u8) -> Option<KeyValue<'v>>,
    item: &mut Item,
) -> Result<()> {
    for Native { part, place, template, attribute: name, .. } in natives(entity, index) {
        match attribute_value((index, place), TemplateRef::new(entity, part, &template), value, None)? {
            Some(value) => item.insert(name.to_owned(), attribute(&value)),
            None => item.remove(name),
        };
    }
    Ok(())
}

/// A key attribute that is itself a field.
pub(crate) struct Native {
    pub(crate) part: KeyPart,
    pub(crate) place: usize,
    pub(crate) template: Template,
    pub(crate) attribute: &'static str,
    pub(crate) field: u8,
}

/// Returns the attributes of a key that are themselves fields.
pub(crate) fn natives(entity: &'static EntitySchema, key: usize) -> impl Iterator<Item = Native> {
    let of_part = move |part| {
        let template = part_template(entity, key, part);
        let count = template.map_or(0, |template| template.attributes());
        (0..count).filter_map(move |place| {
            let template = template?.attribute(place)?;
            match *template.segments {
                [Segment::Field { field, .. }] if is_native_template(entity, key, part, place, &template) => {
                    let attribute = attributes(entity, key, part)?.at(place)?.name;
                    Some(Native { part, place, template, attribute, field })
                }
                _ => None,
            }
        })
    };
    [KeyPart::Partition, KeyPart::Sort].into_iter().flat_map(of_part)
}

/// Returns the size of an item in bytes, or an error if it exceeds DynamoDB's limit.
pub(crate) fn check_size(entity: &'static EntitySchema, item: &Item) -> Result<u64> {
    check_bytes(entity, item_bytes(item))
}

/// Checks an item's size that is already known.
pub(crate) fn check_bytes(entity: &'static EntitySchema, bytes: u64) -> Result<u64> {
    if bytes <= ITEM_BYTES {
        return Ok(bytes);
    }
    let message = format!(
        "the item has {bytes} bytes, and DynamoDB stores at most {ITEM_BYTES} (400 KB); \
         split it into several items, or keep its largest attribute in S3"
    );
    Err(Error::new(ErrorKind::ItemTooLarge, message).of_entity(entity.name))
}

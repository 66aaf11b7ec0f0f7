//! The index keys that follow from what an update sets.

use std::collections::BTreeMap;

use aws_sdk_dynamodb::types::AttributeValue;

use crate::{
    Error, ErrorKind, Result,
    item::{
        encode::natives,
        key_fields::{fields_of, key_fields},
        stored::{attribute, key_attributes},
    },
    key::{ItemKey, KeyScalar, KeyValue, index_key, partition_key, shard_of, sort_key},
    schema::{EntitySchema, IndexSchema, KeyAttributes, KeySchema, Purpose, Segment},
};

/// What follows from new values, and from the table key.
#[derive(Debug, Default)]
pub(super) struct Followed {
    /// Attributes by their names; one that goes is `None`.
    pub(super) attributes: BTreeMap<&'static str, Option<AttributeValue>>,
    /// The indexes whose keys are known whole.
    pub(super) indexes: Vec<(usize, Option<ItemKey>)>,
}

impl Followed {
    fn lay(&mut self, attributes: KeyAttributes, key: &KeyScalar) {
        let values = attributes.iter().zip(key.values());
        self.attributes.extend(values.map(|(of, value)| (of.name, Some(attribute(value)))));
    }
}

/// The new values of fields; those of the table key are asked of the key.
pub(super) struct Values<'a> {
    pub(super) set: &'a [(u8, Option<KeyValue<'static>>)],
    pub(super) of_key: &'a dyn Fn(u8) -> Option<KeyValue<'static>>,
}

impl Values<'_> {
    fn value(&self, field: u8) -> Option<KeyValue<'static>> {
        match self.set.iter().find(|(set, _)| *set == field) {
            Some((_, value)) => value.clone(),
            None => (self.of_key)(field),
        }
    }

    fn is_set(&self, field: &u8) -> bool {
        self.set.iter().any(|(set, _)| set == field)
    }
}

/// The key attributes of every index that the new values feed and, where `makes` is true, of those that they tell
/// whole: as a put of the whole item leaves them.
///
/// # Errors
///
/// A value that cannot be used in a key, and a key that a field feeds whose value is not known.
pub(super) fn follow(
    entity: &'static EntitySchema,
    values: &Values<'_>,
    table_key: &ItemKey,
    makes: bool,
) -> Result<Followed> {
    let mut followed = Followed::default();
    let mut absent: BTreeMap<&'static str, &'static str> = BTreeMap::new();
    let mut untouched = Vec::new();
    for (index, key) in entity.keys.iter().enumerate().skip(1) {
        let fed = Fed::of(entity, key);
        let is_touched = fed.all().any(|field| values.is_set(field));
        let is_of_key = fed.all().next().is_none();
        if !(is_touched || makes && is_of_key) {
            untouched.push(index);
            continue;
        }
        let Some(attributes) = key_attributes(entity, index) else { continue };
        let value = |field| values.value(field);
        if fed.all().all(|field| values.is_set(field)) {
            let whole = index_key(entity, index, &value, table_key)?;
            match &whole {
                Some(key) => {
                    followed.lay(attributes.partition_key, &key.partition);
                    if let Some((sort, key)) = attributes.sort_key.zip(key.sort.as_ref()) {
                        followed.lay(sort, key);
                    }
                }
                None => {
                    // A field that is the key's attribute itself stays where it has a value.
                    let stays = |name: &str| {
                        natives(entity, index).any(|native| native.attribute == name && value(native.field).is_some())
                    };
                    let gone = attributes.keys().filter(|of| !stays(of.name));
                    absent.extend(gone.map(|of| (of.name, key.index.unwrap_or_default())));
                }
            }
            followed.indexes.push((index, whole));
            continue;
        }
        if fed.is_whole {
            return Err(unknown(entity, key, &fed, values));
        }
        if fed.partition.iter().any(|field| values.is_set(field)) {
            known(entity, key, &fed, &fed.partition, values)?;
            let shard = shard_of(entity, index, &value, Some(table_key))?;
            if let Some(key) = partition_key(entity, index, &key.partition, &value, shard)? {
                followed.lay(attributes.partition_key, &key);
            }
        }
        if fed.sort.iter().any(|field| values.is_set(field)) {
            known(entity, key, &fed, &fed.sort, values)?;
            if let Some((sort, key)) = attributes.sort_key.zip(sort_key(entity, index, &value)?) {
                followed.lay(sort, &key);
            }
        }
    }
    for (name, index) in absent {
        // Another index may have the attribute too, and the item be in that one.
        if followed.attributes.contains_key(name) {
            continue;
        }
        let shares =
            |other: &usize| key_attributes(entity, *other).iter().flat_map(IndexSchema::keys).any(|of| of.name == name);
        if untouched.iter().any(shares) {
            let message = format!(
                "the item leaves index {index}, but its attribute `{name}` may be another index's too, whose fields \
                 are not set; set those too, or `replace` the whole item"
            );
            return Err(Error::new(ErrorKind::InvalidArgument, message).of_entity(entity.name));
        }
        followed.attributes.insert(name, None);
    }
    followed.attributes.remove(entity.table.partition_key.name);
    if let Some(sort) = entity.table.sort_key {
        followed.attributes.remove(sort.name);
    }
    Ok(followed)
}

/// The fields that feed an index key and are not part of the table key.
struct Fed {
    partition: Vec<u8>,
    sort: Vec<u8>,
    /// Whether both parts follow from all of the fields only: one of them may be absent, and then both parts are; or
    /// the number of shards depends on a time.
    is_whole: bool,
}

impl Fed {
    fn of(entity: &EntitySchema, key: &KeySchema) -> Self {
        let of_table = key_fields(entity);
        let sort: Vec<u8> = key.sort.map_or(&[][..], |sort| sort.segments).iter().filter_map(placed).collect();
        // All but those that stand in the sort key only.
        let partition = KeySchema { sort: None, ..*key };
        let changing = |mut fields: Vec<u8>| {
            fields.retain(|field| !of_table.contains(field));
            fields
        };
        let (partition, sort) = (changing(fields_of(&partition)), changing(sort));
        let optional = |field: &u8| entity.fields.get(usize::from(*field)).is_some_and(|field| field.optional);
        let grows = key.shard.is_some_and(|sharding| !sharding.grow.is_empty());
        let is_whole = grows || partition.iter().chain(&sort).any(optional);
        Self { partition, sort, is_whole }
    }

    fn all(&self) -> impl Iterator<Item = &u8> {
        self.partition.iter().chain(&self.sort)
    }
}

fn placed(segment: &Segment) -> Option<u8> {
    match segment {
        Segment::Field { field, .. } => Some(*field),
        _ => None,
    }
}

fn known(entity: &'static EntitySchema, key: &KeySchema, fed: &Fed, part: &[u8], values: &Values<'_>) -> Result<()> {
    match part.iter().all(|field| values.is_set(field)) {
        true => Ok(()),
        false => Err(unknown(entity, key, fed, values)),
    }
}

/// That an index key follows from fields of which some are not set. The compiler refuses this where it sees it: not
/// where the alias of an `Option` hides that one may be absent, and not where each update sets the one and nobody the
/// others.
fn unknown(entity: &'static EntitySchema, key: &KeySchema, fed: &Fed, values: &Values<'_>) -> Error {
    let named = |is_set: bool| {
        let fields = fed.all().filter(|field| values.is_set(field) == is_set);
        let names = fields.filter_map(|field| entity.fields.get(usize::from(*field)));
        let mut names: Vec<String> = names.map(|field| format!("`{}`", field.name)).collect();
        names.dedup();
        names.join(", ")
    };
    let mut set = fed.all().filter(|field| values.is_set(field));
    let is_updated = |field: &u8| entity.field_for(Purpose::Updated).is_some_and(|(updated, _)| updated == *field);
    if set.all(is_updated) {
        let message = format!(
            "each update writes {}, which feeds its key together with {}; set these too, or `replace` the whole item",
            named(true),
            named(false)
        );
        return Error::new(ErrorKind::InvalidArgument, message).of_entity(entity.name).on_index(key.index);
    }
    let message = format!(
        "{} and {} feed its key together, as one of them may be absent, and only the first is set; write the type as \
         `Option<..>` and not by an alias, and set them together, or `replace` the whole item",
        named(true),
        named(false)
    );
    Error::new(ErrorKind::InvalidArgument, message).of_entity(entity.name).on_index(key.index)
}

//! The sentinel of one unique value.

use std::collections::HashMap;

use aws_sdk_dynamodb::types::AttributeValue;

use crate::{
    Error, ErrorKind, Item, Result,
    client::condition::Condition,
    item::{
        locate::key_item,
        stored::{key_text, stored_key},
    },
    key::{ItemKey, KeyPart, KeyScalar, KeyValue, Timestamp, canonical},
    schema::{EntitySchema, Field, SENTINEL, Unique},
    unique::{OWNER, escape, sort_of_sentinels},
};

/// The sentinel of one value of a unique field.
#[derive(Debug, Clone)]
pub(crate) struct Sentinel {
    pub(crate) field: &'static Field,
    pub(crate) key: ItemKey,
}

/// Whether the entity has unique fields.
pub(crate) fn has_unique(entity: &'static EntitySchema) -> bool {
    entity.fields.iter().any(|field| field.unique.is_some())
}

/// Returns the unique fields with their positions.
fn uniques(entity: &'static EntitySchema) -> impl Iterator<Item = (u8, &'static Field, Unique)> {
    let places = (0..=u8::MAX).zip(entity.fields);
    places.filter_map(|(place, field)| Some((place, field, field.unique?)))
}

/// Returns the fields that the sentinels depend on, without duplicates.
pub(crate) fn unique_fields(entity: &'static EntitySchema) -> Vec<u8> {
    let mut fields: Vec<u8> =
        uniques(entity).flat_map(|(place, _, unique)| unique.within.iter().copied().chain([place])).collect();
    fields.sort_unstable();
    fields.dedup();
    fields
}

/// Returns the sentinels of these values: none if the field, or a field within which it is unique, has no value.
pub(crate) fn sentinels<'v>(
    entity: &'static EntitySchema,
    value: &dyn Fn(u8) -> Option<KeyValue<'v>>,
) -> Result<Vec<Sentinel>> {
    let mut sentinels = Vec::new();
    for (place, field, unique) in uniques(entity) {
        let values = unique.within.iter().chain([&place]).map(|field| value(*field)).collect::<Option<Vec<_>>>();
        let Some(values) = values else { continue };
        let partition = partition(entity, field, values)?;
        let key = ItemKey { partition: KeyScalar::S(partition), sort: sort_of_sentinels(entity.table) };
        sentinels.push(Sentinel { field, key });
    }
    Ok(sentinels)
}

/// Formats the partition key, such as `%UNIQUE#User#email#ann@example.com`.
fn partition(entity: &'static EntitySchema, field: &Field, values: Vec<KeyValue<'_>>) -> Result<String> {
    let mut partition = entity.sentinel_prefix(field);
    for (place, value) in values.into_iter().enumerate() {
        if place > 0 {
            partition.push(char::from(entity.table.delimiter));
        }
        let text = canonical(value).ok_or_else(|| {
            let message = format!(
                "unique field `{}` is, or contains, a time that a key cannot hold: years 0 to 9999 without leap \
                 seconds; correct it before it is stored",
                field.name
            );
            Error::new(ErrorKind::KeyValue, message).of_entity(entity.name)
        })?;
        escape(entity, &text, &mut partition);
    }
    let (bytes, limit) = (partition.len(), KeyPart::Partition.limit());
    if bytes > limit {
        let message = format!(
            "the sentinel of unique field `{}` has a key of {bytes} bytes, and DynamoDB takes {limit}; shorten the \
             value, or let a hash of it be unique",
            field.name
        );
        return Err(Error::new(ErrorKind::KeyTooLong, message).of_entity(entity.name));
    }
    Ok(partition)
}

impl Sentinel {
    /// Returns the item to store, which names the owner of the value.
    pub(crate) fn item(&self, entity: &'static EntitySchema, owner: &ItemKey, expires: Option<&Expiry>) -> Item {
        let mut item = key_item(entity, &self.key);
        item.insert(OWNER.to_owned(), AttributeValue::M(key_item(entity, owner)));
        if let Some(name) = entity.table.discriminator {
            item.insert(name.to_owned(), AttributeValue::S(SENTINEL.to_owned()));
        }
        item.extend(expires.map(|expires| (expires.attribute.to_owned(), expires.at.clone())));
        item
    }

    /// Returns the condition that the value belongs to this item or to no item.
    pub(crate) fn is_free(entity: &'static EntitySchema, owner: &ItemKey) -> Condition {
        let absent = Condition::absent(entity);
        let mut free = Condition { expression: format!("{} OR #owner = :owner", absent.expression), ..absent };
        free.names.insert("#owner".to_owned(), OWNER.to_owned());
        let owner = AttributeValue::M(key_item(entity, owner));
        free.values = Some(HashMap::from([(":owner".to_owned(), owner)]));
        free
    }

    /// Returns the condition that the value belongs to another item or to no item.
    pub(crate) fn is_owned_by_other(entity: &'static EntitySchema, owner: &ItemKey) -> Condition {
        let names = HashMap::from([("#owner".to_owned(), OWNER.to_owned())]);
        let owner = AttributeValue::M(key_item(entity, owner));
        let values = Some(HashMap::from([(":owner".to_owned(), owner)]));
        let expression = "attribute_not_exists(#owner) OR #owner <> :owner".to_owned();
        Condition { expression, names, values }
    }

    /// Like [`is_free`](Self::is_free), but also accepts a sentinel whose item has expired at `now`.
    pub(crate) fn is_free_by(entity: &'static EntitySchema, owner: &ItemKey, now: Timestamp) -> Condition {
        Self::is_free(entity, owner).or_expired(entity, now)
    }
}

/// The expiry of an item and its sentinels.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Expiry {
    attribute: &'static str,
    at: AttributeValue,
}

impl Expiry {
    /// Returns the expiry of an item, if it has one.
    pub(crate) fn of(entity: &'static EntitySchema, item: &Item) -> Option<Self> {
        let attribute = entity.ttl_attribute()?;
        let at = item.get(attribute).filter(|at| at.is_n())?.clone();
        Some(Self { attribute, at })
    }
}

/// Returns the error if a value belongs to another item.
pub(crate) fn not_unique(entity: &'static EntitySchema, field: &'static Field, sentinel: Option<&Item>) -> Error {
    let owner =
        sentinel.and_then(|sentinel| sentinel.get(OWNER)?.as_m().ok()).and_then(|key| stored_key(entity, 0, key));
    // For a sensitive value, the owner is not named either.
    let owner = match owner.filter(|_| !field.sensitive) {
        Some(owner) => format!("the item {}", key_text(entity, &owner)),
        None => "another item".to_owned(),
    };
    let message = format!("unique field `{}`: {owner} has the same value; choose another one", field.name);
    Error::new(ErrorKind::NotUnique, message).of_entity(entity.name).on_field(field.name)
}

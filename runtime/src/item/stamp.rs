//! The times that a write sets: when its item was created, when it was last updated, and when it expires.

use aws_sdk_dynamodb::{primitives::Blob, types::AttributeValue};

use super::{
    equal::same_items,
    functions::{EntityFunctions, ValueOf},
    key_fields::fields_of,
    random::random,
    stored::key_attributes,
};
use crate::{
    Entity, Error, ErrorKind, Item, Result,
    key::{KeyValue, Timestamp, clock::now, redaction::REDACTED},
    physics::item::WRITE_ID_BYTES,
    schema::{EntitySchema, Field, Purpose},
};

/// The last second of the year 9999.
const LAST_SECOND: i64 = 253_402_300_799;

/// Numbers that are probably milliseconds since 1970: as such, they are in the years 1990 to 2189.
const MILLIS: std::ops::Range<i64> = 631_152_000_000..6_942_672_000_000;

/// The time that represents an absent one in a type without `None`.
const NO_TIME: KeyValue<'static> = KeyValue::Time(Timestamp { seconds: 0, nanos: 0 });

/// The time of a write, and whether it creates the item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Stamp {
    pub(crate) at: Timestamp,
    before: StoredItem,
    /// The id of the call, the same for all its requests. `None` if the write stores no id.
    id: Option<WriteId>,
}

/// Identifies the call that wrote an item.
type WriteId = [u8; WRITE_ID_BYTES as usize];

/// Returns a new random id.
fn new_id() -> WriteId {
    let mut id = WriteId::default();
    for (bytes, random) in id.chunks_mut(8).zip([random(), random()]) {
        bytes.copy_from_slice(&random.to_be_bytes());
    }
    id
}

/// What is stored before a write.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum StoredItem {
    /// No item: the write creates it.
    Absent,
    /// Depends on the struct: no item if its time of creation is absent.
    Unknown,
    /// An item: it keeps its time of creation, or predates the field.
    Present,
}

impl Stamp {
    /// Creates a stamp with the current time, for a write that does not know whether an item is stored.
    pub(crate) fn now() -> Self {
        Self { at: now(), before: StoredItem::Unknown, id: None }
    }

    /// Returns this stamp with the id of a new call. The call's items contain the id if the table has an attribute for
    /// it. A caller's transaction has no id, because its token requires equal actions in every request.
    pub(crate) fn with_call_id(self, entity: &EntitySchema) -> Self {
        Self { id: entity.table.write_id.map(|_| new_id()), ..self }
    }

    /// Returns the attribute with the id of the call.
    pub(crate) fn write_id(self, entity: &EntitySchema) -> Option<(&'static str, AttributeValue)> {
        Some((entity.table.write_id?, AttributeValue::B(Blob::new(self.id?))))
    }

    /// Returns whether a stored item contains the id of this call, which means that one of its requests succeeded.
    pub(crate) fn matches_write_id(self, entity: &EntitySchema, stored: &Item) -> bool {
        self.write_id(entity).is_some_and(|(name, id)| stored.get(name) == Some(&id))
    }

    /// Returns this stamp for the case that no item is stored.
    pub(crate) fn first(self) -> Self {
        Self { before: StoredItem::Absent, ..self }
    }

    /// Returns this stamp for the case that a stored item is changed.
    pub(crate) fn change(self) -> Self {
        Self { before: StoredItem::Present, ..self }
    }

    fn is_created(self, value: Option<KeyValue<'_>>) -> bool {
        match self.before {
            StoredItem::Absent => true,
            StoredItem::Unknown => !has_time(value),
            StoredItem::Present => false,
        }
    }
}

/// The values that a write stores instead of the struct's.
pub(crate) struct StampedValues(Vec<(u8, KeyValue<'static>)>);

impl StampedValues {
    /// Writes the times of an entity into its serialized item.
    ///
    /// # Errors
    ///
    /// [`Encode`](ErrorKind::Encode) for a time that the field's type or DynamoDB cannot represent.
    pub(crate) fn write_into(
        entity: EntityFunctions,
        value: ValueOf<'_, '_>,
        stamp: Stamp,
        item: &mut Item,
    ) -> Result<Self> {
        let EntityFunctions { schema, serde_form, .. } = entity;
        let mut stamped = Vec::new();
        for (place, field) in schema.fields.iter().enumerate() {
            let Ok(place) = u8::try_from(place) else { break };
            let (value, stored) = match field.purpose {
                Purpose::Created if !stamp.is_created(value(place)) => continue,
                Purpose::Created | Purpose::Updated => {
                    let now = KeyValue::Time(stamp.at);
                    let stored = serde_form(place, now.clone());
                    (now, stored.map_err(|error| time_form_error(schema, field.name, &error))?)
                }
                Purpose::Ttl => match value(place) {
                    Some(value) => {
                        let seconds = ttl_seconds(schema, field.name, &value)?;
                        let value = match value {
                            KeyValue::Time(_) => KeyValue::Time(Timestamp { seconds, nanos: 0 }),
                            value => value.into_owned(),
                        };
                        (value, AttributeValue::N(seconds.to_string()))
                    }
                    None => continue,
                },
                _ => continue,
            };
            item.insert(field.attribute.to_owned(), stored);
            stamped.push((place, value));
        }
        Ok(Self(stamped))
    }

    /// Returns the times of [`write_into`](Self::write_into) without writing them into an item.
    ///
    /// # Errors
    ///
    /// Those of [`write_into`](Self::write_into).
    pub(crate) fn of<E: Entity>(entity: &E, stamp: Stamp) -> Result<Self> {
        Self::write_into(EntityFunctions::of::<E>(), &|field| entity.__value(field), stamp, &mut Item::new())
    }

    /// Returns the value that is written for a field, if it replaces the struct's.
    pub(crate) fn value(&self, field: u8) -> Option<KeyValue<'static>> {
        self.0.iter().find(|(of, _)| *of == field).map(|(_, value)| value.clone())
    }
}

pub(crate) fn has_time(value: Option<KeyValue<'_>>) -> bool {
    value.is_some_and(|value| value != NO_TIME)
}

/// Converts a time or a number of seconds to a TTL: whole seconds since 1970.
///
/// # Errors
///
/// [`Encode`](ErrorKind::Encode) for a value that is not a time of the years 1970 to 9999.
pub(crate) fn ttl_seconds(entity: &EntitySchema, field: &str, value: &KeyValue<'_>) -> Result<i64> {
    let seconds = match value {
        KeyValue::Time(time) => Some(time.seconds),
        KeyValue::Integer(integer) => (*integer).try_into().ok(),
        KeyValue::Text(_) | KeyValue::Binary(_) => None,
    };
    seconds.filter(|seconds| (0..=LAST_SECOND).contains(seconds)).ok_or_else(|| {
        let is_sensitive = entity.fields.iter().any(|of| of.name == field && of.sensitive);
        let shown = match value {
            _ if is_sensitive => REDACTED.to_owned(),
            KeyValue::Integer(integer) => {
                let mut text = String::new();
                integer.write_plain(&mut text);
                text
            }
            KeyValue::Time(time) => format!("{} seconds since 1970", time.seconds),
            KeyValue::Text(_) | KeyValue::Binary(_) => "not a number".to_owned(),
        };
        let looks_like_millis =
            matches!(value, KeyValue::Integer(_)) && seconds.is_some_and(|seconds| MILLIS.contains(&seconds));
        let fix = match looks_like_millis {
            true => "divide milliseconds by 1,000",
            false => "correct it, or store no time in an item that never expires",
        };
        let message = format!(
            "`{field}` is {shown}, which is not a time of the years 1970 to 9999: a TTL is the number of seconds since \
             1970, here 0 to {LAST_SECOND}; {fix}"
        );
        Error::new(ErrorKind::Encode, message).of_entity(entity.name)
    })
}

fn time_form_error(entity: &EntitySchema, field: &str, error: &serde_dynamo::Error) -> Error {
    let message = format!(
        "`{field}` cannot hold the time of the write: {error}; let its type be a time, or correct its `#[serde(..)]`"
    );
    Error::new(ErrorKind::Encode, message).of_entity(entity.name)
}

/// Returns the value that serde reads for a field that is a time of its item, if the stored TTL has another form, or if
/// the time is missing. `None` if serde reads the stored value.
pub(crate) fn readable_form(
    entity: EntityFunctions,
    place: u8,
    stored: Option<&AttributeValue>,
) -> Option<AttributeValue> {
    let EntityFunctions { schema, serde_form, .. } = entity;
    let field = schema.fields.get(usize::from(place))?;
    match (field.purpose, stored) {
        (Purpose::Ttl, Some(AttributeValue::N(digits))) => {
            let seconds = whole_seconds(digits)?;
            let time = KeyValue::Time(Timestamp { seconds, nanos: 0 });
            let values = [time, KeyValue::Integer(seconds.into())];
            values.into_iter().find_map(|value| serde_form(place, value).ok())
        }
        (Purpose::Created | Purpose::Updated, None) if !field.optional => serde_form(place, NO_TIME).ok(),
        _ => None,
    }
}

/// Returns the whole seconds of a stored TTL, which another writer can have stored with a fraction.
fn whole_seconds(digits: &str) -> Option<i64> {
    let Some((whole, fraction)) = digits.split_once('.') else { return digits.parse().ok() };
    let is_below = digits.starts_with('-') && fraction.bytes().any(|digit| digit != b'0');
    whole.parse::<i64>().ok()?.checked_sub(is_below.into())
}

/// Removes `created` from a changed item if the stored item predates the field and the struct has no time.
pub(crate) fn keep_missing_created<E: Entity>(entity: &E, stored: &Item, item: &mut Item) {
    let Some((place, field)) = (const { &E::SCHEMA }).field_for(Purpose::Created) else { return };
    if !has_time(entity.__value(place)) && !stored.contains_key(field.attribute) {
        item.remove(field.attribute);
    }
}

/// Returns the attribute of `created` or `updated` for this time.
///
/// # Errors
///
/// [`Encode`](ErrorKind::Encode) for a time that the field's type cannot represent.
pub(crate) fn written_time(entity: EntityFunctions, place: u8, at: Timestamp) -> Result<AttributeValue> {
    let EntityFunctions { schema, serde_form, .. } = entity;
    let name = schema.fields.get(usize::from(place)).map_or("?", |field| field.name);
    serde_form(place, KeyValue::Time(at)).map_err(|error| time_form_error(schema, name, &error))
}

/// Returns whether two items have the same content. Ignores the id of the call, and attributes that depend on the time
/// of a write.
pub(crate) fn same_content(entity: &'static EntitySchema, one: &Item, other: &Item) -> bool {
    let mut ignored = attributes_of(entity, &[Purpose::Created, Purpose::Updated]);
    ignored.extend(entity.table.write_id);
    if ignored.is_empty() {
        return same_items(one, other);
    }
    let content = |item: &Item| -> Item {
        let kept = item.iter().filter(|(name, _)| !ignored.contains(&name.as_str()));
        kept.map(|(name, value)| (name.clone(), value.clone())).collect()
    };
    same_items(&content(one), &content(other))
}

/// Returns the attributes of fields with these purposes, and those of index keys that contain such a field, without
/// other fields that are themselves key attributes.
pub(crate) fn attributes_of(entity: &'static EntitySchema, purposes: &[Purpose]) -> Vec<&'static str> {
    let is_set = |field: &Field| purposes.contains(&field.purpose);
    let mut names: Vec<_> = entity.fields.iter().filter(|field| is_set(field)).map(|field| field.attribute).collect();
    if names.is_empty() {
        return names;
    }
    for (place, key) in entity.keys.iter().enumerate().skip(1) {
        let mut fields = fields_of(key).into_iter().filter_map(|field| entity.fields.get(usize::from(field)));
        if let (true, Some(attributes)) = (fields.any(is_set), key_attributes(entity, place)) {
            let is_field = |name: &&str| entity.fields.iter().any(|field| field.attribute == *name);
            names.extend(attributes.keys().map(|attribute| attribute.name).filter(|name| !is_field(name)));
        }
    }
    names
}

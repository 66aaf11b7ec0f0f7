//! The times that a write sets: when its item was made, when it was changed, and when it ends.

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

/// What counts milliseconds, most likely: as such it is of 1990 to 2189.
const MILLIS: std::ops::Range<i64> = 631_152_000_000..6_942_672_000_000;

/// The time that stands for an absent one, where a type has no `None`.
const NO_TIME: KeyValue<'static> = KeyValue::Time(Timestamp { seconds: 0, nanos: 0 });

/// When an item is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Stamp {
    pub(crate) at: Timestamp,
    before: Before,
    /// The id of the call, the same for all its requests, where the write leaves one.
    id: Option<WriteId>,
}

/// What tells the item of one call from all others.
type WriteId = [u8; WRITE_ID_BYTES as usize];

/// Bytes that no other call has.
fn new_id() -> WriteId {
    let mut id = WriteId::default();
    for (bytes, random) in id.chunks_mut(8).zip([random(), random()]) {
        bytes.copy_from_slice(&random.to_be_bytes());
    }
    id
}

/// What was there before a write.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Before {
    /// No item: it is created now.
    Nothing,
    /// What the struct says: without a time, no item.
    Perhaps,
    /// The item that is changed: it has its time, or predates it.
    Item,
}

impl Stamp {
    /// Now, whatever is there.
    pub(crate) fn now() -> Self {
        Self { at: now(), before: Before::Perhaps, id: None }
    }

    /// This stamp with the id of a new call, which the items of the call carry if the table has an attribute for it. A
    /// caller's transaction has no id: its token must stand for equal actions in every request.
    pub(crate) fn with_call_id(self, entity: &EntitySchema) -> Self {
        Self { id: entity.table.write_id.map(|_| new_id()), ..self }
    }

    /// The attribute with the id of the call.
    pub(crate) fn write_id(self, entity: &EntitySchema) -> Option<(&'static str, AttributeValue)> {
        Some((entity.table.write_id?, AttributeValue::B(Blob::new(self.id?))))
    }

    /// Whether a stored item carries the id of this call, so that a request of it was carried out.
    pub(crate) fn matches_write_id(self, entity: &EntitySchema, stored: &Item) -> bool {
        self.write_id(entity).is_some_and(|(name, id)| stored.get(name) == Some(&id))
    }

    /// This stamp, where no item is stored.
    pub(crate) fn first(self) -> Self {
        Self { before: Before::Nothing, ..self }
    }

    /// This stamp, where a stored item is changed.
    pub(crate) fn change(self) -> Self {
        Self { before: Before::Item, ..self }
    }

    fn is_created(self, value: Option<KeyValue<'_>>) -> bool {
        match self.before {
            Before::Nothing => true,
            Before::Perhaps => !has_time(value),
            Before::Item => false,
        }
    }
}

/// The values that a write has in the place of the struct's.
pub(crate) struct Stamped(Vec<(u8, KeyValue<'static>)>);

impl Stamped {
    /// Lays the times of an entity into the item that serde made of it.
    ///
    /// # Errors
    ///
    /// [`Encode`](ErrorKind::Encode) for a time that the field's type or DynamoDB cannot hold.
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

    /// The times of [`write_into`](Self::write_into), without an item to put them into.
    ///
    /// # Errors
    ///
    /// Those of [`write_into`](Self::write_into).
    pub(crate) fn of<E: Entity>(entity: &E, stamp: Stamp) -> Result<Self> {
        Self::write_into(EntityFunctions::of::<E>(), &|field| entity.__value(field), stamp, &mut Item::new())
    }

    /// The value that is written of a field, where it is not the struct's.
    pub(crate) fn value(&self, field: u8) -> Option<KeyValue<'static>> {
        self.0.iter().find(|(of, _)| *of == field).map(|(_, value)| value.clone())
    }
}

pub(crate) fn has_time(value: Option<KeyValue<'_>>) -> bool {
    value.is_some_and(|value| value != NO_TIME)
}

/// A time, or a number of seconds, as DynamoDB takes it for a TTL: whole seconds since 1970.
///
/// # Errors
///
/// [`Encode`](ErrorKind::Encode) for what is not a time.
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
            KeyValue::Text(_) | KeyValue::Binary(_) => "no number".to_owned(),
        };
        let looks_like_millis =
            matches!(value, KeyValue::Integer(_)) && seconds.is_some_and(|seconds| MILLIS.contains(&seconds));
        let way_out = match looks_like_millis {
            true => "divide milliseconds by 1,000",
            false => "correct it, or let an item that never expires have no time",
        };
        let message = format!(
            "`{field}` is {shown}, and no time of 1970 to 9999: DynamoDB takes a TTL as the seconds since 1970, here 0 \
             to {LAST_SECOND}; {way_out}"
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

/// A field that is a time of its item, as it was written for DynamoDB or is missing, in the form in which serde reads
/// it. `None` where serde reads what there is.
pub(crate) fn readable_form(
    entity: EntityFunctions,
    place: u8,
    stored: Option<&AttributeValue>,
) -> Option<AttributeValue> {
    let EntityFunctions { schema, serde_form, .. } = entity;
    let field = schema.fields.get(usize::from(place))?;
    match (field.purpose, stored) {
        (Purpose::Ttl, Some(AttributeValue::N(digits))) => {
            let seconds: i64 = digits.parse().ok()?;
            let time = KeyValue::Time(Timestamp { seconds, nanos: 0 });
            let values = [time, KeyValue::Integer(seconds.into())];
            values.into_iter().find_map(|value| serde_form(place, value).ok())
        }
        (Purpose::Created | Purpose::Updated, None) if !field.optional => serde_form(place, NO_TIME).ok(),
        _ => None,
    }
}

/// Leaves `created` out of an item that is changed, where the stored one predates the field and the struct has no time.
pub(crate) fn keep_missing_created<E: Entity>(entity: &E, stored: &Item, item: &mut Item) {
    let Some((place, field)) = (const { &E::SCHEMA }).field_for(Purpose::Created) else { return };
    if !has_time(entity.__value(place)) && !stored.contains_key(field.attribute) {
        item.remove(field.attribute);
    }
}

/// The attribute of `created` or `updated` for this time.
///
/// # Errors
///
/// [`Encode`](ErrorKind::Encode) for a time that the field's type cannot hold.
pub(crate) fn written_time(entity: EntityFunctions, place: u8, at: Timestamp) -> Result<AttributeValue> {
    let EntityFunctions { schema, serde_form, .. } = entity;
    let name = schema.fields.get(usize::from(place)).map_or("?", |field| field.name);
    serde_form(place, KeyValue::Time(at)).map_err(|error| time_form_error(schema, name, &error))
}

/// Whether two items have the same content, however often and when each was written: what follows from the time of a
/// write does not count, nor does the id of a call.
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

/// The attributes of fields for these purposes, and those of the keys of indexes that hold them.
pub(crate) fn attributes_of(entity: &'static EntitySchema, purposes: &[Purpose]) -> Vec<&'static str> {
    let is_set = |field: &Field| purposes.contains(&field.purpose);
    let mut names: Vec<_> = entity.fields.iter().filter(|field| is_set(field)).map(|field| field.attribute).collect();
    if names.is_empty() {
        return names;
    }
    for (place, key) in entity.keys.iter().enumerate().skip(1) {
        let mut fields = fields_of(key).into_iter().filter_map(|field| entity.fields.get(usize::from(field)));
        if let (true, Some(attributes)) = (fields.any(is_set), key_attributes(entity, place)) {
            names.extend(attributes.keys().map(|attribute| attribute.name));
        }
    }
    names
}

//! Distinguishes the item of a key from other items that are stored under the same key.

use std::borrow::Cow;

use aws_sdk_dynamodb::types::AttributeValue;

use super::{equal::same_values, functions::ValueOf};
pub(crate) use crate::key::lossy::lossy_fields;
use crate::{
    Error, ErrorKind, Item, Result,
    key::{
        KeyPart, KeyValue, is_same_time,
        lossy::{counts_by_part, first_value},
        redaction::is_sensitive,
    },
    schema::{EntitySchema, Field, FieldKind, Form},
};

/// Returns whether an item that refused a write of `ours` is the item of the key, with its times in another text.
///
/// DynamoDB compares bytes, and a time has several texts: `.000Z` of JavaScript, `+00:00`, another offset.
pub(crate) fn has_other_texts(entity: &EntitySchema, ours: &Item, stored: &Item) -> bool {
    has_other_texts_of(entity, &lossy_fields(entity), ours, stored)
}

/// Returns whether two items have the same values of these fields, and a time among them in different texts.
pub(crate) fn has_other_texts_of(entity: &EntitySchema, fields: &[u8], ours: &Item, stored: &Item) -> bool {
    let mut has_other = false;
    let are_equal = fields_of(entity, fields).all(|field| {
        let (ours, stored) = (ours.get(field.attribute), stored.get(field.attribute));
        has_other |= ours != stored;
        is_same_value(field, ours, stored)
    });
    are_equal && has_other
}

/// Returns `ours` with the stored texts of times of which the key contains only a part, so that a condition on these
/// fields accepts the stored item.
pub(crate) fn with_stored_texts<'a>(entity: &EntitySchema, ours: &'a Item, stored: Option<&Item>) -> Cow<'a, Item> {
    with_stored_texts_of(entity, &lossy_fields(entity), ours, stored)
}

/// Returns `ours` with the stored texts of the times among these fields.
pub(crate) fn with_stored_texts_of<'a>(
    entity: &EntitySchema,
    fields: &[u8],
    ours: &'a Item,
    stored: Option<&Item>,
) -> Cow<'a, Item> {
    let Some(stored) = stored else { return Cow::Borrowed(ours) };
    let mut texts = ours.clone();
    for field in fields_of(entity, fields) {
        let value = stored.get(field.attribute);
        if let Some(value) = value.filter(|value| is_same_value(field, ours.get(field.attribute), Some(value))) {
            texts.insert(field.attribute.to_owned(), value.clone());
        }
    }
    Cow::Owned(texts)
}

/// Returns whether two attributes of a field have the same value. Times are compared as times.
pub(crate) fn is_same_value(field: &Field, one: Option<&AttributeValue>, other: Option<&AttributeValue>) -> bool {
    match (one, other) {
        (Some(AttributeValue::S(one)), Some(AttributeValue::S(other)))
            if field.kind.is_some_and(FieldKind::is_time) =>
        {
            one == other || is_same_time(one, other)
        }
        (Some(one), Some(other)) => same_values(one, other),
        (None, None) => true,
        (Some(count), None) | (None, Some(count)) => is_zero_count(field, count),
    }
}

/// Returns whether this is the 0 of a counter, for which an item can have no attribute: it is older than the counter.
pub(crate) fn is_zero_count(field: &Field, value: &AttributeValue) -> bool {
    field.is_counter() && matches!(value, AttributeValue::N(count) if count == "0")
}

fn fields_of<'a>(entity: &'a EntitySchema, fields: &'a [u8]) -> impl Iterator<Item = &'a Field> {
    fields.iter().filter_map(|field| entity.fields.get(usize::from(*field)))
}

/// Checks that an item with counters has the first value of each field that its key contains only in part: an increment
/// of any value of that part adds to this item.
pub(crate) fn check_counted_part(entity: &EntitySchema, value: ValueOf<'_, '_>) -> Result<()> {
    if !counts_by_part(entity) {
        return Ok(());
    }
    for place in lossy_fields(entity) {
        let Some(given) = value(place).map(KeyValue::into_owned) else { continue };
        let first = first_value(entity, place, given.clone());
        let Some(field) = entity.fields.get(usize::from(place)).filter(|_| first != given) else { continue };
        let mut text = String::new();
        match &first {
            _ if is_sensitive(entity, place) => {}
            KeyValue::Time(time) => {
                let zone = field.kind.map_or("", FieldKind::zone);
                // A time that cannot be in a key is refused when the key is built.
                let _ = time.write(Form::Default, zone, KeyPart::Sort, &mut text);
                text.insert_str(0, ", ");
            }
            KeyValue::Text(first) => text = format!(", {first:?}"),
            KeyValue::Integer(_) | KeyValue::Binary(_) => {}
        }
        let message = format!(
            "the key contains only a part of `{}`, and the counters count for that whole part; write the first value \
             of it{text}, as `increment` does, or put the whole field into the key",
            field.name
        );
        return Err(Error::new(ErrorKind::InvalidArgument, message));
    }
    Ok(())
}

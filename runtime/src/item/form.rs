//! Converts fields whose attribute differs from what serde writes: sets, which serde writes as lists, and nulls, which
//! serde does not distinguish from absent values.

use aws_sdk_dynamodb::types::AttributeValue;
use serde::{
    de::{Deserializer, Visitor},
    forward_to_deserialize_any,
};

use super::{attributed::Attributed, deserialize::Reader};
use crate::schema::{AttributeForm, EntitySchema, Field};

/// Converts the value that serde wrote for a field to its stored form. `None` if the attribute is omitted.
pub(crate) fn stored_form(field: &Field, written: AttributeValue) -> Option<AttributeValue> {
    match (field.form, written) {
        (AttributeForm::Set { .. }, AttributeValue::L(values)) => as_set(values),
        (_, written) => Some(written),
    }
}

/// Returns the set of these values if all are texts, numbers or bytes, and otherwise their list. `None` without values.
pub(super) fn as_set(values: Vec<AttributeValue>) -> Option<AttributeValue> {
    use AttributeValue::{B, Bs, L, N, Ns, S, Ss};
    let all = |is: fn(&AttributeValue) -> bool| values.iter().all(is);
    Some(match values.first()? {
        S(_) if all(AttributeValue::is_s) => Ss(values.into_iter().filter_map(text_of).collect()),
        N(_) if all(AttributeValue::is_n) => Ns(values.into_iter().filter_map(text_of).collect()),
        B(_) if all(AttributeValue::is_b) => {
            let bytes = values.into_iter().filter_map(|value| if let B(bytes) = value { Some(bytes) } else { None });
            Bs(bytes.collect())
        }
        _ => L(values),
    })
}

fn text_of(value: AttributeValue) -> Option<String> {
    match value {
        AttributeValue::S(text) | AttributeValue::N(text) => Some(text),
        _ => None,
    }
}

/// Returns the sets of an item that are absent because they are empty, in the form that serde reads.
pub(crate) fn empty_sets(
    entity: &'static EntitySchema,
    item: &impl Attributed,
) -> impl Iterator<Item = (&'static str, AttributeValue)> {
    let is_empty = |field: &&Field| is_empty_if_absent(field) && item.attribute(field.attribute).is_none();
    entity.fields.iter().filter(is_empty).map(|field| (field.attribute, empty_set()))
}

/// Returns whether an absent attribute of the field means an empty set.
pub(crate) fn is_empty_if_absent(field: &Field) -> bool {
    matches!(field.form, AttributeForm::Set { absent_is_empty: true })
}

/// Returns an empty set in the form that serde reads.
pub(crate) fn empty_set() -> AttributeValue {
    AttributeValue::L(Vec::new())
}

/// Returns whether the attribute with this name can be either null or absent.
pub(crate) fn is_nullable(entity: &EntitySchema, name: &str) -> bool {
    entity.fields.iter().any(|field| field.form == AttributeForm::Nullable && field.attribute == name)
}

/// Deserializes a null as `Some(None)`: the outer `Option` has a value.
pub(crate) struct SomeNull;

impl<'de> Deserializer<'de> for SomeNull {
    type Error = serde_dynamo::Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Self::Error> {
        visitor.visit_unit()
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Self::Error> {
        visitor.visit_some(Reader::of(&AttributeValue::Null(true)))
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct
        newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

#[cfg(test)]
mod tests;

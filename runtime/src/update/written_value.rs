//! Serializes a value inside a field.

use aws_sdk_dynamodb::types::AttributeValue;
use serde::Serialize;

use crate::{Error, ErrorKind, Result, item::to_attribute::to_attribute_value};

/// Returns the stored form of a value inside a field.
pub(super) fn written_inside(value: &impl Serialize) -> Result<Option<AttributeValue>> {
    to_attribute_value(value).map(Some).map_err(|error| {
        let message = format!("a value does not serialize: {error}; give one that dynamodb can store");
        Error::new(ErrorKind::Encode, message).caused_by(error)
    })
}

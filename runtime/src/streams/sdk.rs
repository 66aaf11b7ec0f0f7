//! Converts the SDK's records.

use std::collections::HashMap;

use aws_sdk_dynamodb::types::AttributeValue;
use aws_sdk_dynamodbstreams::types::{AttributeValue as Streamed, Record};

use super::{StreamRecord, record::Parts};
use crate::{Error, ErrorKind, Item, Result};

impl TryFrom<Record> for StreamRecord {
    type Error = Error;

    /// # Errors
    ///
    /// [`Decode`](ErrorKind::Decode) for an event or a type of value that this version does not know.
    fn try_from(record: Record) -> Result<Self> {
        let Some(event) = record.event_name else { return Err(missing_part_error("event name")) };
        let Some(images) = record.dynamodb else { return Err(missing_part_error("item")) };
        Self::of(Parts {
            id: record.event_id,
            event: event.as_str().to_owned(),
            sequence_number: images.sequence_number,
            principal: record.user_identity.and_then(|identity| identity.principal_id),
            view: images.stream_view_type.map(|view| view.as_str().to_owned()),
            keys: item(images.keys.unwrap_or_default())?,
            old: images.old_image.map(item).transpose()?,
            new: images.new_image.map(item).transpose()?,
        })
    }
}

fn missing_part_error(what: &str) -> Error {
    Error::new(ErrorKind::Decode, format!("the stream record has no {what}; pass it on as dynamodb sent it"))
}

fn item(attributes: HashMap<String, Streamed>) -> Result<Item> {
    attributes.into_iter().map(|(name, value)| Ok((name, attribute(value)?))).collect()
}

fn attribute(value: Streamed) -> Result<AttributeValue> {
    let blob =
        |blob: aws_sdk_dynamodbstreams::primitives::Blob| aws_sdk_dynamodb::primitives::Blob::new(blob.into_inner());
    Ok(match value {
        Streamed::S(text) => AttributeValue::S(text),
        Streamed::N(digits) => AttributeValue::N(digits),
        Streamed::B(bytes) => AttributeValue::B(blob(bytes)),
        Streamed::Ss(texts) => AttributeValue::Ss(texts),
        Streamed::Ns(numbers) => AttributeValue::Ns(numbers),
        Streamed::Bs(sets) => AttributeValue::Bs(sets.into_iter().map(blob).collect()),
        Streamed::L(values) => AttributeValue::L(values.into_iter().map(attribute).collect::<Result<_>>()?),
        Streamed::M(values) => AttributeValue::M(item(values)?),
        Streamed::Bool(truth) => AttributeValue::Bool(truth),
        Streamed::Null(null) => AttributeValue::Null(null),
        _ => {
            let message = "a value is of a type that this version does not know; update keywright";
            return Err(Error::new(ErrorKind::Decode, message));
        }
    })
}

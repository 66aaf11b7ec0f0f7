//! Attributes in DynamoDB's JSON, as Lambda passes them.

use std::collections::HashMap;

use aws_sdk_dynamodb::{primitives::Blob, types::AttributeValue};
use serde::Deserialize;

use crate::{Error, ErrorKind, Item, Result, base64url};

/// A typed value, such as `{"S": "text"}`. Binary is base64 with padding.
#[derive(Deserialize)]
pub(super) enum Wire {
    S(String),
    N(String),
    B(String),
    #[serde(rename = "SS")]
    Ss(Vec<String>),
    #[serde(rename = "NS")]
    Ns(Vec<String>),
    #[serde(rename = "BS")]
    Bs(Vec<String>),
    L(Vec<Wire>),
    M(HashMap<String, Wire>),
    #[serde(rename = "BOOL")]
    Bool(bool),
    #[serde(rename = "NULL")]
    Null(bool),
}

/// Converts attributes into an item.
pub(super) fn item(attributes: HashMap<String, Wire>) -> Result<Item> {
    attributes.into_iter().map(|(name, value)| Ok((name, attribute(value)?))).collect()
}

fn attribute(value: Wire) -> Result<AttributeValue> {
    Ok(match value {
        Wire::S(text) => AttributeValue::S(text),
        Wire::N(digits) => AttributeValue::N(digits),
        Wire::B(text) => AttributeValue::B(binary(&text)?),
        Wire::Ss(texts) => AttributeValue::Ss(texts),
        Wire::Ns(numbers) => AttributeValue::Ns(numbers),
        Wire::Bs(texts) => AttributeValue::Bs(texts.iter().map(|text| binary(text)).collect::<Result<_>>()?),
        Wire::L(values) => AttributeValue::L(values.into_iter().map(attribute).collect::<Result<_>>()?),
        Wire::M(values) => AttributeValue::M(item(values)?),
        Wire::Bool(truth) => AttributeValue::Bool(truth),
        Wire::Null(null) => AttributeValue::Null(null),
    })
}

/// Decodes standard base64.
fn binary(text: &str) -> Result<Blob> {
    let of_urls: String = text.trim_end_matches('=').replace('+', "-").replace('/', "_");
    let bytes = base64url::decode(&of_urls).ok_or_else(|| {
        Error::new(ErrorKind::Decode, "a binary value is not base64; pass the record on as dynamodb sent it")
    })?;
    Ok(Blob::new(bytes))
}

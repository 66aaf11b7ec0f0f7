//! Access to a stored value, whatever its representation.

use aws_sdk_dynamodb::{primitives::Blob, types::AttributeValue};

/// A stored value in some representation: in a response body, or of the SDK's type.
pub(crate) trait StoredValue<'a>: Copy {
    /// Iterates over the values of a list, a map or a set, each with its name. Elements of lists and sets have no name.
    type Values: Iterator<Item = (&'a str, Self)>;

    /// Returns the type and content of the value. `None` for a type that DynamoDB did not have when this crate was
    /// written.
    fn content(self) -> Option<Content<'a, Self::Values>>;
}

/// The type and content of a value.
pub(crate) enum Content<'a, V> {
    S(&'a str),
    N(&'a str),
    B(&'a [u8]),
    Bool(bool),
    Null(bool),
    L(V),
    M(V),
    Ss(V),
    Ns(V),
    Bs(V),
}

/// A value of the SDK's type, or an element of such a set.
#[derive(Clone, Copy)]
pub(crate) enum SdkValue<'a> {
    Value(&'a AttributeValue),
    Text(&'a str),
    Digits(&'a str),
    Bytes(&'a [u8]),
}

/// The values of a list, a map or a set of the SDK's type.
pub(crate) enum SdkValues<'a> {
    List(std::slice::Iter<'a, AttributeValue>),
    Map(std::collections::hash_map::Iter<'a, String, AttributeValue>),
    Texts(std::slice::Iter<'a, String>),
    Numbers(std::slice::Iter<'a, String>),
    Blobs(std::slice::Iter<'a, Blob>),
}

impl<'a> StoredValue<'a> for SdkValue<'a> {
    type Values = SdkValues<'a>;

    fn content(self) -> Option<Content<'a, SdkValues<'a>>> {
        let value = match self {
            Self::Value(value) => value,
            Self::Text(text) => return Some(Content::S(text)),
            Self::Digits(digits) => return Some(Content::N(digits)),
            Self::Bytes(bytes) => return Some(Content::B(bytes)),
        };
        Some(match value {
            AttributeValue::S(text) => Content::S(text),
            AttributeValue::N(digits) => Content::N(digits),
            AttributeValue::B(bytes) => Content::B(bytes.as_ref()),
            AttributeValue::Bool(truth) => Content::Bool(*truth),
            AttributeValue::Null(null) => Content::Null(*null),
            AttributeValue::L(values) => Content::L(SdkValues::List(values.iter())),
            AttributeValue::M(values) => Content::M(SdkValues::Map(values.iter())),
            AttributeValue::Ss(texts) => Content::Ss(SdkValues::Texts(texts.iter())),
            AttributeValue::Ns(numbers) => Content::Ns(SdkValues::Numbers(numbers.iter())),
            AttributeValue::Bs(blobs) => Content::Bs(SdkValues::Blobs(blobs.iter())),
            _ => return None,
        })
    }
}

impl<'a> Iterator for SdkValues<'a> {
    type Item = (&'a str, SdkValue<'a>);

    fn next(&mut self) -> Option<Self::Item> {
        Some(match self {
            Self::List(values) => ("", SdkValue::Value(values.next()?)),
            Self::Map(values) => {
                let (name, value) = values.next()?;
                (name.as_str(), SdkValue::Value(value))
            }
            Self::Texts(texts) => ("", SdkValue::Text(texts.next()?)),
            Self::Numbers(numbers) => ("", SdkValue::Digits(numbers.next()?)),
            Self::Blobs(blobs) => ("", SdkValue::Bytes(blobs.next()?.as_ref())),
        })
    }
}

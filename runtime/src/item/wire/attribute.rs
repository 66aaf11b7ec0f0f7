//! Converts values of a body to the SDK's representation.

use aws_sdk_dynamodb::{primitives::Blob, types::AttributeValue};

use super::value::{Content, Siblings, Value};

impl Value<'_> {
    /// Returns the value as the SDK would parse it.
    pub(crate) fn to_attribute(self) -> AttributeValue {
        match self.content() {
            Content::S(text) => AttributeValue::S(text.to_owned()),
            Content::N(digits) => AttributeValue::N(digits.to_owned()),
            Content::B(bytes) => AttributeValue::B(Blob::new(bytes)),
            Content::Bool(boolean) => AttributeValue::Bool(boolean),
            Content::Null(null) => AttributeValue::Null(null),
            Content::L(values) => AttributeValue::L(values.map(|(_, value)| value.to_attribute()).collect()),
            Content::M(values) => {
                AttributeValue::M(values.map(|(name, value)| (name.to_owned(), value.to_attribute())).collect())
            }
            Content::Ss(texts) => AttributeValue::Ss(elements(texts, |text| match text {
                Content::S(text) => Some(text.to_owned()),
                _ => None,
            })),
            Content::Ns(numbers) => AttributeValue::Ns(elements(numbers, |digits| match digits {
                Content::N(digits) => Some(digits.to_owned()),
                _ => None,
            })),
            Content::Bs(sets) => AttributeValue::Bs(elements(sets, |bytes| match bytes {
                Content::B(bytes) => Some(Blob::new(bytes)),
                _ => None,
            })),
        }
    }
}

fn elements<'a, O>(set: Siblings<'a>, element: fn(Content<'a>) -> Option<O>) -> Vec<O> {
    set.filter_map(|(_, value)| element(value.content())).collect()
}

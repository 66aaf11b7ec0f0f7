//! Converts the SDK's values to those of `serde_dynamo`.

use aws_sdk_dynamodb::{primitives::Blob, types::AttributeValue};
use serde_dynamo::AttributeValue as Plain;

/// Converts the value to `serde_dynamo`'s type. For a value type that DynamoDB did not have when this crate was
/// written, it fails, but `serde_dynamo`'s own conversion panics.
pub(crate) fn plain(value: AttributeValue) -> Result<Plain, serde_dynamo::Error> {
    Ok(match value {
        AttributeValue::S(text) => Plain::S(text),
        AttributeValue::N(digits) => Plain::N(digits),
        AttributeValue::B(bytes) => Plain::B(bytes.into_inner()),
        AttributeValue::Bool(truth) => Plain::Bool(truth),
        AttributeValue::Null(null) => Plain::Null(null),
        AttributeValue::L(values) => Plain::L(values.into_iter().map(plain).collect::<Result<_, _>>()?),
        AttributeValue::M(values) => Plain::M(
            values
                .into_iter()
                .map(|(name, value)| plain(value).map(|value| (name, value)))
                .collect::<Result<_, _>>()?,
        ),
        AttributeValue::Ss(texts) => Plain::Ss(texts),
        AttributeValue::Ns(numbers) => Plain::Ns(numbers),
        AttributeValue::Bs(sets) => Plain::Bs(sets.into_iter().map(Blob::into_inner).collect()),
        _ => return Err(serde::de::Error::custom("a type of value that this version does not know")),
    })
}

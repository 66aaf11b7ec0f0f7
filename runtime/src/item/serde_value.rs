//! Converts the SDK's values to those of `serde_dynamo`.

use aws_sdk_dynamodb::types::AttributeValue;
use serde_dynamo::AttributeValue as SerdeValue;

/// Converts the value to `serde_dynamo`'s type. For a value type that DynamoDB did not have when this crate was
/// written, it fails, but `serde_dynamo`'s own conversion panics.
pub(crate) fn serde_value(value: AttributeValue) -> Result<SerdeValue, serde_dynamo::Error> {
    Ok(match value {
        AttributeValue::S(text) => SerdeValue::S(text),
        AttributeValue::N(digits) => SerdeValue::N(digits),
        AttributeValue::B(bytes) => SerdeValue::B(bytes.into_inner()),
        AttributeValue::Bool(truth) => SerdeValue::Bool(truth),
        AttributeValue::Null(null) => SerdeValue::Null(null),
        AttributeValue::L(values) => SerdeValue::L(values.into_iter().map(serde_value).collect::<Result<_, _>>()?),
        AttributeValue::M(values) => SerdeValue::M(
            values
                .into_iter()
                .map(|(name, value)| serde_value(value).map(|value| (name, value)))
                .collect::<Result<_, _>>()?,
        ),
        // As lists, because `serde_dynamo` reads no newtypes and no `Option`s in sets.
        AttributeValue::Ss(texts) => SerdeValue::L(texts.into_iter().map(SerdeValue::S).collect()),
        AttributeValue::Ns(numbers) => SerdeValue::L(numbers.into_iter().map(SerdeValue::N).collect()),
        AttributeValue::Bs(sets) => {
            SerdeValue::L(sets.into_iter().map(|bytes| SerdeValue::B(bytes.into_inner())).collect())
        }
        _ => return Err(serde::de::Error::custom("a type of value that this version does not know")),
    })
}

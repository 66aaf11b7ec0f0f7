//! Conversions between attributes and the SDK's attribute values.

use aws_sdk_dynamodb::{primitives::Blob, types::AttributeValue};

use crate::{
    Error, ErrorKind,
    attributes::{Attribute, Attributes},
};

impl Attributes {
    /// Stores exactly this value under this name.
    pub(crate) fn set(&mut self, name: String, value: Attribute) {
        self.values.insert(name, value);
    }
}

impl From<Attribute> for AttributeValue {
    fn from(value: Attribute) -> Self {
        match value {
            Attribute::S(text) => Self::S(text),
            Attribute::N(digits) => Self::N(digits),
            Attribute::B(bytes) => Self::B(Blob::new(bytes)),
            Attribute::Bool(truth) => Self::Bool(truth),
            Attribute::Null => Self::Null(true),
            Attribute::L(values) => Self::L(values.into_iter().map(Self::from).collect()),
            Attribute::M(values) => {
                Self::M(values.into_iter().map(|(name, value)| (name, Self::from(value))).collect())
            }
            Attribute::Ss(texts) => Self::Ss(texts.into_iter().collect()),
            Attribute::Ns(numbers) => Self::Ns(numbers.into_iter().collect()),
            Attribute::Bs(sets) => Self::Bs(sets.into_iter().map(Blob::new).collect()),
        }
    }
}

/// Fails for a value type that DynamoDB did not have when this crate was written.
impl TryFrom<AttributeValue> for Attribute {
    type Error = Error;

    fn try_from(value: AttributeValue) -> Result<Self, Error> {
        Ok(match value {
            AttributeValue::S(text) => Self::S(text),
            AttributeValue::N(digits) => Self::N(digits),
            AttributeValue::B(bytes) => Self::B(bytes.into_inner()),
            AttributeValue::Bool(truth) => Self::Bool(truth),
            AttributeValue::Null(_) => Self::Null,
            AttributeValue::L(values) => Self::L(values.into_iter().map(Self::try_from).collect::<Result<_, _>>()?),
            AttributeValue::M(values) => Self::M(
                values
                    .into_iter()
                    .map(|(name, value)| Self::try_from(value).map(|value| (name, value)))
                    .collect::<Result<_, _>>()?,
            ),
            AttributeValue::Ss(texts) => Self::Ss(texts.into_iter().collect()),
            AttributeValue::Ns(numbers) => Self::Ns(numbers.into_iter().collect()),
            AttributeValue::Bs(sets) => Self::Bs(sets.into_iter().map(Blob::into_inner).collect()),
            _ => {
                return Err(Error::new(
                    ErrorKind::Decode,
                    "an attribute is of a type that this version does not know; update keywright",
                ));
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use proptest::{collection, prelude::*};

    use super::*;

    fn any_attribute() -> impl Strategy<Value = Attribute> {
        let leaf = prop_oneof![
            ".*".prop_map(Attribute::S),
            any::<i64>().prop_map(|number| Attribute::N(number.to_string())),
            collection::vec(any::<u8>(), 0..8).prop_map(Attribute::B),
            any::<bool>().prop_map(Attribute::Bool),
            Just(Attribute::Null),
            collection::btree_set(".{1,4}", 1..4).prop_map(Attribute::Ss),
            collection::btree_set(any::<u32>().prop_map(|number| number.to_string()), 1..4).prop_map(Attribute::Ns),
            collection::btree_set(collection::vec(any::<u8>(), 1..4), 1..4).prop_map(Attribute::Bs),
        ];
        leaf.prop_recursive(3, 16, 4, |inner| {
            prop_oneof![
                collection::vec(inner.clone(), 0..4).prop_map(Attribute::L),
                collection::btree_map(".{1,4}", inner, 0..4).prop_map(Attribute::M),
            ]
        })
    }

    proptest! {
        #[test]
        fn values_round_trip_through_the_sdk_type(value in any_attribute()) {
            prop_assert_eq!(Attribute::try_from(AttributeValue::from(value.clone())).unwrap(), value);
        }
    }
}

//! Computes the size of an item in bytes before it is sent.

use aws_sdk_dynamodb::types::AttributeValue;

use crate::{
    Item,
    physics::item::{
        BOOL_BYTES, NULL_BYTES, attribute_bytes, binary_bytes, list_bytes, map_bytes, number_bytes, string_bytes,
    },
};

/// Returns an item's size in bytes by DynamoDB's rules, including the attribute names. The limit of 400 KB and the
/// capacity units apply to this size.
///
/// Source: [DynamoDB item sizes and
/// formats](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/CapacityUnitCalculations.html).
pub fn item_bytes(item: &Item) -> u64 {
    sum(item.iter().map(|(name, value)| attribute_bytes(name, value_bytes(value))))
}

pub(crate) fn value_bytes(value: &AttributeValue) -> u64 {
    match value {
        AttributeValue::S(text) => string_bytes(text),
        AttributeValue::N(digits) => number_bytes(digits),
        AttributeValue::B(bytes) => binary_bytes(bytes.as_ref()),
        AttributeValue::Bool(_) => BOOL_BYTES,
        AttributeValue::Null(_) => NULL_BYTES,
        AttributeValue::L(values) => list_bytes(count(values.len()), sum(values.iter().map(value_bytes))),
        AttributeValue::M(values) => map_bytes(count(values.len()), item_bytes(values)),
        AttributeValue::Ss(texts) => sum(texts.iter().map(|text| string_bytes(text))),
        AttributeValue::Ns(numbers) => sum(numbers.iter().map(|digits| number_bytes(digits))),
        AttributeValue::Bs(sets) => sum(sets.iter().map(|bytes| binary_bytes(bytes.as_ref()))),
        _ => 0,
    }
}

fn sum(bytes: impl Iterator<Item = u64>) -> u64 {
    bytes.fold(0, u64::saturating_add)
}

fn count(values: usize) -> u64 {
    u64::try_from(values).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use aws_sdk_dynamodb::primitives::Blob;

    use super::*;

    #[test]
    fn names_and_values_count_at_every_depth() {
        let item = Item::from([
            ("PK".to_owned(), AttributeValue::S("OPS".into())),
            ("n".to_owned(), AttributeValue::N("1001".into())),
            ("b".to_owned(), AttributeValue::B(Blob::new([0; 10]))),
            ("ok".to_owned(), AttributeValue::Bool(true)),
            ("l".to_owned(), AttributeValue::L(vec![AttributeValue::Null(true), AttributeValue::S("ab".into())])),
            ("m".to_owned(), AttributeValue::M([("x".to_owned(), AttributeValue::N("7".into()))].into())),
            ("ss".to_owned(), AttributeValue::Ss(vec!["a".into(), "bc".into()])),
        ]);
        let pk = 2 + 3;
        let n = 1 + 3;
        let b = 1 + 10;
        let ok = 2 + 1;
        let list = 1 + 3 + 2 + 1 + 2;
        let map = 1 + 3 + 1 + 1 + 2;
        let set = 2 + 3;
        assert_eq!(item_bytes(&item), pk + n + b + ok + list + map + set);
    }
}

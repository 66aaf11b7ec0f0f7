//! A value decoded from a body equals the value that is decoded from the SDK's type, and the value that `serde_dynamo`
//! decodes, with sets as lists.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap, HashSet},
    fmt::Debug,
};

use aws_sdk_dynamodb::types::AttributeValue;
use proptest::{prelude::*, test_runner::TestCaseResult};
use serde::{de::DeserializeOwned, de::IgnoredAny};

use super::{
    item_with,
    json::{any_number, any_value},
    types::{
        Adjacent, Blob, Defaults, Even, External, Fields, Flattened, Internal, New, Pair, Plain, Strict, Unit, Untagged,
    },
};
use crate::{
    Attribute,
    item::deserialize::{Reader, SdkValue},
};

/// Converts sets to lists, because `serde_dynamo` reads no newtypes and no `Option`s in sets.
fn with_lists(value: AttributeValue) -> AttributeValue {
    use AttributeValue::{Bs, L, M, Ns, Ss};
    match value {
        L(values) => L(values.into_iter().map(with_lists).collect()),
        M(values) => M(values.into_iter().map(|(name, value)| (name, with_lists(value))).collect()),
        Ss(texts) => L(texts.into_iter().map(AttributeValue::S).collect()),
        Ns(numbers) => L(numbers.into_iter().map(AttributeValue::N).collect()),
        Bs(sets) => L(sets.into_iter().map(AttributeValue::B).collect()),
        value => value,
    }
}

/// Returns whether all maps in the value have at most one member. The SDK's maps are in random order, so that with
/// several members, the first of several errors can differ.
fn has_order(value: &AttributeValue) -> bool {
    match value {
        AttributeValue::M(values) => values.len() < 2 && values.values().all(has_order),
        AttributeValue::L(values) => values.iter().all(has_order),
        _ => true,
    }
}

/// Returns whether the value contains `NULL: false`, which the SDK can build but DynamoDB never stores.
fn has_false_null(value: &AttributeValue) -> bool {
    match value {
        AttributeValue::Null(null) => !null,
        AttributeValue::M(values) => values.values().any(has_false_null),
        AttributeValue::L(values) => values.iter().any(has_false_null),
        _ => false,
    }
}

fn same<T: DeserializeOwned + Debug + PartialEq>(value: &AttributeValue) -> TestCaseResult {
    let item = item_with(value);
    let from_body = T::deserialize(Reader(item.get("v").unwrap()));
    let from_sdk = T::deserialize(Reader::<SdkValue<'_>>::of(value));
    equal(value, from_body, from_sdk)
}

fn as_by_serde_dynamo<T: DeserializeOwned + Debug + PartialEq>(value: &AttributeValue) -> TestCaseResult {
    let item = item_with(value);
    let from_body = T::deserialize(Reader(item.get("v").unwrap()));
    equal(value, from_body, serde_dynamo::from_attribute_value(with_lists(value.clone())))?;
    same::<T>(value)
}

fn equal<T: Debug + PartialEq>(
    value: &AttributeValue,
    from_body: Result<T, serde_dynamo::Error>,
    from_sdk: Result<T, serde_dynamo::Error>,
) -> TestCaseResult {
    let of_type = std::any::type_name::<T>();
    match (from_body, from_sdk) {
        (Ok(body), Ok(sdk)) => prop_assert_eq!(body, sdk, "{} of {:?}", of_type, value),
        (Err(body), Err(sdk)) if has_order(value) && !has_false_null(value) => {
            prop_assert_eq!(body.to_string(), sdk.to_string(), "{} of {:?}", of_type, value);
        }
        (Err(_), Err(_)) => {}
        // `serde_dynamo` rejects it even if nothing reads it.
        (Ok(_), Err(sdk)) if has_false_null(value) && sdk.to_string() == "Expected unit" => {}
        (body, sdk) => prop_assert!(false, "{of_type} of {value:?}: {body:?} from the body, {sdk:?} from the SDK"),
    }
    Ok(())
}

macro_rules! same_as {
    ($value:expr; $($of:ty),* $(,)?) => { $(as_by_serde_dynamo::<$of>($value)?;)* };
}

fn as_every_type(value: &AttributeValue) -> TestCaseResult {
    same_as!(value; bool, i8, i16, i32, i64, u8, u16, u32, u64, f32, f64, char, String, ());
    same_as!(value; Option<bool>, Option<String>, Option<Option<i64>>, Option<Unit>, Unit, New, Option<New>, Pair);
    same_as!(value; Vec<u8>, Blob, Vec<Blob>, Vec<String>, Vec<i64>, Vec<f64>, Vec<Option<i64>>, Vec<New>, [i64; 2]);
    same_as!(value; HashSet<String>, BTreeSet<i64>, HashSet<New>, BTreeSet<Plain>, (String, i64), Vec<Vec<String>>);
    same_as!(value; HashMap<String, i64>, BTreeMap<String, Option<String>>, HashMap<u8, Untagged>);
    same_as!(value; BTreeMap<bool, Untagged>, BTreeMap<Plain, Untagged>, BTreeMap<New, i64>, BTreeMap<char, Untagged>);
    same_as!(value; Plain, External, Internal, Adjacent, Untagged, Fields, Strict, Flattened, Defaults, Even);
    same_as!(value; Vec<Fields>, BTreeMap<String, Fields>, Vec<External>, serde_json::Value, Box<str>);
    // `serde_dynamo` has no integers of 128 bits, and loses digits and sets.
    same::<i128>(value)?;
    same::<u128>(value)?;
    same::<Vec<Option<u128>>>(value)?;
    same::<Attribute>(value)?;
    same::<BTreeMap<String, Attribute>>(value)?;
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    #[test]
    fn values_decode_alike_into_every_type(value in any_value()) {
        as_every_type(&value)?;
    }

    #[test]
    fn numbers_decode_alike_into_every_type(digits in any_number()) {
        as_every_type(&AttributeValue::N(digits.clone()))?;
        as_every_type(&AttributeValue::Ns(vec![digits]))?;
    }
}

#[test]
fn extreme_and_malformed_numbers_decode_alike() {
    let ends = [i64::MIN.to_string(), i64::MAX.to_string(), u64::MAX.to_string(), u128::MAX.to_string()];
    let others =
        ["-0", "0", "255", "256", "-129", "1.0", "1e2", "1E-130", "9.9e125", "", "x", "1_0", "+7", " 1", "inf"];
    for digits in ends.iter().map(String::as_str).chain(others) {
        as_every_type(&AttributeValue::N(digits.into())).unwrap();
    }
}

#[test]
fn ignored_values_of_any_type_are_skipped() {
    let map = AttributeValue::M([("a".to_owned(), AttributeValue::L(vec![AttributeValue::Null(true)]))].into());
    for value in [map, AttributeValue::Ss(vec![]), AttributeValue::N("7".into())] {
        use serde::Deserialize as _;
        IgnoredAny::deserialize(Reader(item_with(&value).get("v").unwrap())).unwrap();
    }
}

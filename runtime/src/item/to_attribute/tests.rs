use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use serde::Serialize;
use serde_dynamo::aws_sdk_dynamodb_1::to_attribute_value as by_serde_dynamo;

use super::*;
use crate::{
    Attribute,
    item::{deserialize::Reader, wire::tests::json::any_value},
};

#[derive(Serialize)]
struct Unit;

#[derive(Serialize)]
struct Newtype(u8);

#[derive(Serialize)]
struct Pair(i64, Option<String>);

#[derive(Serialize)]
enum Shape {
    Unit,
    Newtype(f64),
    Tuple(u8, char),
    Struct { radius: f32, name: Option<&'static str> },
}

#[derive(Serialize)]
struct All {
    integers: (i8, i16, i32, i64, u8, u16, u32, u64),
    floats: [f64; 3],
    texts: Vec<String>,
    character: char,
    truth: bool,
    nothing: (),
    unit: Unit,
    newtype: Newtype,
    pair: Pair,
    shapes: Vec<Shape>,
    map: BTreeMap<i16, BTreeMap<bool, char>>,
    bytes: crate::Bytes,
    #[serde(with = "serde_dynamo::string_set")]
    string_set: Vec<&'static str>,
    #[serde(with = "serde_dynamo::number_set")]
    number_set: BTreeSet<i8>,
    #[serde(with = "serde_dynamo::binary_set")]
    binary_set: Vec<crate::Bytes>,
    #[serde(with = "serde_dynamo::string_set")]
    empty_set: Vec<&'static str>,
}

#[test]
fn values_serialize_as_by_serde_dynamo() {
    let all = All {
        integers: (i8::MIN, i16::MAX, i32::MIN, i64::MIN, u8::MAX, u16::MAX, 0, u64::MAX),
        floats: [0.1, -1e100, 5e-324],
        texts: vec![String::new(), "a".into()],
        character: 'é',
        truth: true,
        nothing: (),
        unit: Unit,
        newtype: Newtype(7),
        pair: Pair(-1, None),
        shapes: vec![
            Shape::Unit,
            Shape::Newtype(0.5),
            Shape::Tuple(1, 'b'),
            Shape::Struct { radius: 0.1, name: None },
            Shape::Struct { radius: 2.0, name: Some("c") },
        ],
        map: [(-5, [(true, 'x')].into()), (7, BTreeMap::new())].into(),
        bytes: vec![0, 255].into(),
        string_set: vec!["a", "b"],
        number_set: [-1, 3].into(),
        binary_set: vec![vec![1].into()],
        empty_set: Vec::new(),
    };
    assert_eq!(to_attribute_value(&all).unwrap(), by_serde_dynamo(&all).unwrap());
}

#[test]
fn what_serde_dynamo_does_not_serialize_is_an_error_and_not_a_panic() {
    let (mixed, keys) = (serde_dynamo::string_set::StringSet((1, "a")), BTreeMap::from([((1, 2), 3)]));
    assert_eq!(to_attribute_value(&mixed).unwrap_err().to_string(), by_serde_dynamo(&mixed).unwrap_err().to_string());
    assert_eq!(
        to_attribute_value(serde_dynamo::number_set::NumberSet(1)).unwrap_err().to_string(),
        "Not a set-like sequence"
    );
    assert_eq!(to_attribute_value(keys).unwrap_err().to_string(), "Key must be a string");
    assert!(to_attribute_value(BTreeMap::from([(vec![1], 2)])).is_err());
}

#[test]
fn integers_of_128_bits_are_numbers_and_are_recorded() {
    let is_wide = Cell::new(false);
    let to = ToAttribute::recording(&is_wide);
    assert_eq!(5_u64.serialize(to).unwrap(), AttributeValue::N("5".into()));
    assert!(!is_wide.get());
    let digits = || AttributeValue::N(i128::MIN.to_string());
    assert_eq!(vec![Some(i128::MIN)].serialize(to).unwrap(), AttributeValue::L(vec![digits()]));
    assert!(is_wide.get());
}

proptest! {
    #[test]
    fn attributes_keep_every_digit_and_every_set(value in any_value()) {
        use serde::Deserialize as _;
        let attribute = Attribute::try_from(value).unwrap();
        let written = to_attribute_value(&attribute).unwrap();
        let read = Attribute::deserialize(Reader::of(&written)).unwrap();
        prop_assert!(crate::item::equal::same_values(&written, &AttributeValue::from(attribute)), "{:?}", written);
        prop_assert!(crate::item::equal::same_values(&read.into(), &written));
    }

    #[test]
    fn integers_of_128_bits_are_read(number in any::<u128>(), signed in any::<i128>()) {
        use serde::Deserialize as _;
        prop_assert_eq!(u128::deserialize(Reader::of(&to_attribute_value(number).unwrap())).unwrap(), number);
        prop_assert_eq!(i128::deserialize(Reader::of(&to_attribute_value(signed).unwrap())).unwrap(), signed);
    }
}

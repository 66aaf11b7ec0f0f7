use aws_sdk_dynamodb::primitives::Blob;

use super::*;

const SET: Field = Field::new("tags", "tags", "").set(true);

fn list(values: impl IntoIterator<Item = AttributeValue>) -> AttributeValue {
    AttributeValue::L(values.into_iter().collect())
}

#[test]
fn lists_of_one_scalar_type_become_sets() {
    let texts = || ["b", "a"].map(String::from);
    assert_eq!(stored_form(&SET, list(texts().map(AttributeValue::S))), Some(AttributeValue::Ss(texts().to_vec())));
    let numbers = || ["2", "-1.5"].map(String::from);
    assert_eq!(stored_form(&SET, list(numbers().map(AttributeValue::N))), Some(AttributeValue::Ns(numbers().to_vec())));
    let bytes = || [Blob::new([1]), Blob::new([])];
    assert_eq!(stored_form(&SET, list(bytes().map(AttributeValue::B))), Some(AttributeValue::Bs(bytes().to_vec())));
    assert_eq!(stored_form(&SET, list([])), None);
}

#[test]
fn other_values_stay_unchanged() {
    for values in [
        vec![AttributeValue::Bool(true)],
        vec![AttributeValue::S("a".into()), AttributeValue::N("1".into())],
        vec![list([])],
    ] {
        assert_eq!(stored_form(&SET, list(values.clone())), Some(list(values)));
    }
    let plain = Field::new("tags", "tags", "");
    let texts = || list([AttributeValue::S("a".into())]);
    assert_eq!(stored_form(&plain, texts()), Some(texts()));
    assert_eq!(stored_form(&SET, AttributeValue::Null(true)), Some(AttributeValue::Null(true)));
}

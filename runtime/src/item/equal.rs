//! Compares items by content, independent of how DynamoDB writes numbers and orders sets.

use aws_sdk_dynamodb::types::AttributeValue;

use crate::{Item, attributes::number::compare_numbers};

/// Returns whether two items have equal attributes. Compares numbers by value, and sets without order.
pub(crate) fn same_items(a: &Item, b: &Item) -> bool {
    a.len() == b.len() && a.iter().all(|(name, value)| b.get(name).is_some_and(|other| same_values(value, other)))
}

/// Returns whether two values are equal. See [`same_items`].
pub(crate) fn same_values(a: &AttributeValue, b: &AttributeValue) -> bool {
    use AttributeValue::{Bs, L, M, N, Ns, Ss};
    match (a, b) {
        (N(a), N(b)) => same_numbers(a, b),
        (Ns(a), Ns(b)) => same_sets(a, b, |a, b| same_numbers(a, b)),
        (Ss(a), Ss(b)) => same_sets(a, b, |a, b| a == b),
        (Bs(a), Bs(b)) => same_sets(a, b, |a, b| a == b),
        (L(a), L(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same_values(a, b)),
        (M(a), M(b)) => same_items(a, b),
        _ => a == b,
    }
}

/// Returns the names of the attributes that differ, sorted.
pub(crate) fn differences<'a>(a: &'a Item, b: &'a Item) -> Vec<&'a str> {
    let here = a.iter().filter(|(name, value)| !b.get(*name).is_some_and(|other| same_values(value, other)));
    let only_there = b.iter().filter(|(name, _)| !a.contains_key(*name));
    let mut names: Vec<&str> = here.chain(only_there).map(|(name, _)| name.as_str()).collect();
    names.sort_unstable();
    names
}

fn same_numbers(a: &str, b: &str) -> bool {
    compare_numbers(a, b).is_eq()
}

/// Sets have no duplicates, so two sets of the same length are equal if one contains the other.
fn same_sets<V>(a: &[V], b: &[V], same: impl Fn(&V, &V) -> bool) -> bool {
    a.len() == b.len() && a.iter().all(|a| b.iter().any(|b| same(a, b)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn n(digits: &str) -> AttributeValue {
        AttributeValue::N(digits.into())
    }

    #[test]
    fn numbers_compare_by_value_everywhere() {
        assert!(same_values(&n("1.0"), &n("1")));
        assert!(!same_values(&n("1"), &AttributeValue::S("1".into())));
        assert!(same_values(&AttributeValue::L(vec![n("2e1")]), &AttributeValue::L(vec![n("20")])));
        let sets = |values: [&str; 2]| AttributeValue::Ns(values.map(String::from).to_vec());
        assert!(same_values(&sets(["1", "2.0"]), &sets(["2", "1"])));
        assert!(!same_values(&sets(["1", "2"]), &sets(["1", "3"])));
    }

    #[test]
    fn lists_are_ordered_and_sets_are_not() {
        let texts = |values: [&str; 2]| values.map(String::from).to_vec();
        assert!(same_values(&AttributeValue::Ss(texts(["a", "b"])), &AttributeValue::Ss(texts(["b", "a"]))));
        let list = |values: [&str; 2]| AttributeValue::L(values.map(|v| AttributeValue::S(v.into())).to_vec());
        assert!(!same_values(&list(["a", "b"]), &list(["b", "a"])));
    }

    #[test]
    fn an_additional_attribute_is_a_difference() {
        let one = Item::from([("a".to_owned(), n("1"))]);
        let two = Item::from([("a".to_owned(), n("1")), ("b".to_owned(), n("1"))]);
        assert!(same_items(&one, &one.clone()));
        assert!(!same_items(&one, &two));
        assert!(!same_items(&two, &one));
        assert_eq!(differences(&one, &two), ["b"]);
        assert_eq!(differences(&two, &one), ["b"]);
    }
}

//! Evaluates conditions locally, if the service cannot.

use std::cmp::Ordering;

use aws_sdk_dynamodb::types::AttributeValue;

use super::{
    node::{Node, Term},
    path::Step,
};
use crate::{Item, attributes::number::compare_numbers, item::equal::same_values};

impl Node {
    /// Returns whether the condition holds for an item, by DynamoDB's rules.
    pub(super) fn holds(&self, item: &Item) -> bool {
        match self {
            Self::Compare(left, operator, right) => match (left.value(item), right.value(item)) {
                (Some(left), Some(right)) => compares(&left, operator, &right),
                // An absent value differs from every value.
                _ => *operator == "<>",
            },
            Self::Between(term, bounds) => {
                let [lower, upper] = &**bounds;
                match (term.value(item), lower.value(item), upper.value(item)) {
                    (Some(value), Some(lower), Some(upper)) => {
                        compares(&value, ">=", &lower) && compares(&value, "<=", &upper)
                    }
                    _ => false,
                }
            }
            Self::In(term, values) => term.value(item).is_some_and(|value| {
                values.iter().filter_map(|other| other.value(item)).any(|other| same_values(&value, &other))
            }),
            Self::Call(function, steps, value) => {
                let found = at(item, steps);
                match (*function, found, value.as_ref().and_then(|value| value.value(item))) {
                    ("attribute_exists", found, _) => found.is_some(),
                    ("attribute_not_exists", found, _) => found.is_none(),
                    ("attribute_type", Some(found), Some(AttributeValue::S(letters))) => letters_of(found) == letters,
                    ("begins_with", Some(found), Some(beginning)) => begins_with(found, &beginning),
                    ("contains", Some(found), Some(value)) => contains(found, &value),
                    _ => false,
                }
            }
            Self::All(nodes) => nodes.iter().all(|node| node.holds(item)),
            Self::Any(nodes) => nodes.iter().any(|node| node.holds(item)),
            Self::Not(node) => !node.holds(item),
        }
    }
}

impl Term {
    fn value(&self, item: &Item) -> Option<AttributeValue> {
        match self {
            Self::Path(steps) => at(item, steps).cloned(),
            Self::Size(steps) => size(at(item, steps)?).map(|size| AttributeValue::N(size.to_string())),
            Self::Value(value) => Some(value.clone()),
        }
    }
}

/// Returns the value at a place of an item.
fn at<'a>(item: &'a Item, steps: &[Step]) -> Option<&'a AttributeValue> {
    let (first, rest) = steps.split_first()?;
    let Step::Name(name) = first else { return None };
    rest.iter().try_fold(item.get(&**name)?, |value, step| match (step, value) {
        (Step::Name(name), AttributeValue::M(entries)) => entries.get(&**name),
        (Step::Index(place), AttributeValue::L(elements)) => elements.get(*place),
        _ => None,
    })
}

fn compares(left: &AttributeValue, operator: &str, right: &AttributeValue) -> bool {
    let order = match (left, right) {
        (AttributeValue::N(left), AttributeValue::N(right)) => Some(compare_numbers(left, right)),
        (AttributeValue::S(left), AttributeValue::S(right)) => Some(left.cmp(right)),
        (AttributeValue::B(left), AttributeValue::B(right)) => Some(left.as_ref().cmp(right.as_ref())),
        _ => None,
    };
    match operator {
        "=" => same_values(left, right),
        "<>" => !same_values(left, right),
        "<" => order == Some(Ordering::Less),
        "<=" => order.is_some_and(Ordering::is_le),
        ">" => order == Some(Ordering::Greater),
        ">=" => order.is_some_and(Ordering::is_ge),
        _ => false,
    }
}

fn begins_with(value: &AttributeValue, beginning: &AttributeValue) -> bool {
    match (value, beginning) {
        (AttributeValue::S(value), AttributeValue::S(beginning)) => value.starts_with(beginning.as_str()),
        (AttributeValue::B(value), AttributeValue::B(beginning)) => value.as_ref().starts_with(beginning.as_ref()),
        _ => false,
    }
}

fn contains(value: &AttributeValue, element: &AttributeValue) -> bool {
    match (value, element) {
        (AttributeValue::S(text), AttributeValue::S(part)) => text.contains(part.as_str()),
        (AttributeValue::B(bytes), AttributeValue::B(part)) => {
            let (bytes, part) = (bytes.as_ref(), part.as_ref());
            part.is_empty() || bytes.windows(part.len()).any(|window| window == part)
        }
        (AttributeValue::L(elements), element) => elements.iter().any(|other| same_values(other, element)),
        (AttributeValue::Ss(texts), AttributeValue::S(text)) => texts.contains(text),
        (AttributeValue::Ns(numbers), AttributeValue::N(number)) => {
            numbers.iter().any(|other| compare_numbers(other, number).is_eq())
        }
        (AttributeValue::Bs(sets), AttributeValue::B(bytes)) => sets.contains(bytes),
        _ => false,
    }
}

/// Returns the size of a value: of binary in bytes, of lists, maps and sets in elements (AWS: *Comparison operator and
/// function reference*, `size`). The size of a text is its number of UTF-16 code units, according to third-party
/// measurements of the service.
fn size(value: &AttributeValue) -> Option<usize> {
    match value {
        AttributeValue::S(text) => Some(text.encode_utf16().count()),
        AttributeValue::B(bytes) => Some(bytes.as_ref().len()),
        AttributeValue::L(elements) => Some(elements.len()),
        AttributeValue::M(entries) => Some(entries.len()),
        AttributeValue::Ss(texts) => Some(texts.len()),
        AttributeValue::Ns(numbers) => Some(numbers.len()),
        AttributeValue::Bs(sets) => Some(sets.len()),
        _ => None,
    }
}

fn letters_of(value: &AttributeValue) -> &'static str {
    match value {
        AttributeValue::S(_) => "S",
        AttributeValue::N(_) => "N",
        AttributeValue::B(_) => "B",
        AttributeValue::Bool(_) => "BOOL",
        AttributeValue::Null(_) => "NULL",
        AttributeValue::L(_) => "L",
        AttributeValue::M(_) => "M",
        AttributeValue::Ss(_) => "SS",
        AttributeValue::Ns(_) => "NS",
        AttributeValue::Bs(_) => "BS",
        _ => "",
    }
}

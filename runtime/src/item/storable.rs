//! Checks before a request that DynamoDB can store an item's attributes. DynamoDB's own error does not name the
//! attribute, and also fails the other items of a batch.

use aws_sdk_dynamodb::types::AttributeValue;

use crate::{
    Error, ErrorKind, Item, Result,
    attributes::number::{Decimal, PRECISION},
    key::redaction::is_sensitive_attribute,
    schema::EntitySchema,
};

/// The range of a number's power of ten, at its first digit.
///
/// AWS: *Supported data types and naming rules in Amazon DynamoDB*, "Number".
const MAGNITUDE: std::ops::RangeInclusive<i64> = -130..=125;

/// The maximum depth of nested lists and maps.
///
/// AWS: *Constraints in Amazon DynamoDB*, "Nested attribute depth".
const DEPTH: usize = 32;

/// One step of the path to a value in an item.
enum Step<'a> {
    Name(&'a str),
    Element(usize),
}

/// Returns an error for a number, a set, a name or a depth that DynamoDB does not accept.
pub(crate) fn check(entity: &EntitySchema, item: &Item) -> Result<()> {
    let mut path = Vec::new();
    map(item, 0, &mut path).map_err(|why| refusal(entity, &path, &why))
}

/// Checks one attribute, like [`check`].
pub(crate) fn check_attribute(entity: &EntitySchema, name: &str, held: &AttributeValue) -> Result<()> {
    let mut path = Vec::new();
    attribute(name, held, 0, &mut path).map_err(|why| refusal(entity, &path, &why))
}

/// Builds the error for the value at this path.
fn refusal(entity: &EntitySchema, path: &[Step<'_>], why: &str) -> Error {
    let why = match path.last() {
        Some(Step::Name(name)) if is_sensitive_attribute(entity, name) => {
            "contains a value that dynamodb cannot store; store another value, or a string"
        }
        _ => why,
    };
    let message = format!("attribute `{}` {why}", text(path));
    Error::new(ErrorKind::Encode, message).of_entity(entity.name)
}

/// Checks a value of an expression. The error is the reason why DynamoDB does not accept it.
pub(crate) fn check_value(of: &AttributeValue) -> Result<(), String> {
    value(of, 0, &mut Vec::new()).map_err(|why| why.split(';').next().unwrap_or_default().to_owned())
}

/// Checks attributes at this depth. On an error, `path` contains the steps from the invalid value up to the item.
fn map<'a>(values: &'a Item, depth: usize, path: &mut Vec<Step<'a>>) -> Result<(), String> {
    values.iter().try_for_each(|(name, held)| attribute(name, held, depth, path))
}

fn attribute<'a>(
    name: &'a str,
    held: &'a AttributeValue,
    depth: usize,
    path: &mut Vec<Step<'a>>,
) -> Result<(), String> {
    let judged = match name.is_empty() {
        true => Err("has an empty name; name it, or leave it out".into()),
        false => value(held, depth.saturating_add(1), path),
    };
    judged.inspect_err(|_| path.push(Step::Name(name)))
}

fn value<'a>(of: &'a AttributeValue, depth: usize, path: &mut Vec<Step<'a>>) -> Result<(), String> {
    let is_empty = match of {
        AttributeValue::N(digits) => return number(digits),
        AttributeValue::M(_) | AttributeValue::L(_) if depth > DEPTH => {
            return Err(format!(
                "is nested in more than {DEPTH} lists and maps; flatten it, or store it as one string"
            ));
        }
        AttributeValue::M(values) => return map(values, depth, path),
        AttributeValue::L(values) => {
            return values.iter().enumerate().try_for_each(|(index, held)| {
                value(held, depth.saturating_add(1), path).inspect_err(|_| path.push(Step::Element(index)))
            });
        }
        AttributeValue::Ns(numbers) => {
            numbers.iter().try_for_each(|digits| number(digits))?;
            numbers.is_empty()
        }
        AttributeValue::Ss(texts) => texts.is_empty(),
        AttributeValue::Bs(binaries) => binaries.is_empty(),
        _ => false,
    };
    if is_empty {
        return Err("is an empty set, which dynamodb does not store; leave the attribute out".into());
    }
    Ok(())
}

/// Formats a path, for example `a.b[1]`.
fn text(path: &[Step<'_>]) -> String {
    let steps = path.iter().rev().enumerate().map(|(depth, step)| match step {
        Step::Name(name) if depth == 0 => (*name).to_owned(),
        Step::Name(name) => format!(".{name}"),
        Step::Element(index) => format!("[{index}]"),
    });
    steps.collect()
}

fn number(text: &str) -> Result<(), String> {
    if is_plain(text) {
        return Ok(());
    }
    let why = match Decimal::of(text) {
        Decimal::Malformed(_) => "which is not a valid dynamodb number",
        Decimal::Number { ref digits, .. } if digits.len() > PRECISION => {
            "which has more than the 38 digits of dynamodb's numbers"
        }
        Decimal::Number { ref digits, exponent, .. }
            if !digits.is_empty() && !MAGNITUDE.contains(&exponent.saturating_sub(1)) =>
        {
            "which is beyond dynamodb's numbers, 1e-130 to 9.99e125"
        }
        Decimal::Number { .. } => return Ok(()),
    };
    Err(format!("contains {}, {why}; store another value, or a string", shortened(text)))
}

/// Whether the text is an integer without too many digits. Most numbers are, and need no other check.
fn is_plain(text: &str) -> bool {
    (1..=PRECISION).contains(&text.len()) && text.bytes().all(|digit| digit.is_ascii_digit())
}

fn shortened(text: &str) -> String {
    match text.char_indices().nth(50) {
        Some((end, _)) => format!("{}..", text.get(..end).unwrap_or_default()),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_outside_of_the_dynamodb_range_are_rejected() {
        let widest = "9".repeat(38);
        for taken in ["0", "-0", "0.000", "1e125", "-9.99E125", "1e-130", "1.50", &widest, &format!("{widest}00")] {
            assert!(number(taken).is_ok(), "{taken}");
        }
        for refused in ["NaN", "inf", "-inf", "", "1.2.3", "x", "1e126", "1e-131", &"9".repeat(39)] {
            assert!(number(refused).is_err(), "{refused}");
        }
    }

    #[test]
    fn the_path_of_an_invalid_value_is_reported() {
        let list = AttributeValue::L(vec![AttributeValue::Null(true), AttributeValue::N("NaN".into())]);
        let item = Item::from([("a".to_owned(), AttributeValue::M([("b".to_owned(), list)].into()))]);
        let mut path = Vec::new();
        assert!(map(&item, 0, &mut path).is_err());
        assert_eq!(text(&path), "a.b[1]");
    }

    #[test]
    fn depth_is_counted_in_lists_and_maps() {
        let nested = |levels: usize| {
            let deepest = AttributeValue::Bool(true);
            let value = (0..levels).fold(deepest, |inner, _| AttributeValue::L(vec![inner]));
            map(&Item::from([("deep".to_owned(), value)]), 0, &mut Vec::new())
        };
        assert!(nested(DEPTH).is_ok());
        assert!(nested(DEPTH + 1).is_err());
    }
}

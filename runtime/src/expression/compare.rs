//! Builds conditions from fields and values.

use std::ops::RangeBounds;

use aws_sdk_dynamodb::types::AttributeValue;
use serde::Serialize;

use super::{
    Comparable, Condition, Container, Field, FieldArg, Path, Size, Stored, Textual,
    attribute::attribute_of,
    node::{Node, Term},
    path::Step,
    range::within,
};
use crate::{Entity, Error, ErrorKind, Result, item::to_attribute::to_attribute_value};

/// The maximum number of values of `is_in`.
///
/// AWS: *Comparison operator and function reference*, `IN`.
const IN_VALUES: usize = 100;

/// Defines the comparisons of a field and of a path. `$steps` is its location, `$written` serializes a value for it.
macro_rules! comparisons {
    () => {
        /// Tests for equality with this value. `None` matches a place without a value: an absent attribute, or a NULL.
        pub fn eq(self, value: impl FieldArg<T>) -> Condition<E>
        where
            R: Stored,
            T: Serialize,
        {
            Condition::on_fields(self.written(&value.into_value()).map(|value| is(self.steps(), value)))
        }

        /// Tests for any value other than this one, or no value.
        pub fn ne(self, value: impl FieldArg<T>) -> Condition<E>
        where
            R: Stored,
            T: Serialize,
        {
            Condition::on_fields(self.written(&value.into_value()).map(|value| match value {
                Some(value) if !value.is_null() => Node::Compare(Term::Path(self.steps()), "<>", Term::Value(value)),
                _ => Node::present(self.steps()),
            }))
        }

        /// Tests whether the stored value is less than this one.
        pub fn lt(self, value: impl FieldArg<T>) -> Condition<E>
        where
            R: Stored,
            T: Serialize + Comparable,
        {
            self.compared("<", value.into_value())
        }

        /// Tests whether the stored value is at most this one.
        pub fn le(self, value: impl FieldArg<T>) -> Condition<E>
        where
            R: Stored,
            T: Serialize + Comparable,
        {
            self.compared("<=", value.into_value())
        }

        /// Tests whether the stored value is greater than this one.
        pub fn gt(self, value: impl FieldArg<T>) -> Condition<E>
        where
            R: Stored,
            T: Serialize + Comparable,
        {
            self.compared(">", value.into_value())
        }

        /// Tests whether the stored value is at least this one.
        pub fn ge(self, value: impl FieldArg<T>) -> Condition<E>
        where
            R: Stored,
            T: Serialize + Comparable,
        {
            self.compared(">=", value.into_value())
        }

        /// Tests whether the stored value is in a range. Accepts any of Rust's ranges, including half-open ones such as
        /// `a..b`.
        pub fn between(self, range: impl RangeBounds<T>) -> Condition<E>
        where
            R: Stored,
            T: Serialize + Comparable,
        {
            let written = |value: &T| some(self.written(value)?).map(Term::Value);
            Condition::on_fields(within(Term::Path(self.steps()), &range, &written))
        }

        /// Tests for equality with one of 1 to 100 values.
        pub fn is_in<V>(self, values: impl IntoIterator<Item = V>) -> Condition<E>
        where
            R: Stored,
            T: Serialize,
            V: FieldArg<T>,
        {
            let written = |value: V| some(self.written(&value.into_value())?).map(Term::Value);
            let values = values.into_iter().take(IN_VALUES + 1).map(written).collect::<Result<_>>();
            Condition::on_fields(values.and_then(|values| one_of(self.steps(), values)))
        }

        /// Tests whether there is a value: the item has the attribute, and it is not NULL. The test is false for a
        /// `None`, however that is stored.
        pub fn exists(self) -> Condition<E>
        where
            R: Stored,
        {
            Condition::on_fields(Ok(Node::present(self.steps())))
        }

        /// Tests whether there is no value: the item lacks the attribute, or it is NULL.
        pub fn not_exists(self) -> Condition<E>
        where
            R: Stored,
        {
            Condition::on_fields(Ok(Node::absent(self.steps())))
        }

        /// Tests whether the item has the attribute, even if it is NULL. This is DynamoDB's function of the same name.
        pub fn attribute_exists(self) -> Condition<E>
        where
            R: Stored,
        {
            Condition::on_fields(Ok(Node::Call("attribute_exists", self.steps(), None)))
        }

        /// Tests whether the item lacks the attribute. A NULL is present. This is DynamoDB's function of the same name.
        pub fn attribute_not_exists(self) -> Condition<E>
        where
            R: Stored,
        {
            Condition::on_fields(Ok(Node::Call("attribute_not_exists", self.steps(), None)))
        }

        /// Tests whether the stored value has this type, given as DynamoDB's type descriptor, such as `S` or `NULL`.
        /// Any other text is an error when the condition is used.
        pub fn is_type(self, letters: impl Into<String>) -> Condition<E>
        where
            R: Stored,
        {
            let letters = type_letters(letters.into());
            Condition::on_fields(letters.map(|letters| Node::Call("attribute_type", self.steps(), Some(letters))))
        }

        /// Tests whether the text begins with this text.
        pub fn begins_with(self, beginning: impl Into<String>) -> Condition<E>
        where
            R: Stored,
            T: Textual,
        {
            let beginning = Term::Value(AttributeValue::S(beginning.into()));
            Condition::on_fields(Ok(Node::Call("begins_with", self.steps(), Some(beginning))))
        }

        /// Tests whether the list or set contains this value, or the text contains this text.
        pub fn contains(self, value: impl FieldArg<T::Element>) -> Condition<E>
        where
            R: Stored,
            T: Container,
            T::Element: Serialize,
        {
            let value = to_attribute_value(value.into_value()).map_err(serialize_error);
            Condition::on_fields(value.map(|value| Node::Call("contains", self.steps(), Some(Term::Value(value)))))
        }

        /// Returns the size: of a text in UTF-16 code units, of a binary value in bytes, of a list, set or map in
        /// elements.
        pub fn size(self) -> Size<E>
        where
            R: Stored,
        {
            Size::new(self.steps())
        }

        /// Tests for equality with the value of another place in the same item.
        pub fn eq_field(self, other: impl Into<Path<E, T>>) -> Condition<E>
        where
            R: Stored,
        {
            self.compare_with_field("=", other.into())
        }

        /// Tests for inequality with the value of another place in the same item.
        pub fn ne_field(self, other: impl Into<Path<E, T>>) -> Condition<E>
        where
            R: Stored,
        {
            self.compare_with_field("<>", other.into())
        }

        /// Tests whether the value is less than that of another place in the same item.
        pub fn lt_field(self, other: impl Into<Path<E, T>>) -> Condition<E>
        where
            R: Stored,
            T: Comparable,
        {
            self.compare_with_field("<", other.into())
        }

        /// Tests whether the value is at most that of another place in the same item.
        pub fn le_field(self, other: impl Into<Path<E, T>>) -> Condition<E>
        where
            R: Stored,
            T: Comparable,
        {
            self.compare_with_field("<=", other.into())
        }

        fn compare_with_field(self, operator: &'static str, other: Path<E, T>) -> Condition<E> {
            Condition::on_fields(Ok(Node::Compare(Term::Path(self.steps()), operator, Term::Path(other.steps))))
        }

        fn compared(self, operator: &'static str, value: T) -> Condition<E>
        where
            T: Serialize,
        {
            let value = self.written(&value).and_then(some);
            Condition::on_fields(
                value.map(|value| Node::Compare(Term::Path(self.steps()), operator, Term::Value(value))),
            )
        }
    };
}

impl<E: Entity, T, R> Field<E, T, R> {
    comparisons!();

    fn written(&self, value: &T) -> Result<Option<AttributeValue>>
    where
        T: Serialize,
    {
        attribute_of(self, value)
    }
}

impl<E: Entity, T, R> Path<E, T, R> {
    comparisons!();

    fn steps(&self) -> Vec<Step> {
        self.steps.clone()
    }

    fn written(&self, value: &T) -> Result<Option<AttributeValue>>
    where
        T: Serialize,
    {
        match &self.field {
            Some(field) => attribute_of(field, value),
            None => to_attribute_value(value).map(Some).map_err(serialize_error),
        }
    }
}

/// AWS: *Comparison operator and function reference*, `attribute_type`.
fn type_letters(letters: String) -> Result<Term> {
    const TYPES: [&str; 10] = ["S", "SS", "N", "NS", "B", "BS", "BOOL", "NULL", "L", "M"];
    if TYPES.contains(&letters.as_str()) {
        return Ok(Term::Value(AttributeValue::S(letters)));
    }
    let message = format!("dynamodb has no type `{letters}`; take one of {}", TYPES.join(", "));
    Err(Error::new(ErrorKind::InvalidArgument, message))
}

/// Builds a comparison for equality. Without a value, tests that the attribute is absent.
fn is(steps: Vec<Step>, value: Option<AttributeValue>) -> Node {
    match value {
        Some(value) if !value.is_null() => Node::Compare(Term::Path(steps), "=", Term::Value(value)),
        _ => Node::absent(steps),
    }
}

fn one_of(steps: Vec<Step>, values: Vec<Term>) -> Result<Node> {
    let message = match values.len() {
        1..=IN_VALUES => return Ok(Node::In(Term::Path(steps), values)),
        0 => "`is_in` has no values, so it matches nothing; leave the condition out, or give a value".to_owned(),
        _ => format!(
            "`is_in` has more than {IN_VALUES} values, and dynamodb accepts no more; join several with `|`, or check \
             the items after they are read"
        ),
    };
    Err(Error::new(ErrorKind::InvalidArgument, message))
}

fn some(value: Option<AttributeValue>) -> Result<AttributeValue> {
    value.ok_or_else(|| {
        let message = "a value that is not stored cannot be compared; use `not_exists()` or `eq(None)`";
        Error::new(ErrorKind::InvalidArgument, message)
    })
}

fn serialize_error(error: serde_dynamo::Error) -> Error {
    let message = format!("the value does not serialize: {error}; give a value that dynamodb can store");
    Error::new(ErrorKind::Encode, message).caused_by(error)
}

//! Renders conditions and paths as DynamoDB's expressions, with placeholders for names and values.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    fmt,
};

use aws_sdk_dynamodb::types::AttributeValue;

use super::{
    node::{Node, Term},
    path::Step,
};
use crate::{
    Error, ErrorKind, Result,
    physics::{
        expression::operators,
        limits::{EXPRESSION_BYTES, EXPRESSION_OPERATORS},
    },
};

/// The first letter of placeholders. Each expression of a request uses another letter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Placeholders(char);

impl Placeholders {
    /// For a condition or filter of the caller.
    pub(crate) const OF_USER: Self = Self('u');
    /// For the changes of an update.
    pub(crate) const OF_UPDATE: Self = Self('c');
    /// For the condition that an update itself requires.
    pub(crate) const REQUIRED_CONDITION: Self = Self('d');

    /// Returns whether a placeholder has this first letter.
    fn wrote(self, placeholder: &str) -> bool {
        placeholder.chars().nth(1) == Some(self.0)
    }

    /// Returns the placeholder with this number, such as `:c0`. Avoids `format!`, which would dominate the cost.
    fn placeholder(self, sign: char, number: usize) -> String {
        let mut text = String::with_capacity(4);
        text.push(sign);
        text.push(self.0);
        match u32::try_from(number).ok().and_then(|number| char::from_digit(number, 10)) {
            Some(digit) => text.push(digit),
            None => text.push_str(&number.to_string()),
        }
        text
    }
}

/// Checks that DynamoDB accepts an expression of this length.
///
/// # Errors
///
/// `InvalidArgument`, which names the exceeded limit.
pub(crate) fn check(expression: &str) -> Result<()> {
    let bytes = expression.len();
    if bytes as u64 > EXPRESSION_BYTES {
        let message =
            format!("the expression has {bytes} bytes, and dynamodb accepts at most {EXPRESSION_BYTES}; shorten it");
        return Err(Error::new(ErrorKind::InvalidArgument, message));
    }
    // An operator with its operand takes at least two bytes.
    let count = if bytes < 2 * EXPRESSION_OPERATORS { 0 } else { operators(expression) };
    if count > EXPRESSION_OPERATORS {
        let message = format!(
            "the expression has {count} operators and functions, and dynamodb accepts at most {EXPRESSION_OPERATORS}; \
             shorten it"
        );
        return Err(Error::new(ErrorKind::InvalidArgument, message));
    }
    Ok(())
}

/// An expression in DynamoDB's syntax, with its names and values, for requests of the SDK.
///
/// Its debug output contains the placeholders of the values but not the values, which may be sensitive.
#[derive(Clone, PartialEq)]
#[non_exhaustive]
pub struct Expression {
    placeholders: Placeholders,
    /// The numbers of names and values of an earlier expression of the request, which has other placeholders.
    earlier: (usize, usize),
    /// The expression, with placeholders.
    pub expression: String,
    /// The attributes' names, by placeholder.
    pub names: HashMap<String, String>,
    /// The values, by placeholder.
    pub values: HashMap<String, AttributeValue>,
}

/// Formats the expression without the values, which may be sensitive.
impl fmt::Debug for Expression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: BTreeMap<_, _> = self.names.iter().collect();
        let values: BTreeSet<_> = self.values.keys().collect();
        f.debug_struct("Expression")
            .field("expression", &self.expression)
            .field("names", &names)
            .field("values", &values)
            .finish_non_exhaustive()
    }
}

/// The initial capacity of an expression, which suffices for a few terms.
const EXPRESSION_CAPACITY: usize = 128;

/// The initial capacity for names and for values, which suffices for a few terms and a second expression.
const VARIABLES: usize = 7;

impl Expression {
    /// Renders the expression that `write` writes.
    ///
    /// # Errors
    ///
    /// An expression of more than 4 KB, or of more than 300 operators.
    pub(crate) fn of(placeholders: Placeholders, write: impl FnOnce(&mut Self)) -> Result<Self> {
        let mut rendered = Self {
            placeholders,
            earlier: (0, 0),
            expression: String::with_capacity(EXPRESSION_CAPACITY),
            names: HashMap::with_capacity(VARIABLES),
            values: HashMap::with_capacity(VARIABLES),
        };
        write(&mut rendered);
        check(&rendered.expression)?;
        Ok(rendered)
    }

    /// Renders another expression of the same request, whose names and values are added to those of this one. Returns
    /// its text.
    ///
    /// # Errors
    ///
    /// Those of [`of`](Self::of).
    pub(crate) fn write_another(
        &mut self,
        placeholders: Placeholders,
        write: impl FnOnce(&mut Self),
    ) -> Result<String> {
        let first = std::mem::replace(&mut self.expression, String::with_capacity(EXPRESSION_CAPACITY));
        (self.placeholders, self.earlier) = (placeholders, (self.names.len(), self.values.len()));
        write(self);
        let other = std::mem::replace(&mut self.expression, first);
        check(&other)?;
        Ok(other)
    }

    pub(crate) fn text(&mut self, text: &str) {
        self.expression.push_str(text);
    }

    /// Writes an attribute, or a place inside one.
    pub(crate) fn path(&mut self, steps: &[Step]) {
        for (place, step) in steps.iter().enumerate() {
            match step {
                Step::Name(name) => {
                    if place > 0 {
                        self.text(".");
                    }
                    self.attribute(name);
                }
                Step::Index(index) => self.text(&format!("[{index}]")),
            }
        }
    }

    pub(crate) fn value(&mut self, value: AttributeValue) {
        let placeholder = self.placeholders.placeholder(':', self.values.len() - self.earlier.1);
        self.text(&placeholder);
        self.values.insert(placeholder, value);
    }

    /// Adds a value that is written several times. Returns its placeholder.
    pub(crate) fn new_value(&mut self, value: AttributeValue) -> String {
        let placeholder = self.placeholders.placeholder(':', self.values.len() - self.earlier.1);
        self.values.insert(placeholder.clone(), value);
        placeholder
    }

    /// Writes an attribute by its name. A name has one placeholder, even if it occurs repeatedly.
    pub(crate) fn attribute(&mut self, name: &str) {
        let is_known =
            |(placeholder, known): &(&String, &String)| *known == name && self.placeholders.wrote(placeholder);
        if let Some((placeholder, _)) = self.names.iter().find(is_known) {
            self.expression.push_str(placeholder);
            return;
        }
        let placeholder = self.placeholders.placeholder('#', self.names.len() - self.earlier.0);
        self.text(&placeholder);
        self.names.insert(placeholder, name.to_owned());
    }

    pub(super) fn node(&mut self, node: &Node) {
        match node {
            Node::Compare(left, operator, right) => {
                self.term(left);
                self.text(&format!(" {operator} "));
                self.term(right);
            }
            Node::Between(term, bounds) => {
                let [lower, upper] = &**bounds;
                self.term(term);
                self.text(" BETWEEN ");
                self.term(lower);
                self.text(" AND ");
                self.term(upper);
            }
            Node::In(term, values) => {
                self.term(term);
                self.text(" IN (");
                self.list(values, ", ", Self::term);
                self.text(")");
            }
            Node::Call(function, steps, value) => {
                self.text(&format!("{function}("));
                self.path(steps);
                if let Some(value) = value {
                    self.text(", ");
                    self.term(value);
                }
                self.text(")");
            }
            Node::All(nodes) => self.list(nodes, " AND ", Self::part),
            Node::Any(nodes) => self.list(nodes, " OR ", Self::part),
            Node::Not(node) => {
                self.text("NOT ");
                self.bracketed(node);
            }
        }
    }

    /// Writes a part of a longer condition.
    fn part(&mut self, node: &Node) {
        match node {
            Node::All(_) | Node::Any(_) | Node::Between(..) => self.bracketed(node),
            _ => self.node(node),
        }
    }

    fn bracketed(&mut self, node: &Node) {
        self.text("(");
        self.node(node);
        self.text(")");
    }

    fn list<T>(&mut self, parts: &[T], between: &str, write: fn(&mut Self, &T)) {
        for (place, part) in parts.iter().enumerate() {
            if place > 0 {
                self.text(between);
            }
            write(self, part);
        }
    }

    fn term(&mut self, term: &Term) {
        match term {
            Term::Path(steps) => self.path(steps),
            Term::Size(steps) => {
                self.text("size(");
                self.path(steps);
                self.text(")");
            }
            Term::Value(value) => self.value(value.clone()),
        }
    }

    /// Returns the expression with names instead of their placeholders, for people.
    pub(super) fn with_names(&self) -> String {
        let mut shown = String::new();
        let mut rest = self.expression.as_str();
        while let Some((before, after)) = rest.split_once('#') {
            let end = after.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(after.len());
            let (placeholder, tail) = after.split_at_checked(end).unwrap_or((after, ""));
            shown.push_str(before);
            shown.push_str(self.names.get(&format!("#{placeholder}")).map_or(placeholder, String::as_str));
            rest = tail;
        }
        shown + rest
    }
}

#[cfg(test)]
mod tests {
    use proptest::{collection::vec, prelude::*};

    use super::*;

    fn write(expression: &mut Expression, names: &[String]) {
        for name in names {
            expression.attribute(name);
            expression.text(" = ");
            expression.value(AttributeValue::S(name.clone()));
            expression.text(" AND ");
        }
    }

    proptest! {
        #[test]
        fn two_expressions_of_a_request_are_those_rendered_separately(
            one in vec("[a-e]", 0..14),
            other in vec("[a-e]", 0..14),
        ) {
            let (of_one, of_other) = (Placeholders::OF_UPDATE, Placeholders::REQUIRED_CONDITION);
            let mut both = Expression::of(of_one, |expression| write(expression, &one)).unwrap();
            let another = both.write_another(of_other, |expression| write(expression, &other)).unwrap();
            let mut first = Expression::of(of_one, |expression| write(expression, &one)).unwrap();
            let second = Expression::of(of_other, |expression| write(expression, &other)).unwrap();
            prop_assert_eq!(another, second.expression);
            prop_assert_eq!(both.expression, first.expression);
            first.names.extend(second.names);
            first.values.extend(second.values);
            prop_assert_eq!(both.names, first.names);
            prop_assert_eq!(both.values, first.values);
        }
    }
}

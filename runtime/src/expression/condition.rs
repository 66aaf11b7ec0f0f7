//! Conditions on an item.

use std::{
    fmt,
    marker::PhantomData,
    ops::{BitAnd, BitOr, Not},
};

use super::{
    node::Node,
    render::{Expression, Placeholders},
};
use crate::{Error, ErrorKind, Item, Result, item::storable, physics::limits::EXPRESSION_OPERATORS};

/// A condition on an item of `E`: what a write demands of the stored item, or what a filter lets through.
///
/// Made from [fields](super::Field), joined by `&`, `|` and `!`. A condition on an attribute that the item does not
/// have is false, and so is a comparison of values of two types.
#[must_use = "a condition does nothing by itself; give it to a write or a query"]
pub struct Condition<E> {
    /// Or why it cannot be written: reported where the condition is used.
    node: Result<Node, Refusal>,
    operators: usize,
    entity: PhantomData<fn() -> E>,
}

/// Why there is no condition, or no update.
#[derive(Debug, Clone)]
pub(crate) struct Refusal {
    kind: ErrorKind,
    message: String,
}

impl Refusal {
    pub(crate) fn new(error: &Error) -> Self {
        Self { kind: error.kind(), message: error.message().to_owned() }
    }

    pub(crate) fn error(&self) -> Error {
        Error::new(self.kind, self.message.clone())
    }
}

impl<E> Condition<E> {
    pub(super) fn new(node: Result<Node>) -> Self {
        let node = node.map_err(|error| Refusal::new(&error));
        Self { node, operators: 1, entity: PhantomData }
    }

    /// Whether an attribute exists, of items of no entity.
    #[cfg(test)]
    pub(crate) fn has_attribute(name: &str) -> Self {
        Self::new(Ok(Node::Call("attribute_exists", vec![super::path::Step::Name(name.to_owned())], None)))
    }

    /// Whether all of these hold. None of them is an error where the condition is used.
    pub fn all(conditions: impl IntoIterator<Item = Self>) -> Self {
        conditions.into_iter().reduce(BitAnd::bitand).unwrap_or_else(Self::of_nothing)
    }

    /// Whether any of these holds. None of them is an error where the condition is used.
    pub fn any(conditions: impl IntoIterator<Item = Self>) -> Self {
        conditions.into_iter().reduce(BitOr::bitor).unwrap_or_else(Self::of_nothing)
    }

    fn of_nothing() -> Self {
        let message = "there is no condition to join; give at least one";
        Self::new(Err(Error::new(ErrorKind::InvalidArgument, message)))
    }

    fn joined(self, other: Self, join: fn(Node, Node) -> Node) -> Self {
        let operators = self.operators.saturating_add(other.operators).saturating_add(1);
        let node = match (self.node, other.node) {
            (Ok(left), Ok(right)) => limited(operators, || join(left, right)),
            (Err(refusal), _) | (_, Err(refusal)) => Err(refusal),
        };
        Self { node, operators, entity: PhantomData }
    }

    /// The condition without its entity.
    pub(crate) fn erased(self) -> Condition<()> {
        Condition { node: self.node, operators: self.operators, entity: PhantomData }
    }

    /// What it is made of.
    pub(super) fn node(&self) -> Result<Node> {
        self.node.clone().map_err(|Refusal { kind, message }| Error::new(kind, message))
    }

    /// Whether it holds for an item.
    pub(crate) fn holds(&self, item: &Item) -> Result<bool> {
        Ok(self.node()?.holds(item))
    }

    /// Whether it holds only for items whose attribute of this name has one value.
    pub(crate) fn demands(&self, attribute: &str) -> bool {
        self.node.as_ref().is_ok_and(|node| node.demands(attribute))
    }

    /// The condition in DynamoDB's words, for requests of the SDK's.
    ///
    /// # Errors
    ///
    /// [`Encode`](ErrorKind::Encode) for a value that does not serialize,
    /// [`InvalidArgument`](ErrorKind::InvalidArgument) for what DynamoDB does not take: more than 300 comparisons,
    /// functions and words between them, an expression of more than 4 KB, a list without values or of more than 100, an
    /// empty name, a number such as NaN, an empty set.
    pub fn to_expression(&self) -> Result<Expression> {
        self.render(Placeholders::OF_USER)
    }

    pub(crate) fn render(&self, placeholders: Placeholders) -> Result<Expression> {
        let node = self.node()?;
        let expression = Expression::of(placeholders, |expression| expression.node(&node))?;
        check(&expression)?;
        Ok(expression)
    }
}

/// Refuses what DynamoDB does not take, and names no attribute when it says so.
fn check(expression: &Expression) -> Result<()> {
    let refused = |message| Err(Error::new(ErrorKind::InvalidArgument, message));
    if expression.names.values().any(String::is_empty) {
        return refused("the condition is on an attribute or an entry of an empty name; name it".to_owned());
    }
    for value in expression.values.values() {
        if let Err(why) = storable::check_value(value) {
            return refused(format!("a value of the condition {why}; compare with another"));
        }
    }
    Ok(())
}

fn limited(operators: usize, node: impl FnOnce() -> Node) -> Result<Node, Refusal> {
    if operators <= EXPRESSION_OPERATORS {
        return Ok(node());
    }
    let message = format!(
        "the condition has more than {EXPRESSION_OPERATORS} comparisons, functions and words between them; ask for \
         less at once, or judge the items after they are read"
    );
    Err(Refusal { kind: ErrorKind::InvalidArgument, message })
}

impl<E> BitAnd for Condition<E> {
    type Output = Self;

    /// Whether both hold.
    fn bitand(self, other: Self) -> Self {
        self.joined(other, |left, right| match left {
            Node::All(mut nodes) => {
                nodes.push(right);
                Node::All(nodes)
            }
            left => Node::All(vec![left, right]),
        })
    }
}

impl<E> BitOr for Condition<E> {
    type Output = Self;

    /// Whether one of them holds.
    fn bitor(self, other: Self) -> Self {
        self.joined(other, |left, right| match left {
            Node::Any(mut nodes) => {
                nodes.push(right);
                Node::Any(nodes)
            }
            left => Node::Any(vec![left, right]),
        })
    }
}

impl<E> Not for Condition<E> {
    type Output = Self;

    /// Whether it does not hold.
    fn not(self) -> Self {
        let operators = self.operators.saturating_add(1);
        let node = self.node.and_then(|node| match node {
            Node::Not(node) => Ok(*node),
            node => limited(operators, || Node::Not(Box::new(node))),
        });
        Self { node, operators, entity: PhantomData }
    }
}

impl<E> Clone for Condition<E> {
    fn clone(&self) -> Self {
        Self { node: self.node.clone(), operators: self.operators, entity: PhantomData }
    }
}

/// The expression, with names for placeholders, or why it cannot be written. Values are not shown.
impl<E> fmt::Display for Condition<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.render(Placeholders::OF_USER) {
            Ok(rendered) => f.write_str(&rendered.with_names()),
            Err(error) => write!(f, "{error}"),
        }
    }
}

impl<E> fmt::Debug for Condition<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Condition({self})")
    }
}

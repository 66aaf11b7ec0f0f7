//! Represents conditions on an item.

use std::{
    fmt,
    marker::PhantomData,
    ops::{BitAnd, BitOr, Not},
};

use super::{
    aliases::{has_aliases, with_aliases},
    node::Node,
    render::{Expression, Placeholders},
};
use crate::{Entity, Error, ErrorKind, Item, Result, item::storable, physics::limits::EXPRESSION_OPERATORS};

/// A condition on an item of `E`. A write requires that the stored item meets it, and a filter selects items by it.
///
/// Built from [fields](super::Field), and combined with `&`, `|` and `!`. A condition on an absent attribute is false,
/// as is a comparison of values of different types.
///
/// DynamoDB compares the stored attribute with the one that Keywright would write, and not the decoded values: a time
/// that another program has stored as another text of the same instant is another value here, and a `#[serde(default)]`
/// that an absent attribute is decoded to has no value.
#[must_use = "a condition does nothing by itself; give it to a write or a query"]
pub struct Condition<E> {
    /// The error is reported when the condition is used.
    node: Result<Node, Refusal>,
    operators: usize,
    entity: PhantomData<fn() -> E>,
}

/// The reason why a condition or an update is invalid.
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

    /// Creates a condition on fields of the entity, and on the earlier names of their attributes.
    pub(super) fn on_fields(node: Result<Node>) -> Self
    where
        E: Entity,
    {
        Self::new(match has_aliases::<E>() {
            true => node.map(|node| with_aliases(const { &E::SCHEMA }, node)),
            false => node,
        })
    }

    /// Tests whether an attribute exists, without an entity.
    #[cfg(test)]
    pub(crate) fn has_attribute(name: &str) -> Self {
        Self::new(Ok(Node::Call("attribute_exists", vec![super::path::Step::named(name)], None)))
    }

    /// Requires all of these conditions. An empty list is an error when the condition is used.
    pub fn all(conditions: impl IntoIterator<Item = Self>) -> Self {
        conditions.into_iter().reduce(BitAnd::bitand).unwrap_or_else(Self::empty_error)
    }

    /// Requires at least one of these conditions. An empty list is an error when the condition is used.
    pub fn any(conditions: impl IntoIterator<Item = Self>) -> Self {
        conditions.into_iter().reduce(BitOr::bitor).unwrap_or_else(Self::empty_error)
    }

    fn empty_error() -> Self {
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

    /// Returns the condition without its entity.
    pub(crate) fn erased(self) -> Condition<()> {
        Condition { node: self.node, operators: self.operators, entity: PhantomData }
    }

    /// Returns the condition's tree.
    pub(super) fn node(&self) -> Result<Node> {
        self.node.clone().map_err(|Refusal { kind, message }| Error::new(kind, message))
    }

    /// Returns whether the condition holds for an item.
    pub(crate) fn holds(&self, item: &Item) -> Result<bool> {
        Ok(self.node()?.holds(item))
    }

    /// Returns whether the condition only holds for items in which the attribute has one particular value.
    pub(crate) fn demands(&self, attribute: &str) -> bool {
        self.node.as_ref().is_ok_and(|node| node.demands(attribute))
    }

    /// Renders the condition as DynamoDB's expression, for requests of the SDK.
    ///
    /// # Errors
    ///
    /// [`Encode`](ErrorKind::Encode) for a value that does not serialize.
    /// [`InvalidArgument`](ErrorKind::InvalidArgument) for a condition that DynamoDB does not accept: more than 300
    /// operators and functions, an expression of more than 4 KB, an empty list, a list of more than 100 values, an
    /// empty name, a number such as NaN, or an empty set.
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

/// Refuses an expression that DynamoDB does not accept. The error does not name attributes.
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
        "the condition has more than {EXPRESSION_OPERATORS} comparisons, functions and operators between them; shorten \
         it, or check the items after they are read"
    );
    Err(Refusal { kind: ErrorKind::InvalidArgument, message })
}

impl<E> BitAnd for Condition<E> {
    type Output = Self;

    /// Requires both conditions.
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

    /// Requires at least one of the conditions.
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

    /// Negates the condition.
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

/// Formats the expression with attribute names instead of placeholders and without values, or the reason why it is
/// invalid.
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

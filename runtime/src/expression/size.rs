//! Represents the size of a stored value, for comparisons.

use std::{marker::PhantomData, ops::RangeBounds};

use aws_sdk_dynamodb::types::AttributeValue;

use super::{
    Condition,
    node::{Node, Term},
    path::Step,
    range::within,
};
use crate::{Entity, Result};

/// The size of the value at a place of an item. Created by `size()` of a field or a path.
#[must_use = "a size does nothing by itself; compare it"]
pub struct Size<E> {
    steps: Vec<Step>,
    entity: PhantomData<fn() -> E>,
}

impl<E> Size<E> {
    pub(super) fn new(steps: Vec<Step>) -> Self {
        Self { steps, entity: PhantomData }
    }
}

impl<E: Entity> Size<E> {
    /// Tests whether the size equals this one.
    pub fn eq(self, size: usize) -> Condition<E> {
        self.compared("=", size)
    }

    /// Tests whether the size is less than this one.
    pub fn lt(self, size: usize) -> Condition<E> {
        self.compared("<", size)
    }

    /// Tests whether the size is at most this one.
    pub fn le(self, size: usize) -> Condition<E> {
        self.compared("<=", size)
    }

    /// Tests whether the size is greater than this one.
    pub fn gt(self, size: usize) -> Condition<E> {
        self.compared(">", size)
    }

    /// Tests whether the size is at least this one.
    pub fn ge(self, size: usize) -> Condition<E> {
        self.compared(">=", size)
    }

    /// Tests whether the size is in a range. Accepts any of Rust's ranges, including half-open ones such as `a..b`.
    pub fn between(self, range: impl RangeBounds<usize>) -> Condition<E> {
        Condition::on_fields(within(Term::Size(self.steps), &range, &|size| Ok(number(*size))))
    }

    fn compared(self, operator: &'static str, size: usize) -> Condition<E> {
        Condition::on_fields(Result::Ok(Node::Compare(Term::Size(self.steps), operator, number(size))))
    }
}

fn number(size: usize) -> Term {
    Term::Value(AttributeValue::N(size.to_string()))
}

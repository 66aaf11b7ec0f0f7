//! The size of what is stored, as a value to compare.

use std::{marker::PhantomData, ops::RangeBounds};

use aws_sdk_dynamodb::types::AttributeValue;

use super::{
    Condition,
    node::{Node, Term},
    path::Step,
    range::within,
};
use crate::Result;

/// The size of what a place of an item holds. Made by `size()` of a field or a path.
#[must_use = "a size does nothing by itself; compare it"]
pub struct Size<E> {
    steps: Vec<Step>,
    entity: PhantomData<fn() -> E>,
}

impl<E> Size<E> {
    pub(super) fn new(steps: Vec<Step>) -> Self {
        Self { steps, entity: PhantomData }
    }

    /// Whether it is this.
    pub fn eq(self, size: usize) -> Condition<E> {
        self.compared("=", size)
    }

    /// Whether it is less than this.
    pub fn lt(self, size: usize) -> Condition<E> {
        self.compared("<", size)
    }

    /// Whether it is at most this.
    pub fn le(self, size: usize) -> Condition<E> {
        self.compared("<=", size)
    }

    /// Whether it is greater than this.
    pub fn gt(self, size: usize) -> Condition<E> {
        self.compared(">", size)
    }

    /// Whether it is at least this.
    pub fn ge(self, size: usize) -> Condition<E> {
        self.compared(">=", size)
    }

    /// Whether it lies in a range: any of Rust's, half-open as in `a..b`.
    pub fn between(self, range: impl RangeBounds<usize>) -> Condition<E> {
        Condition::new(within(Term::Size(self.steps), &range, &|size| Ok(number(*size))))
    }

    fn compared(self, operator: &'static str, size: usize) -> Condition<E> {
        Condition::new(Result::Ok(Node::Compare(Term::Size(self.steps), operator, number(size))))
    }
}

fn number(size: usize) -> Term {
    Term::Value(AttributeValue::N(size.to_string()))
}

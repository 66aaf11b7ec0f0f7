//! Represents a condition as a tree.

use aws_sdk_dynamodb::types::AttributeValue;

use super::path::Step;

/// A condition, or a part of one.
#[derive(Debug, Clone)]
pub(super) enum Node {
    Compare(Term, &'static str, Term),
    Between(Term, Box<[Term; 2]>),
    In(Term, Vec<Term>),
    /// A function of an attribute and optionally of a value.
    Call(&'static str, Vec<Step>, Option<Term>),
    All(Vec<Node>),
    Any(Vec<Node>),
    Not(Box<Node>),
}

impl Node {
    /// Tests that a place has no value: no attribute, or a null.
    pub(super) fn absent(steps: Vec<Step>) -> Self {
        let null = Term::Value(AttributeValue::S("NULL".to_owned()));
        Self::Any(vec![
            Self::Call("attribute_not_exists", steps.clone(), None),
            Self::Call("attribute_type", steps, Some(null)),
        ])
    }

    /// Tests that a place has a value: an attribute that is not null.
    pub(super) fn present(steps: Vec<Step>) -> Self {
        Self::Not(Box::new(Self::absent(steps)))
    }

    pub(super) fn demands(&self, attribute: &str) -> bool {
        let is_it = |steps: &[Step]| matches!(steps, [Step::Name(name)] if name == attribute);
        match self {
            Self::Compare(Term::Path(steps), "=", Term::Value(_)) => is_it(steps),
            Self::All(nodes) => nodes.iter().any(|node| node.demands(attribute)),
            _ => false,
        }
    }
}

/// An operand of a comparison.
#[derive(Debug, Clone)]
pub(crate) enum Term {
    Path(Vec<Step>),
    Size(Vec<Step>),
    Value(AttributeValue),
}

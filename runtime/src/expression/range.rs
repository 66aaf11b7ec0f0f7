//! Builds conditions on values in a range.

use std::ops::{Bound, RangeBounds};

use super::node::{Node, Term};
use crate::{Error, ErrorKind, Result};

/// Requires a value in the range. An unbounded range still requires a value.
pub(super) fn within<T>(term: Term, range: &impl RangeBounds<T>, written: &dyn Fn(&T) -> Result<Term>) -> Result<Node> {
    let compared = |operator, bound| Ok(Node::Compare(term.clone(), operator, written(bound)?));
    let lower = match range.start_bound() {
        Bound::Included(bound) => Some((">=", bound)),
        Bound::Excluded(bound) => Some((">", bound)),
        Bound::Unbounded => None,
    };
    let upper = match range.end_bound() {
        Bound::Included(bound) => Some(("<=", bound)),
        Bound::Excluded(bound) => Some(("<", bound)),
        Bound::Unbounded => None,
    };
    match (lower, upper) {
        (Some((">=", lower)), Some(("<=", upper))) => {
            Ok(Node::Between(term.clone(), Box::new([written(lower)?, written(upper)?])))
        }
        (Some((from, lower)), Some((to, upper))) => Ok(Node::All(vec![compared(from, lower)?, compared(to, upper)?])),
        (Some((operator, bound)), None) | (None, Some((operator, bound))) => compared(operator, bound),
        (None, None) => match term {
            Term::Path(steps) => Ok(Node::present(steps)),
            Term::Size(steps) => Ok(Node::Call("attribute_exists", steps, None)),
            Term::Value(_) => Err(Error::new(ErrorKind::InvalidArgument, "a value has no range; compare a field")),
        },
    }
}

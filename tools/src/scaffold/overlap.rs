//! Detects patterns that can match the same key.

use crate::audit::{KeyPart, PatternAudit};

/// Returns whether one key can match both patterns.
pub(super) fn overlaps(one: &PatternAudit, two: &PatternAudit) -> bool {
    one.key.len() == two.key.len()
        && one.key.iter().zip(&two.key).all(|(one, two)| {
            one.parts.len() == two.parts.len()
                && one.parts.iter().zip(&two.parts).all(|parts| match parts {
                    (KeyPart::Literal(one), KeyPart::Literal(two)) => one == two,
                    _ => true,
                })
        })
}

//! The entries of a body's index: its values in the order in which they are written.

use super::span::Span;

/// A value, and the name of the attribute or map member that holds it. The name of a list's element is empty.
#[derive(Debug, Clone, Copy)]
pub(super) struct Node {
    pub(super) name: Span,
    pub(super) kind: Kind,
}

/// The type and content of a value. The elements of a list, map or set follow it, up to this position.
#[derive(Debug, Clone, Copy)]
pub(super) enum Kind {
    S(Span),
    N(Span),
    /// The decoded bytes.
    B(Span),
    Bool(bool),
    Null(bool),
    L(u32),
    M(u32),
    Ss(u32),
    Ns(u32),
    Bs(u32),
}

impl Kind {
    /// Returns the position after this node and its elements. `at` is the position of this node.
    pub(super) fn end(self, at: u32) -> u32 {
        match self {
            Self::L(end) | Self::M(end) | Self::Ss(end) | Self::Ns(end) | Self::Bs(end) => end,
            Self::S(_) | Self::N(_) | Self::B(_) | Self::Bool(_) | Self::Null(_) => at.saturating_add(1),
        }
    }
}

//! The items of one body.

use std::fmt;

use super::{index::Index, node::Node};

/// The items of one body, and the body.
pub(crate) struct Page {
    pub(super) text: String,
    pub(super) bytes: Vec<u8>,
    pub(super) nodes: Vec<Node>,
    /// The first node of each item, and the one behind its last; `None` where a transaction read no item.
    pub(super) items: Vec<Option<(u32, u32)>>,
}

impl Page {
    pub(super) fn new(index: Index<'_>, items: Vec<Option<(u32, u32)>>) -> Self {
        Self { text: index.text(), bytes: index.bytes, nodes: index.nodes, items }
    }
}

/// Without its items, which may hold what is sensitive.
impl fmt::Debug for Page {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Page").field("items", &self.items.len()).finish_non_exhaustive()
    }
}

//! The items of one body.

use std::fmt;

use aws_smithy_types::str_bytes::StrBytes;

use super::node::Node;

/// The items of one body, and the body.
pub(crate) struct Page {
    /// The body, followed by the unescaped form of its escaped strings.
    pub(super) text: StrBytes,
    pub(super) bytes: Vec<u8>,
    pub(super) nodes: Vec<Node>,
    /// The first node of each item, and the one after its last. `None` if a transaction read no item.
    pub(super) items: Vec<Option<(u32, u32)>>,
}

/// Omits the items, which may contain sensitive values.
impl fmt::Debug for Page {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Page").field("items", &self.items.len()).finish_non_exhaustive()
    }
}

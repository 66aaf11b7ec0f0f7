//! What a cursor is bound to.

/// Hashes of the query, of the entity's key design, of the range and of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Fingerprint {
    /// Of entity, index, direction, the given values and the caller's context: another query's cursor differs here.
    pub(crate) query: [u8; 8],
    /// Of the templates and shards: a cursor from before a change of the keys differs here.
    pub(crate) design: [u8; 4],
    /// Of the ranges as the query gives them, before their open ends are closed.
    pub(crate) range: [u8; 8],
    /// Of the table's name on AWS; zeros in a plan that was made without a table.
    pub(crate) table: [u8; 8],
}

impl Fingerprint {
    /// That of no query.
    pub(super) const NONE: Self = Self { query: [0; 8], design: [0; 4], range: [0; 8], table: [0; 8] };
}

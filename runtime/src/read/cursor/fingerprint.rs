//! The hashes that bind a cursor to its query.

/// Hashes of the query, of the entity's key design, of the range and of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Fingerprint {
    /// Hash of the entity, index, direction, given values and the caller's context. It differs for another query.
    pub(crate) query: [u8; 8],
    /// Hash of the templates and shards. It differs if the keys have changed since.
    pub(crate) design: [u8; 4],
    /// Hash of the ranges as the query gives them, before their open ends are closed.
    pub(crate) range: [u8; 8],
    /// Hash of the table's name on AWS. Zeros in a plan that was made without a table.
    pub(crate) table: [u8; 8],
}

impl Fingerprint {
    /// A fingerprint that belongs to no query.
    #[cfg(test)]
    pub(super) const NONE: Self = Self { query: [0; 8], design: [0; 4], range: [0; 8], table: [0; 8] };
}

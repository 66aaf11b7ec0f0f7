//! A key that an entity writes, and its older designs.

use super::{Peak, Sharding, Template, Timestamp};

/// A key that an entity writes: into the table, or into one of its indexes.
#[derive(Debug, Clone, Copy)]
pub struct KeySchema {
    /// The index, or `None` for the table.
    pub index: Option<&'static str>,
    /// Whether the index is a local one: then the partition key is the table's.
    pub local: bool,
    /// The name of the generated query function.
    pub query: &'static str,
    /// The partition key's template.
    pub partition: Template,
    /// The sort key's template, if there is one.
    pub sort: Option<Template>,
    /// How one partition key is spread over several.
    pub shard: Option<Sharding>,
    /// The first instant of the key's time from which items are written under `partition`, if earlier ones are not:
    /// they are written under the newest of the [`legacy`](Self::legacy) keys that [holds](LegacyKey::holds) their
    /// time.
    pub since: Option<Timestamp>,
    /// Older partition keys that reads still visit.
    pub legacy: &'static [LegacyKey],
    /// Why this key may be hot.
    pub allow_hot: Option<&'static str>,
    /// The peak load on this key, if it differs from the entity's.
    pub peak: Option<Peak>,
    /// How far back an open range reaches, in seconds.
    pub retention: Option<u64>,
}

impl KeySchema {
    /// A table's key without templates and options.
    #[doc(hidden)]
    pub const BARE: Self = Self {
        index: None,
        local: false,
        query: "query",
        partition: Template { source: "", segments: &[] },
        sort: None,
        shard: None,
        since: None,
        legacy: &[],
        allow_hot: None,
        peak: None,
        retention: None,
    };
}

/// A partition key of another design: reads visit it. Writes use it only for items of a time before
/// [`KeySchema::since`].
#[derive(Debug, Clone, Copy)]
pub struct LegacyKey {
    /// Its template, over the fields of today.
    pub partition: Template,
    /// Its shards, if it had any.
    pub shard: Option<Sharding>,
    /// Items whose time is before this instant never had this key.
    pub since: Option<Timestamp>,
    /// Items whose time is at or after this instant never had this key.
    pub until: Option<Timestamp>,
}

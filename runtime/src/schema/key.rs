//! A key that an entity writes, and its older designs.

use super::{PageLimit, Peak, Sharding, Template, Timestamp};

/// A key that an entity writes, for the table or one of its indexes.
#[derive(Debug, Clone, Copy)]
pub struct KeySchema {
    /// The index, or `None` for the table.
    pub index: Option<&'static str>,
    /// Whether the index is local. Its partition key is then the table's.
    pub local: bool,
    /// The name of the generated query function.
    pub query: &'static str,
    /// The partition key's template.
    pub partition: Template,
    /// The sort key's template, if there is one.
    pub sort: Option<Template>,
    /// How one partition key is spread over several.
    pub shard: Option<Sharding>,
    /// The first instant of the key's time from which items are written under `partition`. Earlier items are written
    /// under the newest of the [`legacy`](Self::legacy) keys that [holds](LegacyKey::holds) their time. `None` if all
    /// items are written under `partition`.
    pub since: Option<Timestamp>,
    /// Older partition keys that reads still query.
    pub legacy: &'static [LegacyKey],
    /// The reason why this key may be hot.
    pub allow_hot: Option<&'static str>,
    /// The peak load on this key, if it differs from the entity's.
    pub peak: Option<Peak>,
    /// The bytes of an entry in this index with all its attributes, where the index declares them with `item_bytes` in
    /// its own peak.
    pub entry_bytes: Option<u64>,
    /// How far back an open range extends, in seconds.
    pub retention: Option<u64>,
    /// The limits of the query's pages.
    pub page: Option<PageLimit>,
}

impl KeySchema {
    /// A table's key without templates and options.
    #[doc(hidden)]
    pub const BARE: Self = Self {
        index: None,
        local: false,
        query: "query",
        partition: Template::new("", &[]),
        sort: None,
        shard: None,
        since: None,
        legacy: &[],
        allow_hot: None,
        peak: None,
        entry_bytes: None,
        retention: None,
        page: None,
    };
}

/// A partition key of an older design. Reads query it. Writes use it only for items of a time before
/// [`KeySchema::since`].
#[derive(Debug, Clone, Copy)]
pub struct LegacyKey {
    /// The template, with the entity's current fields.
    pub partition: Template,
    /// The sharding, if the design had shards.
    pub shard: Option<Sharding>,
    /// Items whose time is before this instant never had this key.
    pub since: Option<Timestamp>,
    /// Items whose time is at or after this instant never had this key.
    pub until: Option<Timestamp>,
}

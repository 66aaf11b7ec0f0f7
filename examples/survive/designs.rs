//! The four designs.
//!
//! The first three do not compile as people write them: KW001, KW003 and KW002 refuse them. `allow_hot` is what a user
//! would have to write over the compiler's objection, and here it is the only way to see them fail.

use chrono::{DateTime, Utc};
use keywright::{Entity, KeyEnum, Table};
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Copy, KeyEnum, Serialize, Deserialize)]
pub(crate) enum Severity {
    Low,
    High,
    Critical,
}

impl Severity {
    pub(crate) const ALL: [Self; 3] = [Self::Low, Self::High, Self::Critical];
}

/// One key for the whole log.
pub(crate) mod constant_key {
    use super::*;

    #[derive(Table)]
    #[entities(OpsLog)]
    pub(crate) struct Ops;

    #[derive(Debug, Clone, Entity, Serialize, Deserialize)]
    #[entity(table = Ops)]
    #[pk(template = "OPS_LOG", allow_hot = "to see it fail")]
    #[sk(template = "<at>#<call_id>")]
    #[peak(writes_per_second = 5_000, item_bytes = 700)]
    pub(crate) struct OpsLog {
        pub(crate) at: DateTime<Utc>,
        pub(crate) call_id: String,
        pub(crate) severity: Severity,
    }
}

/// A key for each day: at any moment one key, as before.
pub(crate) mod daily_bucket {
    use super::*;

    #[derive(Table)]
    #[entities(OpsLog)]
    pub(crate) struct Ops;

    #[derive(Debug, Clone, Entity, Serialize, Deserialize)]
    #[entity(table = Ops)]
    #[pk(template = "OPS_LOG#<at:day>", allow_hot = "to see it fail")]
    #[sk(template = "<at>#<call_id>")]
    #[peak(writes_per_second = 5_000, item_bytes = 700)]
    pub(crate) struct OpsLog {
        pub(crate) at: DateTime<Utc>,
        pub(crate) call_id: String,
        pub(crate) severity: Severity,
    }
}

/// Ten shards of each day, and an index that has none: the index refuses what the table would take.
pub(crate) mod unsharded_index {
    use super::*;

    #[derive(Table)]
    #[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK", projection = "all")]
    #[entities(OpsLog)]
    pub(crate) struct Ops;

    #[derive(Debug, Clone, Entity, Serialize, Deserialize)]
    #[entity(table = Ops)]
    #[pk(template = "OPS_LOG#<at:day>")]
    #[shard(random = 10)]
    #[sk(template = "<at>#<call_id>")]
    #[gsi(
        index = "GSI1", query = by_severity, pk = "SEVERITY#<severity>", sk = "<at>#<call_id>",
        allow_hot = "to see it fail"
    )]
    #[peak(writes_per_second = 5_000, item_bytes = 700)]
    pub(crate) struct OpsLog {
        pub(crate) at: DateTime<Utc>,
        pub(crate) call_id: String,
        pub(crate) severity: Severity,
    }
}

/// Enough shards for the table and for the index, on partitions that warm throughput has bought ahead.
///
/// 6 shards carry 5,000 units a second if each has a partition to itself. Placement is luck: 32 shards of 156 units a
/// second are so small that no partition of 32 gets more than its 1,000.
pub(crate) mod all_of_it_right {
    use super::*;

    /// Write units a second, for the table and for the index: 32 partitions.
    pub(crate) const WARM: u64 = 32_000;

    #[derive(Table)]
    #[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK", projection = "all")]
    #[entities(OpsLog)]
    pub(crate) struct Ops;

    #[derive(Debug, Clone, Entity, Serialize, Deserialize)]
    #[entity(table = Ops)]
    #[pk(template = "OPS_LOG#<at:day>")]
    #[shard(random = 32)]
    #[sk(template = "<at>#<call_id>")]
    #[gsi(
        index = "GSI1", query = by_severity, pk = "SEVERITY#<severity>", sk = "<at>#<call_id>",
        shard(random = 32)
    )]
    #[peak(writes_per_second = 5_000, item_bytes = 700)]
    pub(crate) struct OpsLog {
        pub(crate) at: DateTime<Utc>,
        pub(crate) call_id: String,
        pub(crate) severity: Severity,
    }
}

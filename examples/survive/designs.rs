//! Five designs of the same log.
//!
//! The compiler refuses the first three with KW001, KW003 and KW002, and warns of the fourth with KW004. They have
//! `allow_hot`, only to show how they fail. The fifth compiles without a warning.

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

/// A key for each day, so still only one key at any moment.
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

/// Enough shards for the table, but none for the index: the index throttles writes that the table could take.
pub(crate) mod unsharded_index {
    use super::*;

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
        allow_hot = "to see it fail"
    )]
    #[peak(writes_per_second = 5_000, item_bytes = 700)]
    pub(crate) struct OpsLog {
        pub(crate) at: DateTime<Utc>,
        pub(crate) call_id: String,
        pub(crate) severity: Severity,
    }
}

/// Six shards for each day. Each takes 833 units per second, so it fits on a partition of its own.
///
/// The shards get partitions of their own once DynamoDB has split the hot ones. At midnight there are six new keys, and
/// two that share a partition throttle.
pub(crate) mod enough_for_the_mean {
    use super::*;

    #[derive(Table)]
    #[entities(OpsLog)]
    pub(crate) struct Ops;

    #[derive(Debug, Clone, Entity, Serialize, Deserialize)]
    #[entity(table = Ops)]
    #[pk(template = "OPS_LOG#<at:day>", allow_hot = "to see it fail at midnight")]
    #[shard(random = 6)]
    #[sk(template = "<at>#<call_id>")]
    #[peak(writes_per_second = 5_000, item_bytes = 700)]
    pub(crate) struct OpsLog {
        pub(crate) at: DateTime<Utc>,
        pub(crate) call_id: String,
        pub(crate) severity: Severity,
    }
}

/// 32 shards for the table and for the index.
///
/// At 156 units per second, several shards fit on one partition. The generated template requests enough partitions that
/// none receives more than it can serve, except at one midnight in a thousand.
pub(crate) mod enough_for_midnight {
    use super::*;

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

//! Tables of several designs.

use chrono::{DateTime, Utc};
use keywright::{Entity, KeyEnum, Table};
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Copy, KeyEnum, Serialize, Deserialize)]
pub(crate) enum Status {
    Active,
    Closed,
}

/// One key for all items.
pub(crate) mod constant {
    use super::*;

    #[derive(Table)]
    #[entities(OpsLog)]
    pub(crate) struct Ops;

    #[derive(Entity, Serialize, Deserialize)]
    #[entity(table = Ops)]
    #[pk(template = "OPS_LOG", allow_hot = "a test")]
    #[sk(template = "<at>#<id>")]
    #[peak(writes_per_second = 5_000, item_bytes = 700)]
    pub(crate) struct OpsLog {
        pub(crate) at: DateTime<Utc>,
        pub(crate) id: String,
    }
}

/// A key for each minute, and an index with one key for each status.
pub(crate) mod indexed {
    use super::*;

    #[derive(Table)]
    #[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK", projection = "keys_only")]
    #[entities(OpsLog)]
    pub(crate) struct Ops;

    // Minutes roll over often.
    #[allow(deprecated)]
    #[derive(Entity, Serialize, Deserialize)]
    #[entity(table = Ops)]
    #[pk(template = "OPS_LOG#<at:minute>")]
    #[shard(random = 30)]
    #[sk(template = "<at>#<id>")]
    #[gsi(index = "GSI1", query = by_status, pk = "STATUS#<status>", sk = "<at>", allow_hot = "a test")]
    #[peak(writes_per_second = 5_000, item_bytes = 700)]
    pub(crate) struct OpsLog {
        pub(crate) at: DateTime<Utc>,
        pub(crate) id: String,
        pub(crate) status: Status,
    }
}

/// Twenty random shards, and an index that is sharded by the table's key.
pub(crate) mod sharded {
    use super::*;

    #[derive(Table)]
    #[table(launch = "gradual")]
    #[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK", projection = "keys_only")]
    #[entities(OpsLog)]
    pub(crate) struct Ops;

    #[derive(Entity, Serialize, Deserialize)]
    #[entity(table = Ops)]
    #[pk(template = "OPS_LOG")]
    #[shard(random = 20)]
    #[sk(template = "<at>#<id>")]
    #[gsi(index = "GSI1", query = by_status, pk = "STATUS#<status>", sk = "<at>", shard(random = 20))]
    #[peak(writes_per_second = 5_000, item_bytes = 700)]
    pub(crate) struct OpsLog {
        pub(crate) at: DateTime<Utc>,
        pub(crate) id: String,
        pub(crate) status: Status,
    }
}

/// Random shards of one key.
macro_rules! in_turn {
    ($module:ident, $shards:literal) => {
        pub(crate) mod $module {
            use super::*;

            #[derive(Table)]
            #[entities(OpsLog)]
            pub(crate) struct Ops;

            #[derive(Entity, Serialize, Deserialize)]
            #[entity(table = Ops)]
            #[pk(template = "OPS_LOG", allow_hot = "a test")]
            #[shard(random = $shards)]
            #[sk(template = "<id>")]
            pub(crate) struct OpsLog {
                pub(crate) id: String,
            }
        }
    };
}

in_turn!(ten, 10);
in_turn!(twenty, 20);
in_turn!(many, 500);

/// A customer with 40 % of the orders, and an index of half of all orders.
pub(crate) mod popular {
    use super::*;

    #[derive(Table)]
    #[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK", projection = "keys_only")]
    #[entities(Order)]
    pub(crate) struct Orders;

    #[derive(Entity, Serialize, Deserialize)]
    #[entity(table = Orders)]
    #[pk(template = "CUSTOMER#<customer>")]
    #[sk(template = "<id>")]
    #[gsi(
        index = "GSI1", query = by_courier, pk = "COURIER#<courier>", sk = "<id>",
        peak(writes_per_second = 500, item_bytes = 100)
    )]
    #[peak(writes_per_second = 1_000, item_bytes = 500, top_share = 0.4)]
    pub(crate) struct Order {
        pub(crate) customer: String,
        pub(crate) id: u64,
        pub(crate) courier: Option<String>,
    }
}

/// One key for each date, which is independent of the clock.
pub(crate) mod planned {
    use super::*;

    #[derive(Table)]
    #[entities(Task)]
    pub(crate) struct Tasks;

    #[derive(Entity, Serialize, Deserialize)]
    #[entity(table = Tasks)]
    #[pk(template = "DUE#<due>")]
    #[sk(template = "<id>")]
    #[peak(writes_per_second = 1_500, item_bytes = 500, top_share = 0.2)]
    pub(crate) struct Task {
        pub(crate) due: chrono::NaiveDate,
        pub(crate) id: u64,
    }
}

/// Shards by a hash of an id, which the planner treats as random.
macro_rules! hashed {
    ($module:ident, $shards:literal) => {
        pub(crate) mod $module {
            use super::*;

            #[derive(Table)]
            #[entities(Log)]
            pub(crate) struct Logs;

            #[derive(Entity, Serialize, Deserialize)]
            #[entity(table = Logs)]
            #[pk(template = "LOG", allow_hot = "a test")]
            #[shard(hash(id), count = $shards)]
            #[sk(template = "<id>")]
            #[peak(writes_per_second = 50_000, item_bytes = 500)]
            pub(crate) struct Log {
                pub(crate) id: String,
            }
        }
    };
}

hashed!(fifty, 50);
hashed!(sixty, 60);

//! The designs: the same items over 1, 10, 50 and 200 lanes, with and without a declared size.
//!
//! Designs with and without a size are in two table types that are opened under one name, so both read the same items.
//! Shards are computed by a hash, which spreads items like independent random draws and is the same each time. (Random
//! shards are picked round robin and spread items more evenly.)

use chrono::{DateTime, Utc};
use keywright::{Entity, Handle, Result, Table, read::Page};
use serde::{Deserialize, Serialize};

use crate::{call::Call, data::TENANT, design::Design};

/// Calls without a declared size.
#[derive(Debug, Table)]
#[entities(Call1, Call10, Call50, Call200)]
pub struct Calls;

/// Calls with a declared size, so that a read also takes the items that cost nothing in a block of 4 KB.
// Each program writes only one of the four entities, so their peaks do not add up.
#[derive(Debug, Table)]
#[table(quota = 320_000)]
#[entities(Sized1, Sized10, Sized50, Sized200)]
pub struct SizedCalls;

macro_rules! design {
    ($design:ident in $table:ident, $name:literal over $lanes:literal, by $partition:expr, $(#[$option:meta])+) => {
        #[doc = concat!("[`Call`]s over ", $lanes, " lanes in [`", stringify!($table), "`].")]
        #[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
        #[entity(table = $table, name = $name)]
        #[sk(template = "<at>#<id>")]
        $(#[$option])+
        pub struct $design {
            at: DateTime<Utc>,
            id: String,
            tenant: String,
            agent: String,
            model: String,
            region: String,
            status: String,
            latency_ms: u32,
            tokens: u32,
            prompt: String,
        }

        impl From<Call> for $design {
            fn from(call: Call) -> Self {
                let Call { at, id, tenant, agent, model, region, status, latency_ms, tokens, prompt } = call;
                Self { at, id, tenant, agent, model, region, status, latency_ms, tokens, prompt }
            }
        }

        impl From<$design> for Call {
            fn from(call: $design) -> Self {
                let $design { at, id, tenant, agent, model, region, status, latency_ms, tokens, prompt } = call;
                Self { at, id, tenant, agent, model, region, status, latency_ms, tokens, prompt }
            }
        }

        impl Design for $design {
            type Home = $table;

            const LANES: usize = $lanes;

            fn partitions() -> Vec<String> {
                (0..Self::LANES).map($partition).collect()
            }

            async fn newest(table: &Handle<$table>, before: DateTime<Utc>, limit: usize) -> Result<Page<Self>> {
                Self::query(TENANT).between(..before).newest_first().limit(limit).send(table).await
            }

            async fn all(table: &Handle<$table>) -> Result<Page<Self>> {
                Self::query(TENANT).newest_first().in_flight(Self::LANES).send(table).await
            }
        }
    };
}

design!(Call1 in Calls, "Call1" over 1, by |_| format!("CALL1#{TENANT}"), #[pk(template = "CALL1#<tenant>")]);
design!(
    Call10 in Calls, "Call10" over 10, by |shard| format!("CALL10#{TENANT}#{shard}"),
    #[pk(template = "CALL10#<tenant>")] #[shard(hash(at, id), count = 10)]
);
design!(
    Call50 in Calls, "Call50" over 50, by |shard| format!("CALL50#{TENANT}#{shard}"),
    #[pk(template = "CALL50#<tenant>")] #[shard(hash(at, id), count = 50)]
);
design!(
    Call200 in Calls, "Call200" over 200, by |shard| format!("CALL200#{TENANT}#{shard}"),
    #[pk(template = "CALL200#<tenant>")] #[shard(hash(at, id), count = 200)]
);

design!(
    Sized1 in SizedCalls, "Call1" over 1, by |_| format!("CALL1#{TENANT}"),
    #[pk(template = "CALL1#<tenant>")] #[peak(writes_per_second = 500, item_bytes = 420)]
);
design!(
    Sized10 in SizedCalls, "Call10" over 10, by |shard| format!("CALL10#{TENANT}#{shard}"),
    #[pk(template = "CALL10#<tenant>")] #[shard(hash(at, id), count = 10)]
    #[peak(writes_per_second = 5_000, item_bytes = 420)]
);
design!(
    Sized50 in SizedCalls, "Call50" over 50, by |shard| format!("CALL50#{TENANT}#{shard}"),
    #[pk(template = "CALL50#<tenant>")] #[shard(hash(at, id), count = 50)]
    #[peak(writes_per_second = 30_000, item_bytes = 420)]
);
design!(
    Sized200 in SizedCalls, "Call200" over 200, by |shard| format!("CALL200#{TENANT}#{shard}"),
    #[pk(template = "CALL200#<tenant>")] #[shard(hash(at, id), count = 200)]
    #[peak(writes_per_second = 30_000, item_bytes = 420)]
);

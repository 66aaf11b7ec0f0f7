//! What ends the warnings KW002 to KW004, KW018 and KW022: a peak that fits, shards, a reason, the table's policy or
//! launch, the struct's lint level.

#![deny(warnings)]

use chrono::{DateTime, Utc};
use keywright::{Entity, KeyEnum, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(launch = "gradual")]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
struct Platform;

#[derive(Table)]
#[table(undeclared_peak = "allow")]
struct Quiet;

#[derive(Table)]
#[lsi(name = "by_status", sk = "status")]
struct Unsplit;

#[derive(Clone, Copy, KeyEnum, Serialize, Deserialize)]
enum Status {
    Open,
    Done,
}

macro_rules! entities {
    ($($(#[$attribute:meta])+ $name:ident in $table:ident;)+) => {$(
        #[derive(Entity, Serialize, Deserialize)]
        #[entity(table = $table)]
        $(#[$attribute])+
        struct $name {
            at: DateTime<Utc>,
            id: String,
            status: Status,
        }

        const _: fn(&$name) -> (DateTime<Utc>, &str, Status) = |entity| (entity.at, &entity.id, entity.status);
    )+};
}

entities! {
    #[pk(template = "PEAK#<at:day>")]
    #[sk(template = "<at>#<id>")]
    #[peak(writes_per_second = 800, item_bytes = 700)]
    Peak in Platform;

    #[pk(template = "PEAK_OF_FEW#<status>")]
    #[sk(template = "<at>#<id>")]
    #[peak(writes_per_second = 1_500, item_bytes = 700, top_share = 0.5)]
    PeakOfFew in Platform;

    #[pk(template = "CONSTANT")]
    #[sk(template = "<at>#<id>")]
    #[peak(writes_per_second = 20, item_bytes = 700)]
    Constant in Platform;

    #[pk(template = "SHARDS#<at:day>")]
    #[shard(random = 32)]
    #[sk(template = "<at>#<id>")]
    #[peak(writes_per_second = 5_000, item_bytes = 700)]
    Shards in Platform;

    #[pk(template = "REASON", allow_hot = "50 writes a day")]
    #[sk(template = "<at>#<id>")]
    #[gsi(index = "GSI1", query = by_status, pk = "<status>", sk = "<at>", allow_hot = "50 writes a day")]
    Reason in Platform;

    #[allow(deprecated)]
    #[pk(template = "ALLOWED#<status>")]
    #[sk(template = "<at>#<id>")]
    Allowed in Platform;

    #[pk(template = "POLICY#<status>")]
    #[sk(template = "<at>#<id>")]
    Policy in Quiet;

    #[pk(template = "POLICY#<at:day>")]
    #[sk(template = "<at>#<id>")]
    PolicyOfBuckets in Quiet;

    #[pk(template = "FEW", allow_hot = "50 writes a day")]
    #[sk(template = "<at>#<id>")]
    #[peak(writes_per_second = 10, item_bytes = 700)]
    FewForEver in Unsplit;

    #[pk(template = "BUCKET#<at:hour>")]
    #[sk(template = "<at>#<id>")]
    #[peak(writes_per_second = 400, item_bytes = 700)]
    Ended in Unsplit;

    #[pk(template = "READ#<at:day>")]
    #[sk(template = "<at>#<id>")]
    #[peak(writes_per_second = 400, item_bytes = 700, reads_per_second = 500)]
    FewReaders in Platform;

    #[allow(deprecated)]
    #[pk(template = "LATEST#<at:day>")]
    #[sk(template = "<at>#<id>")]
    #[peak(writes_per_second = 400, item_bytes = 700, reads_per_second = 4_000)]
    ReadersOfOne in Platform;
}

pub(super) fn main() {
    let entities: [fn() -> &'static str; 2] = [|| Reason::SCHEMA.name, || Policy::SCHEMA.name];
    assert_eq!(entities.map(|name| name()), ["Reason", "Policy"]);
}

//! Keys of a second: of a `ttl` with an integer type, and of a time without a time zone. All writes of a second have
//! one.

use chrono::NaiveDateTime;
use keywright::{Entity, Schema, Table};
use keywright_local::Partitions;
use keywright_local::simulate::{Load, Retry, Simulation};
use serde::{Deserialize, Serialize};

/// Declares a table whose index has the keys `$pk`, at 3,000 creates a second.
macro_rules! design {
    ($name:ident, $pk:literal, $field:ident: $ty:ty, #[$purpose:meta]) => {
        mod $name {
            use super::*;

            #[derive(Table)]
            #[table(ttl = "expires")]
            #[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
            #[entities(Session)]
            pub(super) struct Store;

            #[derive(Entity, Serialize, Deserialize)]
            #[entity(table = Store)]
            #[pk(template = "SESSION#<id>")]
            #[sk(template = "SESSION")]
            #[gsi(index = "GSI1", query = by_end, pk = $pk, sk = "<id>", allow_hot = "a test")]
            #[peak(creates = 3_000, item_bytes = 300)]
            pub(super) struct Session {
                id: String,
                #[$purpose]
                $field: $ty,
            }
        }
    };
}

design!(ttl, "END#<expires>", expires: u64, #[entity(ttl)]);
design!(civil, "AT#<at:s>", at: NaiveDateTime, #[serde(rename = "at")]);
design!(fine, "AT#<at>", at: NaiveDateTime, #[serde(rename = "at")]);

/// Returns the share of the writes that is throttled if each key has a partition of its own.
fn throttled<S: Schema>() -> f64 {
    let simulation = Simulation::new::<S>(Load::declared::<S>()).retry(Retry::Never);
    let warm = simulation.warm_table(4_000_000).warm_index("GSI1", 4_000_000);
    warm.partitions(Partitions::default().seed(3)).run().unwrap().throttled_share()
}

#[test]
fn one_key_has_all_writes_of_a_second() {
    assert!(throttled::<ttl::Store>() > 0.3);
    assert!(throttled::<civil::Store>() > 0.3);
    assert!(throttled::<fine::Store>() < 0.001);
}

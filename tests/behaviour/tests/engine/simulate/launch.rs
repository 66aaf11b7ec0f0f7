//! The first seconds of a table whose load begins at its declared peak.

use std::time::Duration;

use keywright::{Entity, KeyEnum, Schema, Table};
use keywright_local::Partitions;
use keywright_local::simulate::{Load, Retry, Simulation};
use serde::{Deserialize, Serialize};

/// Before DynamoDB splits a partition, which takes minutes.
const FIRST: Duration = Duration::from_secs(10);

const PLACEMENTS: u64 = 8;

/// A design with one index without a bucket, of 5,000 WCU/s.
macro_rules! design {
    ($module:ident, launch = $launch:literal, shards = $shards:literal) => {
        mod $module {
            use super::*;

            #[derive(Table)]
            #[table(launch = $launch)]
            #[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
            #[entities(Event)]
            pub(super) struct Events;

            #[derive(Entity, Serialize, Deserialize)]
            #[entity(table = Events)]
            // Deployed against the warning.
            #[allow(deprecated)]
            #[pk(template = "EVENT#<id>")]
            #[sk(template = "EVENT")]
            #[gsi(index = "GSI1", query = by_kind, pk = "KIND#<kind>", sk = "<id>", shard(random = $shards))]
            #[peak(creates = 5_000, item_bytes = 700)]
            pub(super) struct Event {
                pub(super) id: String,
                pub(super) kind: Kind,
            }
        }
    };
}

#[derive(KeyEnum, Serialize, Deserialize)]
pub enum Kind {
    Opened,
    Closed,
}

design!(gradual, launch = "gradual", shards = 16);
design!(sixteen, launch = "full", shards = 16);
design!(fitting, launch = "full", shards = 30);

/// Returns the throttled shares of the index in the first seconds of several placements.
fn first_seconds<S: Schema>() -> Vec<f64> {
    let run = |seed| {
        // A new table has saved up no capacity.
        let partitions = Partitions::default().seed(seed).saved_at_start(Duration::ZERO);
        let simulation = Simulation::deployed::<S>(Load::declared::<S>()).partitions(partitions);
        let report = simulation.retry(Retry::Never).duration(FIRST).run().unwrap();
        let index = report.resources.iter().find(|resource| resource.name.contains("GSI1")).unwrap();
        index.throttled_share()
    };
    (0..PLACEMENTS).map(run).collect()
}

fn warm<S: Schema>() -> keywright::load::WarmThroughput {
    keywright::load::warm_throughput(S::ENTITIES, Some("GSI1"))
}

#[test]
fn a_launch_at_the_peak_holds_with_the_requested_warm_throughput() {
    let (gradual, sixteen, fitting) = (warm::<gradual::Events>(), warm::<sixteen::Events>(), warm::<fitting::Events>());
    assert_eq!((gradual.write_units, sixteen.write_units), (Some(6_000), Some(40_000)));
    assert!(gradual.throttles_at_launch() && sixteen.throttles_at_launch() && !fitting.throttles_at_launch());
    let throttles = |shares: &[f64]| shares.iter().filter(|share| **share > 0.01).count();
    let (before, after) = (first_seconds::<gradual::Events>(), first_seconds::<fitting::Events>());
    println!("16 shards {before:?}, 30 shards {after:?}");
    assert!(throttles(&before) >= 4, "{before:?}");
    assert_eq!(throttles(&after), 0, "{after:?}");
}

//! Sentinels of unique values in a table without a discriminator, whose keys have the literals of an entity's key.

use futures_util::TryStreamExt as _;
use keywright::{Entity, Table};
use keywright_local::Local;
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(discriminator = none)]
#[entities(Device)]
struct Fleet;

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Fleet)]
#[pk(template = "<is_active>#<model>")]
#[sk(template = "<number:plain>")]
struct Device {
    is_active: bool,
    model: String,
    number: u32,
    #[entity(unique)]
    serial: String,
    note: String,
}

#[tokio::test]
async fn scans_and_sweeps_know_that_a_sentinel_is_no_item() {
    let fleet = Local::start().open::<Fleet>("fleet").await.unwrap();
    let device = |number: u32| {
        let (model, serial, note) = ("m".to_owned(), format!("s{number}"), String::new());
        Device { is_active: true, model, number, serial, note }
    };
    for number in [1, 2] {
        fleet.create(&device(number)).await.unwrap();
    }
    let scanned: Vec<Device> = fleet.scan::<Device>().strict().stream().try_collect().await.unwrap();
    assert_eq!(scanned.len(), 2);
    let report = fleet.update_each(|device: Device| Some(Device { note: "seen".into(), ..device })).await.unwrap();
    assert_eq!((report.written, report.failed.len()), (2, 0));
    let report = fleet.backfill::<Device>().await.unwrap();
    assert_eq!((report.unchanged, report.failed.len()), (2, 0));
}

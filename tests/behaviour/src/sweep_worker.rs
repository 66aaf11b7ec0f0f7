//! A worker of a divided sweep: `sweep-worker URL STORE SEGMENTS FIRST COUNT` changes the items of `COUNT` segments,
//! starting at `FIRST`, and prints its report as a line of JSON. The store is a folder, or `table:` and the name of a
//! table.

use std::{env, error::Error, sync::Arc, time::Duration};

use keywright::{
    Table as _,
    client::{CheckpointStore, FileCheckpoints, ItemCheckpoints},
};
use keywright_behaviour_tests::{Depot, Parcel};
use keywright_local::Local;

const RUN: &str = "count";

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [url, store, segments, first, count] = arguments.as_slice() else {
        return Err("give URL STORE SEGMENTS FIRST COUNT".into());
    };
    let (segments, first, count): (usize, usize, usize) = (segments.parse()?, first.parse()?, count.parse()?);
    let local = Local::builder().endpoint(url).shared_tables().start();
    let depot = Depot::open(local.client(), "depot");
    let store: Arc<dyn CheckpointStore> = match store.strip_prefix("table:") {
        Some(table) => Arc::new(ItemCheckpoints::new(local.client(), table, RUN)),
        None => Arc::new(FileCheckpoints::in_folder(store)),
    };
    let report = depot
        .update_each(|parcel: Parcel| parcel.counted(RUN))
        .segments(segments)
        .own(first..(first + count).min(segments))
        .read_units_per_second(80)
        .write_units_per_second(120)
        .checkpoint_store(store)
        .save_every(Duration::ZERO)
        .await?;
    println!("{}", serde_json::to_string(&report)?);
    Ok(())
}

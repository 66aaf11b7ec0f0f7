//! Runs the designs on the embedded engine, with real puts.

use std::{error::Error, time::Duration};

use aws_sdk_dynamodb::{
    Client,
    config::retry::RetryConfig,
    types::{GlobalSecondaryIndexUpdate, UpdateGlobalSecondaryIndexAction, WarmThroughput},
};
use keywright::{Entity, ErrorKind, Schema, Table, entity::StoredIn};
use keywright_local::{Clock, Local, Partitions};
use serde::Serialize;

use crate::template;

/// The number of puts of each design.
pub(crate) const PUTS: u32 = 1_000;

/// Puts per second, by the engine's clock.
pub(crate) const PUTS_PER_SECOND: u32 = 5_000;

/// Returns partitions with almost no burst capacity: that of a whole second would hide the throttling in such a short
/// run.
pub(crate) fn partitions() -> Partitions {
    Partitions::default().bucket_depth(Duration::from_millis(50))
}

/// Returns the share of the puts that the engine throttles, from 0 to 1.
pub(crate) async fn throttled_share<T, E>(item: impl Fn(u32) -> E) -> Result<f64, Box<dyn Error>>
where
    T: Table + Schema,
    E: Entity + StoredIn<T> + Serialize,
{
    let clock = Clock::manual();
    let local = Local::builder().partitions(partitions().clock(clock.clone())).start();
    // Each put is attempted only once, so that each throttled put is counted once.
    let client = Client::from_conf(local.config().retry_config(RetryConfig::disabled()).build());
    let table = T::open(client.clone(), "ops");
    table.ensure_table().await?;
    warm_up::<T>(&client).await?;
    let mut throttled = 0;
    for number in 0..PUTS {
        clock.advance(Duration::from_secs(1) / PUTS_PER_SECOND);
        match table.put(&item(number)).await {
            Ok(_) => {}
            Err(error) if error.kind() == ErrorKind::Throttled => throttled += 1,
            Err(error) => return Err(error.into()),
        }
    }
    Ok(f64::from(throttled) / f64::from(PUTS))
}

/// Sets the warm throughput that the generated template requests.
async fn warm_up<T: Table + Schema>(client: &Client) -> Result<(), Box<dyn Error>> {
    let mut update = client.update_table().table_name("ops");
    for (index, units) in template::warm_write_units::<T>() {
        let Some(units) = units else { continue };
        let warm = WarmThroughput::builder().write_units_per_second(i64::try_from(units)?).build();
        update = match index {
            None => update.warm_throughput(warm),
            Some(name) => {
                let index = UpdateGlobalSecondaryIndexAction::builder().index_name(name).warm_throughput(warm);
                let index = GlobalSecondaryIndexUpdate::builder().update(index.build()?).build();
                update.global_secondary_index_updates(index)
            }
        };
    }
    update.send().await?;
    Ok(())
}

//! The same designs on the embedded engine, with real puts.

use std::{error::Error, time::Duration};

use aws_sdk_dynamodb::{
    Client,
    config::retry::RetryConfig,
    types::{GlobalSecondaryIndexUpdate, UpdateGlobalSecondaryIndexAction, WarmThroughput},
};
use keywright::{Entity, ErrorKind, Table, entity::StoredIn};
use keywright_local::{Clock, Local, Partitions};
use serde::Serialize;

/// The puts of each design.
pub(crate) const PUTS: u32 = 2_000;

/// Puts a second, by the engine's clock.
pub(crate) const A_SECOND: u32 = 5_000;

/// Assumptions for a stretch as short as this: what a partition saves up in a second would hide what happens later.
pub(crate) fn partitions() -> Partitions {
    Partitions::default().bucket_depth(Duration::from_millis(50))
}

/// The share of the puts that the engine throttles, from 0 to 1.
pub(crate) async fn throttled_share<T, E>(warm: Option<u64>, item: impl Fn(u32) -> E) -> Result<f64, Box<dyn Error>>
where
    T: Table,
    E: Entity + StoredIn<T> + Serialize,
{
    let clock = Clock::manual();
    let local = Local::builder().partitions(partitions().clock(clock.clone())).start();
    // One attempt each: what is throttled is counted.
    let client = Client::from_conf(local.config().retry_config(RetryConfig::disabled()).build());
    let table = T::open(client.clone(), "ops");
    table.ensure_table().await?;
    if let Some(units) = warm {
        warm_up(&client, units).await?;
    }
    let mut throttled = 0;
    for number in 0..PUTS {
        clock.advance(Duration::from_secs(1) / A_SECOND);
        match table.put(&item(number)).await {
            Ok(_) => {}
            Err(error) if error.kind() == ErrorKind::Throttled => throttled += 1,
            Err(error) => return Err(error.into()),
        }
    }
    Ok(f64::from(throttled) / f64::from(PUTS))
}

/// Asks for warm throughput, as one would on AWS before the load begins.
async fn warm_up(client: &Client, units: u64) -> Result<(), Box<dyn Error>> {
    let units = i64::try_from(units)?;
    let warm = || WarmThroughput::builder().write_units_per_second(units).build();
    let index = UpdateGlobalSecondaryIndexAction::builder().index_name("GSI1").warm_throughput(warm()).build()?;
    let index = GlobalSecondaryIndexUpdate::builder().update(index).build();
    client
        .update_table()
        .table_name("ops")
        .warm_throughput(warm())
        .global_secondary_index_updates(index)
        .send()
        .await?;
    Ok(())
}

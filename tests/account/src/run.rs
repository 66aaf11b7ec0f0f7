//! The run: creates, uses and deletes the table.

use std::{
    collections::hash_map::RandomState,
    future::Future,
    hash::{BuildHasher, Hasher},
    panic::AssertUnwindSafe,
    pin::pin,
    time::Duration,
};

use aws_sdk_dynamodb::{
    Client, config,
    error::{DisplayErrorContext, ProvideErrorMetadata},
    types::Tag,
};
use futures_util::{
    FutureExt as _,
    future::{Either, select},
};
use keywright::{Handle, Table as _, client::Meter};
use tokio::time::{sleep, timeout};

use crate::{
    Settings,
    cost::{Cost, MARGIN, estimate},
    design::Account,
    guard::Guard,
    program::{Step, program},
};

/// The longest duration of a whole run.
const TIMEOUT: Duration = Duration::from_secs(15 * 60);

/// The number of attempts to delete the table, and the pause between them. A table that is being created refuses
/// deletion.
const DELETIONS: (u32, Duration) = (30, Duration::from_secs(2));

/// Returns a unique name: the prefix and 16 random digits.
pub fn table_name(settings: &Settings) -> String {
    format!("{}{:016x}", settings.prefix, RandomState::new().build_hasher().finish())
}

/// Runs the program on a table of its own, and deletes the table afterwards in any case. Passes each line of the report
/// to `tell`. Stops the program when `stop` completes.
///
/// # Errors
///
/// If the program fails or is stopped, if it costs too much, or if the table is not deleted.
pub async fn run(
    settings: &Settings,
    config: config::Builder,
    stop: impl Future<Output = ()>,
    tell: &mut (dyn FnMut(String) + Send),
) -> Result<(), String> {
    let cost = estimate(settings).await?;
    tell(format!("estimate: {cost}, by the prices of the environment; at most {:.6} dollars", cost.most()));
    cost.check(settings).map_err(|refusal| refusal.to_string())?;
    let table = table_name(settings);
    let client = Client::from_conf(config.interceptor(Guard::of(&*table)).build());
    tell(format!("table: {table}"));
    let created = create(&client, &table, settings).await;
    let done = match created {
        Err(error) => Err(error),
        Ok(()) => used(&client, &table, settings, cost, stop, tell).await,
    };
    let deleted = delete(&client, &table).await;
    match &deleted {
        Ok(()) => tell("the table is deleted".into()),
        Err(error) => tell(format!("the table {table} is NOT deleted, delete it: {error}")),
    }
    done.and(deleted)
}

async fn create(client: &Client, table: &str, settings: &Settings) -> Result<(), String> {
    let handle = Account::open(client.clone(), table);
    let request = handle.create_table().into_sdk().map_err(|error| error.to_string())?;
    let tag = |key: &str, value: &str| Tag::builder().key(key).value(value).build().map_err(|error| error.to_string());
    let request = request.tags(tag("created-by", "keywright-aws-tests")?).tags(tag("prefix", &settings.prefix)?);
    request.send().await.map_err(|error| format!("the table is not created: {}", DisplayErrorContext(error)))?;
    handle.ensure_table().await.map_err(|error| format!("the table does not become active: {error}"))
}

/// Runs the program, with limits on its time and cost. Returns a panic as an error.
async fn used(
    client: &Client,
    table: &str,
    settings: &Settings,
    estimate: Cost,
    stop: impl Future<Output = ()>,
    tell: &mut (dyn FnMut(String) + Send),
) -> Result<(), String> {
    let meter = Meter::new();
    let handle: Handle<Account> = Account::open(client.clone(), table).metered(&meter);
    let mut on_step = |step: Step| {
        let cost = Cost::of(&meter.consumed(), settings);
        tell(format!("ok: {step}; so far {cost}"));
        match cost.dollars > estimate.most().min(settings.max_dollars) {
            true => Err(format!("stopped: more than {MARGIN} times the units of the embedded engine, {cost}")),
            false => Ok(()),
        }
    };
    let work = AssertUnwindSafe(timeout(TIMEOUT, program(&handle, &mut on_step))).catch_unwind();
    let done = match select(pin!(work), pin!(stop)).await {
        Either::Left((Ok(Ok(done)), _)) => done,
        Either::Left((Ok(Err(_)), _)) => Err(format!("stopped: not done after {} seconds", TIMEOUT.as_secs())),
        Either::Left((Err(_), _)) => Err("the program panicked; its message is on standard error".into()),
        Either::Right(((), _)) => Err("stopped by the user".into()),
    };
    tell(format!("consumed: {}", Cost::of(&meter.consumed(), settings)));
    done
}

/// Deletes the table, if it exists. No other run has a table of this name.
async fn delete(client: &Client, table: &str) -> Result<(), String> {
    let (tries, pause) = DELETIONS;
    let mut last = String::new();
    for _ in 0..tries {
        match client.delete_table().table_name(table).send().await {
            Ok(_) => return Ok(()),
            Err(error) if error.code() == Some("ResourceNotFoundException") => return Ok(()),
            Err(error) => last = DisplayErrorContext(error).to_string(),
        }
        sleep(pause).await;
    }
    Err(last)
}

//! Describes a table, and waits until it is active.

use std::time::Duration;

use aws_sdk_dynamodb::{
    operation::describe_table::builders::DescribeTableFluentBuilder,
    types::{IndexStatus, TableDescription, TableStatus},
};

use crate::{
    Error, ErrorKind, Result,
    client::{Connection, transport::failure::sdk_error},
};

/// The time within which a table must become active.
pub(crate) const TIMEOUT: Duration = Duration::from_secs(300);

const FIRST_PAUSE: Duration = Duration::from_millis(100);
const LONGEST_PAUSE: Duration = Duration::from_secs(5);

/// Returns the SDK's DescribeTable request.
pub(crate) fn describing(handle: &Connection) -> DescribeTableFluentBuilder {
    handle.client().describe_table().table_name(handle.table_name())
}

/// Describes the table.
pub(crate) async fn describe(handle: &Connection) -> Result<TableDescription> {
    let sent = describing(handle).customize().config_override(handle.overrides().request()).send();
    let answer = sent.await.map_err(sdk_error)?;
    answer.table.ok_or_else(|| Error::new(ErrorKind::Service, "dynamodb described no table; repeat the call"))
}

/// Waits until the table and its indexes are active, up to 5 minutes.
pub(crate) async fn wait_until_active(handle: &Connection) -> Result<TableDescription> {
    let started = tokio::time::Instant::now();
    let mut pause = FIRST_PAUSE;
    loop {
        let state = match describe(handle).await {
            Ok(found) if is_active(&found) => return Ok(found),
            Ok(found) => {
                found.table_status().map_or("of unknown status".to_owned(), |status| status.as_str().to_owned())
            }
            // A new table may not be visible everywhere yet.
            Err(error) if error.kind() == ErrorKind::TableNotFound => "not there".to_owned(),
            Err(error) => return Err(error),
        };
        if started.elapsed() >= TIMEOUT {
            let message = format!(
                "the table is {state} after {} seconds and should be active; look at it on AWS and repeat the call",
                TIMEOUT.as_secs()
            );
            return Err(Error::new(ErrorKind::Service, message));
        }
        tokio::time::sleep(pause).await;
        pause = pause.saturating_mul(2).min(LONGEST_PAUSE);
    }
}

fn is_active(table: &TableDescription) -> bool {
    let indexes = table.global_secondary_indexes();
    table.table_status() == Some(&TableStatus::Active)
        && indexes.iter().all(|index| index.index_status().is_none_or(|status| *status == IndexStatus::Active))
}

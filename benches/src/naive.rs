//! Scatter-gather by hand on the SDK, as a competent engineer writes it: read `limit` items of all lanes at once, then
//! sort and truncate.

use aws_sdk_dynamodb::{
    Client,
    types::{AttributeValue, ReturnConsumedCapacity},
};
use chrono::{DateTime, SecondsFormat, Utc};
use futures_util::{StreamExt as _, TryStreamExt as _, stream};

use crate::{Result, call::Call};

/// The requests in flight, as many as in a query of the library.
pub const IN_FLIGHT: usize = 64;

/// Reads the newest calls before an instant. Returns them and the number of sequential requests.
///
/// # Errors
///
/// If a request fails, or an item does not decode.
pub async fn newest(
    client: &Client,
    table: &str,
    partitions: &[String],
    before: DateTime<Utc>,
    limit: usize,
) -> Result<(Vec<Call>, usize)> {
    let before = before.to_rfc3339_opts(SecondsFormat::Nanos, true);
    let lanes: Vec<(Vec<Call>, usize)> = stream::iter(partitions)
        .map(|partition| newest_of_lane(client, table, partition, &before, limit))
        .buffer_unordered(IN_FLIGHT)
        .try_collect()
        .await?;
    let rounds = lanes.iter().map(|(_, requests)| *requests).max().unwrap_or_default();
    let mut calls: Vec<Call> = lanes.into_iter().flat_map(|(calls, _)| calls).collect();
    calls.sort_unstable_by(|a, b| (b.at, &b.id).cmp(&(a.at, &a.id)));
    calls.truncate(limit);
    Ok((calls, rounds))
}

/// Reads the newest calls of one lane. Returns them and the number of requests: several if they do not fit into 1 MB.
async fn newest_of_lane(
    client: &Client,
    table: &str,
    partition: &str,
    before: &str,
    limit: usize,
) -> Result<(Vec<Call>, usize)> {
    let mut calls: Vec<Call> = Vec::with_capacity(limit);
    let mut start = None;
    let mut requests = 0;
    loop {
        let page = client
            .query()
            .table_name(table)
            .key_condition_expression("PK = :partition AND SK < :before")
            .expression_attribute_values(":partition", AttributeValue::S(partition.to_owned()))
            .expression_attribute_values(":before", AttributeValue::S(before.to_owned()))
            .scan_index_forward(false)
            .limit(i32::try_from(limit - calls.len())?)
            .set_exclusive_start_key(start)
            .return_consumed_capacity(ReturnConsumedCapacity::Total)
            .send()
            .await?;
        requests += 1;
        calls.extend(serde_dynamo::from_items::<_, Call>(page.items.unwrap_or_default())?);
        start = page.last_evaluated_key;
        if start.is_none() || calls.len() >= limit {
            return Ok((calls, requests));
        }
    }
}

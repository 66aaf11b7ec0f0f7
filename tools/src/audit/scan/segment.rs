//! Reads one segment of a scan.

use aws_sdk_dynamodb::{Client, error::DisplayErrorContext, types::ReturnConsumedCapacity};
use serde_json::{Map, Value};
use tokio::sync::{Mutex, mpsc::Sender};

use super::{ScanOptions, pace::Pace};
use crate::{
    audit::{input::InputError, item::StoredItem},
    sdk_item,
};

/// The items of one request.
pub(super) struct Page {
    pub(super) segment: usize,
    pub(super) items: Vec<StoredItem>,
    /// The key after which the segment continues, in DynamoDB's JSON. `None` at the end of the segment.
    pub(super) last: Option<Map<String, Value>>,
}

/// Sends the pages of a segment. Returns whether the receiver is still open.
pub(super) async fn read(
    client: &Client,
    options: &ScanOptions,
    segment: usize,
    mut start: Option<Map<String, Value>>,
    pace: &Mutex<Pace>,
    pages: &Sender<Result<Page, InputError>>,
) -> bool {
    loop {
        let page = request(client, options, segment, start.as_ref(), pace).await;
        start = page.as_ref().ok().and_then(|page| page.last.clone());
        let goes_on = page.is_ok();
        if pages.send(page).await.is_err() || !goes_on {
            return false;
        }
        if start.is_none() {
            return true;
        }
    }
}

async fn request(
    client: &Client,
    options: &ScanOptions,
    segment: usize,
    start: Option<&Map<String, Value>>,
    pace: &Mutex<Pace>,
) -> Result<Page, InputError> {
    let whole = |number: usize| i32::try_from(number).unwrap_or(i32::MAX);
    let invalid = || InputError("the checkpoint's key of a segment is not DynamoDB JSON; begin without it".to_owned());
    let key = start.map(|key| sdk_item::from_json(key).ok_or_else(invalid));
    let request = client
        .scan()
        .table_name(&options.table)
        .segment(whole(segment))
        .total_segments(whole(options.total()))
        .set_exclusive_start_key(key.transpose()?)
        .return_consumed_capacity(ReturnConsumedCapacity::Total);
    pace.lock().await.wait().await;
    let answer = request.send().await.map_err(|error| InputError(DisplayErrorContext(error).to_string()))?;
    pace.lock().await.count(answer.consumed_capacity().and_then(|used| used.capacity_units()).unwrap_or_default());
    let items = answer.items().iter().filter_map(|item| StoredItem::new(sdk_item::to_json(item)).ok()).collect();
    Ok(Page { segment, items, last: answer.last_evaluated_key().map(sdk_item::to_json) })
}

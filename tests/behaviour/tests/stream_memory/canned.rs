//! A table that takes no memory: each page is generated from its request.

use std::{
    fmt,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

use aws_sdk_dynamodb::{
    Client,
    config::{
        HttpClient, RuntimeComponents,
        http::{HttpRequest, HttpResponse},
    },
};
use aws_smithy_runtime_api::client::http::{
    HttpConnector, HttpConnectorFuture, HttpConnectorSettings, SharedHttpConnector,
};
use serde_json::Value;

/// Approximately the 1 MB of items at which DynamoDB ends a page.
const PAGE_BYTES: usize = 1 << 20;

/// Returns an item's sort key, which ends in `#` and its place in the lane, and its other attributes as DynamoDB's
/// JSON.
type MakeItem = dyn Fn(&str, u64) -> Option<(String, String)> + Send + Sync;

/// Answers queries of the table in ascending order, as DynamoDB does: up to the limit or 1 MB, after the start key.
#[derive(Clone)]
pub struct Canned {
    item: Arc<MakeItem>,
    requests: Arc<AtomicU64>,
}

impl Canned {
    /// Creates a table. `item` generates the item for a partition key and a place, or `None` after the last one.
    pub fn new(item: impl Fn(&str, u64) -> Option<(String, String)> + Send + Sync + 'static) -> Self {
        Self { item: Arc::new(item), requests: Arc::default() }
    }

    pub fn client(&self) -> Client {
        let config = keywright_local::Local::start().config().http_client(self.clone());
        Client::from_conf(config.build())
    }

    /// Returns how many requests were answered.
    pub fn requests(&self) -> u64 {
        self.requests.load(Ordering::Relaxed)
    }

    fn answer(&self, request: &Value) -> String {
        let lane = request["ExpressionAttributeValues"][":p"]["S"].as_str().unwrap();
        let limit = request["Limit"].as_u64().unwrap_or(u64::MAX);
        let place = |key: &Value| key["SK"]["S"].as_str().unwrap().rsplit('#').next().unwrap().parse::<u64>().unwrap();
        let start = request.get("ExclusiveStartKey").map_or(0, |key| place(key) + 1);
        let (mut items, mut count, mut last) = (String::new(), 0, None);
        while count < limit && items.len() < PAGE_BYTES {
            let Some((sort_key, attributes)) = (self.item)(lane, start + count) else {
                last = None;
                break;
            };
            let key = format!(r#""PK":{{"S":"{lane}"}},"SK":{{"S":"{sort_key}"}}"#);
            let comma = if count == 0 { "" } else { "," };
            items += &format!("{comma}{{{key},{attributes}}}");
            last = Some(key);
            count += 1;
        }
        let last = last.map(|key| format!(r#","LastEvaluatedKey":{{{key}}}"#)).unwrap_or_default();
        format!(r#"{{"Count":{count},"ScannedCount":{count},"Items":[{items}]{last}}}"#)
    }
}

impl HttpClient for Canned {
    fn http_connector(&self, _: &HttpConnectorSettings, _: &RuntimeComponents) -> SharedHttpConnector {
        SharedHttpConnector::new(self.clone())
    }
}

impl HttpConnector for Canned {
    fn call(&self, request: HttpRequest) -> HttpConnectorFuture {
        self.requests.fetch_add(1, Ordering::Relaxed);
        let request: Value = serde_json::from_slice(request.body().bytes().unwrap()).unwrap();
        let answer = self.answer(&request);
        HttpConnectorFuture::ready(Ok(HttpResponse::new(200.try_into().unwrap(), answer.into())))
    }
}

impl fmt::Debug for Canned {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Canned")
    }
}

//! Reads of the newest items over several lanes, on answers from memory.

use std::collections::HashMap;

use aws_sdk_dynamodb::Client;
use aws_smithy_types::body::SdkBody;
use chrono::{DateTime, TimeDelta, Utc};
use fastrand::Rng;
use keywright::{Handle, Table as _};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::runtime::Runtime;

use super::{
    answers::{Answers, client},
    bench::json_of,
    implementation::AnyImplementation,
    measure::{Measurement, measure},
    row::Row,
};
use crate::{
    Result,
    call::Call,
    data::{self, TABLE, calls_for},
    design::Design,
    naive, virtual_time,
};

/// The limit of each read.
const LIMIT: usize = 50;

/// Reads the newest calls of a design, by hand and by the library.
pub struct Lanes<D: Design> {
    runtime: Runtime,
    by_hand: ByHand,
    ours: Ours<D>,
}

struct ByHand {
    client: Client,
    partitions: Vec<String>,
    before: DateTime<Utc>,
}

struct Ours<D: Design> {
    table: Handle<D::Home>,
    before: DateTime<Utc>,
}

impl<D: Design + 'static> Lanes<D> {
    /// Creates enough calls that each lane has a full page.
    ///
    /// # Errors
    ///
    /// If the calls do not serialize.
    pub fn new() -> Result<Self> {
        let (mut rng, mut lanes) = (Rng::with_seed(1), HashMap::<String, Vec<Stored>>::new());
        let mut at = DateTime::UNIX_EPOCH + TimeDelta::days(20_000);
        for _ in 0..calls_for(D::LANES, LIMIT) {
            at += TimeDelta::nanoseconds(rng.i64(1..200_000_000));
            let stored = Stored::new(&D::from(data::call(&mut rng, at)))?;
            lanes.entry(stored.partition.clone()).or_default().push(stored);
        }
        lanes.values_mut().for_each(|lane| lane.reverse());
        let answers = Answers::default();
        answers.set_with("Query", move |request| page(&lanes, request));
        let (client, before) = (client(&answers), at + TimeDelta::days(1));
        Ok(Self {
            runtime: virtual_time::real_time()?,
            by_hand: ByHand { client: client.clone(), partitions: D::partitions(), before },
            ours: Ours { table: D::Home::open(client, TABLE), before },
        })
    }

    /// Measures the times and allocations of both implementations, in turn.
    ///
    /// # Errors
    ///
    /// If a request fails, or the answers differ.
    pub fn measure(&self, row: Row, rounds: usize) -> Result<Vec<Measurement>> {
        let all: [&dyn AnyImplementation<Call>; 2] = [&self.by_hand, &self.ours];
        let [by_hand, ours] = all.map(|implementation| implementation.answer(&self.runtime, row));
        if by_hand? != ours? {
            return Err(format!("{}: the answers differ", row.name()).into());
        }
        measure(&self.runtime, &all, row, rounds)
    }

    /// Reads several times by the implementation of this name.
    ///
    /// # Errors
    ///
    /// If a request fails, or the implementation does not exist.
    pub fn run(&self, name: &str, row: Row, calls: usize) -> Result<()> {
        let all: [&dyn AnyImplementation<Call>; 2] = [&self.by_hand, &self.ours];
        let found = all.into_iter().find(|implementation| implementation.name() == name);
        found.ok_or_else(|| format!("no implementation is called {name}"))?.run(&self.runtime, row, calls)
    }
}

impl AnyImplementation<Call> for ByHand {
    fn name(&self) -> &'static str {
        "by hand"
    }

    fn has(&self, _: Row) -> bool {
        true
    }

    fn answer(&self, runtime: &Runtime, _: Row) -> Result<Vec<Call>> {
        let newest = naive::newest(&self.client, TABLE, &self.partitions, self.before, LIMIT);
        Ok(runtime.block_on(newest)?.0)
    }
}

impl<D: Design> AnyImplementation<Call> for Ours<D> {
    fn name(&self) -> &'static str {
        "keywright"
    }

    fn has(&self, _: Row) -> bool {
        true
    }

    fn answer(&self, runtime: &Runtime, _: Row) -> Result<Vec<Call>> {
        let page = runtime.block_on(D::newest(&self.table, self.before, LIMIT))?;
        Ok(page.items.into_iter().map(Into::into).collect())
    }
}

/// An item in memory.
struct Stored {
    partition: String,
    sort: String,
    json: Value,
}

impl Stored {
    fn new<D: Design>(call: &D) -> Result<Self> {
        let item = call.to_item()?;
        let text = |name: &str| item.get(name).and_then(|value| value.as_s().ok()).cloned().unwrap_or_default();
        Ok(Self { partition: text("PK"), sort: text("SK"), json: json_of(&item) })
    }
}

/// The part of a query that the answer depends on. All items are in its range.
#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct LaneQuery {
    expression_attribute_values: HashMap<String, Text>,
    exclusive_start_key: Option<HashMap<String, Text>>,
    limit: usize,
}

#[derive(Deserialize)]
struct Text {
    #[serde(rename = "S")]
    text: String,
}

/// Returns a page of one lane, newest first.
fn page(lanes: &HashMap<String, Vec<Stored>>, request: &[u8]) -> Option<SdkBody> {
    let query: LaneQuery = serde_json::from_slice(request).ok()?;
    let lane = query.expression_attribute_values.values().find_map(|value| lanes.get(&value.text))?;
    let start = query.exclusive_start_key.and_then(|key| key.get("SK").map(|sort| sort.text.clone()));
    let from = start.and_then(|start| lane.iter().position(|stored| stored.sort == start)).map_or(0, |at| at + 1);
    let rest = lane.get(from..)?;
    let items = rest.get(..query.limit.min(rest.len()))?;
    let mut page = json!({
        "Items": items.iter().map(|stored| &stored.json).collect::<Vec<_>>(),
        "Count": items.len(),
        "ScannedCount": items.len(),
        "ConsumedCapacity": { "TableName": TABLE, "CapacityUnits": 1.0 },
    });
    if let Some(last) = items.last().filter(|_| items.len() < rest.len()) {
        let key = json!({ "PK": { "S": last.partition }, "SK": { "S": last.sort } });
        page.as_object_mut()?.insert("LastEvaluatedKey".to_owned(), key);
    }
    Some(SdkBody::from(page.to_string()))
}

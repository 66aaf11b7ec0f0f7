//! Measures the requests and capacity units of calls.

mod capacity;
mod counting;
pub(crate) mod tally;

use std::{collections::BTreeMap, sync::Arc};

pub(crate) use counting::{counted, counted_only};
pub(crate) use tally::Tally;

/// Adds up the requests of calls, and the capacity that DynamoDB reports for them.
///
/// Clones share one total. Use [`Handle::metered`](crate::client::Handle::metered) to choose the calls to measure.
///
/// ```no_run
/// # use keywright::{Entity, Handle, Table, client::Meter};
/// # use serde::{Deserialize, Serialize};
/// # #[derive(Table)]
/// # struct Shop;
/// # #[derive(Entity, Serialize, Deserialize)]
/// # #[entity(table = Shop)]
/// # #[pk(template = "CUSTOMER#<customer>")]
/// # #[sk(template = "ORDER#<id>")]
/// # struct Order { customer: String, id: u32 }
/// # async fn example(shop: Handle<Shop>, order: Order) -> keywright::Result<()> {
/// let meter = Meter::new();
/// shop.metered(&meter).put(&order).await?;
/// let consumed = meter.consumed();
/// println!("{} WCU in {} request(s)", consumed.write_units(), consumed.requests);
/// # Ok(()) }
/// ```
///
/// # What DynamoDB does not report
///
/// Every request that is sent is counted, whatever its result. Units come from the answer, so they are missing if there
/// is no answer or it has no units: a failed condition consumes write units, a cancelled transaction may, and so does a
/// request whose answer is lost or not awaited, such as the slower copy of a hedged read. Throttled requests consume
/// nothing.
#[derive(Debug, Clone, Default)]
pub struct Meter(pub(crate) Arc<Tally>);

impl Meter {
    /// Makes a meter with a total of zero.
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the total so far.
    pub fn consumed(&self) -> Consumed {
        self.0.consumed()
    }
}

/// The requests and capacity units of calls, as a [`Meter`] counts them.
#[derive(Debug, Clone, PartialEq, Default)]
#[non_exhaustive]
pub struct Consumed {
    /// The requests that were sent, including retries and second copies.
    pub requests: u64,
    /// The units of the table, without its indexes.
    pub table: Units,
    /// The units of each index by its name, including local secondary indexes.
    pub indexes: BTreeMap<String, Units>,
}

impl Consumed {
    /// Returns the read capacity units (RCU) of the table and all indexes.
    pub fn read_units(&self) -> f64 {
        self.all().map(|units| units.read).sum()
    }

    /// Returns the write capacity units (WCU) of the table and all indexes.
    pub fn write_units(&self) -> f64 {
        self.all().map(|units| units.write).sum()
    }

    fn all(&self) -> impl Iterator<Item = &Units> {
        std::iter::once(&self.table).chain(self.indexes.values())
    }
}

/// Capacity units, as DynamoDB reports them.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
#[non_exhaustive]
pub struct Units {
    /// Read capacity units (RCU).
    pub read: f64,
    /// Write capacity units (WCU).
    pub write: f64,
}

//! What calls took.

mod capacity;
mod counting;
pub(crate) mod tally;

use std::{collections::BTreeMap, sync::Arc};

pub(crate) use counting::{counted, counted_only};
pub(crate) use tally::Tally;

/// Adds up what calls take: the requests, and the capacity that DynamoDB reports for them.
///
/// Cloning gives another hand on the same sum. It is bound to calls by
/// [`Handle::metered`](crate::client::Handle::metered).
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
/// # What DynamoDB does not tell
///
/// Every request is counted that is sent, whatever becomes of it. Units are those of its answer, so that they are
/// missing where there is none or it tells nothing: a condition that fails consumes write units, a transaction that is
/// cancelled may, and so does a request whose answer is lost or not waited for, such as the slower copy of a hedged
/// read. What is throttled consumes nothing.
#[derive(Debug, Clone, Default)]
pub struct Meter(pub(crate) Arc<Tally>);

impl Meter {
    /// A meter that has counted nothing.
    pub fn new() -> Self {
        Self::default()
    }

    /// What has been counted so far.
    pub fn consumed(&self) -> Consumed {
        self.0.consumed()
    }
}

/// What calls took, as a [`Meter`] counts it.
#[derive(Debug, Clone, PartialEq, Default)]
#[non_exhaustive]
pub struct Consumed {
    /// The requests that were sent, repetitions and second copies among them.
    pub requests: u64,
    /// The units of the table, without its indexes.
    pub table: Units,
    /// The units of each index, local ones among them, by its name.
    pub indexes: BTreeMap<String, Units>,
}

impl Consumed {
    /// The read capacity units (RCU) of the table and all indexes.
    pub fn read_units(&self) -> f64 {
        self.all().map(|units| units.read).sum()
    }

    /// The write capacity units (WCU) of the table and all indexes.
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

//! Plans what the generated templates request for the table and for each global index.

use keywright::{
    load::{peak_units, warm_throughput},
    schema::{EntitySchema, TableSchema},
};
use serde::Serialize;

/// The warm throughput of the table or of one index, for the peaks of all entities that write it.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct PlacePlan {
    /// The index, or `None` for the table.
    pub index: Option<&'static str>,
    /// Write units per second that the generated templates request; `None` if a new on-demand table or index serves the
    /// declared peaks.
    pub warm_wcu: Option<u64>,
    /// Read units per second that the generated templates request; `None` as for writes.
    pub warm_rcu: Option<u64>,
    /// Write units per second that the account may use on it.
    ///
    /// AWS: [Quotas](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/ServiceQuotas.html).
    pub quota: u64,
    /// Whether AWS has to raise that quota before the table can be created.
    pub exceeds_quota: bool,
    /// Write units per second of warm throughput that would serve the launch of the table at its declared peaks, if
    /// those requested do not: keys that share a partition then throttle for minutes, until DynamoDB splits it. 10
    /// million may not suffice either. `None` if the templates request enough.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub launch_wcu: Option<u64>,
    /// Read units per second that the account may use on it.
    pub read_quota: u64,
    /// Whether the declared reads exceed that quota. The generated templates then request all of it.
    pub exceeds_read_quota: bool,
}

pub(crate) fn places(table: &TableSchema, entities: &[&EntitySchema]) -> Vec<PlacePlan> {
    let names = std::iter::once(None).chain(table.indexes.iter().map(|index| Some(index.name)));
    let place = |index| {
        let warm = warm_throughput(entities, index);
        PlacePlan {
            index,
            warm_wcu: warm.write_units,
            warm_rcu: warm.read_units,
            quota: table.quota,
            launch_wcu: warm.launch_write_units,
            exceeds_quota: warm.write_units.is_some_and(|units| units > table.quota),
            read_quota: table.read_quota,
            exceeds_read_quota: peak_units(entities, index).read_units > table.read_quota as f64,
        }
    };
    names.map(place).collect()
}

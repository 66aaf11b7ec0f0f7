//! Names the targets and metrics of Application Auto Scaling.

use keywright::throttling::Throughput;

use super::Place;

/// Returns the word with which AWS's names begin.
pub(crate) fn kind(throughput: Throughput) -> &'static str {
    match throughput {
        Throughput::Read => "Read",
        Throughput::Write => "Write",
    }
}

pub(crate) fn dimension(place: &Place, throughput: Throughput) -> String {
    let of = if place.index.is_some() { "index" } else { "table" };
    format!("dynamodb:{of}:{}CapacityUnits", kind(throughput))
}

/// Returns the predefined metric that a policy tracks.
pub(crate) fn metric(throughput: Throughput) -> String {
    format!("DynamoDB{}CapacityUtilization", kind(throughput))
}

/// Returns the resource to scale, given the name of the table.
pub(crate) fn resource(place: &Place, table: &str) -> String {
    match &place.index {
        None => format!("table/{table}"),
        Some(index) => format!("table/{table}/index/{index}"),
    }
}

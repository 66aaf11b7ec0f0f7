//! How Application Auto Scaling names what it scales.

use keywright::throttling::Throughput;

use super::Place;

/// As AWS's names begin with it.
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

/// The predefined metric that a policy tracks.
pub(crate) fn metric(throughput: Throughput) -> String {
    format!("DynamoDB{}CapacityUtilization", kind(throughput))
}

/// What is scaled, of a table with this name.
pub(crate) fn resource(place: &Place, table: &str) -> String {
    match &place.index {
        None => format!("table/{table}"),
        Some(index) => format!("table/{table}/index/{index}"),
    }
}

//! The warm throughput that the generated CloudFormation template requests.

use keywright::{Schema, Table, load};

/// Returns the warm write units per second of the table (`None`) and each index. The units are `None` if those of a new
/// on-demand table are enough.
pub(crate) fn warm_write_units<S: Schema>() -> Vec<(Option<&'static str>, Option<u64>)> {
    let indexes = <S::Table as Table>::SCHEMA.indexes.iter().map(|index| Some(index.name));
    let places = std::iter::once(None).chain(indexes);
    places.map(|index| (index, load::warm_throughput(S::ENTITIES, index).write_units)).collect()
}

/// Formats the `WarmThroughput` of the table and each index as one line.
pub(crate) fn describe<S: Schema>() -> String {
    let place = |(index, units): (Option<&str>, Option<u64>)| {
        let units = units.map_or_else(|| "none".to_owned(), |units| format!("WriteUnitsPerSecond {units}"));
        format!("{}: {units}", index.unwrap_or("table"))
    };
    warm_write_units::<S>().into_iter().map(place).collect::<Vec<_>>().join(", ")
}

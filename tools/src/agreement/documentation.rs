//! What the documentation's table says.

use keywright::load::Risk;

use super::Key;
use crate::{access_patterns::access_patterns_of, peak::WritePeak};

pub(super) fn agrees(key: &Key<'_>) {
    let (entity, place) = (key.entity, key.place);
    let patterns = access_patterns_of(entity.table, &[entity], "table");
    let write = &patterns.entities[0].writes[place];
    assert_eq!(write.risk, entity.risk(place));
    assert_eq!(write.peak, WritePeak::of(entity, place));

    let spread = entity.spread(place).unwrap();
    assert_eq!(write.cardinality.contains("many"), spread.values.is_none(), "{}", write.cardinality);
    if let Some(values) = spread.values {
        let keys = (values * spread.shards).to_string();
        assert_eq!(write.cardinality.split(' ').next(), Some(keys.as_str()));
    }
    if let Some(span) = spread.roll_over.filter(|_| key.has_roll_over()) {
        assert!(write.cardinality.contains(&format!(" a {}", span.noun())), "{}", write.cardinality);
    }

    let page = patterns.to_markdown();
    let row = page.lines().find(|line| line.starts_with(&format!("| Item | {} | ", write.index.unwrap_or("table"))));
    let row = row.unwrap_or_else(|| panic!("no row in {page}"));
    assert!(row.ends_with(&format!("| {} |", write.risk)), "{row}");
    assert_eq!(row.contains("| none |"), matches!(key.risk(), Risk::None), "{row}");
    assert!(row.contains(&write.peak.as_ref().map_or("not declared".to_owned(), WritePeak::to_string)), "{row}");
    if is_unknown_and_heavy(key) {
        assert_ne!(write.risk, Risk::None, "{:?}", key.case);
    }
}

/// More writes than one value of a key carries, if nobody says how frequent that is.
fn is_unknown_and_heavy(key: &Key<'_>) -> bool {
    let (Some(demand), Some(spread)) = (key.entity.demand(key.place), key.entity.spread(key.place)) else {
        return false;
    };
    let is_unknown = spread.values.is_none() && (spread.roll_over.is_none() || key.has_roll_over());
    is_unknown && demand.overload_probability.is_none() && demand.units_per_second > 1_000 * spread.shards
}

//! Compares the documentation of the table.

use keywright::load::Risk;

use super::Key;
use crate::{
    access_patterns::{Write, access_patterns_of},
    peak::WritePeak,
    plan::{RollOverPlan, plan_of},
};

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
    let cardinality = (write.cardinality != "many").then(|| write.cardinality.clone());
    let peak = write.peak.as_ref().map(|peak| peak.to_string());
    let risk = (key.risk() != Risk::None).then(|| "see Risks".to_owned());
    let load: Vec<_> = [cardinality, peak, risk].into_iter().flatten().collect();
    // The column of loads is omitted if no key has one.
    assert!(load.is_empty() || row.ends_with(&format!("| {} |", load.join("; "))), "{row}");
    let risks = page.split("\n## ").find(|section| section.starts_with("Risks")).unwrap();
    assert_eq!(risks.contains(&format!(": {}\n", write.risk)), key.risk() != Risk::None, "{risks}");
    let html = patterns.to_html();
    assert_eq!(html.contains("None that the schema can show"), patterns.entities[0].writes.iter().all(is_without_risk));

    let capacity = patterns.capacity.iter().find(|of| of.throughput.index == entity.keys[place].index).unwrap();
    let demand = entity.demand(place).map_or(0, |demand| demand.units_per_second);
    assert_eq!(capacity.peak_wcu, demand.saturating_add(key.sentinel_units_per_second()), "{:?}", key.case);
    if let Some(trade) = &write.trade {
        let own = trade.reads.iter().find(|read| read.lanes == trade.shards).unwrap();
        let planned = plan_of(entity.table, &[entity]).keys;
        let planned = planned.iter().find(|planned| planned.name.index == write.index).unwrap();
        assert_eq!((own.rcu, own.items_per_lane), (planned.read.rcu, planned.read.items_per_lane));
        let pairs = |of: &Option<RollOverPlan>| -> Vec<_> {
            let pairs = of.iter().flat_map(|of| of.pairs.iter());
            pairs.map(|pair| (pair.shards, pair.warm_wcu)).collect()
        };
        assert_eq!(pairs(&trade.roll_over), pairs(&planned.roll_over));
    }
    if is_heavy_without_frequency(key) {
        assert_ne!(write.risk, Risk::None, "{:?}", key.case);
    }
}

fn is_without_risk(write: &Write) -> bool {
    write.risk == Risk::None
}

/// Whether there are more writes than one value of a key can serve, without a declared frequency of values, or a share
/// of the table's key that no value of the index exceeds.
fn is_heavy_without_frequency(key: &Key<'_>) -> bool {
    let (Some(demand), Some(spread)) = (key.entity.demand(key.place), key.entity.spread(key.place)) else {
        return false;
    };
    let is_unknown = spread.values.is_none() && (spread.roll_over.is_none() || key.has_roll_over());
    let of_table = key.entity.peak.and_then(|peak| peak.top_share).unwrap_or(1.0);
    let most = if key.determines_table_key() { demand.units_of_one_value as f64 * of_table } else { f64::INFINITY };
    if most < 1_000.0 * spread.shards as f64 {
        return false;
    }
    is_unknown && demand.overload_probability.is_none() && demand.units_of_one_value > 1_000 * spread.shards
}

//! Compares the cost of a peak: the sum over the kinds of writes, each priced as one call.

use keywright::{physics::write_cost::WriteCall, schema::Peak};

use super::Key;

pub(super) fn agrees(key: &Key<'_>) {
    let (entity, place) = (key.entity, key.place);
    let Some(peak) = entity.keys[place].peak.or(entity.peak) else {
        assert!(entity.demand(place).is_none());
        return;
    };
    let demand = entity.demand(place).unwrap();
    assert_eq!(demand.rates, [peak.creates, peak.updates, peak.deletes]);
    assert_eq!(demand.writes_per_second, demand.rates.iter().sum::<u64>());
    let sum: f64 = demand.by_kind.iter().sum();
    let missing = demand.units_per_second as f64 - sum;
    assert!((-1e-6..1.0).contains(&missing), "{sum} are {} WCU/s: {:?}", demand.units_per_second, key.case);
    if key.case.has_local_index {
        return;
    }
    let priced = if place == 0 { in_table(key, &peak) } else { in_index(key, &peak) };
    for (ours, theirs) in demand.by_kind.into_iter().zip(priced) {
        assert!((ours - theirs).abs() <= 1e-9 * theirs, "{ours}, priced {theirs}: {:?}", key.case);
    }
}

/// Returns the units of each kind of call at its declared rate. In a transaction, the table costs twice as much.
fn in_table(key: &Key<'_>, peak: &Peak) -> [f64; 3] {
    [(WriteCall::Put, peak.creates), (WriteCall::Update, peak.updates), (WriteCall::Delete, peak.deletes)].map(
        |(call, rate)| {
            let cost = key.entity.write_cost(call).unwrap();
            let twice = if cost.is_transaction { 1.0 } else { 1.0 + peak.in_transactions };
            rate as f64 * cost.item_units as f64 * twice
        },
    )
}

/// Returns the units of each kind of call in the index. The entity has no other index.
fn in_index(key: &Key<'_>, peak: &Peak) -> [f64; 3] {
    let put = key.entity.write_cost(WriteCall::Put).unwrap();
    let update = key.entity.write_cost(WriteCall::Update).unwrap();
    let one = put.most_index_units as f64;
    let can_move = update.most_index_units > put.most_index_units;
    let moves = if can_move { peak.moves.unwrap_or(1.0) } else { 0.0 };
    let stays = if update.least_index_units == 0 { 0.0 } else { one };
    let updated = moves * 2.0 * one + (1.0 - moves) * stays;
    [peak.creates as f64 * one, peak.updates as f64 * updated, peak.deletes as f64 * one]
}

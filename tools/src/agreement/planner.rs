//! Compares the output of `plan`.

use keywright::load::Risk;

use super::{Key, compiler::Verdict};
use crate::plan::{plan_of, report};

pub(super) fn agrees(key: &Key<'_>) {
    let (entity, place) = (key.entity, key.place);
    let plan = plan_of(entity.table, &[entity]);
    let index = entity.keys[place].index;
    let Some(planned) = plan.keys.iter().find(|planned| planned.name.index == index) else {
        assert!(entity.demand(place).is_none());
        assert!(plan.undeclared.iter().any(|name| name.index == index));
        return;
    };
    let (demand, spread) = (entity.demand(place).unwrap(), entity.spread(place).unwrap());
    assert_eq!((planned.peak.wcu, planned.shards_needed), (demand.units_per_second, demand.shards));
    assert_eq!((planned.values, planned.shards), (spread.values, spread.shards));
    assert_eq!(planned.overload_probability, demand.overload_probability);
    assert_eq!(planned.risk, entity.risk(place));

    let text = report(&plan);
    if planned.risk != Risk::None {
        assert!(text.contains(&planned.risk.to_string()), "{text}");
    }
    let Some(roll_over) = &planned.roll_over else { return };
    assert!(key.has_roll_over());
    let design: Vec<_> = roll_over.pairs.iter().filter(|pair| pair.is_design).collect();
    assert_eq!(design.len(), 1);
    assert_eq!((design[0].shards, design[0].warm_wcu), (spread.shards, demand.warm_units));
    for pair in entity.pairs(place).into_iter().flatten().filter(|pair| pair.shards != spread.shards) {
        let shown = roll_over.pairs.iter().find(|shown| shown.shards == pair.shards).unwrap();
        assert_eq!(shown.warm_wcu, Some(pair.warm_write_units()));
    }
    // A design that may throttle at a roll-over is not silent.
    if Verdict::of(key).is_silent() && matches!(key.risk(), Risk::None) {
        assert!(!design[0].exceeds_quota, "{text}{:?}", key.case);
    }
}

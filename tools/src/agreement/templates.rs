//! Compares the warm throughput in the generated templates.

use keywright::{load::Risk, physics::limits::NEW_TABLE_WRITE_UNITS, schema::EntitySchema};
use serde_json::Value;

use super::{Case, compiler::Verdict, keys};
use crate::{infrastructure::Infrastructure, plan::plan_of};

pub(super) fn agree(case: &Case, entity: &'static EntitySchema) {
    let plan = plan_of(entity.table, &[entity]);
    let template = Infrastructure::safe(entity.table, &[entity], "table").create_table();
    for place in &plan.places {
        assert_eq!(warm(&template, place.index), place.warm_wcu, "{case:?}");
        assert_eq!(place.exceeds_quota, place.warm_wcu.is_some_and(|units| units > case.quota));
    }
    for key in keys(case, entity) {
        let Some(demand) = entity.demand(key.place) else { continue };
        let asked = warm(&template, entity.keys[key.place].index).unwrap_or(NEW_TABLE_WRITE_UNITS);
        assert!(asked >= demand.units_per_second.min(10_000_000), "{asked} for {demand:?}: {case:?}");
        if !Verdict::of(&key).is_silent() || key.risk() != Risk::None {
            continue;
        }
        assert!(!key.has_roll_over() || Some(asked) >= demand.warm_units, "{asked} for {demand:?}: {case:?}");
        assert!(asked <= case.quota.max(NEW_TABLE_WRITE_UNITS), "{asked} for {demand:?}: {case:?}");
    }
}

/// Returns the write units that the input of CreateTable requests.
fn warm(template: &Value, index: Option<&str>) -> Option<u64> {
    let of = match index {
        None => template,
        Some(name) => template["GlobalSecondaryIndexes"].as_array()?.iter().find(|index| index["IndexName"] == name)?,
    };
    of["WarmThroughput"]["WriteUnitsPerSecond"].as_u64()
}

//! Plans the capacity of each key for the declared peaks: write units by kind of write, shards, reads, and the warm
//! throughput for a roll-over of its time bucket. It also gives the [month](crate::bill) at the declared means.
//!
//! Every number comes from [`keywright::load`], like those of the compiler, the documentation and the generated
//! templates.

mod key;
mod page_cost;
mod place;
mod roll_over;
mod text;

use keywright::{
    Schema, Table,
    schema::{EntitySchema, TableSchema},
};
use serde::Serialize;

use crate::{
    bill::{Loads, Month, month},
    infrastructure::Settings,
    prices::Prices,
};

pub use key::{KeyName, KeyPlan};
pub use page_cost::PageCost;
pub use place::PlacePlan;
pub(crate) use place::places;
#[cfg(any(feature = "simulate", test))]
pub(crate) use roll_over::has_roll_over;
pub(crate) use roll_over::roll_over;
pub use roll_over::{PairPlan, RollOverPlan};

/// The plan of a schema, from which the text and the JSON are rendered.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct CapacityPlan {
    /// The schema's name.
    pub schema: &'static str,
    /// The keys whose peak is declared.
    pub keys: Vec<KeyPlan>,
    /// The keys without a declared peak, for which there is no plan.
    pub undeclared: Vec<KeyName>,
    /// The warm throughput of the table, then of each global index.
    pub places: Vec<PlacePlan>,
    /// A month at the declared means.
    pub month: Month,
    /// The prices, if they were given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prices: Option<Prices>,
}

/// Plans every key of a schema.
pub fn plan<S: Schema>() -> CapacityPlan {
    plan_of(&<S::Table as Table>::SCHEMA, S::ENTITIES)
}

/// Plans every key of a schema, and the month with these prices and the replicas of these settings.
pub fn priced<S: Schema>(prices: Option<Prices>, settings: &Settings) -> CapacityPlan {
    let mut plan = plan::<S>();
    let loads = Loads::of(&<S::Table as Table>::SCHEMA, S::ENTITIES);
    plan.month = month(&loads, prices.as_ref(), settings);
    plan.prices = prices;
    plan
}

/// Plans the keys of a table's entities.
pub(crate) fn plan_of(table: &TableSchema, entities: &[&'static EntitySchema]) -> CapacityPlan {
    let mut plan = CapacityPlan {
        schema: table.name,
        keys: Vec::new(),
        undeclared: Vec::new(),
        places: places(table, entities),
        month: month(&Loads::of(table, entities), None, &Settings::default()),
        prices: None,
    };
    for entity in entities {
        // The entries of a local index share the table's keys, whose load includes them.
        for (place, key) in entity.every_key().enumerate().filter(|(_, key)| !key.local) {
            match key::key_plan(entity, place, key, entities) {
                Some(planned) => plan.keys.push(planned),
                None => plan.undeclared.push(KeyName::of(entity, place, key)),
            }
        }
    }
    plan
}

/// Returns the plan as text for a terminal.
pub fn text<S: Schema>() -> String {
    text::report(&plan::<S>())
}

pub(crate) use text::report;

/// Returns the plan as JSON.
pub fn json<S: Schema>() -> serde_json::Value {
    serde_json::json!(plan::<S>())
}

#[cfg(test)]
mod tests;

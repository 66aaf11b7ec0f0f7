//! Tests that the compiler, the planner, the documentation and the templates agree about each key of random schemas.
//!
//! Each file compares one of them with [`EntitySchema::risk`], [`EntitySchema::demand`] and [`EntitySchema::pairs`].

mod compiler;
mod demand;
mod documentation;
mod planner;
mod quota;
mod reads;
mod remedies;
mod schemas;
mod simulator;
mod templates;

use std::{collections::HashSet, mem};

use keywright::{
    load::Risk,
    physics::write_cost::WriteCall,
    schema::{EntitySchema, Form, TimeForm},
};
use proptest::{prelude::*, strategy::ValueTree, test_runner::TestRunner};
use schemas::{AT, Case, ON, cases};

use crate::plan::has_roll_over;

/// One key of an entity.
#[derive(Clone, Copy)]
struct Key<'a> {
    case: &'a Case,
    entity: &'static EntitySchema,
    place: usize,
}

impl Key<'_> {
    fn risk(&self) -> Risk {
        self.entity.risk(self.place)
    }

    /// Returns the write units per second of the sentinels of unique fields, which are in the table under their own
    /// keys.
    fn sentinel_units_per_second(&self) -> u64 {
        let (Some(cost), Some(demand)) = (self.entity.write_cost(WriteCall::Put), self.entity.demand(0)) else {
            return 0;
        };
        let [creates, _, deletes] = demand.rates;
        if self.place == 0 { (creates + deletes) * (cost.table_units - cost.item_units) } else { 0 }
    }

    /// Whether this is an index without a peak of its own whose key contains all fields of the table's. A time of a
    /// second or longer is one value at one moment, beside other fields.
    fn determines_table_key(&self) -> bool {
        let (table, own) = (&self.case.table, self.case.key(self.place));
        let contains = |part| own.varying.contains(&part);
        let is_equal = |(field, form): &(u8, Form)| {
            *field == ON || *field == AT && !matches!(form, Form::Default | Form::Time(TimeForm::EpochMillis))
        };
        let only_times = table.varying.iter().all(is_equal);
        let mut differing = table.varying.iter().filter(|part| only_times || !is_equal(part)).copied();
        self.place > 0 && own.peak.is_none() && differing.all(contains)
    }

    /// Whether the key changes with time: by a bucket, a date or a second.
    fn has_roll_over(&self) -> bool {
        has_roll_over(self.entity, self.place)
    }
}

/// Returns the keys that have their own partitions. The entries of a local index share the table's.
fn keys<'a>(case: &'a Case, entity: &'static EntitySchema) -> impl Iterator<Item = Key<'a>> {
    (0..entity.keys.len()).filter(|place| !entity.keys[*place].local).map(move |place| Key { case, entity, place })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn compiler_planner_and_templates_agree(case in cases()) {
        agree(&case);
    }
}

fn agree(case: &Case) {
    let entity = case.build();
    for key in keys(case, entity) {
        compiler::agrees(&key);
        demand::agrees(&key);
        planner::agrees(&key);
        documentation::agrees(&key);
        reads::agrees(&key);
        remedies::agree(&key);
    }
    templates::agree(case, entity);
}

/// There are two groups of keys, for which one partition more or less is a matter of rounding.
#[test]
fn edge_cases_agree() {
    agree(&Case::borderline_case());
}

/// The peak is above the quota, and its most frequent value needs more shards than an even division of the peak would.
#[test]
fn they_agree_on_a_frequent_value() {
    agree(&Case::frequent_value_case());
}

/// The cases cover nearly every risk, with and without a roll-over.
#[test]
fn generated_cases_cover_nearly_every_risk() {
    let mut runner = TestRunner::deterministic();
    let mut drawn = HashSet::new();
    for _ in 0..400 {
        let case = cases().new_tree(&mut runner).unwrap().current();
        let entity = case.build();
        drawn.extend(keys(&case, entity).map(|key| (mem::discriminant(&key.risk()), key.has_roll_over())));
    }
    assert!(drawn.len() >= 15, "{drawn:?}");
}

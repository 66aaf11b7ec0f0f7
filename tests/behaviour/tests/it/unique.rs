//! Unique fields: each value of an item has one sentinel, and there are no others.

mod changes;
mod conflicts;
mod creates;
mod design;
mod documented;
mod errors;
mod expired;
mod in_sweeps;
mod in_transactions;
mod in_updates;
mod lost_answers;
mod monitored;
mod moves;
mod older_items;
mod optional_values;
mod orphans;
mod ownership;
mod races;
mod read_before;
mod read_before_races;
mod secrets;
mod tables;
mod with_conditions;
mod with_ttl;
mod with_version;

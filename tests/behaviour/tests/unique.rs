//! Unique fields: one sentinel for each value that an item has, and no other.

#[path = "unique/bad_input.rs"]
mod bad_input;
#[path = "unique/changes.rs"]
mod changes;
#[path = "unique/conflicts.rs"]
mod conflicts;
#[path = "unique/creates.rs"]
mod creates;
#[path = "unique/design.rs"]
mod design;
#[path = "unique/documented.rs"]
mod documented;
#[path = "unique/expired.rs"]
mod expired;
#[path = "unique/in_sweeps.rs"]
mod in_sweeps;
#[path = "unique/in_transactions.rs"]
mod in_transactions;
#[path = "unique/in_updates.rs"]
mod in_updates;
#[path = "unique/lost_answers.rs"]
mod lost_answers;
#[path = "unique/monitored.rs"]
mod monitored;
#[path = "unique/moves.rs"]
mod moves;
#[path = "unique/older_items.rs"]
mod older_items;
#[path = "unique/orphans.rs"]
mod orphans;
#[path = "unique/ownership.rs"]
mod ownership;
#[path = "unique/races.rs"]
mod races;
#[path = "unique/read_before.rs"]
mod read_before;
#[path = "unique/read_before_races.rs"]
mod read_before_races;
#[path = "unique/secrets.rs"]
mod secrets;
#[path = "unique/tables.rs"]
mod tables;
#[path = "unique/with_conditions.rs"]
mod with_conditions;
#[path = "unique/with_ttl.rs"]
mod with_ttl;
#[path = "unique/with_version.rs"]
mod with_version;
#[path = "unique/within_none.rs"]
mod within_none;

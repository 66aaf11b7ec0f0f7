//! Transactions over several entities, of writes and of reads, on the embedded engine.

#[path = "transactions/actions.rs"]
mod actions;
#[path = "transactions/answers.rs"]
mod answers;
#[path = "transactions/conditions.rs"]
mod conditions;
#[path = "transactions/design.rs"]
mod design;
#[path = "transactions/increments.rs"]
mod increments;
#[path = "transactions/limits.rs"]
mod limits;
#[path = "transactions/money.rs"]
mod money;
#[path = "transactions/monitored.rs"]
mod monitored;
#[path = "transactions/older_keys.rs"]
mod older_keys;
#[path = "transactions/reads.rs"]
mod reads;
#[path = "transactions/reasons.rs"]
mod reasons;
#[path = "transactions/repetitions.rs"]
mod repetitions;
#[path = "transactions/tokens.rs"]
mod tokens;
#[path = "transactions/updates.rs"]
mod updates;

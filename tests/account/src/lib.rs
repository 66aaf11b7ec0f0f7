//! Runs every operation against one table of an account. `tests/aws` runs it on AWS.
//!
//! [`Settings`] come from environment variables, and nothing is sent without them. [`estimate`](cost::estimate) first
//! runs the [program] on the embedded engine to find out its cost. The [`Guard`](guard::Guard) refuses every request
//! that is not for this run's table. [`run`](run::run) creates the table, runs the program and deletes the table, even
//! if the program fails.

pub mod cost;
pub mod design;
pub mod guard;
pub mod program;
pub mod run;
pub mod settings;

pub use settings::Settings;

//! A run of every operation against one table of an account: `tests/aws` sends it to AWS.
//!
//! [`Settings`] come from environment variables, and nothing is sent without them. [`estimate`](cost::estimate) runs
//! the [program] on the embedded engine first, which tells what it costs. The [`Guard`](guard::Guard) refuses every
//! request that is not about this run's table. [`run`](run::run) creates the table, runs the program and deletes the
//! table, whatever became of it.

pub mod cost;
pub mod design;
pub mod guard;
pub mod program;
pub mod run;
pub mod settings;

pub use settings::Settings;

//! A model-based harness: it runs random designs, clients and faults, and checks the history against a specification.
//!
//! A seed determines a [`Plan`]: a design, its clients, their calls, the faults of the calls' requests, and crashes.
//! [`run`](run::run) carries it out on the embedded engine. The plan determines the whole run, because a
//! [scheduler](gate) decides which request is carried out next, and tokio's clock is paused. [`check`](check::check)
//! judges the [`History`] that the clients have seen, and [`shrink`](shrink::shrink) reduces a failing plan as far as
//! possible.

pub mod answer;
pub mod call;
pub mod check;
pub mod designs;
pub mod gate;
pub mod history;
pub mod model;
pub mod plan;
pub mod random;
pub mod run;
pub mod shrink;
pub mod tally;
pub mod traits;
pub mod unsigned;

use check::Verdict;
use history::History;
use plan::Plan;

/// Runs a plan and judges it.
///
/// A run that cannot be carried out is [`Verdict::Wrong`], without a history.
pub fn judge(plan: &Plan) -> (Verdict, Option<History>) {
    let judged = run::traits_of(plan).and_then(|traits| Ok((traits, run::run(plan)?)));
    match judged {
        Ok((traits, history)) => (check::check(traits, &history), Some(history)),
        Err(reason) => (Verdict::Wrong(reason), None),
    }
}

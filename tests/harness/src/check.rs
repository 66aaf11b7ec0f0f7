//! Checks whether the specification allows a history.

mod linear;
mod stored;
mod sums;

use crate::{
    answer::Answer,
    history::History,
    traits::{Stores, Traits},
};

/// The result of a check.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// The specification allows the history.
    Allowed,
    /// The search for an order of the calls was abandoned.
    Undecided,
    /// No order of the calls explains the history, for this reason.
    Wrong(String),
}

/// Checks a history.
pub fn check(traits: Traits, history: &History) -> Verdict {
    if let Err(reason) = errors(traits, history).and_then(|()| stored::check(traits, history)) {
        return Verdict::Wrong(reason);
    }
    match traits.stores {
        Stores::Items => linear::check(traits, history),
        Stores::Counters => verdict(sums::counters(history)),
        Stores::Log => verdict(sums::log(history)),
    }
}

fn verdict(result: Result<(), String>) -> Verdict {
    result.map_or_else(Verdict::Wrong, |()| Verdict::Allowed)
}

/// Checks that the items or a fault explain every error.
fn errors(traits: Traits, history: &History) -> Result<(), String> {
    for event in &history.events {
        let is_told = |told: &Answer| match &event.answer {
            Answer::Parts(parts) => parts.contains(told),
            answer => answer == told,
        };
        // An update that moves an item from an older key is unknown if its condition does not hold by then.
        let may_move = traits.legacy && event.call.name().starts_with("up");
        let may_fail = event.traffic.faults > 0 || event.call.is_sweep() || may_move;
        if let Answer::Impossible(error) = &event.answer {
            return Err(format!("step {} {:?}: {error}", event.step, event.call));
        }
        if !may_fail && (is_told(&Answer::Void) || is_told(&Answer::Unknown)) {
            return Err(format!(
                "step {} {:?} was told {:?}, and no request of it had a fault",
                event.step, event.call, event.answer
            ));
        }
    }
    Ok(())
}

//! Searches for an order of the calls that explains every answer: Wing and Gong's algorithm, with Lowe's cache of
//! visited configurations.
//!
//! J. Wing and C. Gong, "Testing and Verifying Concurrent Objects", 1993; G. Lowe, "Testing for linearizability", 2017.

mod effects;

use std::collections::HashSet;

use self::effects::{Effect, effects};
use super::Verdict;
use crate::{call::IDS, history::History, model::State, traits::Traits};

/// The number of configurations that a search visits before it is abandoned.
const PLACES: usize = 400_000;

/// A set of effects of one search, one bit each.
type Bits = u128;

/// Checks whether there is an order of the calls, each at a moment between its invocation and its answer, that explains
/// every answer and the items at the end.
pub(super) fn check(traits: Traits, history: &History) -> Verdict {
    let effects = effects(traits, history);
    let mut initial: State = [None; IDS];
    for (id, view) in &history.initial {
        if let Some(slot) = initial.get_mut(usize::from(*id)) {
            *slot = Some(*view);
        }
    }
    let mut undecided = false;
    for part in parts(traits, &effects) {
        let mut search = Search::new(&part);
        match search.from(0, &initial, 0) {
            Found::Order => {}
            Found::GivenUp => undecided = true,
            Found::Nothing => return Verdict::Wrong(explain(&part)),
        }
    }
    if undecided { Verdict::Undecided } else { Verdict::Allowed }
}

/// Groups the effects so that different groups have no item in common.
fn parts(traits: Traits, effects: &[Effect]) -> Vec<Vec<&Effect>> {
    let mut group: [usize; IDS] = std::array::from_fn(|id| if traits.unique { 0 } else { id });
    for effect in effects {
        for id in effect.ids.iter().skip(1) {
            let (one, other) = (group[usize::from(effect.ids[0])], group[usize::from(*id)]);
            group.iter_mut().filter(|of| **of == other).for_each(|of| *of = one);
        }
    }
    let of = |effect: &Effect| effect.ids.first().map(|id| group[usize::from(*id)]);
    let part = |number| effects.iter().filter(|effect| of(effect) == Some(number)).collect::<Vec<_>>();
    (0..IDS).map(part).filter(|part| !part.is_empty()).collect()
}

enum Found {
    Order,
    Nothing,
    GivenUp,
}

struct Search<'a> {
    effects: &'a [&'a Effect],
    /// Configurations from which no order was found: the effects so far, and the state after them.
    visited: HashSet<(Bits, State)>,
}

impl<'a> Search<'a> {
    fn new(effects: &'a [&'a Effect]) -> Self {
        Self { effects, visited: HashSet::new() }
    }

    /// Continues the search from a configuration. `latest` is the latest invocation among the effects so far.
    fn from(&mut self, done: Bits, state: &State, latest: u64) -> Found {
        if self.effects.len() > Bits::BITS as usize || self.visited.len() > PLACES {
            return Found::GivenUp;
        }
        let open = |(place, _): &(usize, &&Effect)| done & (1 << place) == 0;
        let must = self.effects.iter().enumerate().filter(open).filter(|(_, effect)| effect.is_sure);
        let Some(first_end) = must.map(|(_, effect)| effect.until).min() else { return Found::Order };
        if !self.visited.insert((done, *state)) {
            return Found::Nothing;
        }
        let mut given_up = false;
        // Effects that must happen come first, because an order with few uncertain effects is usually found soon.
        for sure in [true, false] {
            for place in 0..self.effects.len() {
                let effect = self.effects[place];
                let is_open = done & (1 << place) == 0 && effect.is_sure == sure;
                if !is_open || effect.since > first_end || effect.until < latest {
                    continue;
                }
                let Some(after) = effect.judged.step(state) else { continue };
                if !sure && after == *state {
                    continue;
                }
                match self.from(done | 1 << place, &after, latest.max(effect.since)) {
                    Found::Order => return Found::Order,
                    Found::GivenUp => given_up = true,
                    Found::Nothing => {}
                }
            }
        }
        if given_up { Found::GivenUp } else { Found::Nothing }
    }
}

fn explain(part: &[&Effect]) -> String {
    let mut text = String::from("no order of these calls explains their answers:\n");
    for effect in part {
        let until = if effect.until == u64::MAX { "..".to_owned() } else { effect.until.to_string() };
        let kind = if effect.is_sure { "did" } else { "may" };
        let told = effect.judged.answer.as_ref().map_or("untold".to_owned(), |answer| format!("{answer:?}"));
        text += &format!(
            "  {kind} {:>4} to {until:<4} client {} step {} {:?} (seen {:?}): {told}\n",
            effect.since, effect.client, effect.step, effect.judged.call, effect.judged.seen
        );
    }
    text
}

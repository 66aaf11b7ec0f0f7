//! The certain and the possible effects of each call of a history.

use crate::{
    answer::Answer,
    call::{Call, IDS},
    designs::Seen,
    history::{Event, History},
    model::Judged,
    traits::Traits,
};

/// An effect that happened, or may have happened, at one moment of an interval.
#[derive(Debug)]
pub(super) struct Effect {
    pub(super) client: u8,
    pub(super) step: usize,
    pub(super) ids: Vec<u8>,
    pub(super) since: u64,
    /// `u64::MAX` for a request that can arrive at any time.
    pub(super) until: u64,
    /// Whether it certainly happened. Otherwise it may have happened.
    pub(super) is_sure: bool,
    pub(super) judged: Judged,
}

/// The number of possible effects of one call that are considered.
const MAX_EFFECTS: u32 = 4;

/// Returns the effects of a history, and the reads at its end.
pub(super) fn effects(traits: Traits, history: &History) -> Vec<Effect> {
    let mut effects: Vec<_> = history.events.iter().flat_map(|event| of_event(traits, event)).collect();
    effects.extend((0..IDS as u8).map(|id| last_read(traits, history, id)));
    effects
}

fn of_event(traits: Traits, event: &Event) -> Vec<Effect> {
    match (event.call, &event.answer) {
        (Call::BatchGet(_), Answer::Parts(parts)) => (0..).zip(parts).filter_map(read_of(traits, event)).collect(),
        (Call::ByTag { .. }, Answer::Parts(parts)) => (0..).zip(parts).map(found(traits, event)).collect(),
        (Call::BatchGet(_) | Call::ByTag { .. } | Call::Backfill, _) => Vec::new(),
        (Call::BatchPut(one, two, _), answer) => parts(traits, event, [Call::Put(one), Call::Put(two)], answer),
        (Call::BatchDelete(one, two, _), answer) => {
            parts(traits, event, [Call::Delete(one), Call::Delete(two)], answer)
        }
        (Call::BatchWrite(put, delete, _), answer) => {
            parts(traits, event, [Call::Put(put), Call::Delete(delete)], answer)
        }
        (Call::Mark { .. } | Call::Purge { .. }, answer) => swept(traits, event, answer),
        (call, answer) => effects_of_call(traits, event, call, answer),
    }
}

/// Returns the effects of one call with one answer.
fn effects_of_call(traits: Traits, event: &Event, call: Call, answer: &Answer) -> Vec<Effect> {
    let traffic = &event.traffic;
    let late = if traffic.late > 0 { u64::MAX } else { event.answered };
    let may = |until| Effect { until, is_sure: false, ..effect(traits, event, call, None) };
    match answer {
        // Copies that the network delivered may have been carried out. No client received their answers.
        Answer::Void => {
            (0..(traffic.copies + traffic.copied_transactions).min(MAX_EFFECTS)).map(|_| may(late)).collect()
        }
        Answer::Unknown | Answer::Crashed => {
            // A call on an item with older keys sends several requests, of which some may have been carried out.
            let is_partial = *answer == Answer::Crashed || traits.legacy;
            let seen = if is_partial { traffic.answered } else { 0 };
            let copies = traffic.copies + traffic.copied_transactions;
            let carried_out = traffic.unanswered + copies + seen.min(1) + u32::from(traffic.transaction);
            (0..carried_out.min(MAX_EFFECTS)).map(|_| may(late)).collect()
        }
        Answer::Refused(_) => {
            let copies = (0..(traffic.copies + traffic.copied_transactions).min(MAX_EFFECTS)).map(|_| may(late));
            std::iter::once(effect(traits, event, call, Some(answer.clone()))).chain(copies).collect()
        }
        answer => {
            let ghosts = (0..(traffic.unanswered + traffic.copies).min(MAX_EFFECTS)).map(|_| may(late));
            std::iter::once(effect(traits, event, call, Some(answer.clone()))).chain(ghosts).collect()
        }
    }
}

/// Returns the effects of the writes of a batch, each separately.
fn parts(traits: Traits, event: &Event, calls: [Call; 2], answer: &Answer) -> Vec<Effect> {
    let part = |(place, call)| {
        let answer = match answer {
            Answer::Parts(parts) => parts.get(place).unwrap_or(&Answer::Unknown),
            whole => whole,
        };
        effects_of_call(traits, event, call, answer)
    };
    calls.into_iter().enumerate().flat_map(part).collect()
}

/// Returns the effects of a sweep on each item. A sweep passes each item that exists throughout to its function.
fn swept(traits: Traits, event: &Event, answer: &Answer) -> Vec<Effect> {
    let traffic = &event.traffic;
    // A sweep can miss an item that moves from an older key while it runs.
    let is_sure = *answer == Answer::Done && !traits.legacy;
    let may_repeat = event.crashed || !is_sure || traffic.faults > 0;
    let until = if traffic.late > 0 { u64::MAX } else { event.answered };
    let mut effects = Vec::new();
    for id in 0..IDS as u8 {
        let of = |until, is_sure| Effect {
            ids: vec![id],
            until,
            is_sure,
            judged: Judged {
                traits,
                call: event.call,
                seen: event.seen,
                answer: is_sure.then_some(Answer::Done),
                only: Some(id),
            },
            ..effect(traits, event, event.call, None)
        };
        if is_sure {
            effects.push(of(event.answered, true));
        }
        if may_repeat
            && traffic.unanswered + traffic.answered + u32::from(traffic.transaction) + traffic.copied_transactions > 0
        {
            effects.extend((0..2).map(|_| of(until, false)));
        }
    }
    effects
}

/// Returns the read of an item by a batch, unless the item is a leftover.
fn read_of(traits: Traits, event: &Event) -> impl Fn((u8, &Answer)) -> Option<Effect> {
    move |(id, answer)| {
        let read = matches!(answer, Answer::Read(_)).then(|| answer.clone())?;
        Some(effect(traits, event, Call::Get(id), Some(read)))
    }
}

/// Returns the read of an item by a query.
fn found(traits: Traits, event: &Event) -> impl Fn((u8, &Answer)) -> Effect {
    move |(id, answer)| {
        let effect = effect(traits, event, event.call, Some(answer.clone()));
        let judged = Judged { only: Some(id), ..effect.judged };
        Effect { ids: vec![id], judged, ..effect }
    }
}

/// Returns the read of an item at the end, when nothing else happens any more.
fn last_read(traits: Traits, history: &History, id: u8) -> Effect {
    let read = history.stored.by_get.get(&id).copied();
    let judged =
        Judged { traits, call: Call::Get(id), seen: Seen::default(), answer: Some(Answer::Read(read)), only: Some(id) };
    let (client, step) = (u8::MAX, usize::MAX);
    Effect { client, step, ids: vec![id], since: u64::MAX - 1, until: u64::MAX, is_sure: true, judged }
}

fn effect(traits: Traits, event: &Event, call: Call, answer: Option<Answer>) -> Effect {
    Effect {
        client: event.client,
        step: event.step,
        ids: call.ids(),
        since: event.invoked,
        until: event.answered,
        is_sure: true,
        judged: Judged { traits, call, seen: event.seen, answer, only: None },
    }
}

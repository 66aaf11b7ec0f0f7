//! Batches with their settings, for every design of items.

use keywright::{Entity, Error, Handle, Key};
use serde::{Serialize, de::DeserializeOwned};

use super::Seen;
use crate::{
    answer::{Answer, View},
    call::{Batch, Draft, IDS},
};

/// An item of a design.
pub(super) trait Recorded: Entity + Serialize + DeserializeOwned {
    /// Creates the item of a draft, with the version that the client has read.
    fn of(draft: Draft, seen: Seen) -> Self;
    /// Returns the key of an id.
    fn key_of(id: u8) -> Key<Self>;
    /// Returns its id.
    fn id(&self) -> u8;
    /// Returns the item in the form of the specification.
    fn view(&self) -> View;
}

/// The tag of items that no other call uses.
const OTHER_TAG: u8 = 9;

const IN_FLIGHT: usize = 4;

fn in_flight(batch: Batch) -> usize {
    batch.in_flight.map_or(IN_FLIGHT, usize::from)
}

/// Returns the ids of the items that no other call uses.
fn others(batch: Batch) -> impl Iterator<Item = u8> {
    (IDS as u8..).take(batch.others.into())
}

/// Returns the items, with the others between the first and the last ones.
fn among<T>(
    first: impl IntoIterator<Item = T>,
    others: impl Iterator<Item = T>,
    last: impl IntoIterator<Item = T>,
) -> Vec<T> {
    first.into_iter().chain(others).chain(last).collect()
}

/// Returns whether only batches use the item.
pub(super) fn is_other(id: u8) -> bool {
    usize::from(id) >= IDS
}

/// The items that a query of a tag has found.
#[derive(Default)]
pub(super) struct Found {
    views: [Option<View>; IDS],
    twice: Option<u8>,
}

impl Found {
    /// Adds a page.
    pub(super) fn add<E: Recorded>(&mut self, page: &[E]) {
        for item in page {
            match self.views.get_mut(usize::from(item.id())) {
                Some(view @ None) => *view = Some(item.view()),
                _ => self.twice = Some(item.id()),
            }
        }
    }

    /// Returns one part for each id: the item, if it was found.
    pub(super) fn answer(self) -> Answer {
        match self.twice {
            None => Answer::Parts(self.views.map(Answer::Read).into()),
            Some(id) => Answer::Impossible(format!("a query finds item {id} twice, or of a tag of its own")),
        }
    }
}

/// Returns the items of an answer with one part for each id.
pub(super) fn views(parts: &[Answer]) -> impl Iterator<Item = (u8, View)> {
    (0..).zip(parts).filter_map(|(id, part)| match part {
        Answer::Read(view) => Some((id, (*view)?)),
        _ => None,
    })
}

/// `batch_get` of every item.
pub(super) async fn get<E: Recorded>(store: &Handle<E::Table>, batch: Batch) -> Answer {
    let half = IDS as u8 / 2;
    let ids = among(0..half, others(batch), half..IDS as u8);
    let request = store.batch_get(ids.iter().map(|id| E::key_of(*id))).consistent().in_flight(in_flight(batch));
    let (items, left) = match batch.partial {
        true => match request.partial().await {
            Ok(report) => (report.items, report.leftovers),
            Err(error) => return Answer::failed(&error),
        },
        false => match request.await {
            Ok(items) => (items, Vec::new()),
            Err(error) => return Answer::failed(&error),
        },
    };
    let mut answers: Vec<_> = items.iter().map(|item| Answer::Read(item.as_ref().map(E::view))).collect();
    let is_mistaken = |(item, id): (&Option<E>, &u8)| item.as_ref().is_some_and(|item| item.id() != *id);
    if answers.len() != ids.len() || items.iter().zip(&ids).any(is_mistaken) {
        return Answer::Impossible(format!("a batch of {ids:?} reads {answers:?}"));
    }
    for leftover in left {
        match answers.get_mut(leftover.position) {
            Some(answer @ Answer::Read(None)) => *answer = Answer::failed(&leftover.reason),
            other => return Answer::Impossible(format!("{:?} is left over, and was read: {other:?}", leftover.key)),
        }
    }
    answers.drain(usize::from(half)..usize::from(half) + usize::from(batch.others));
    Answer::Parts(answers)
}

/// `batch_put` of two items.
pub(super) async fn put<E: Recorded>(store: &Handle<E::Table>, drafts: [Draft; 2], seen: Seen, batch: Batch) -> Answer {
    let [one, two] = drafts;
    let others = others(batch).map(|id| Draft { id, tag: OTHER_TAG, mail: None, ..one });
    let records: Vec<_> = among([one], others, [two]).into_iter().map(|draft| E::of(draft, seen)).collect();
    let place = |entity: &E| drafts.iter().position(|draft| draft.id == entity.id());
    let mut outcome = BatchOutcome::default();
    let mut request = store.batch_put(&records);
    loop {
        let report = match request.in_flight(in_flight(batch)).await {
            Ok(report) => report,
            Err(error) => return Answer::failed(&error),
        };
        outcome.round(report.leftovers.iter().map(|left| (place(left.entity), &*left.reason)));
        if !outcome.is_sent_again(batch, report.is_complete()) {
            return outcome.answer();
        }
        request = store.batch_put_leftovers(report.leftovers);
    }
}

/// `batch_delete` of two items.
pub(super) async fn delete<E: Recorded>(store: &Handle<E::Table>, ids: [u8; 2], batch: Batch) -> Answer {
    let mut keys = among([ids[0]], others(batch), [ids[1]]);
    let mut outcome = BatchOutcome::default();
    loop {
        let request = store.batch_delete(keys.iter().copied().map(E::key_of)).in_flight(in_flight(batch));
        let report = match request.await {
            Ok(report) => report,
            Err(error) => return Answer::failed(&error),
        };
        let left = |place: usize| keys.get(place).copied();
        let place = |id: Option<u8>| ids.iter().position(|one| Some(*one) == id);
        outcome.round(report.leftovers.iter().map(|leftover| (place(left(leftover.position)), &*leftover.reason)));
        if !outcome.is_sent_again(batch, report.is_complete()) {
            return outcome.answer();
        }
        keys = report.leftovers.iter().filter_map(|leftover| left(leftover.position)).collect();
    }
}

/// A `batch` that puts one item and deletes another.
pub(super) async fn write<E: Recorded>(
    store: &Handle<E::Table>,
    draft: Draft,
    delete: u8,
    seen: Seen,
    batch: Batch,
) -> Answer {
    let record = E::of(draft, seen);
    let mut request = others(batch).fold(store.batch().put(&record), |request, id| request.delete(E::key_of(id)));
    request = request.delete(E::key_of(delete));
    // The positions of the put and of the delete.
    let mut places = [Some(0), Some(1 + usize::from(batch.others))];
    let mut outcome = BatchOutcome::default();
    loop {
        let report = match request.in_flight(in_flight(batch)).await {
            Ok(report) => report,
            Err(error) => return Answer::failed(&error),
        };
        let part = |position| places.iter().position(|place| *place == Some(position));
        outcome.round(report.leftovers.iter().map(|leftover| (part(leftover.position), &*leftover.reason)));
        if !outcome.is_sent_again(batch, report.is_complete()) {
            return outcome.answer();
        }
        let again = |place| report.leftovers.iter().position(|leftover| Some(leftover.position) == place);
        places = places.map(again);
        request = store.batch_leftovers(report.leftovers);
    }
}

/// The results of the two writes of a batch that are checked.
struct BatchOutcome {
    parts: [Answer; 2],
    rounds: u32,
}

impl Default for BatchOutcome {
    fn default() -> Self {
        Self { parts: [Answer::Done, Answer::Done], rounds: 0 }
    }
}

impl BatchOutcome {
    /// Records the leftovers of a round, by their position among the two writes, and their reasons. Each round sends
    /// only the leftovers of the round before.
    fn round<'a>(&mut self, left: impl Iterator<Item = (Option<usize>, &'a Error)>) {
        let mut parts = [Answer::Done, Answer::Done];
        for (place, reason) in left {
            if let Some(part) = place.and_then(|place| parts.get_mut(place)) {
                *part = Answer::failed(reason);
            }
        }
        for (part, next) in self.parts.iter_mut().zip(parts) {
            *part = part.again(next);
        }
        self.rounds += 1;
    }

    fn is_sent_again(&self, batch: Batch, is_complete: bool) -> bool {
        batch.partial && !is_complete && self.rounds == 1
    }

    fn answer(self) -> Answer {
        Answer::Parts(self.parts.into())
    }
}

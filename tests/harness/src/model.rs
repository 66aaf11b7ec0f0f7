//! The specification: the effect of each call on the items, and the answers that it may return.

use crate::{
    answer::{Answer, Refusal, View},
    call::{Call, Draft, IDS},
    designs::Seen,
    traits::{Traits, is_expired},
};

/// The items of a table by their ids.
pub type State = [Option<View>; IDS];

/// A call in the form of the specification.
#[derive(Debug, Clone)]
pub struct Judged {
    pub traits: Traits,
    pub call: Call,
    pub seen: Seen,
    /// `None` for an effect that no answer reports.
    pub answer: Option<Answer>,
    /// The only item that this effect of a sweep or a query is on.
    pub only: Option<u8>,
}

impl Judged {
    /// Returns the state after the call, if this state allows its effect and its answer.
    pub fn step(&self, state: &State) -> Option<State> {
        match &self.answer {
            Some(Answer::Read(read)) => self.reads(state, *read),
            Some(Answer::Refused(refusal)) => {
                // Without a version, the condition of a put applies only to the item under the current key.
                let is_of_today = self.traits.legacy && !self.traits.versioned && matches!(self.call, Call::PutWhen(_));
                (is_of_today || self.is_refused(state, *refusal)).then_some(*state)
            }
            Some(answer) => {
                let after = self.effect(state)?;
                self.tells(&after, answer).then_some(after)
            }
            None => self.effect(state),
        }
    }

    fn reads(&self, state: &State, read: Option<View>) -> Option<State> {
        let stored = match self.call {
            Call::Get(id) => *at(state, id)?,
            Call::ByTag { tag, .. } => at(state, self.only?)?.filter(|view| view.tag == tag),
            _ => return None,
        };
        (stored == read).then_some(*state)
    }

    /// Returns whether the answer matches the items after the call.
    fn tells(&self, after: &State, answer: &Answer) -> bool {
        let of = |id| at(after, id).copied().flatten();
        let left = match self.call {
            Call::Move { to, .. } => of(to),
            call => call.ids().first().and_then(|id| of(*id)),
        };
        match answer {
            Answer::Wrote(version) => left.is_none_or(|left| left.version == *version),
            Answer::Returned(view) => left == Some(*view),
            Answer::Done => true,
            _ => false,
        }
    }

    /// Returns the state after the call was carried out, if its conditions hold in this state.
    fn effect(&self, state: &State) -> Option<State> {
        let mut after = *state;
        let seen = self.seen;
        match self.call {
            Call::Put(draft) => self.write(&mut after, draft, |stored| self.has_version(stored))?,
            Call::PutWhen(draft) | Call::ReplaceWhen(draft) => {
                let demanded = |stored: Option<View>| stored.is_some_and(|stored| stored.value == seen.value);
                self.write(&mut after, draft, |stored| demanded(stored) && self.has_version(stored))?;
            }
            Call::Create(draft) => self.write(&mut after, draft, |stored| stored.is_none())?,
            Call::Replace(draft) => {
                self.write(&mut after, draft, |stored| stored.is_some() && self.has_version(stored))?;
            }
            Call::Set { id, value, tag } => self.change(&mut after, id, |view| View { value, tag, ..view })?,
            Call::SetWhen { id, value, tag } => {
                at(state, id)?.filter(|view| view.value == seen.value)?;
                self.change(&mut after, id, |view| View { value, tag, ..view })?;
            }
            Call::Add { id, amount } => self.add(&mut after, id, amount)?,
            Call::AddAt { id, amount } => {
                at(state, id)?.filter(|view| view.version == seen.version)?;
                self.add(&mut after, id, amount)?;
            }
            Call::Mail { id, mail } => {
                self.change(&mut after, id, |view| View { mail, ..view })?;
                self.is_free(state, id, mail).then_some(())?;
            }
            Call::Upsert { id, value, tag } => {
                let (mail, version) = at(state, id)?.map_or((None, 0), |view| (view.mail, view.version));
                let version = version + u64::from(self.traits.versioned);
                *slot(&mut after, id)? = Some(View { value, count: 0, tag, mark: 0, mail, version });
            }
            Call::Delete(id) => *slot(&mut after, id)? = None,
            Call::DeleteWhen(id) => {
                at(state, id)?.filter(|view| view.value == seen.value)?;
                *slot(&mut after, id)? = None;
            }
            Call::Move { from, to } => {
                let moved = (*at(state, from)?)?;
                at(state, to)?.is_none().then_some(())?;
                *slot(&mut after, from)? = None;
                *slot(&mut after, to)? = Some(self.counted(moved));
            }
            Call::Transact { create, add, amount } => {
                self.write(&mut after, create, |stored| stored.is_none())?;
                self.add(&mut after, add, amount)?;
            }
            Call::Mark { mark } => {
                let stored = slot(&mut after, self.only?)?;
                *stored = stored.map(|view| if view.mark == mark { view } else { self.counted(View { mark, ..view }) });
            }
            Call::Purge { tag } => {
                let stored = slot(&mut after, self.only?)?;
                *stored = stored.filter(|view| view.tag != tag);
            }
            Call::OlderPut { id, value, tag } => {
                *slot(&mut after, id)? = Some(View { value, count: 0, tag, mark: 0, mail: None, version: 0 });
            }
            Call::Get(_)
            | Call::BatchGet(_)
            | Call::ByTag { .. }
            | Call::BatchPut(..)
            | Call::BatchDelete(..)
            | Call::BatchWrite(..)
            | Call::Backfill
            | Call::Increment { .. }
            | Call::Total { .. }
            | Call::Append { .. }
            | Call::ReadLog { .. } => {}
        }
        Some(after)
    }

    /// Returns whether the stored items are a reason for this refusal.
    fn is_refused(&self, state: &State, refusal: Refusal) -> bool {
        let stored = |id: u8| at(state, id).copied().flatten();
        let seen = self.seen;
        match (refusal, self.call) {
            (Refusal::Exists, Call::Create(draft)) => stored(draft.id).is_some(),
            (Refusal::Exists, Call::Move { to, .. }) => stored(to).is_some(),
            (Refusal::NotUnique, Call::Mail { id, mail }) => !self.is_free(state, id, mail),
            (Refusal::NotUnique, call) => draft(call).is_some_and(|draft| !self.is_free(state, draft.id, draft.mail)),
            (Refusal::Missing, Call::Move { from, .. }) => stored(from).is_none(),
            (Refusal::Missing, Call::Mail { id, .. }) => stored(id).is_none(),
            (Refusal::Missing, call) => call.ids().first().is_some_and(|id| stored(*id).is_none()),
            (Refusal::Version, call) => {
                draft(call).is_some_and(|draft| self.traits.versioned && !self.has_version(stored(draft.id)))
            }
            (Refusal::Condition, Call::AddAt { id, .. }) => stored(id).is_none_or(|view| view.version != seen.version),
            (Refusal::Condition, Call::DeleteWhen(id) | Call::SetWhen { id, .. }) => {
                stored(id).is_none_or(|view| view.value != seen.value)
            }
            (Refusal::Condition, Call::PutWhen(draft) | Call::ReplaceWhen(draft)) => {
                let stored = stored(draft.id);
                stored.is_none_or(|view| view.value != seen.value) || !self.has_version(stored)
            }
            (Refusal::Cancelled, Call::Transact { create, add, .. }) => {
                let is_possible = stored(create.id).is_none() && stored(add).is_some();
                !is_possible || !self.is_free(state, create.id, create.mail)
            }
            _ => false,
        }
    }

    /// Returns whether a put with the version that was read may replace the stored item.
    fn has_version(&self, stored: Option<View>) -> bool {
        !self.traits.versioned || stored.map_or(0, |view| view.version) == self.seen.version
    }

    /// Returns whether no other item has this mail, if mails are unique.
    fn is_free(&self, state: &State, id: u8, mail: Option<u8>) -> bool {
        let others = state.iter().enumerate().filter(|(other, _)| *other != usize::from(id));
        !self.traits.unique || mail.is_none() || others.flat_map(|(_, view)| view).all(|view| view.mail != mail)
    }

    fn write(&self, state: &mut State, draft: Draft, fits: impl Fn(Option<View>) -> bool) -> Option<()> {
        let Draft { id, value, tag, mail } = draft;
        fits(*at(state, id)?).then_some(())?;
        self.is_free(state, id, mail).then_some(())?;
        let held = match self.call {
            Call::Create(_) | Call::Transact { .. } => 0,
            _ => self.seen.version,
        };
        let version = if self.traits.versioned { held + 1 } else { 0 };
        // An item that has expired counts as absent.
        let is_there = !(self.traits.expires && is_expired(value));
        *slot(state, id)? = is_there.then_some(View { value, count: 0, tag, mark: 0, mail, version });
        Some(())
    }

    fn change(&self, state: &mut State, id: u8, change: impl Fn(View) -> View) -> Option<()> {
        let stored = slot(state, id)?;
        *stored = Some(self.counted(change((*stored)?)));
        Some(())
    }

    fn add(&self, state: &mut State, id: u8, amount: i8) -> Option<()> {
        self.change(state, id, |view| View { count: view.count + i64::from(amount), ..view })
    }

    /// Returns the item with an incremented version.
    fn counted(&self, view: View) -> View {
        View { version: view.version + u64::from(self.traits.versioned), ..view }
    }
}

fn draft(call: Call) -> Option<Draft> {
    match call {
        Call::Put(draft)
        | Call::PutWhen(draft)
        | Call::Create(draft)
        | Call::Replace(draft)
        | Call::ReplaceWhen(draft) => Some(draft),
        _ => None,
    }
}

fn at(state: &State, id: u8) -> Option<&Option<View>> {
    state.get(usize::from(id))
}

fn slot(state: &mut State, id: u8) -> Option<&mut Option<View>> {
    state.get_mut(usize::from(id))
}

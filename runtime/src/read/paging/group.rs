//! A group of lanes that is being read.

use std::sync::Arc;

use super::{Fetched, Reached, watermark::number};
use crate::{
    key::KeyScalar,
    read::{
        Direction, Plan,
        cursor::{After, Gap, Position},
        lane::Group,
        merge::{Entry, Merge},
        plan::Start,
    },
};

pub(super) struct Opened<R> {
    /// The group's index in the plan.
    pub(super) at: usize,
    pub(super) group: Arc<Group>,
    direction: Direction,
    pub(super) merge: Merge<R>,
    pub(super) lanes: Vec<Progress>,
    /// The number of lanes that wait for an answer.
    pub(super) in_flight: usize,
    /// The last item that was returned.
    pub(super) after: Option<After>,
    /// The last sort key of a returned item, and the age of the newest generation that returned one.
    pub(super) newest: Option<(Option<KeyScalar>, u32)>,
}

/// The progress of one lane.
pub(super) struct Progress {
    /// Whether a request can be sent: none is in flight, and the lane has more items.
    pub(super) is_idle: bool,
    /// The number of items that were last requested.
    pub(super) last_limit: Option<usize>,
    /// The number of requests that were sent.
    pub(super) requests: u32,
    /// The number of its items that DynamoDB evaluated.
    pub(super) evaluated: usize,
    /// The blocks of the budget that are reserved for the request in flight.
    pub(super) reserved: u64,
    pub(super) reached: Option<Reached>,
    /// Whether the position in `reached` is within the lane's interval.
    pub(super) has_begun: bool,
}

/// The items of an answer.
pub(super) struct Answered<R> {
    /// The number of items.
    pub(super) items_fetched: usize,
    /// The items that are not merged, because no order is needed.
    pub(super) loose: Vec<Entry<R>>,
}

impl<R> Opened<R> {
    pub(super) fn new(plan: &Plan, at: usize, group: Arc<Group>) -> Self {
        let lanes = &group.lanes;
        let merge = Merge::new(lanes.iter().map(|lane| !lane.is_empty()), plan.direction, plan.has_ties());
        let progress = |_: &_| Progress {
            is_idle: true,
            last_limit: None,
            requests: 0,
            evaluated: 0,
            reserved: 0,
            reached: None,
            has_begun: false,
        };
        let before = plan.start.position_in(number(at)).after;
        let newest = before.as_ref().and_then(|before| Some((before.sort.clone(), before.newest?)));
        Self {
            at,
            direction: plan.direction,
            merge,
            lanes: lanes.iter().map(progress).collect(),
            in_flight: 0,
            after: None,
            newest,
            group,
        }
    }

    /// Returns the blocks that were reserved for a lane's request, and reserves none.
    pub(super) fn take_reserved(&mut self, rank: usize) -> u64 {
        self.lanes.get_mut(rank).map_or(0, |progress| std::mem::take(&mut progress.reserved))
    }

    /// Processes an answer.
    pub(super) fn answered(&mut self, rank: usize, fetched: Fetched<R>, is_ordered: bool) -> Answered<R> {
        self.in_flight = self.in_flight.saturating_sub(1);
        let (Some(lane), Some(progress)) = (self.group.lanes.get(rank), self.lanes.get_mut(rank)) else {
            return Answered { items_fetched: 0, loose: Vec::new() };
        };
        let within = |sort: &Option<KeyScalar>| sort.as_ref().is_none_or(|sort| lane.interval.contains(sort));
        // DynamoDB can return an end that the interval excludes: after it there are no items, and before it nothing was
        // examined.
        let is_behind = |reached: &Reached| {
            reached.sort.as_ref().is_some_and(|sort| lane.interval.ends_before(self.direction, sort))
        };
        let next = fetched.next.filter(|next| !is_behind(next));
        let is_last = next.is_none();
        let mut entries = fetched.entries;
        entries.retain(|entry| within(&entry.sort));
        let reached = next.as_ref().map(|next| next.sort.clone()).filter(within);
        progress.is_idle = !is_last;
        progress.evaluated += fetched.evaluated;
        progress.has_begun |= reached.is_some();
        progress.reached = next;
        let items_fetched = entries.len();
        let (merged, loose) = if is_ordered { (entries, Vec::new()) } else { (Vec::new(), entries) };
        self.merge.feed(rank, merged, reached, is_last);
        Answered { items_fetched, loose }
    }

    /// Removes a failed lane, and returns its position.
    pub(super) fn failed(&mut self, rank: usize, start: &Start) -> Gap {
        self.in_flight = self.in_flight.saturating_sub(1);
        self.merge.close(rank);
        let (group, lane) = (number(self.at), number(rank));
        let begun = self.lanes.get(rank).filter(|progress| progress.has_begun);
        let position = match begun.and_then(|progress| progress.reached.as_ref()) {
            Some(reached) => Position { group, after: Some(reached.position_after(rank)) },
            None => start.position_of(group, lane),
        };
        Gap { position, lanes: vec![lane] }
    }

    /// Returns the position up to which all lanes have been examined.
    pub(super) fn watermark(&mut self, plan: &Plan) -> Option<After> {
        let held_up = self.merge.blocking_lane().and_then(|rank| {
            let progress = self.lanes.get(rank).filter(|progress| progress.has_begun)?;
            let after = progress.reached.as_ref()?.position_after(rank);
            let newest = self.newest.as_ref().filter(|(sort, _)| *sort == after.sort).map(|(_, age)| *age);
            Some(After { newest, ..after })
        });
        match (held_up, &self.after) {
            (Some(held_up), Some(after)) if plan.is_before(&held_up, after) => Some(after.clone()),
            (Some(held_up), _) => Some(held_up),
            (None, after) => after.clone(),
        }
    }
}

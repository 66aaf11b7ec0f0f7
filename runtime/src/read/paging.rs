//! Executes a plan as a state machine: which requests to send next, and which items are certain.
//!
//! It needs no server: its driver sends the requests and passes it the answers.

mod group;
mod requests;
mod schedule;
mod watermark;

use std::{collections::VecDeque, iter, sync::Arc};

use super::{
    Plan,
    budget::Budget,
    cursor::{After, Gap},
    item_size::ItemSize,
    lane::{Group, Lane},
    merge::{Entry, Next},
};
use crate::{
    Result,
    key::{ItemKey, KeyScalar},
};
use group::Opened;
use schedule::Seen;

/// Decides on each item that the merge emits, and keeps an accepted one until the driver takes it.
///
/// The trait does not name the type of the result, so that paging is compiled once, not for each entity.
pub(crate) trait Classify<R> {
    /// Decides whether the item is returned.
    fn classify(&mut self, plan: &Plan, lane: &Lane, raw: R) -> Result<Classified<()>>;

    /// Returns the item's key in the table, for a cursor on an index.
    fn table_key(&self, plan: &Plan, raw: &R) -> Result<ItemKey>;
}

/// The decision on an item.
pub(crate) enum Classified<T> {
    /// An item of another entity.
    Foreign,
    /// An item of an unknown entity, which the query skips.
    Unknown,
    /// An item of the entity outside of the query's range.
    Rejected,
    /// An item to return.
    Taken(T),
}

impl<T> Classified<T> {
    /// Converts the returned value, if there is one.
    #[cfg(feature = "client")]
    pub(crate) fn try_map<U>(self, map: impl FnOnce(T) -> Result<U>) -> Result<Classified<U>> {
        Ok(match self {
            Self::Foreign => Classified::Foreign,
            Self::Unknown => Classified::Unknown,
            Self::Rejected => Classified::Rejected,
            Self::Taken(item) => Classified::Taken(map(item)?),
        })
    }
}

/// The next step for the driver, after it has sent the requests of [`Paging::take_requests`].
pub(crate) enum Step {
    /// Take the item that the classifier keeps.
    Item,
    /// Wait for an answer.
    Wait,
    /// End. [`Paging::cursor`] shows whether there is more.
    Done,
}

/// The purpose of a read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Aim {
    /// One page, with a cursor.
    Page,
    /// All items in order, as they are taken.
    Stream,
    /// All items, in any order unless older generations must be hidden by newer ones.
    Count,
}

/// A request to one lane.
#[derive(Debug)]
pub(crate) struct LaneRequest {
    /// The position of the group in the plan.
    pub(crate) at: usize,
    pub(crate) group: Arc<Group>,
    pub(crate) lane: usize,
    /// The item after which it begins.
    pub(crate) start: Option<After>,
    pub(crate) limit: Option<usize>,
    /// The number of its round: one more than the number of sequential answers before it.
    pub(crate) round: usize,
}

/// The answer to a request.
pub(crate) struct Fetched<R> {
    pub(crate) entries: Vec<Entry<R>>,
    /// The number of items that DynamoDB evaluated. With a filter it exceeds the entries.
    pub(crate) evaluated: usize,
    /// The maximum number of bytes that these items can have, according to the cost of the answer. 0 without a cost.
    pub(crate) charged_bytes: u64,
    /// The position up to which DynamoDB has read, if there is more.
    pub(crate) next: Option<Reached>,
}

/// The last item of a lane that DynamoDB evaluated.
#[derive(Debug, Clone)]
pub(crate) struct Reached {
    pub(crate) sort: Option<KeyScalar>,
    /// On an index.
    pub(crate) table_key: Option<ItemKey>,
}

pub(crate) struct Paging<R> {
    plan: Arc<Plan>,
    aim: Aim,
    /// The number of items to return.
    limit: Option<usize>,
    /// The read units of a page that declares them.
    budget: Option<Budget>,
    /// The groups that are being read. Items are emitted from the first one.
    window: VecDeque<Opened<R>>,
    next_group: usize,
    /// The number of groups that were opened together when all earlier ones were last exhausted.
    stride: usize,
    returned_before_stride: usize,
    /// The number of groups that are opened together. They share the limits on reads and memory.
    parallel_groups: usize,
    /// Items that need no order, with their lanes.
    loose: VecDeque<(Arc<Group>, usize, Entry<R>)>,
    pending_requests: Vec<LaneRequest>,
    outstanding: usize,
    rounds: usize,
    buckets: usize,
    lanes_read: usize,
    evaluated: usize,
    /// The number of items in answers, within the lanes' ranges.
    items_fetched: usize,
    item_size: ItemSize,
    /// The count for the scan limit: the evaluated items, and one for each request without items.
    scanned: usize,
    examined: usize,
    superseded: usize,
    unknown: usize,
    returned: usize,
    failed: Vec<Gap>,
    is_done: bool,
}

impl<R> Paging<R> {
    pub(crate) fn new(plan: Arc<Plan>, aim: Aim) -> Self {
        Self {
            next_group: plan.first_group(),
            item_size: plan.item_size(),
            limit: if aim == Aim::Page { plan.page_limit() } else { plan.limit },
            budget: if aim == Aim::Page { plan.budget() } else { None },
            plan,
            aim,
            // Most pages read one group, and a group is large.
            window: VecDeque::with_capacity(1),
            stride: 0,
            returned_before_stride: 0,
            parallel_groups: 1,
            loose: VecDeque::new(),
            pending_requests: Vec::new(),
            outstanding: 0,
            rounds: 0,
            buckets: 0,
            lanes_read: 0,
            evaluated: 0,
            items_fetched: 0,
            scanned: 0,
            examined: 0,
            superseded: 0,
            unknown: 0,
            returned: 0,
            failed: Vec::new(),
            is_done: false,
        }
    }

    /// Returns the next step. The requests that it needs are returned by [`take_requests`](Self::take_requests).
    pub(crate) fn step(&mut self, classifier: &mut dyn Classify<R>) -> Result<Step> {
        loop {
            if self.is_done || self.limit_is_met() {
                return Ok(self.done());
            }
            if let Some((group, rank, entry)) = self.loose.pop_front() {
                if self.examine_loose(&group, rank, entry, classifier)? {
                    return Ok(Step::Item);
                }
                continue;
            }
            self.read_groups_ahead()?;
            let Some(front) = self.window.front_mut() else {
                if self.next_group >= self.plan.group_count() || self.scan_limit_is_met() || self.ends_before_group() {
                    return Ok(self.done());
                }
                self.open_stride()?;
                continue;
            };
            match front.merge.next() {
                Next::Entry(rank, entry) => {
                    if self.examine(rank, entry, classifier)? {
                        return Ok(Step::Item);
                    }
                }
                Next::Blocked if self.should_end() => return Ok(self.done()),
                Next::Blocked => {
                    self.request_blocking_lanes();
                    return Ok(Step::Wait);
                }
                Next::Exhausted => {
                    self.window.pop_front();
                }
            }
        }
    }

    /// Returns the requests to send. Each must be answered with [`feed`](Self::feed) or [`fail`](Self::fail).
    pub(crate) fn take_requests(&mut self) -> Vec<LaneRequest> {
        std::mem::take(&mut self.pending_requests)
    }

    /// Processes the answer to a request.
    pub(crate) fn feed(&mut self, at: usize, rank: usize, round: usize, fetched: Fetched<R>) {
        self.outstanding = self.outstanding.saturating_sub(1);
        self.rounds = self.rounds.max(round);
        self.evaluated += fetched.evaluated;
        let charged_bytes = fetched.charged_bytes;
        self.item_size.learn(fetched.evaluated, charged_bytes);
        self.scanned += fetched.evaluated.max(1);
        let is_ordered = self.is_ordered();
        if let Some(reserved) = self.opened(at).map(|opened| opened.take_reserved(rank))
            && let Some(budget) = &mut self.budget
        {
            budget.settle(reserved, charged_bytes);
        }
        let Some(opened) = self.opened(at) else { return };
        let group = Arc::clone(&opened.group);
        let answered = opened.answered(rank, fetched, is_ordered);
        self.items_fetched += answered.items_fetched;
        self.loose.extend(answered.loose.into_iter().map(|entry| (Arc::clone(&group), rank, entry)));
        if !is_ordered && !self.scan_limit_is_met() {
            self.request_lanes(at, iter::once(rank));
        }
    }

    /// Processes the failure of a request: the lane is omitted, and the cursor continues the lane at its position.
    pub(crate) fn fail(&mut self, at: usize, rank: usize) {
        self.outstanding = self.outstanding.saturating_sub(1);
        let start = &self.plan.start;
        let Some(opened) = self.window.iter_mut().find(|opened| opened.at == at) else { return };
        let gap = opened.failed(rank, start);
        self.failed.push(gap);
    }

    /// Returns the number of buckets that were read.
    pub(crate) fn buckets(&self) -> usize {
        self.buckets
    }

    /// Returns the number of lanes that were read.
    pub(crate) fn lanes_read(&self) -> usize {
        self.lanes_read
    }

    /// Returns the number of sequential rounds of requests.
    pub(crate) fn rounds(&self) -> usize {
        self.rounds
    }

    /// Returns the number of items that DynamoDB evaluated.
    pub(crate) fn evaluated(&self) -> usize {
        self.evaluated
    }

    /// Returns the number of items that were omitted because a newer generation of their key has them too.
    pub(crate) fn superseded(&self) -> usize {
        self.superseded
    }

    /// Returns the number of items of unknown entities.
    pub(crate) fn unknown(&self) -> usize {
        self.unknown
    }

    fn opened(&mut self, at: usize) -> Option<&mut Opened<R>> {
        self.window.iter_mut().find(|opened| opened.at == at)
    }

    /// Returns whether the item is accepted.
    fn examine_loose(
        &mut self,
        group: &Group,
        rank: usize,
        entry: Entry<R>,
        classifier: &mut dyn Classify<R>,
    ) -> Result<bool> {
        self.examined += 1;
        let Some(lane) = group.lanes.get(rank) else { return Ok(false) };
        let classified = classifier.classify(&self.plan, lane, entry.raw)?;
        self.unknown += usize::from(matches!(classified, Classified::Unknown));
        let is_taken = matches!(classified, Classified::Taken(()));
        self.returned += usize::from(is_taken);
        Ok(is_taken)
    }

    /// Returns whether the item is accepted.
    fn examine(&mut self, rank: usize, entry: Entry<R>, classifier: &mut dyn Classify<R>) -> Result<bool> {
        self.examined += 1;
        let Some(front) = self.window.front_mut() else { return Ok(false) };
        let Some(lane) = front.group.lanes.get(rank) else { return Ok(false) };
        let has_cursor = self.aim == Aim::Page;
        let table_key = match has_cursor && self.plan.has_ties() {
            true => Some(classifier.table_key(&self.plan, &entry.raw)?),
            false => None,
        };
        let age = lane.generation().age();
        let newest = front.newest.take().filter(|(sort, _)| *sort == entry.sort).map(|(_, newest)| newest);
        let (is_taken, newest) = if self.plan.has_identity && newest.is_some_and(|newest| newest < age) {
            self.superseded += 1;
            (false, newest)
        } else {
            let of_ours = Some(newest.map_or(age, |newest| newest.min(age)));
            match classifier.classify(&self.plan, lane, entry.raw)? {
                Classified::Taken(()) => (true, of_ours),
                Classified::Rejected => (false, of_ours),
                Classified::Foreign => (false, newest),
                Classified::Unknown => {
                    self.unknown += 1;
                    (false, newest)
                }
            }
        };
        // Only copies under older keys are compared with it.
        let newest = newest.filter(|_| self.plan.has_identity);
        front.newest = newest.map(|newest| (entry.sort.clone(), newest));
        if has_cursor {
            let lane = watermark::number(rank);
            front.after = Some(After { lane, sort: entry.sort, table_key, newest });
        }
        self.returned += usize::from(is_taken);
        self.request_ahead(rank);
        Ok(is_taken)
    }

    fn limit_is_met(&self) -> bool {
        self.limit.is_some_and(|limit| self.returned >= limit)
    }

    fn scan_limit_is_met(&self) -> bool {
        self.plan.scan_limit.is_some_and(|limit| self.scanned >= limit)
    }

    /// Returns whether to end instead of sending another request to a lane: at the scan limit, when the budget does not
    /// cover the requests or, on a page without a limit, when it has items. A page never ends at the position where it
    /// began.
    fn should_end(&mut self) -> bool {
        let Some(front) = self.window.front().filter(|front| front.in_flight == 0) else { return false };
        let is_spent = self.budget.is_some_and(|budget| !budget.covers(front.merge.blocking().len()));
        let is_full = self.aim == Aim::Page && self.limit.is_none() && self.returned > 0;
        is_full || ((is_spent || self.scan_limit_is_met()) && self.has_advanced())
    }

    /// Returns whether to end before the next group, because the budget does not cover its lanes.
    fn ends_before_group(&self) -> bool {
        self.lanes_read > 0
            && self.budget.is_some_and(|budget| !budget.covers(self.plan.open_lanes(self.next_group).max(1)))
    }

    fn done(&mut self) -> Step {
        self.is_done = true;
        self.pending_requests.clear();
        Step::Done
    }
}

#[cfg(test)]
mod tests;

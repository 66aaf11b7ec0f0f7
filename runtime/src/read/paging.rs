//! The execution of a plan as a state machine: what to ask next, and what is certain by now.
//!
//! It needs no server: whoever drives it answers its requests.

use std::sync::Arc;

use super::{
    Plan,
    cursor::{After, Cursor, Position},
    lane::Lane,
    merge::{Entry, Merge, Next},
};
use crate::{
    Result,
    key::{ItemKey, KeyScalar},
};

/// Decides on each item that comes out of the merge.
pub(crate) trait Sift<R> {
    /// What is returned.
    type Item;

    /// What the item is to the query.
    fn sift(&mut self, plan: &Plan, lane: &Lane, raw: R) -> Result<Sifted<Self::Item>>;

    /// The item's key in the table, for a cursor on an index.
    fn table_key(&self, plan: &Plan, raw: &R) -> Result<ItemKey>;
}

/// What an item is to a query.
pub(crate) enum Sifted<T> {
    /// One of another entity.
    Foreign,
    /// One of the entity, outside of the query's range.
    Rejected,
    /// One to return.
    Taken(T),
}

impl<T> Sifted<T> {
    /// The same of another output.
    #[cfg(feature = "client")]
    pub(crate) fn try_map<U>(self, map: impl FnOnce(T) -> Result<U>) -> Result<Sifted<U>> {
        Ok(match self {
            Self::Foreign => Sifted::Foreign,
            Self::Rejected => Sifted::Rejected,
            Self::Taken(item) => Sifted::Taken(map(item)?),
        })
    }
}

/// What the driver has to do.
pub(crate) enum Step<T, L> {
    /// Take an item.
    Item(T),
    /// Answer these requests, each with [`Paging::feed`].
    Ask(Vec<Ask<L>>),
    /// Wait for requests that are in flight.
    Wait,
    /// End: [`Paging::cursor`] says whether more is to come.
    Done,
}

/// A request to one lane of the current group.
#[derive(Debug)]
pub(crate) struct Ask<L> {
    pub(crate) group: usize,
    pub(crate) lane: usize,
    pub(crate) start: Start<L>,
    pub(crate) limit: Option<usize>,
}

/// Where a request begins.
#[derive(Debug)]
pub(crate) enum Start<L> {
    /// At the first item of the interval.
    First,
    /// After the item of a cursor.
    After(After),
    /// Where the lane's last page ended.
    Token(L),
}

/// The answer to a request.
pub(crate) struct Fetched<R, L> {
    pub(crate) entries: Vec<Entry<R>>,
    /// The service's own word on where the lane goes on.
    pub(crate) next: Option<L>,
}

pub(crate) struct Paging<R, L> {
    plan: Arc<Plan>,
    group: usize,
    merge: Merge<R>,
    lanes: Vec<LaneProgress<L>>,
    after: Option<After>,
    is_fresh: bool,
    is_page: bool,
    /// The lane of the last item.
    last: Option<usize>,
    lanes_asked: usize,
    /// The last sort key of which an item has come, and the age of its newest generation.
    newest: Option<(Option<KeyScalar>, u32)>,
    superseded: usize,
    returned: usize,
    examined: usize,
    is_done: bool,
}

struct LaneProgress<L> {
    start: Option<Start<L>>,
    in_flight: bool,
}

impl<R, L> Paging<R, L> {
    /// One page: stops at the limits, or where a lane would have to be asked a second time without one.
    pub(crate) fn page(plan: Arc<Plan>) -> Self {
        Self::new(plan, true)
    }

    /// The whole answer, up to the limits. It has no cursor.
    pub(crate) fn whole(plan: Arc<Plan>) -> Self {
        Self::new(plan, false)
    }

    fn new(plan: Arc<Plan>, is_page: bool) -> Self {
        let group = usize::try_from(plan.start.group()).unwrap_or(usize::MAX);
        let position = &plan.start.position;
        let after = if plan.start.group() == position.group { position.after.clone() } else { None };
        let newest = after.as_ref().and_then(|after| Some((after.sort.clone(), after.newest?)));
        let (merge, lanes) = begin(&plan, group);
        Self {
            plan,
            group,
            merge,
            lanes,
            after,
            is_fresh: true,
            is_page,
            last: None,
            lanes_asked: 0,
            newest,
            superseded: 0,
            returned: 0,
            examined: 0,
            is_done: false,
        }
    }

    /// Takes the answer to a request; how many items it held.
    pub(crate) fn feed(&mut self, group: usize, rank: usize, fetched: Fetched<R, L>) -> usize {
        let read = fetched.entries.len();
        let lane = self.plan.groups.get(self.group).and_then(|group| group.lanes.get(rank));
        let (Some(lane), Some(progress)) = (lane.filter(|_| group == self.group), self.lanes.get_mut(rank)) else {
            return read;
        };
        progress.in_flight = false;
        let exhausted = fetched.next.is_none();
        progress.start = fetched.next.map(Start::Token);
        let reached = fetched.entries.last().map(|entry| entry.sort.clone());
        let within = |sort: &Option<KeyScalar>| sort.as_ref().is_none_or(|sort| lane.interval.contains(sort));
        let mut entries = fetched.entries;
        entries.retain(|entry| within(&entry.sort));
        self.merge.feed(rank, entries, reached, exhausted);
        read
    }

    /// What is next.
    pub(crate) fn step<S: Sift<R>>(&mut self, sift: &mut S) -> Result<Step<S::Item, L>> {
        loop {
            if self.is_done || self.is_full() {
                return Ok(self.done());
            }
            match self.merge.next() {
                Next::Entry(rank, entry) => {
                    if let Some(item) = self.examine(rank, entry, sift)? {
                        return Ok(Step::Item(item));
                    }
                }
                Next::Blocked => {
                    if self.ends_here() {
                        return Ok(self.done());
                    }
                    self.is_fresh = false;
                    let blocking = self.merge.blocking();
                    let asks = self.asks(blocking);
                    return Ok(if asks.is_empty() { Step::Wait } else { Step::Ask(asks) });
                }
                Next::Exhausted => {
                    self.group += 1;
                    self.after = None;
                    self.is_fresh = true;
                    if self.group >= self.plan.groups.len() {
                        return Ok(self.done());
                    }
                    (self.merge, self.lanes) = begin(&self.plan, self.group);
                    self.last = None;
                    self.newest = None;
                }
            }
        }
    }

    /// A request to the lane of the last item, if it runs low: so that the merge need not wait for it later.
    pub(crate) fn ahead(&mut self) -> Vec<Ask<L>> {
        match self.last {
            Some(rank) if !self.is_page && !self.is_full() && self.merge.runs_low(rank) => self.asks(vec![rank]),
            _ => Vec::new(),
        }
    }

    /// How many lanes were asked.
    pub(crate) fn lanes_asked(&self) -> usize {
        self.lanes_asked
    }

    /// How many items were left out because a newer generation of their key holds them too.
    pub(crate) fn superseded(&self) -> usize {
        self.superseded
    }

    /// Where the next page begins; `None` at the end of the answer.
    pub(crate) fn cursor(&self) -> Option<Cursor> {
        if !self.is_page {
            return None;
        }
        let is_last = self.group + 1 >= self.plan.groups.len();
        let group_ends = self.group >= self.plan.groups.len() || self.merge.is_exhausted();
        if is_last && group_ends {
            return None;
        }
        let (group, after) = if group_ends { (self.group + 1, None) } else { (self.group, self.after.clone()) };
        Some(Cursor {
            fingerprint: self.plan.fingerprint,
            resolved: self.plan.resolved.clone(),
            position: Position { group: u32::try_from(group).unwrap_or(u32::MAX), after },
            gaps: Vec::new(),
        })
    }

    fn examine<S: Sift<R>>(&mut self, rank: usize, entry: Entry<R>, sift: &mut S) -> Result<Option<S::Item>> {
        let Some(lane) = self.plan.groups.get(self.group).and_then(|group| group.lanes.get(rank)) else {
            return Ok(None);
        };
        self.last = Some(rank);
        self.examined += 1;
        let table_key = match self.is_page && self.plan.has_ties() {
            true => Some(sift.table_key(&self.plan, &entry.raw)?),
            false => None,
        };
        let age = lane.generation().age();
        let newest = self.newest.take().filter(|(sort, _)| *sort == entry.sort).map(|(_, newest)| newest);
        let (item, newest) = if self.plan.has_identity && newest.is_some_and(|newest| newest < age) {
            self.superseded += 1;
            (None, newest)
        } else {
            let of_ours = Some(newest.map_or(age, |newest| newest.min(age)));
            match sift.sift(&self.plan, lane, entry.raw)? {
                Sifted::Taken(item) => (Some(item), of_ours),
                Sifted::Rejected => (None, of_ours),
                Sifted::Foreign => (None, newest),
            }
        };
        self.newest = newest.map(|newest| (entry.sort.clone(), newest));
        if self.is_page {
            let lane = u32::try_from(rank).unwrap_or(u32::MAX);
            self.after = Some(After { lane, sort: entry.sort, table_key, newest });
        }
        self.returned += usize::from(item.is_some());
        Ok(item)
    }

    fn is_full(&self) -> bool {
        self.plan.limit.is_some_and(|limit| self.returned >= limit)
            || self.plan.scan_limit.is_some_and(|limit| self.examined >= limit)
    }

    /// Whether a page without a limit ends: it has items, and a lane would have to be asked again.
    fn ends_here(&self) -> bool {
        self.is_page && self.plan.limit.is_none() && self.returned > 0 && !self.is_fresh
    }

    fn done<T>(&mut self) -> Step<T, L> {
        self.is_done = true;
        Step::Done
    }

    fn asks(&mut self, ranks: Vec<usize>) -> Vec<Ask<L>> {
        let left = |limit: Option<usize>, used: usize| limit.map(|limit| limit.saturating_sub(used).max(1));
        let limit = match (left(self.plan.limit, self.returned), left(self.plan.scan_limit, self.examined)) {
            (Some(limit), Some(scan_limit)) => Some(limit.min(scan_limit)),
            (limit, scan_limit) => limit.or(scan_limit),
        };
        let mut asks = Vec::new();
        for rank in ranks {
            let Some(progress) = self.lanes.get_mut(rank).filter(|progress| !progress.in_flight) else { continue };
            let Some(start) = progress.start.take() else { continue };
            progress.in_flight = true;
            self.lanes_asked += usize::from(!matches!(start, Start::Token(_)));
            asks.push(Ask { group: self.group, lane: rank, start, limit });
        }
        asks
    }
}

fn begin<R, L>(plan: &Plan, group: usize) -> (Merge<R>, Vec<LaneProgress<L>>) {
    let lanes = plan.groups.get(group).map_or(&[][..], |group| &group.lanes);
    let merge = Merge::new(lanes.iter().map(|lane| !lane.is_empty()), plan.direction, plan.has_ties());
    let progress = lanes.iter().map(|lane| {
        let start = lane.start.clone().map_or(Start::First, Start::After);
        LaneProgress { start: Some(start), in_flight: false }
    });
    (merge, progress.collect())
}

#[cfg(test)]
mod tests;

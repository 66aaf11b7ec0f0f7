//! Decides which requests to send next, and how many items each one requests.

use std::{iter, sync::Arc};

use super::{Aim, LaneRequest, Paging, Seen, group::Opened, schedule::min_items_of_lane};
use crate::Result;

/// The approximate number of items that a stream buffers, over all lanes.
const STREAM_ITEMS: usize = 32_768;

/// The minimum number of items that a stream requests from a lane. With fewer, requests cost more than memory.
const MIN_STREAM_ITEMS: usize = 16;

/// The first request of a stream to a lane: a caller that takes a few items should not pay for 1 MB per lane.
const FIRST_STREAM_ITEMS: usize = 100;

/// The largest factor by which a lane's requests grow from one to the next.
const GROWTH: usize = 4;

/// The number of items to request from a lane.
#[derive(Clone, Copy)]
enum Size {
    /// As many items as a page of 1 MB contains.
    Page,
    /// This many items, but at most [`GROWTH`] times as many as in the previous request.
    Even(usize),
    /// For a page of `left` more items, all of which are returned: a lane's first request is for `items`, but at most
    /// `first`, the second one for `items`, and later ones for as many as the lane can still contribute.
    ///
    /// So a lane is read three times at most, if no answer is cut off at 1 MB, and never beyond the items of the page:
    /// [`WorstPage`](crate::physics::WorstPage).
    Share { items: usize, first: usize, left: usize },
    /// According to the [schedule](super::schedule): this many items, more as the lane's requests grow, but at most
    /// `most`.
    Evaluated { items: usize, most: usize },
}

impl<R> Paging<R> {
    /// Opens the next groups when no group is open.
    ///
    /// The first time, it opens one group. Later it opens as many as are expected to reach the limit, plus the prefetch
    /// depth. It opens at most twice as many as the last time, so that a year of empty days takes only a few rounds.
    pub(super) fn open_stride(&mut self) -> Result<()> {
        let deep = self.plan.prefetch.saturating_add(1);
        let was_in_vain = self.returned == self.returned_before_stride;
        let doubled = match self.stride {
            0 => 1,
            _ if self.aim == Aim::Stream && !was_in_vain => deep,
            before => before.saturating_mul(2).max(deep),
        };
        self.returned_before_stride = self.returned;
        let expected = match self.limit {
            Some(limit) if self.returned > 0 => {
                let left = limit.saturating_sub(self.returned);
                left.saturating_mul(self.buckets).div_ceil(self.returned).saturating_add(self.plan.prefetch)
            }
            _ => usize::MAX,
        };
        self.stride = doubled.min(expected).min(self.affordable()).max(1);
        let left = self.plan.group_count().saturating_sub(self.next_group);
        self.parallel_groups = self.stride.min(left).min(self.plan.in_flight).max(1);
        for opened in 0..self.stride {
            let is_within_bound = opened == 0 || (self.outstanding < self.plan.in_flight && !self.ends_before_group());
            if !is_within_bound || !self.open_next()? {
                break;
            }
        }
        self.parallel_groups = 1;
        Ok(())
    }

    /// Returns the number of groups that fit into the scan limit and the budget, if they have as many lanes as earlier
    /// ones.
    fn affordable(&self) -> usize {
        let lanes = self.lanes_read.div_ceil(self.buckets.max(1)).max(1);
        let scanned = self.plan.scan_limit.map_or(usize::MAX, |limit| limit.saturating_sub(self.scanned) / lanes);
        self.budget.map_or(scanned, |budget| scanned.min(budget.max_requests() / lanes))
    }

    /// Opens groups before the items of the open ones have been taken.
    pub(super) fn read_groups_ahead(&mut self) -> Result<()> {
        while self.reads_ahead() {
            if !self.open_next()? {
                break;
            }
        }
        Ok(())
    }

    fn reads_ahead(&mut self) -> bool {
        // If all open groups are exhausted, the next ones are opened together.
        if self.window.front_mut().is_none_or(|front| front.merge.is_exhausted()) {
            return false;
        }
        match self.aim {
            Aim::Page => false,
            Aim::Stream => {
                let is_read = |opened: &Opened<R>| !opened.merge.has_open_lanes();
                let has_room = self.left().is_none() && self.window.len() <= self.plan.prefetch;
                // The most recently opened ones are checked first, because they are most likely unread.
                has_room && self.next_group < self.plan.group_count() && self.window.iter().rev().all(is_read)
            }
            Aim::Count => self.outstanding < self.plan.in_flight && self.window.len() < self.plan.in_flight,
        }
    }

    /// Opens the next group that needs requests, and makes these requests. Returns false if no group is left.
    fn open_next(&mut self) -> Result<bool> {
        while self.next_group < self.plan.group_count() {
            let at = self.next_group;
            let group = self.plan.shared_group(at)?;
            self.next_group += 1;
            if group.open_lanes() == 0 {
                continue;
            }
            self.window.push_back(Opened::new(&self.plan, at, Arc::clone(&group)));
            self.buckets += 1;
            let open = group.lanes.iter().enumerate().filter(|(_, lane)| !lane.is_empty()).map(|(rank, _)| rank);
            self.request_lanes(at, open);
            return Ok(true);
        }
        Ok(false)
    }

    /// Requests more from the lanes of the first group that block the merge. With a limit, it requests more from all
    /// lanes that can contain one of the remaining items, after every answer of the last round has arrived.
    pub(super) fn request_blocking_lanes(&mut self) {
        let left = self.left();
        let Some(front) = self.window.front_mut() else { return };
        if front.in_flight > 0 && (left.is_some() || self.aim == Aim::Page) {
            return;
        }
        let undecided = left.map(|left| front.merge.undecided_lanes(left));
        let is_covered = |ranks: &Vec<usize>| self.budget.is_none_or(|budget| budget.covers(ranks.len()));
        let (at, ranks) = (front.at, undecided.filter(is_covered).unwrap_or_else(|| front.merge.blocking()));
        self.request_lanes(at, ranks.into_iter());
    }

    /// Requests more from the lane of the last item if it runs low, so that the merge does not have to wait for it
    /// later.
    pub(super) fn request_ahead(&mut self, rank: usize) {
        if self.aim == Aim::Page || self.left().is_some() || self.scan_limit_is_met() {
            return;
        }
        if let Some(at) = self.window.front().filter(|front| front.merge.runs_low(rank)).map(|front| front.at) {
            self.request_lanes(at, iter::once(rank));
        }
    }

    /// Makes requests to the lanes of a group that are idle and not exhausted.
    pub(super) fn request_lanes(&mut self, at: usize, ranks: impl Iterator<Item = usize> + Clone) {
        let Some(place) = self.window.iter().position(|opened| opened.at == at) else { return };
        let idle = self.window.get(place).map_or(0, |opened| {
            ranks.clone().filter(|rank| opened.lanes.get(*rank).is_some_and(|lane| lane.is_idle)).count()
        });
        let size = self.size(at, idle);
        let affordable = self.budget.map(|budget| budget.items_per_request(idle * self.parallel_groups).max(1));
        let bound = self.plan.items_per_request.into_iter().chain(affordable).min();
        let item_size = self.item_size;
        let Some(opened) = self.window.get_mut(place) else { return };
        for rank in ranks {
            let (Some(lane), Some(progress)) = (opened.group.lanes.get(rank), opened.lanes.get_mut(rank)) else {
                continue;
            };
            if !progress.is_idle {
                continue;
            }
            let limit = match size {
                Size::Page => None,
                Size::Even(items) => {
                    let grown = progress.last_limit.map_or(items, |last_limit| last_limit.saturating_mul(GROWTH));
                    Some(items.min(grown))
                }
                Size::Share { items, first, left } => {
                    let rest = left.saturating_sub(opened.merge.buffered(rank)).max(1);
                    Some(match progress.requests {
                        0 => items.min(first),
                        1 => items.min(rest),
                        _ => rest,
                    })
                }
                Size::Evaluated { items, most } => {
                    let items = items.max(min_items_of_lane(progress.evaluated, progress.requests));
                    Some(item_size.with_free_items(items).min(most))
                }
            };
            let limit = limit.into_iter().chain(bound).min();
            let start = match &progress.reached {
                Some(reached) => Some(reached.position_after(rank)),
                None => self.plan.start_of(lane, rank),
            };
            self.lanes_read += usize::from(progress.requests == 0);
            progress.requests = progress.requests.saturating_add(1);
            (progress.is_idle, progress.last_limit) = (false, limit);
            progress.reserved = self.budget.as_mut().map_or(0, |budget| budget.reserve(limit));
            opened.in_flight += 1;
            self.outstanding += 1;
            let group = Arc::clone(&opened.group);
            self.pending_requests.push(LaneRequest { at, group, lane: rank, start, limit, round: self.rounds + 1 });
        }
    }

    /// Returns the number of items to request from each of some lanes of a group.
    fn size(&self, at: usize, lanes: usize) -> Size {
        let scan =
            self.plan.scan_limit.map(|limit| limit.saturating_sub(self.scanned).div_ceil(self.parallel_groups).max(1));
        let memory = if self.aim == Aim::Page { usize::MAX } else { self.share_of_memory() };
        let seen = self.seen();
        match self.left() {
            Some(left) if seen.has_losses() => {
                let wanted = left.saturating_sub(seen.matched.saturating_sub(self.returned));
                let items = seen
                    .items_for(wanted)
                    .div_ceil(self.parallel_groups)
                    .div_ceil(self.open_lanes(at).max(lanes).max(1));
                let most = scan.map_or(memory, |scan| scan.div_ceil(lanes.max(1)).min(memory));
                Size::Evaluated { items: items.min(most), most }
            }
            None if scan.is_none() && self.aim == Aim::Page => Size::Page,
            None if scan.is_none() && !self.is_ordered() => Size::Page,
            None if scan.is_none() => Size::Even(self.stream_size()),
            Some(left) if scan.is_none() && self.aim == Aim::Page && !self.plan.is_filtered() => {
                let items = self.plan.items_per_lane(Some(left), None, lanes, &self.item_size);
                let first = self.plan.first_page(lanes);
                Size::Share { items: items.unwrap_or(left), first: first.unwrap_or(left), left }
            }
            left => {
                let wanted = left.map(|left| left.max(1));
                match self.plan.items_per_lane(wanted, scan, lanes, &self.item_size) {
                    Some(items) => Size::Even(items.min(memory)),
                    None => Size::Page,
                }
            }
        }
    }

    /// Returns the results of the answers so far. Items that were not examined yet are assumed to match at the rate of
    /// those that were.
    fn seen(&self) -> Seen {
        let buffered = self.items_fetched.saturating_sub(self.examined);
        let matching = match self.examined > self.returned {
            true => buffered.saturating_mul(self.returned.saturating_add(1)) / self.examined.saturating_add(1),
            false => buffered,
        };
        Seen { evaluated: self.evaluated, matched: self.returned.saturating_add(matching) }
    }

    /// Returns the number of lanes of an open group that are not exhausted.
    fn open_lanes(&self, at: usize) -> usize {
        self.window.iter().find(|opened| opened.at == at).map_or(0, |opened| opened.merge.open_lanes())
    }

    /// Returns the number of items that remain of the limit. A stream ignores the limit while more items remain than it
    /// buffers.
    fn left(&self) -> Option<usize> {
        let left = self.limit?.saturating_sub(self.returned);
        (self.aim == Aim::Page || left <= STREAM_ITEMS).then_some(left)
    }

    /// Returns the number of items that a stream requests from each lane. It grows with the items that were taken or
    /// did not match, up to the lane's share of memory.
    fn stream_size(&self) -> usize {
        let used = self.evaluated.saturating_sub(self.items_fetched).saturating_add(self.examined);
        let taken = (used / self.most_lanes()).saturating_mul(GROWTH).max(FIRST_STREAM_ITEMS);
        self.share_of_memory().min(taken)
    }

    /// Returns the maximum number of items that a stream requests from each lane.
    fn share_of_memory(&self) -> usize {
        (STREAM_ITEMS / self.most_lanes().saturating_mul(self.parallel_groups)).max(MIN_STREAM_ITEMS)
    }

    fn most_lanes(&self) -> usize {
        self.window.iter().map(|opened| opened.lanes.len()).max().unwrap_or_default().max(1)
    }

    /// Returns whether items are emitted in the order of their keys.
    pub(super) fn is_ordered(&self) -> bool {
        self.aim != Aim::Count || self.plan.has_identity
    }
}

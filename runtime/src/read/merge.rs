//! Merges the lanes of one group in order: a state machine that needs no server.
//!
//! The order is (sort key, lane rank, DynamoDB's order inside the lane). An item is emitted once no lane can return an
//! earlier one.

use std::{cmp::Ordering, collections::VecDeque, hint::select_unpredictable};

use super::{direction::Direction, sort_digest::CommonPrefix};
use crate::key::KeyScalar;

/// An item in the merge.
#[derive(Debug, Clone)]
pub(crate) struct Entry<R> {
    pub(crate) sort: Option<KeyScalar>,
    pub(crate) raw: R,
}

/// The next result of the merge.
pub(crate) enum Next<R> {
    /// The next item, and the rank of its lane.
    Entry(usize, Entry<R>),
    /// A lane must return more items first: see [`Merge::blocking`].
    Blocked,
    /// Every lane is exhausted.
    Exhausted,
}

pub(crate) struct Merge<R> {
    lanes: Vec<LaneState<R>>,
    /// A tournament of the lanes, as a binary tree: each leaf is a lane, and each inner node contains the lane that
    /// comes first below it. The children of node `n` are `2 n` and `2 n + 1`; node 1 is the root, and the leaves are
    /// the second half. An item costs one comparison per level: the logarithm of the number of lanes.
    ///
    /// A node contains the head of its lane, so that a comparison reads one place in memory.
    first_below: Vec<Contender>,
    prefix: CommonPrefix,
    /// The number of lanes that are not exhausted.
    open: usize,
    direction: Direction,
    /// Whether a lane may contain several items of one sort key, as on an index.
    ties: bool,
}

struct LaneState<R> {
    buffer: VecDeque<Entry<R>>,
    /// The last sort key that the lane returned.
    reached: LanePosition,
    page: usize,
    open: bool,
}

/// A lane in the tournament.
#[derive(Debug, Clone, Copy)]
struct Contender {
    head: Head,
    rank: usize,
}

/// The place of a lane in the order, according to its state and the digest of its sort key. It is a number, so that
/// most comparisons take a few instructions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Head(u128);

impl Head {
    /// Before the lane's first item.
    const START: Self = Self(0);
    const EXHAUSTED: Self = Self(u128::MAX);

    /// Returns the head of a lane that is at or after a sort key of this digest.
    fn at(digest: u128) -> Self {
        Self((1 << 126) | digest >> 2)
    }
}

/// The earliest position of a lane's next item.
#[derive(Debug, Clone, PartialEq, Eq)]
enum LanePosition {
    Start,
    Key(Option<KeyScalar>),
}

impl<R> Merge<R> {
    /// Makes a merge of this many lanes. Lanes for which `open` is false are exhausted.
    pub(crate) fn new(open: impl IntoIterator<Item = bool>, direction: Direction, ties: bool) -> Self {
        let lanes: Vec<_> = open
            .into_iter()
            .map(|open| LaneState { buffer: VecDeque::new(), reached: LanePosition::Start, page: 0, open })
            .collect();
        let open = lanes.iter().filter(|lane| lane.open).count();
        let first_below = vec![Contender { head: Head::EXHAUSTED, rank: 0 }; 2 * lanes.len()];
        let mut merge = Self { lanes, first_below, prefix: CommonPrefix::default(), open, direction, ties };
        merge.decide_all();
        merge
    }

    /// Adds a page of a lane. `is_last` is true for the last page.
    ///
    /// `reached` is the last sort key of the page, even if its item is not among the entries.
    pub(crate) fn feed(
        &mut self,
        rank: usize,
        entries: Vec<Entry<R>>,
        reached: Option<Option<KeyScalar>>,
        exhausted: bool,
    ) {
        let Some(lane) = self.lanes.get_mut(rank) else { return };
        lane.page = entries.len();
        if let Some(key) = reached {
            lane.reached = LanePosition::Key(key);
        }
        match lane.buffer.is_empty() {
            true => lane.buffer = entries.into(),
            false => lane.buffer.extend(entries),
        }
        if exhausted {
            self.close(rank);
        } else {
            self.moved(rank);
        }
    }

    /// Returns the next item in order.
    pub(crate) fn next(&mut self) -> Next<R> {
        let Some((rank, lane)) = self.first_mut() else { return Next::Exhausted };
        match lane.buffer.pop_front() {
            Some(entry) => {
                self.moved(rank);
                Next::Entry(rank, entry)
            }
            None if lane.open => Next::Blocked,
            None => Next::Exhausted,
        }
    }

    /// Returns the lanes that must return more items before the next item is certain.
    pub(crate) fn blocking(&self) -> Vec<usize> {
        let lanes = || self.lanes.iter().enumerate();
        let items = lanes().filter_map(|(rank, lane)| lane.item(rank));
        let first = items.min_by(|a, b| a.order(b, self.direction, self.ties));
        let is_before = |unread: &MergePosition<'_>| {
            first.is_none_or(|first| unread.order(&first, self.direction, self.ties).is_lt())
        };
        lanes().filter_map(|(rank, lane)| lane.unread(rank)).filter(is_before).map(|unread| unread.rank).collect()
    }

    /// Returns the lanes that must return more items before the next `items` are certain: those that may contain an
    /// item before the last of them.
    pub(crate) fn undecided_lanes(&self, items: usize) -> Vec<usize> {
        let mut buffered: Vec<MergePosition<'_>> = Vec::new();
        for (rank, lane) in self.lanes.iter().enumerate() {
            let sorts = lane.buffer.iter().map(|entry| &entry.sort);
            buffered.extend(sorts.map(|sort| MergePosition { sort: Some(sort), rank, is_item: true }));
        }
        let order = |a: &MergePosition<'_>, b: &MergePosition<'_>| a.order(b, self.direction, self.ties);
        let last = match items.checked_sub(1) {
            Some(last) if last < buffered.len() => Some(*buffered.select_nth_unstable_by(last, order).1),
            _ => None,
        };
        let may_bring = |(rank, lane): (usize, &LaneState<R>)| {
            let sort = lane.reached.key();
            let unread = MergePosition { sort, rank, is_item: false };
            let is_before = last.as_ref().is_none_or(|last| order(&unread, last) == Ordering::Less);
            (lane.open && is_before).then_some(rank)
        };
        self.lanes.iter().enumerate().filter_map(may_bring).collect()
    }

    /// Returns the number of items of a lane that have not been taken.
    pub(crate) fn buffered(&self, rank: usize) -> usize {
        self.lanes.get(rank).map_or(0, |lane| lane.buffer.len())
    }

    /// Returns the lane that blocks the merge, if there is one: its next item may come first.
    pub(crate) fn blocking_lane(&self) -> Option<usize> {
        let (rank, lane) = self.first()?;
        (lane.open && lane.buffer.is_empty()).then_some(rank)
    }

    /// Closes a lane: no more items of it will arrive.
    pub(crate) fn close(&mut self, rank: usize) {
        if let Some(lane) = self.lanes.get_mut(rank).filter(|lane| lane.open) {
            lane.open = false;
            self.open -= 1;
        }
        self.moved(rank);
    }

    /// Whether a lane is not exhausted.
    pub(crate) fn has_open_lanes(&self) -> bool {
        self.open > 0
    }

    /// Returns the number of lanes that are not exhausted.
    pub(crate) fn open_lanes(&self) -> usize {
        self.open
    }

    /// Whether half of a lane's last page has been taken and the lane is not exhausted.
    pub(crate) fn runs_low(&self, rank: usize) -> bool {
        self.lanes.get(rank).is_some_and(|lane| lane.open && lane.buffer.len() * 2 <= lane.page)
    }

    /// Whether every lane is exhausted and every item emitted.
    pub(crate) fn is_exhausted(&self) -> bool {
        self.first().is_none_or(|(_, lane)| lane.is_exhausted())
    }

    /// Returns the lane that comes first.
    fn first(&self) -> Option<(usize, &LaneState<R>)> {
        let rank = self.first_below.get(1)?.rank;
        Some((rank, self.lanes.get(rank)?))
    }

    fn first_mut(&mut self) -> Option<(usize, &mut LaneState<R>)> {
        let rank = self.first_below.get(1)?.rank;
        Some((rank, self.lanes.get_mut(rank)?))
    }

    /// Repeats the comparisons of a lane whose position has changed.
    fn moved(&mut self, rank: usize) {
        // A single lane needs no comparison.
        if self.lanes.len() == 1 {
            return;
        }
        let Some(head) = self.head(rank) else { return self.decide_all() };
        let (mut node, mut first) = (self.lanes.len() + rank, Contender { head, rank });
        self.place(node, first);
        while node > 1 {
            let Some(&sibling) = self.first_below.get(node ^ 1) else { return };
            first = self.first_of(first, sibling);
            node /= 2;
            self.place(node, first);
        }
    }

    fn place(&mut self, node: usize, contender: Contender) {
        if let Some(place) = self.first_below.get_mut(node) {
            *place = contender;
        }
    }

    /// Returns the head of a lane. `None` if its sort key shortened the common prefix, which changes the heads of all
    /// lanes.
    fn head(&mut self, rank: usize) -> Option<Head> {
        let lane = self.lanes.get(rank)?;
        match lane.head(&self.prefix, self.direction) {
            Ok(head) => Some(head),
            Err(sort) => {
                self.prefix.admit(sort.as_ref());
                None
            }
        }
    }

    /// Makes all comparisons.
    fn decide_all(&mut self) {
        let count = self.lanes.len();
        for (rank, lane) in self.lanes.iter().enumerate() {
            // A lane's earlier keys were admitted, so that each has a head.
            let head = lane.head(&self.prefix, self.direction).unwrap_or(Head::EXHAUSTED);
            if let Some(place) = self.first_below.get_mut(count + rank) {
                *place = Contender { head, rank };
            }
        }
        for node in (1..count).rev() {
            if let (Some(&left), Some(&right)) = (self.first_below.get(2 * node), self.first_below.get(2 * node + 1)) {
                self.place(node, self.first_of(left, right));
            }
        }
    }

    /// Returns the lane of the two that comes first.
    ///
    /// The result depends on the data, so a branch may be mispredicted half of the time.
    fn first_of(&self, one: Contender, other: Contender) -> Contender {
        let is_one = match one.head == other.head {
            true => !self.is_later_by_key(one.rank, other.rank),
            false => one.head < other.head,
        };
        select_unpredictable(is_one, one, other)
    }

    /// Whether one lane comes later than another, if their heads are equal.
    #[cold]
    fn is_later_by_key(&self, rank: usize, other: usize) -> bool {
        match (self.lanes.get(rank), self.lanes.get(other)) {
            (Some(lane), Some(other_lane)) if !lane.is_exhausted() => {
                lane.position(rank).order(&other_lane.position(other), self.direction, self.ties).is_gt()
            }
            _ => rank > other,
        }
    }
}

impl<R> LaneState<R> {
    /// Whether it has no buffered items and will return no more.
    fn is_exhausted(&self) -> bool {
        !self.open && self.buffer.is_empty()
    }

    /// Returns its place in the order. The error is a sort key that must be admitted first.
    fn head(&self, prefix: &CommonPrefix, direction: Direction) -> Result<Head, &Option<KeyScalar>> {
        let sort = match (self.buffer.front(), self.open) {
            (Some(entry), _) => &entry.sort,
            (None, false) => return Ok(Head::EXHAUSTED),
            (None, true) => match &self.reached {
                LanePosition::Start => return Ok(Head::START),
                LanePosition::Key(sort) => sort,
            },
        };
        prefix.digest(sort.as_ref(), direction).map(Head::at).ok_or(sort)
    }

    /// Returns its position: its first buffered item, or the items that it has not returned yet.
    fn position(&self, rank: usize) -> MergePosition<'_> {
        match self.buffer.front() {
            Some(entry) => MergePosition { sort: Some(&entry.sort), rank, is_item: true },
            None => MergePosition { sort: self.reached.key(), rank, is_item: false },
        }
    }

    fn item(&self, rank: usize) -> Option<MergePosition<'_>> {
        Some(self.position(rank)).filter(|position| position.is_item)
    }

    /// Returns the position of its next unread item, if it is not exhausted.
    fn unread(&self, rank: usize) -> Option<MergePosition<'_>> {
        Some(self.position(rank)).filter(|position| self.open && !position.is_item)
    }
}

impl LanePosition {
    fn key(&self) -> Option<&Option<KeyScalar>> {
        match self {
            Self::Start => None,
            Self::Key(key) => Some(key),
        }
    }
}

/// The position of an item, or of a lane's unread items, in the order of the merge.
#[derive(Clone, Copy)]
struct MergePosition<'a> {
    /// `None` before a lane's first item.
    sort: Option<&'a Option<KeyScalar>>,
    rank: usize,
    is_item: bool,
}

impl MergePosition<'_> {
    fn order(&self, other: &Self, direction: Direction, ties: bool) -> Ordering {
        let by_key = match (self.sort, other.sort) {
            (Some(a), Some(b)) => direction.order(a, b),
            (a, b) => a.is_some().cmp(&b.is_some()),
        };
        // If sort keys are unique within a lane, its unread items come after the last key that it returned.
        let after_its_key = |position: &Self| !ties && !position.is_item;
        by_key.then_with(|| after_its_key(self).cmp(&after_its_key(other))).then_with(|| self.rank.cmp(&other.rank))
    }
}

#[cfg(test)]
mod tests {
    use proptest::{collection::vec, prelude::*};

    use super::*;

    fn page(keys: &[&str]) -> (Vec<Entry<String>>, Option<Option<KeyScalar>>) {
        let sort = |key: &&str| Some(KeyScalar::S((*key).to_owned()));
        let entries = keys.iter().map(|key| Entry { sort: sort(key), raw: (*key).to_owned() }).collect();
        (entries, keys.last().map(sort))
    }

    fn feed(merge: &mut Merge<String>, rank: usize, keys: &[&str], exhausted: bool) {
        let (entries, reached) = page(keys);
        merge.feed(rank, entries, reached, exhausted);
    }

    fn certain(merge: &mut Merge<String>) -> Vec<String> {
        let mut out = Vec::new();
        while let Next::Entry(rank, entry) = merge.next() {
            out.push(format!("{}{rank}", entry.raw));
        }
        out
    }

    #[test]
    fn only_a_certain_prefix_is_emitted() {
        let mut merge = Merge::new([true; 3], Direction::Ascending, false);
        assert_eq!(merge.blocking(), [0, 1, 2]);
        feed(&mut merge, 0, &["a", "d"], false);
        feed(&mut merge, 1, &["b", "c"], false);
        assert!(certain(&mut merge).is_empty());
        assert_eq!(merge.blocking(), [2]);
        feed(&mut merge, 2, &[], true);
        assert_eq!(certain(&mut merge), ["a0", "b1", "c1"]);
        assert_eq!(merge.blocking(), [1]);
        feed(&mut merge, 1, &["e"], true);
        assert_eq!(certain(&mut merge), ["d0"]);
        assert_eq!(merge.blocking(), [0]);
        feed(&mut merge, 0, &[], true);
        assert_eq!(certain(&mut merge), ["e1"]);
        assert!(merge.is_exhausted());
    }

    #[test]
    fn uncertain_lanes_may_hold_one_of_the_next_items() {
        let mut merge = Merge::new([true, true, true, false], Direction::Ascending, false);
        assert_eq!(merge.undecided_lanes(1), [0, 1, 2]);
        feed(&mut merge, 0, &["a", "d", "g"], false);
        feed(&mut merge, 1, &["b", "c"], false);
        feed(&mut merge, 2, &["h"], false);
        assert!(merge.undecided_lanes(3).is_empty());
        assert_eq!(merge.undecided_lanes(4), [1]);
        assert_eq!(merge.undecided_lanes(5), [1]);
        assert_eq!(merge.undecided_lanes(6), [0, 1]);
        assert_eq!(merge.undecided_lanes(7), [0, 1, 2]);
        merge.close(1);
        assert_eq!(merge.undecided_lanes(6), [0]);
        assert_eq!(certain(&mut merge), ["a0", "b1", "c1", "d0", "g0"]);
        assert_eq!(merge.blocking_lane(), Some(0));
    }

    #[test]
    fn ties_on_an_index_wait_for_earlier_lanes() {
        let ended = |ties| {
            let mut merge = Merge::new([true; 2], Direction::Ascending, ties);
            feed(&mut merge, 0, &["k"], false);
            feed(&mut merge, 1, &["k"], false);
            (certain(&mut merge), merge.blocking())
        };
        assert_eq!(ended(true), (vec!["k0".to_owned()], vec![0]));
        assert_eq!(ended(false), (vec!["k0".to_owned(), "k1".to_owned()], vec![0, 1]));
    }

    #[test]
    fn descending_order_reverses_keys_but_not_ranks() {
        let mut merge = Merge::new([true, false, true], Direction::Descending, true);
        feed(&mut merge, 0, &["c", "a"], true);
        feed(&mut merge, 2, &["c", "b"], true);
        assert_eq!(certain(&mut merge), ["c0", "c2", "b2", "a0"]);
    }

    /// Merges lanes that are fed one page at a time, when the merge needs more items from them.
    fn merged_by_page(lanes: &[Vec<KeyScalar>], direction: Direction, page: usize) -> Vec<(KeyScalar, usize)> {
        let mut merge = Merge::new(lanes.iter().map(|_| true), direction, true);
        let mut rest: Vec<_> = lanes.iter().map(|lane| lane.chunks(page).peekable()).collect();
        let mut out = Vec::new();
        loop {
            match merge.next() {
                Next::Entry(rank, entry) => out.push((entry.raw, rank)),
                Next::Exhausted => return out,
                Next::Blocked => {
                    let rank = merge.blocking_lane().unwrap();
                    let keys = rest[rank].next().unwrap_or_default();
                    let entries = keys.iter().map(|key| Entry { sort: Some(key.clone()), raw: key.clone() }).collect();
                    merge.feed(rank, entries, keys.last().cloned().map(Some), rest[rank].peek().is_none());
                }
            }
        }
    }

    fn sorted(mut keys: Vec<KeyScalar>, direction: Direction) -> Vec<KeyScalar> {
        keys.sort_by(|a, b| direction.order(a, b));
        keys
    }

    proptest! {
        #[test]
        fn lanes_merge_in_the_order_of_a_sort(
            texts in vec(vec("(2026-01-0)?[\\x00ab0-1é]{0,20}", 0..8), 1..9),
            numbers in vec(vec(-20_i32..20, 0..8), 1..9),
            is_newest_first: bool,
            page in 1_usize..4,
        ) {
            let direction = if is_newest_first { Direction::Descending } else { Direction::Ascending };
            let number = |number: i32| KeyScalar::N(number.to_string());
            let of_texts = texts.into_iter().map(|lane| lane.into_iter().map(KeyScalar::S).collect());
            let of_numbers = numbers.into_iter().map(|lane| lane.into_iter().map(number).collect());
            for lanes in [of_texts.collect::<Vec<_>>(), of_numbers.collect()] {
                let lanes: Vec<_> = lanes.into_iter().map(|lane| sorted(lane, direction)).collect();
                let mut all = Vec::new();
                for (rank, lane) in lanes.iter().enumerate() {
                    all.extend(lane.iter().map(|key| (key.clone(), rank)));
                }
                all.sort_by(|(a, of_a), (b, of_b)| direction.order(a, b).then(of_a.cmp(of_b)));
                prop_assert_eq!(merged_by_page(&lanes, direction, page), all);
            }
        }
    }
}

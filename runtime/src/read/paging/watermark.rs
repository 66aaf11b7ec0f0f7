//! Computes the end of a page.

use std::{cmp::Ordering, sync::Arc};

use super::{Aim, Paging, Reached};
use crate::read::{
    Cursor, Plan,
    cursor::{After, Gap, Position},
};

impl Reached {
    /// Returns the position after it, in the lane of this rank.
    pub(super) fn position_after(&self, rank: usize) -> After {
        After { lane: number(rank), sort: self.sort.clone(), table_key: self.table_key.clone(), newest: None }
    }
}

impl Gap {
    /// Whether the gap contains a lane.
    fn holds(&self, group: u32, lane: u32) -> bool {
        self.position.group == group && self.lanes.contains(&lane)
    }

    /// Joins gaps at one position into one gap with all their lanes.
    fn joined(gaps: Vec<Self>) -> Vec<Self> {
        let mut joined: Vec<Self> = Vec::new();
        for gap in gaps {
            match joined.iter_mut().find(|other| other.position == gap.position) {
                Some(other) => other.lanes.extend(gap.lanes),
                None => joined.push(gap),
            }
        }
        // In the order of the text.
        joined.iter_mut().for_each(|gap| gap.lanes.sort_unstable());
        joined
    }
}

impl Plan {
    /// Compares two items of one group.
    fn order(&self, a: &After, b: &After) -> Ordering {
        self.direction.order(&a.sort, &b.sort).then_with(|| a.lane.cmp(&b.lane))
    }

    pub(super) fn is_before(&self, a: &After, b: &After) -> bool {
        self.order(a, b) == Ordering::Less
    }

    /// Returns the earliest position of the lanes of a group.
    fn first_position_in(&self, group: u32) -> Position {
        let of_group = self.start.gaps_of(group).iter().map(|gap| &gap.position);
        let rest = self.start.position_in(group);
        let first =
            of_group.min_by(|a, b| self.position_order(a, b)).filter(|gap| self.position_order(gap, &rest).is_lt());
        first.cloned().unwrap_or(rest)
    }

    /// Returns the later of two positions. If they are equal, which two items with equal keys in one lane can cause,
    /// returns the second.
    fn later<'a>(&self, before: &'a Position, now: &'a Position) -> &'a Position {
        if self.position_order(now, before).is_lt() { before } else { now }
    }

    fn position_order(&self, a: &Position, b: &Position) -> Ordering {
        a.group.cmp(&b.group).then_with(|| match (&a.after, &b.after) {
            (Some(a), Some(b)) => self.order(a, b),
            (a, b) => a.is_some().cmp(&b.is_some()),
        })
    }
}

impl<R> Paging<R> {
    /// Returns the cursor of the next page. `None` at the end of the result.
    pub(crate) fn cursor(&mut self) -> Option<Cursor> {
        if self.aim != Aim::Page {
            return None;
        }
        let plan = Arc::clone(&self.plan);
        let reached = self.reached();
        let mut gaps = self.open_gaps(&reached);
        gaps.extend(self.failed_gaps(&reached));
        // If the page only read lanes behind the position, the position does not change.
        let is_behind = plan.position_order(&reached.position, &plan.start.position).is_lt();
        let position = if is_behind { plan.start.position.clone() } else { reached.position };
        gaps.retain(|gap| plan.position_order(&gap.position, &position).is_lt());
        let is_end = usize::try_from(position.group).unwrap_or(usize::MAX) >= plan.group_count();
        if is_end && gaps.is_empty() {
            return None;
        }
        let (fingerprint, resolved) = (plan.fingerprint.clone(), Arc::clone(&plan.resolved));
        Some(Cursor { fingerprint, resolved, position, gaps: Gap::joined(gaps), is_trusted: true })
    }

    /// Returns the lanes that failed and may have omitted items before the end of the page, by group and rank.
    pub(crate) fn incomplete_lanes(&mut self) -> Vec<(usize, usize)> {
        let reached = self.reached();
        let is_left_out = |gap: &Gap| self.plan.position_order(&gap.position, &reached.position).is_lt();
        let gaps = self.failed_gaps(&reached).into_iter().filter(is_left_out);
        gaps.flat_map(|gap| gap.lanes.into_iter().map(move |lane| (index(gap.position.group), index(lane)))).collect()
    }

    /// Returns whether a cursor would be further than the one at which the query began.
    pub(super) fn has_advanced(&mut self) -> bool {
        let reached = self.reached();
        let first = self.plan.first_position_in(self.plan.start.group());
        let table_key = |position: &Position| position.after.as_ref().and_then(|after| after.table_key.clone());
        match self.plan.position_order(&first, &reached.position) {
            Ordering::Less => true,
            // Compares items with equal sort keys in one lane.
            Ordering::Equal => table_key(&first) != table_key(&reached.position),
            Ordering::Greater => false,
        }
    }

    /// Returns the gaps of the previous cursor that are still open.
    fn open_gaps(&self, reached: &End) -> Vec<Gap> {
        let mut gaps = Vec::new();
        for gap in self.plan.start.gaps.iter().filter(|gap| gap.position.group >= reached.position.group) {
            let has_failed = |lane: &u32| self.failed.iter().any(|failed| failed.holds(gap.position.group, *lane));
            let lanes: Vec<u32> = gap.lanes.iter().filter(|lane| !has_failed(lane)).copied().collect();
            if !lanes.is_empty() {
                gaps.push(Gap { position: self.later_position(&gap.position, reached).clone(), lanes });
            }
        }
        gaps
    }

    /// Returns the failed lanes' positions: not after the end of the page, and not before their previous positions.
    fn failed_gaps(&self, reached: &End) -> Vec<Gap> {
        let standing = |gap: &Gap| {
            let lane = gap.lanes.first().copied().unwrap_or_default();
            // At equal sort keys the lane's position is taken as the later one: more items have arrived than were
            // returned.
            let is_further = self.plan.position_order(&gap.position, &reached.position).is_ge();
            let position = match is_further {
                true => self.later_position(&self.plan.start.position_of(gap.position.group, lane), reached).clone(),
                false => gap.position.clone(),
            };
            Gap { position, lanes: gap.lanes.clone() }
        };
        self.failed.iter().map(standing).collect()
    }

    /// Returns the later of a lane's position and the end of the page.
    fn later_position<'a>(&self, position: &'a Position, reached: &'a End) -> &'a Position {
        if reached.is_examined && position.group == reached.position.group {
            self.plan.later(position, &reached.position)
        } else {
            position
        }
    }

    /// Returns the end of the page.
    fn reached(&mut self) -> End {
        for opened in &mut self.window {
            if !opened.merge.is_exhausted() {
                let group = number(opened.at);
                return match opened.watermark(&self.plan) {
                    Some(after) => End { position: Position { group, after: Some(after) }, is_examined: true },
                    None => End { position: self.plan.first_position_in(group), is_examined: false },
                };
            }
        }
        End { position: Position { group: number(self.next_group), after: None }, is_examined: false }
    }
}

/// The end of a page. Every lane that the page read has been examined up to this position.
struct End {
    position: Position,
    /// Whether any item of the position's group has been examined.
    is_examined: bool,
}

pub(super) fn number(index: usize) -> u32 {
    u32::try_from(index).unwrap_or(u32::MAX)
}

fn index(number: u32) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

//! New keys with several loads on shared partitions.

use super::{
    ROLL_OVER_TARGET,
    roll_over::{WHOLE, binomial, holds_both, keys_in, room_beside},
};
use crate::physics::{
    limits::PARTITION_WRITE_UNITS,
    math::{ceil, sqrt},
};

/// The number of groups that are counted separately. If there are more, the two with the nearest loads are merged.
const MAX_GROUPS: usize = 16;

/// The number of cells of the finest grid, of one write unit each.
const MAX_CELLS: usize = PARTITION_WRITE_UNITS as usize;

/// The number of cells of the coarsest grid.
const MIN_CELLS: u64 = 64;

/// The number of additions that one computation may take. In constant evaluation, rustc's lint
/// `long_running_const_eval` rejects two million steps.
const MAX_ADDITIONS: u64 = 150_000;

/// The number of standard deviations from the mean beyond which a number of keys counts as an overload.
const SPREAD: f64 = 7.0;

/// The minimum number of keys above the mean that are counted, for means near 0.
const MIN_SPREAD: f64 = 10.0;

/// Groups of new keys. The keys of one group have one load.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Groups {
    /// The number of keys of each group and the write units per second of one, heaviest first. One more place allows a
    /// group to be inserted before two are merged.
    at: [(u64, f64); MAX_GROUPS + 1],
    len: usize,
}

impl Groups {
    pub(crate) const NONE: Self = Self { at: [(0, 0.0); MAX_GROUPS + 1], len: 0 };

    /// Adds `keys` keys of `each` write units per second.
    pub(crate) const fn with(mut self, keys: u64, each: f64) -> Self {
        if keys == 0 || each <= 0.0 {
            return self;
        }
        let mut place = 0;
        while place < self.len && self.at[place].1 > each * (1.0 + WHOLE) {
            place += 1;
        }
        let (others, theirs) = self.at[place];
        if place < self.len && theirs >= each * (1.0 - WHOLE) {
            self.at[place] = (others.saturating_add(keys), if theirs > each { theirs } else { each });
            return self;
        }
        let mut last = self.len;
        while last > place {
            self.at[last] = self.at[last - 1];
            last -= 1;
        }
        self.at[place] = (keys, each);
        self.len += 1;
        if self.len > MAX_GROUPS { self.merged() } else { self }
    }

    /// Adds these groups.
    pub(crate) const fn with_all(mut self, others: &Self) -> Self {
        let mut place = 0;
        while place < others.len {
            self = self.with(others.at[place].0, others.at[place].1);
            place += 1;
        }
        self
    }

    /// Whether there are no keys.
    pub(crate) const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Write units per second of one of the heaviest keys. 0 without keys.
    pub(crate) const fn heaviest(&self) -> f64 {
        self.at[0].1
    }

    /// Merges one group into the next heavier one. Chooses the group for which this adds the least load.
    const fn merged(mut self) -> Self {
        let (mut nearest, mut least, mut place) = (1, f64::INFINITY, 1);
        while place < self.len {
            let (keys, each) = self.at[place];
            let added = keys as f64 * (self.at[place - 1].1 - each);
            if added < least {
                (nearest, least) = (place, added);
            }
            place += 1;
        }
        self.at[nearest - 1].0 = self.at[nearest - 1].0.saturating_add(self.at[nearest].0);
        while nearest + 1 < self.len {
            self.at[nearest] = self.at[nearest + 1];
            nearest += 1;
        }
        self.len -= 1;
        self.at[self.len] = (0, 0.0);
        self
    }

    /// Write units per second of all groups.
    pub(crate) const fn units(&self) -> f64 {
        let (mut units, mut place) = (0.0, 0);
        while place < self.len {
            units += self.at[place].0 as f64 * self.at[place].1;
            place += 1;
        }
        units
    }

    /// Whether `partitions` partitions serve a roll-over of all groups, in addition to `background` write units per
    /// second of many other keys, with a probability of at most [`ROLL_OVER_TARGET`] that one is overloaded. Up to two
    /// groups are computed exactly, more on a grid that rounds their loads up.
    pub(crate) const fn hold_on(&self, background: f64, partitions: u64) -> bool {
        let [first, second, ..] = self.at;
        if self.len <= 2 {
            let (many, few) = if first.0 < second.0 { (second, first) } else { (first, second) };
            return holds_both(many, few, background, partitions);
        }
        let room = room_beside(background, partitions) * (1.0 + WHOLE);
        if room < 0.0 || self.units() > room * partitions as f64 {
            return false;
        }
        partitions <= 1
            || self.units() <= room
            || partitions as f64 * (1.0 - self.probability_to_fit(room, partitions)) <= ROLL_OVER_TARGET
    }

    /// The probability that the keys on one of several partitions take at most `room` write units per second. It can be
    /// slightly too low.
    ///
    /// Computes the probabilities to fit into each size of room on a grid, and adds the groups one by one. The lightest
    /// keys come last, and are computed only for `room` itself.
    const fn probability_to_fit(&self, room: f64, partitions: u64) -> f64 {
        let cells = self.cells(room, partitions);
        let units_of_cell = PARTITION_WRITE_UNITS as f64 / cells as f64;
        let mut fits = [1.0; MAX_CELLS + 1];
        let mut place = 0;
        while place + 1 < self.len {
            let cells_of_key = self.at[place].1 / units_of_cell;
            fits = with_group(&fits, cells, Counts::of(self.at[place], room, partitions), cells_of_key);
            place += 1;
        }
        let (_, each) = self.at[place];
        let mut counts = Counts::of(self.at[place], room, partitions);
        let mut probability = 0.0;
        while let Some(chance) = counts.chance() {
            probability += chance * fits[((room - counts.count as f64 * each) / units_of_cell) as usize];
            counts = counts.next();
        }
        probability
    }

    /// The number of cells for 1,000 write units per second that [`MAX_ADDITIONS`] allows.
    const fn cells(&self, room: f64, partitions: u64) -> usize {
        let (mut counts, mut place) = (1, 0);
        while place + 1 < self.len {
            counts += Counts::of(self.at[place], room, partitions).len();
            place += 1;
        }
        match MAX_ADDITIONS / counts {
            cells if cells > MAX_CELLS as u64 => MAX_CELLS,
            cells if cells < MIN_CELLS => MIN_CELLS as usize,
            cells => cells as usize,
        }
    }
}

/// The probabilities to fit into the rooms of 0, 1, 2 .. `cells` cells, with one more group than in `fits`.
const fn with_group(
    fits: &[f64; MAX_CELLS + 1],
    cells: usize,
    mut counts: Counts,
    cells_of_key: f64,
) -> [f64; MAX_CELLS + 1] {
    let mut sum = [0.0; MAX_CELLS + 1];
    while let Some(chance) = counts.chance() {
        // Rounds up, except for an integer that is slightly too large because of a floating-point error.
        let taken = ceil(counts.count as f64 * cells_of_key * (1.0 - WHOLE)) as usize;
        let mut room = taken;
        while room <= cells {
            sum[room] += chance * fits[room - taken];
            room += 1;
        }
        counts = counts.next();
    }
    sum
}

/// A number of a group's keys on one partition, and its probability. The omitted numbers have a total probability of
/// less than 1e-11; those above `last` are omitted because they would not fit.
#[derive(Clone, Copy)]
struct Counts {
    count: u64,
    chance: f64,
    last: u64,
    keys: u64,
    /// p / (1 - p), for the probability p that a key falls on the partition.
    odds: f64,
}

impl Counts {
    /// The numbers for one of several partitions.
    const fn of((keys, each): (u64, f64), room: f64, partitions: u64) -> Self {
        let chance = 1.0 / partitions as f64;
        let mean = keys as f64 * chance;
        let spread = SPREAD * sqrt(mean);
        let count = (mean - spread) as u64;
        let (fitting, likely) = (keys_in(room, each), ceil(mean + spread + MIN_SPREAD));
        let last = if fitting < likely { fitting } else { likely };
        Self {
            count,
            chance: binomial(count, keys, chance),
            last: if last < keys { last } else { keys },
            keys,
            odds: chance / (1.0 - chance),
        }
    }

    const fn len(&self) -> u64 {
        (self.last + 1).saturating_sub(self.count)
    }

    const fn chance(&self) -> Option<f64> {
        if self.count <= self.last { Some(self.chance) } else { None }
    }

    const fn next(self) -> Self {
        let ratio = self.keys.saturating_sub(self.count) as f64 / (self.count + 1) as f64;
        Self { count: self.count + 1, chance: self.chance * ratio * self.odds, ..self }
    }
}

#[cfg(test)]
mod tests;

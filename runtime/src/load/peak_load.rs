//! The load of a declared peak on one key, by kind of write.

use crate::{
    physics::{
        math::ceil,
        shards::{DEFAULT_TARGET, overload_probability, shards_for},
        write_cost::{WriteCall, WriteCost},
    },
    schema::EntitySchema,
    template::declared_key::DeclaredKey,
};

/// The load of the writes of one kind.
#[derive(Debug, Clone, Copy)]
pub(crate) struct KindLoad {
    /// Writes per second.
    pub(crate) rate: u64,
    /// Write units per second.
    pub(crate) units: f64,
    /// The sum of the squared units of the writes of one second.
    squares: f64,
}

/// The load of a declared peak on one key, in write units. Writes of several sizes are approximated by writes of one
/// size with equal variance: `units` is E[w^2] / E[w] for the units w of a write, rounded up.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PeakLoad {
    pub(crate) creates: KindLoad,
    pub(crate) updates: KindLoad,
    pub(crate) deletes: KindLoad,
    /// Write units per second of all kinds, rounded up.
    pub(crate) units_per_second: u64,
    /// Write units of one write.
    pub(crate) units: u64,
}

impl PeakLoad {
    /// The load on the key at position `place`, if its peak is declared. For a table's key, without the entries in
    /// local secondary indexes.
    pub(crate) const fn of(key: &DeclaredKey<'_>, place: usize) -> Option<Self> {
        Self::on(key, place, 0, 2.0)
    }

    /// The load if one value of the key at position `place` has all writes. A move between two partition keys then
    /// writes only once to it.
    pub(crate) const fn of_one(key: &DeclaredKey<'_>, place: usize) -> Option<Self> {
        Self::on(key, place, 0, if key.entity.moves_between_keys(place) { 1.0 } else { 2.0 })
    }

    /// The load on the partition of the key: for a table's key, with the entries in local secondary indexes, which are
    /// in the same partition.
    pub(crate) const fn with_local(key: &DeclaredKey<'_>, place: usize) -> Option<Self> {
        Self::on(key, place, if key.key.index.is_none() { key.entity.local_write_units() } else { 0 }, 2.0)
    }

    const fn on(key: &DeclaredKey<'_>, place: usize, local: u64, writes_per_move: f64) -> Option<Self> {
        let (Some(peak), Some(units)) = (key.peak(), key.entity.write_units(place)) else {
            return None;
        };
        let [creates, updates, deletes] = match key.key.index {
            None => {
                let share = clamped(peak.in_transactions);
                let entity = key.entity;
                [
                    KindLoad::in_table(entity, WriteCall::Put, peak.creates, share, local),
                    // An update can move its item in each local secondary index.
                    KindLoad::in_table(entity, WriteCall::Update, peak.updates, share, local.saturating_mul(2)),
                    KindLoad::in_table(entity, WriteCall::Delete, peak.deletes, share, local),
                ]
            }
            Some(_) => [
                KindLoad::of(peak.creates, units),
                KindLoad::in_index(key, place, peak.updates, (peak.moves, writes_per_move), units),
                KindLoad::of(peak.deletes, units),
            ],
        };
        let sum = creates.units + updates.units + deletes.units;
        let squares = creates.squares + updates.squares + deletes.squares;
        let units = if sum > 0.0 { whole(squares / sum) } else { 1 };
        Some(Self {
            creates,
            updates,
            deletes,
            units_per_second: whole(sum),
            units: if units == 0 { 1 } else { units },
        })
    }

    /// Writes per second of the one size.
    pub(crate) const fn writes(&self) -> u64 {
        self.units_per_second.div_ceil(self.units)
    }

    /// A share of the load, rounded up.
    pub(crate) const fn share(&self, share: f64) -> Self {
        Self { units_per_second: whole(self.units_per_second as f64 * share), ..*self }
    }

    /// The shards that serve the load, with a probability of at most 1e-6 per second that one is overloaded.
    pub(crate) const fn shards(&self) -> u64 {
        shards_for(self.writes(), self.units, DEFAULT_TARGET)
    }

    /// Whether `keys` evenly loaded partition keys serve the load, with a probability of at most 1e-6 per second that
    /// one is overloaded.
    pub(crate) const fn is_carried_by(&self, keys: u64) -> bool {
        self.overload_probability(keys) <= DEFAULT_TARGET
    }

    /// The probability, per second, that one of `keys` evenly loaded partition keys exceeds its limit.
    pub(crate) const fn overload_probability(&self, keys: u64) -> f64 {
        overload_probability(self.units_per_second as f64 / self.units as f64, self.units, keys)
    }
}

impl KindLoad {
    const fn of(rate: u64, units: u64) -> Self {
        let (rate_, each) = (rate as f64, units as f64);
        Self { rate, units: rate_ * each, squares: rate_ * each * each }
    }

    const fn and(self, other: Self) -> Self {
        Self { rate: self.rate, units: self.units + other.units, squares: self.squares + other.squares }
    }

    const fn times(self, share: f64) -> Self {
        Self { rate: self.rate, units: self.units * share, squares: self.squares * share }
    }

    /// Writes of items in the table. A share of them is sent in transactions.
    const fn in_table(entity: &EntitySchema, call: WriteCall, rate: u64, in_transactions: f64, local: u64) -> Self {
        let Some(bytes) = entity.item_bytes() else {
            return Self::of(rate, 1);
        };
        let cost = WriteCost::in_table(call, bytes, entity.additional_writes());
        let alone = Self::of(rate, cost.item_units.saturating_add(local));
        let in_transaction = Self::of(rate, cost.in_transaction().item_units.saturating_add(local));
        alone.times(1.0 - in_transactions).and(in_transaction.times(in_transactions))
    }

    /// Updates of items as an index receives them. An entry whose key changes is deleted under one key and written
    /// under another: `writes_per_move` of these are counted. An entry whose key does not change is written if it
    /// contains the change.
    ///
    /// AWS: [Provisioned throughput considerations for global secondary
    /// indexes](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/GSI.html#GSI.ThroughputConsiderations.Writes).
    const fn in_index(
        key: &DeclaredKey<'_>,
        place: usize,
        rate: u64,
        (moves, writes_per_move): (Option<f64>, f64),
        units: u64,
    ) -> Self {
        let moves = match moves {
            _ if !key.entity.can_move(place) => 0.0,
            Some(moves) => clamped(moves),
            None => 1.0,
        };
        let stays = match key.entity.unmoved_entry_units(place) {
            Some(units) => units,
            None => units,
        };
        Self::of(rate, units).times(writes_per_move * moves).and(Self::of(rate, stays).times(1.0 - moves))
    }

    /// Write units per second, rounded up.
    pub(crate) const fn units_per_second(&self) -> u64 {
        whole(self.units)
    }

    /// The whole units of each write, if all writes cost the same.
    pub(crate) const fn each(&self) -> Option<u64> {
        let Some(each) = (self.units as u64).checked_div(self.rate) else {
            return None;
        };
        if each * self.rate == self.units as u64 { Some(each) } else { None }
    }
}

/// The share, from 0 to 1. NaN counts as 0.
pub(super) const fn clamped(share: f64) -> f64 {
    if share > 1.0 {
        1.0
    } else if share > 0.0 {
        share
    } else {
        0.0
    }
}

/// Rounds up, but ignores floating-point errors.
const fn whole(units: f64) -> u64 {
    ceil(units * (1.0 - 1e-12))
}

#[cfg(test)]
mod tests;

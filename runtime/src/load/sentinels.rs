//! The load on the keys of sentinels, which are few if a unique field has few values.

use super::cardinality::values_of;
use crate::{
    physics::{
        limits::PARTITION_WRITE_UNITS,
        write_cost::{AdditionalWrites, WriteCall, WriteCost},
    },
    schema::{EntitySchema, Form},
};

/// The load on the sentinels of a unique field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct SentinelLoad {
    /// The number of partition keys: one for each value.
    pub(crate) keys: u64,
    /// Write units per second of the declared peak on all of them. Each create and delete of an item writes one.
    pub(crate) units_per_second: u64,
}

impl SentinelLoad {
    /// Returns the load on the sentinels of the field at this position. `None` without a declared peak, and if the
    /// number of values is not known.
    pub(crate) const fn of(entity: &EntitySchema, field: usize) -> Option<Self> {
        let Some(peak) = entity.peak else { return None };
        if field >= entity.fields.len() {
            return None;
        }
        let Some(unique) = entity.fields[field].unique else { return None };
        let Some(mut keys) = values_of(entity.fields[field].kind, Form::Default) else { return None };
        let mut within = unique.within;
        while let [place, rest @ ..] = within {
            if *place as usize >= entity.fields.len() {
                return None;
            }
            match values_of(entity.fields[*place as usize].kind, Form::Default) {
                Some(values) => keys = keys.saturating_mul(values),
                None => return None,
            }
            within = rest;
        }
        let additional = AdditionalWrites { older_keys: 0, ..entity.additional_writes() };
        let units = WriteCost::in_table(WriteCall::Create, 0, additional).sentinel_units;
        let writes = peak.creates.saturating_add(peak.deletes);
        Some(Self { keys, units_per_second: writes.saturating_mul(units) })
    }

    /// Whether one key serves the load: few values are seldom equally frequent.
    pub(crate) const fn is_carried(&self) -> bool {
        self.units_per_second <= PARTITION_WRITE_UNITS
    }
}

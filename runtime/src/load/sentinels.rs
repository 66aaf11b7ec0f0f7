//! The load on the keys of sentinels, which are few if a unique field has few values.

use super::cardinality::values_of;
use crate::{
    physics::limits::PARTITION_WRITE_UNITS,
    schema::{EntitySchema, Form},
};

/// The load on the sentinels of a unique field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct SentinelLoad {
    /// The number of partition keys: one for each value.
    pub(crate) keys: u64,
    /// Write units per second of the declared peak on all of them.
    pub(crate) units_per_second: u64,
}

impl SentinelLoad {
    /// Returns the load on the sentinels of the field at this position. `None` without a declared peak, and if the
    /// number of values is not known.
    pub(crate) const fn of(entity: &EntitySchema, field: usize) -> Option<Self> {
        if entity.peak.is_none() || field >= entity.fields.len() {
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
        Some(Self { keys, units_per_second: entity.units_of_one_sentinel() })
    }

    /// Whether one key serves the load: few values are seldom equally frequent.
    pub(crate) const fn is_carried(&self) -> bool {
        self.units_per_second <= PARTITION_WRITE_UNITS
    }
}

//! Counts the requests of one table.

use std::hash::{BuildHasher as _, Hasher as _};

use super::{Capacity, Monitor, tables::Tables, text::KeyText, usage::KeyUsage, window::KeyRequest};
use crate::{key::KeyScalar, schema::TableSchema};

/// 2^64 divided by the golden ratio: its multiples differ in all bits.
const SPREAD: u64 = 0x9E37_79B9_7F4A_7C15;

/// A monitor with the table whose requests it counts.
#[derive(Debug, Clone)]
pub(crate) struct Watch {
    monitor: Monitor,
    /// The number of the table's reads.
    first: u16,
}

impl Watch {
    /// Returns `None` if the monitor has no numbers left for tables.
    pub(crate) fn new(monitor: &Monitor, table: &str, schema: &TableSchema) -> Option<Self> {
        let first = monitor.window().tables.watch(table, schema)?;
        Some(Self { monitor: monitor.clone(), first })
    }

    /// Counts the capacity that one request consumes of its keys at the current time.
    pub(crate) fn record<'a>(&self, capacity: Capacity, usages: impl IntoIterator<Item = KeyUsage<'a>>) {
        let now = self.monitor.now();
        // A request holds the lock for about 50 ns per key. The SDK spends about 50,000 ns on a request.
        let mut window = self.monitor.window();
        let hot = if window.is_over(now) { window.turn(now, self.monitor.settings()) } else { Vec::new() };
        for usage in usages {
            if let Some(key_request) = self.key_request(capacity, &usage) {
                window.add(key_request, || KeyText::of(&usage));
            }
        }
        drop(window);
        if !hot.is_empty() {
            self.monitor.report_hot_keys(hot);
        }
    }

    #[inline]
    fn hash(&self, resource: u16, partition: &KeyScalar) -> u64 {
        let hasher = self.monitor.hasher();
        let of_key = match partition {
            // The most frequent case, hashed in half the time that the standard implementation for text takes.
            KeyScalar::S(text) => {
                let mut hasher = hasher.build_hasher();
                hasher.write(text.as_bytes());
                hasher.finish()
            }
            _ => hasher.hash_one(partition),
        };
        of_key ^ u64::from(resource).wrapping_mul(SPREAD)
    }

    #[inline]
    fn key_request(&self, capacity: Capacity, usage: &KeyUsage<'_>) -> Option<KeyRequest> {
        let grains = capacity.grains(usage.units);
        if grains == 0 {
            return None;
        }
        let entity = usage.entity;
        let index = match entity.keys.get(usage.place)?.index {
            Some(name) => Some(entity.table.indexes.iter().position(|index| index.name == name)?),
            None => None,
        };
        let resource = Tables::number(self.first, index, capacity)?;
        Some(KeyRequest {
            hash: self.hash(resource, usage.partition),
            resource,
            entity,
            place: u8::try_from(usage.place).ok()?,
            grains,
            is_refused: usage.is_refused,
        })
    }
}

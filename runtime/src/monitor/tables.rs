//! The tables that a monitor watches, with the load of each table and index.

use std::sync::Arc;

use super::{Capacity, snapshot::LoadCount};
use crate::schema::TableSchema;

/// Numbers for each table and index, separately for reads and writes.
#[derive(Debug, Default)]
pub(super) struct Tables {
    tables: Vec<Table>,
    /// The grains of this half-window and of the previous one.
    loads: Vec<[u64; 2]>,
}

#[derive(Debug)]
struct Table {
    name: Arc<str>,
    indexes: Vec<&'static str>,
    first: u16,
}

impl Tables {
    /// Returns the number of the table's reads, which is equal for equal names and indexes. `None` if all 65,535
    /// numbers are used.
    pub(super) fn watch(&mut self, name: &str, schema: &TableSchema) -> Option<u16> {
        let indexes: Vec<_> = schema.indexes.iter().map(|index| index.name).collect();
        if let Some(table) = self.tables.iter().find(|table| &*table.name == name && table.indexes == indexes) {
            return Some(table.first);
        }
        let first = u16::try_from(self.loads.len()).ok()?;
        let end = self.loads.len() + 2 * (1 + indexes.len());
        u16::try_from(end).ok()?;
        self.loads.resize(end, [0; 2]);
        self.tables.push(Table { name: name.into(), indexes, first });
        Some(first)
    }

    /// The number of the reads or writes of the table, or of an index given by its position in the schema.
    pub(super) fn number(first: u16, index: Option<usize>, capacity: Capacity) -> Option<u16> {
        let place = index.map_or(0, |index| index.saturating_add(1));
        let number = u16::try_from(place).ok()?.checked_mul(2)?.checked_add(u16::from(capacity == Capacity::Write))?;
        first.checked_add(number)
    }

    pub(super) fn capacity(number: u16) -> Capacity {
        if number.is_multiple_of(2) { Capacity::Read } else { Capacity::Write }
    }

    /// The name of the table that a number belongs to.
    pub(super) fn name(&self, number: u16) -> Option<Arc<str>> {
        let table = self.tables.iter().rev().find(|table| table.first <= number)?;
        Some(Arc::clone(&table.name))
    }

    pub(super) fn add(&mut self, number: u16, grains: u32) {
        if let Some([now, _]) = self.loads.get_mut(usize::from(number)) {
            *now = now.saturating_add(u64::from(grains));
        }
    }

    /// Begins the next half-window.
    pub(super) fn turn(&mut self) {
        self.loads.iter_mut().for_each(|load| *load = [0, load[0]]);
    }

    /// The load of each table and index in both half-windows, except those without a load.
    pub(super) fn counted(&self) -> Vec<LoadCount> {
        let loads = self.tables.iter().flat_map(|table| {
            let indexes = table.indexes.iter().enumerate().map(Some);
            std::iter::once(None).chain(indexes).flat_map(|index| {
                [Capacity::Read, Capacity::Write].map(|capacity| LoadCount {
                    table: table.name.to_string(),
                    index: index.map(|(_, name)| (*name).to_owned()),
                    capacity,
                    units: Self::number(table.first, index.map(|(place, _)| place), capacity)
                        .map_or(0.0, |number| capacity.units(self.load(number))),
                })
            })
        });
        loads.filter(|load| load.units > 0.0).collect()
    }

    /// The grains of both half-windows.
    pub(super) fn load(&self, number: u16) -> u64 {
        self.loads.get(usize::from(number)).map_or(0, |[now, before]| now.saturating_add(*before))
    }

    pub(super) fn load_now(&self, number: u16) -> u64 {
        self.loads.get(usize::from(number)).map_or(0, |[now, _]| *now)
    }
}

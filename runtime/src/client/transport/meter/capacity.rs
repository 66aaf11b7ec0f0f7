//! Reads the consumed capacity of one answer.

use aws_sdk_dynamodb::types::{Capacity, ConsumedCapacity};

use super::{Consumed, Units};

/// Whether an operation consumes read or write units, if its answer does not say.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Read,
    Write,
}

/// Adds the units of the table and of each index. If the answer contains only a total, it counts as the table's.
pub(super) fn add(consumed: &mut Consumed, kind: Kind, of: &ConsumedCapacity) {
    let Some(table) = of.table() else {
        let units = units(kind, of.capacity_units(), of.read_capacity_units(), of.write_capacity_units());
        return consumed.table.add(units);
    };
    consumed.table.add(units_of(kind, table));
    let (global, local) = (of.global_secondary_indexes(), of.local_secondary_indexes());
    for (name, index) in global.into_iter().chain(local).flatten() {
        let units = units_of(kind, index);
        match consumed.indexes.get_mut(name) {
            Some(index) => index.add(units),
            None => drop(consumed.indexes.insert(name.clone(), units)),
        }
    }
}

fn units_of(kind: Kind, of: &Capacity) -> Units {
    units(kind, of.capacity_units(), of.read_capacity_units(), of.write_capacity_units())
}

/// Returns the units of an answer. Only a transaction reports read and write units separately: one that is resent with
/// its token consumes read units. All other operations report one number.
fn units(kind: Kind, all: Option<f64>, read: Option<f64>, write: Option<f64>) -> Units {
    match (read, write, kind) {
        (None, None, Kind::Read) => Units { read: all.unwrap_or_default(), write: 0.0 },
        (None, None, Kind::Write) => Units { read: 0.0, write: all.unwrap_or_default() },
        _ => Units { read: read.unwrap_or_default(), write: write.unwrap_or_default() },
    }
}

impl Units {
    fn add(&mut self, other: Self) {
        self.read += other.read;
        self.write += other.write;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of_one(units: f64) -> Capacity {
        Capacity::builder().capacity_units(units).build()
    }

    #[test]
    fn capacity_is_counted_per_table_and_index() {
        let answer = ConsumedCapacity::builder()
            .capacity_units(6.0)
            .table(of_one(1.0))
            .global_secondary_indexes("GSI1", of_one(2.0))
            .local_secondary_indexes("LSI1", of_one(3.0))
            .build();
        let mut consumed = Consumed::default();
        add(&mut consumed, Kind::Write, &answer);
        add(&mut consumed, Kind::Read, &answer);
        assert_eq!(consumed.table, Units { read: 1.0, write: 1.0 });
        assert_eq!(consumed.indexes["GSI1"], Units { read: 2.0, write: 2.0 });
        assert_eq!(consumed.indexes["LSI1"], Units { read: 3.0, write: 3.0 });
        assert_eq!((consumed.read_units(), consumed.write_units()), (6.0, 6.0));
    }

    #[test]
    fn a_single_total_counts_for_the_table() {
        let mut consumed = Consumed::default();
        add(&mut consumed, Kind::Read, &ConsumedCapacity::builder().capacity_units(0.5).build());
        add(&mut consumed, Kind::Write, &ConsumedCapacity::builder().build());
        assert_eq!(consumed, Consumed { table: Units { read: 0.5, write: 0.0 }, ..Consumed::default() });
    }

    #[test]
    fn a_replayed_transaction_consumes_read_units() {
        let of_table = Capacity::builder().capacity_units(2.0).read_capacity_units(2.0).build();
        let answer = ConsumedCapacity::builder().capacity_units(2.0).read_capacity_units(2.0).table(of_table).build();
        let mut consumed = Consumed::default();
        add(&mut consumed, Kind::Write, &answer);
        assert_eq!(consumed.table, Units { read: 2.0, write: 0.0 });
    }
}

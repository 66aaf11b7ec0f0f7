//! The capacity units of reads and writes.
//!
//! Source: [Capacity unit
//! consumption](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/read-write-operations.html). Inside a
//! transaction every figure is multiplied by [`TRANSACTION_FACTOR`].

use super::limits::{READ_BLOCK_BYTES, TRANSACTION_FACTOR, WRITE_BLOCK_BYTES};

/// The consistency of a read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Consistency {
    /// The read may miss recent writes. It costs half as much, and is the only mode of global indexes.
    #[default]
    Eventual,
    /// The read sees every write that succeeded before it.
    Strong,
}

impl Consistency {
    const fn units_per_block(self) -> f64 {
        match self {
            Self::Eventual => 0.5,
            Self::Strong => 1.0,
        }
    }
}

/// Returns the write units of one write of an item of `bytes`: one per KB, rounded up, at least one.
///
/// For an update, `bytes` is the larger of the sizes before and after; for a delete, the size of the deleted item. A
/// write whose condition fails costs [`failed_condition_units`].
#[must_use]
pub const fn write_units(bytes: u64) -> u64 {
    blocks(bytes, WRITE_BLOCK_BYTES)
}

/// Returns the write units of a write whose condition fails: those of the stored item of `existing_bytes`, regardless
/// of the size of the item to be written. One if no item exists (`existing_bytes` of 0).
///
/// Source: [Capacity units consumed by conditional
/// writes](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/WorkingWithItems.html#WorkingWithItems.ConditionalWrites.ReturnConsumedCapacity).
/// Indexes are not written.
#[must_use]
pub const fn failed_condition_units(existing_bytes: u64) -> u64 {
    write_units(existing_bytes)
}

/// Returns the read units of one item of `bytes`, read by its key: one (eventually consistent: one half) per 4 KB,
/// rounded up. An item that does not exist costs as much as the smallest.
///
/// BatchGetItem rounds each item separately: add up this function over the items.
#[must_use]
pub const fn read_units(bytes: u64, consistency: Consistency) -> f64 {
    blocks(bytes, READ_BLOCK_BYTES) as f64 * consistency.units_per_block()
}

/// Returns the most bytes that this many read units pay for: the inverse of [`read_units`], up to its rounding.
#[must_use]
pub const fn most_bytes_read(units: f64, consistency: Consistency) -> u64 {
    // A cast saturates values outside of the type's range.
    ((units / consistency.units_per_block()) as u64).saturating_mul(READ_BLOCK_BYTES)
}

/// Returns the read units of one page of a Query or Scan that evaluated `page_bytes` in all.
///
/// The sizes of the items are added up first and rounded up to 4 KB once. Items that a filter drops are charged. A
/// query that finds nothing still costs 0.5, or 1 if strongly consistent.
#[must_use]
pub const fn query_units(page_bytes: u64, consistency: Consistency) -> f64 {
    blocks(page_bytes, READ_BLOCK_BYTES) as f64 * consistency.units_per_block()
}

/// Returns the write units of one action of a transaction, including a condition check: twice [`write_units`].
///
/// This factor applies to the table only: the entries of indexes cost as usual. [Transactions: capacity
/// management](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/transaction-apis.html)
#[must_use]
pub const fn transaction_write_units(bytes: u64) -> u64 {
    write_units(bytes).saturating_mul(TRANSACTION_FACTOR)
}

/// Returns the read units of one item of a read transaction: twice [`read_units`] of a strongly consistent read.
#[must_use]
pub const fn transaction_read_units(bytes: u64) -> f64 {
    read_units(bytes, Consistency::Strong) * TRANSACTION_FACTOR as f64
}

const fn blocks(bytes: u64, block: u64) -> u64 {
    if bytes == 0 { 1 } else { bytes.div_ceil(block) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_write_costs_a_unit_per_started_kb() {
        let priced = [(0, 1), (1, 1), (1_024, 1), (1_025, 2), (1_030, 2), (409_600, 400)];
        for (bytes, units) in priced {
            assert_eq!(write_units(bytes), units, "{bytes} bytes");
        }
        assert_eq!(write_units(u64::MAX), 1 << 54);
    }

    #[test]
    fn a_read_costs_a_unit_per_started_4_kb() {
        let priced = [(0, 1.0), (4_096, 1.0), (4_097, 2.0), (8_192, 2.0), (409_600, 100.0)];
        for (bytes, units) in priced {
            assert_eq!(read_units(bytes, Consistency::Strong), units);
            assert_eq!(read_units(bytes, Consistency::Eventual), units / 2.0);
        }
    }

    #[test]
    fn the_bytes_read_are_bounded_by_the_units() {
        for consistency in [Consistency::Eventual, Consistency::Strong] {
            for bytes in [1, 4_096, 4_097, 409_600] {
                let most = most_bytes_read(read_units(bytes, consistency), consistency);
                assert!((bytes..bytes + READ_BLOCK_BYTES).contains(&most), "{bytes}: {most}");
            }
        }
        assert_eq!(most_bytes_read(-1.0, Consistency::Strong), 0);
        assert_eq!(most_bytes_read(f64::INFINITY, Consistency::Strong), u64::MAX);
    }

    #[test]
    fn a_transaction_costs_twice_as_much() {
        assert_eq!([0, 1_024, 1_025].map(transaction_write_units), [2, 2, 4]);
        assert_eq!(transaction_write_units(u64::MAX), 1 << 55);
        assert_eq!([0, 4_096, 4_097].map(transaction_read_units), [2.0, 2.0, 4.0]);
    }

    #[test]
    fn a_failed_condition_costs_the_stored_item() {
        let priced = [(0, 1), (1_024, 1), (2_048, 2), (300 * 1_024, 300)];
        for (existing_bytes, units) in priced {
            assert_eq!(failed_condition_units(existing_bytes), units);
        }
    }

    #[test]
    fn a_query_is_rounded_once() {
        let item = 400;
        assert_eq!(query_units(10 * item, Consistency::Eventual), 0.5);
        assert_eq!(10.0 * read_units(item, Consistency::Eventual), 5.0);
        assert_eq!(query_units(0, Consistency::Eventual), 0.5);
        assert_eq!(query_units(0, Consistency::Strong), 1.0);
    }
}

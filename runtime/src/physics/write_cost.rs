//! The cost of a write of one item, by call.

use super::capacity::{Consistency, read_units, transaction_write_units, write_units};
use super::limits::TRANSACTION_FACTOR;

/// A call that writes one item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum WriteCall {
    /// `put` of an item that does not exist. If it exists, the indexes cost as much as for a replace.
    Put,
    /// `create`
    Create,
    /// `replace`
    Replace,
    /// `update` of fields that are not unique.
    Update,
    /// `delete` of an item that exists.
    Delete,
}

/// The cost of one call without retries and without a failed condition.
///
/// A write whose condition fails costs [`failed_condition_units`](super::failed_condition_units) instead.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct WriteCost {
    /// The number of requests, including those that read first.
    pub requests: u64,
    /// Read units of the strongly consistent reads before the write.
    pub read_units: f64,
    /// Write units in the table: those of the item, of its sentinels and of checks of older keys. They double in a
    /// transaction.
    pub table_units: u64,
    /// Of these, the write units of the item, on its own partition key.
    pub item_units: u64,
    /// The number of sentinels that are written, each with its own partition key.
    pub sentinels: u64,
    /// Of the table's write units, those of each sentinel.
    pub sentinel_units: u64,
    /// The minimum write units of the entries in indexes. They do not double in a transaction: an assumption, because
    /// AWS describes the two writes of a transaction for the items of tables only.
    pub least_index_units: u64,
    /// The maximum write units of these entries: an entry whose key changes is deleted and written again.
    pub most_index_units: u64,
    /// Whether the call is a transaction.
    pub is_transaction: bool,
}

/// The additional accesses of a write of one item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct AdditionalWrites {
    /// The number of sentinels of the item's unique fields.
    pub(crate) sentinels: u64,
    /// The number of older keys under which the item can be stored.
    pub(crate) older_keys: u64,
    /// Whether different items can have the item's key, so that a delete reads the item first.
    pub(crate) reads_before_delete: bool,
}

impl WriteCost {
    /// The cost in the table. A sentinel, and a check of an older key without an item, cost at most one KB.
    pub(crate) const fn in_table(call: WriteCall, item_bytes: u64, additional: AdditionalWrites) -> Self {
        let AdditionalWrites { sentinels, older_keys, reads_before_delete } = additional;
        let (creates, deletes) = (matches!(call, WriteCall::Create), matches!(call, WriteCall::Delete));
        let with_sentinels = sentinels > 0 && !matches!(call, WriteCall::Update);
        let is_transaction = with_sentinels || ((creates || deletes) && older_keys > 0);
        let others = if creates { sentinels.saturating_add(older_keys) } else { sentinels };
        let item_units = match is_transaction {
            true => transaction_write_units(item_bytes),
            false => write_units(item_bytes),
        };
        let sentinel_units = transaction_write_units(0);
        let table_units = match is_transaction {
            true => item_units.saturating_add(others.saturating_mul(sentinel_units)),
            false => item_units,
        };
        let reads_item = (with_sentinels && !creates) || (deletes && (reads_before_delete || older_keys > 0));
        let reads_older = if deletes { older_keys } else { 0 };
        let of_item = if reads_item { read_units(item_bytes, Consistency::Strong) } else { 0.0 };
        Self {
            requests: 1 + reads_item as u64 + reads_older.div_ceil(super::limits::BATCH_GET_ITEMS as u64),
            read_units: of_item + reads_older as f64 * read_units(0, Consistency::Strong),
            table_units,
            item_units,
            sentinels: if with_sentinels { sentinels } else { 0 },
            sentinel_units,
            least_index_units: 0,
            most_index_units: 0,
            is_transaction,
        }
    }

    /// Returns the cost inside a transaction. The item's units double, those of indexes do not. No item is read before
    /// the write.
    #[must_use]
    pub const fn in_transaction(self) -> Self {
        if self.is_transaction {
            return Self { read_units: 0.0, ..self };
        }
        let item_units = self.item_units.saturating_mul(TRANSACTION_FACTOR);
        let table_units = self.table_units.saturating_sub(self.item_units).saturating_add(item_units);
        Self { requests: 1, read_units: 0.0, table_units, item_units, is_transaction: true, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NO_ADDITIONAL_WRITES: AdditionalWrites =
        AdditionalWrites { sentinels: 0, older_keys: 0, reads_before_delete: false };
    const CALLS: [WriteCall; 5] =
        [WriteCall::Put, WriteCall::Create, WriteCall::Replace, WriteCall::Update, WriteCall::Delete];

    /// The requests, read units and write units of each call.
    fn costs(item_bytes: u64, additional: AdditionalWrites) -> [(u64, f64, u64); 5] {
        CALLS.map(|call| {
            let cost = WriteCost::in_table(call, item_bytes, additional);
            (cost.requests, cost.read_units, cost.table_units)
        })
    }

    #[test]
    fn a_plain_item_is_written_in_one_request() {
        assert_eq!(costs(1_500, NO_ADDITIONAL_WRITES), [(1, 0.0, 2); 5]);
    }

    #[test]
    fn sentinels_add_a_read_and_a_transaction() {
        let unique = AdditionalWrites { sentinels: 2, ..NO_ADDITIONAL_WRITES };
        let whole = (2, 2.0, 2 * 5 + 2 * 2);
        assert_eq!(costs(5_000, unique), [whole, (1, 0.0, 14), whole, (1, 0.0, 5), whole]);
    }

    #[test]
    fn older_keys_are_checked_by_creates_and_read_by_deletes() {
        let older = AdditionalWrites { older_keys: 3, ..NO_ADDITIONAL_WRITES };
        let plain = (1, 0.0, 1);
        assert_eq!(costs(100, older), [plain, (1, 0.0, 2 + 3 * 2), plain, plain, (3, 1.0 + 3.0, 2)]);
    }

    #[test]
    fn a_key_that_does_not_identify_its_item_is_read_before_a_delete() {
        let lossy = AdditionalWrites { reads_before_delete: true, ..NO_ADDITIONAL_WRITES };
        let plain = (1, 0.0, 1);
        assert_eq!(costs(100, lossy), [plain, plain, plain, plain, (2, 1.0, 1)]);
    }

    #[test]
    fn the_parts_add_up_and_a_transaction_doubles_the_item() {
        for additional in
            [NO_ADDITIONAL_WRITES, AdditionalWrites { sentinels: 2, older_keys: 3, ..NO_ADDITIONAL_WRITES }]
        {
            for call in CALLS {
                let cost = WriteCost::in_table(call, 1_500, additional);
                let checks =
                    if cost.is_transaction && call == WriteCall::Create { additional.older_keys * 2 } else { 0 };
                let sentinels = cost.sentinels * cost.sentinel_units;
                assert_eq!(cost.table_units, cost.item_units + sentinels + checks, "{call:?}");
                assert_eq!(cost.item_units, if cost.is_transaction { 4 } else { 2 });
                let inside = cost.in_transaction();
                assert_eq!((inside.item_units, inside.read_units), (4, 0.0));
                assert_eq!(inside.table_units - inside.item_units, cost.table_units - cost.item_units);
            }
        }
    }

    #[test]
    fn extreme_costs_saturate() {
        let most = AdditionalWrites { sentinels: u64::MAX, older_keys: 0, reads_before_delete: true };
        assert_eq!(WriteCost::in_table(WriteCall::Put, u64::MAX, most).table_units, u64::MAX);
    }
}

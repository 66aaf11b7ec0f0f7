//! The read units that a page may still use.

use crate::physics::limits::{PAGE_BYTES, READ_BLOCK_BYTES};

/// The read units that a page may still use, in blocks of 4 KB.
///
/// Before a request is sent, the most that it can cost is subtracted. Its answer returns the difference, so that the
/// page never costs more than its budget, if no item is larger than declared. Retries and hedged reads are not
/// included.
///
/// AWS charges a query for the sum of the items that it evaluates, rounded up to 4 KB: [Capacity unit
/// consumption](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/read-write-operations.html).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Budget {
    blocks: u64,
    /// The size of the largest item in bytes, at least 1.
    item_bytes: u64,
}

impl Budget {
    pub(crate) fn new(blocks: u64, item_bytes: u64) -> Self {
        Self { blocks, item_bytes: item_bytes.max(1) }
    }

    /// Returns the maximum number of items of each of `requests` requests. `usize::MAX` if each can read a page of
    /// 1 MB, and 0 if not each can read one item.
    pub(crate) fn items_per_request(&self, requests: usize) -> usize {
        let blocks = self.blocks / (requests.max(1) as u64);
        match blocks >= PAGE_BYTES / READ_BLOCK_BYTES {
            true => usize::MAX,
            false => usize::try_from(blocks * READ_BLOCK_BYTES / self.item_bytes).unwrap_or(usize::MAX),
        }
    }

    /// Returns the maximum number of requests that can each read an item.
    pub(crate) fn max_requests(&self) -> usize {
        usize::try_from(self.blocks / self.item_bytes.div_ceil(READ_BLOCK_BYTES)).unwrap_or(usize::MAX)
    }

    /// Returns whether each of `requests` requests can read an item.
    pub(crate) fn covers(&self, requests: usize) -> bool {
        self.items_per_request(requests) > 0
    }

    /// Subtracts the blocks of a request for this many items, or for 1 MB, and returns them.
    pub(crate) fn reserve(&mut self, items: Option<usize>) -> u64 {
        let bytes = items.map_or(PAGE_BYTES, |items| (items as u64).saturating_mul(self.item_bytes).min(PAGE_BYTES));
        let blocks = bytes.div_ceil(READ_BLOCK_BYTES).max(1);
        self.blocks = self.blocks.saturating_sub(blocks);
        blocks
    }

    /// Returns the unused blocks of a request that was charged for at most this many bytes. 0 bytes are an unknown
    /// charge, for which all reserved blocks count as used.
    pub(crate) fn settle(&mut self, reserved: u64, charged_bytes: u64) {
        if charged_bytes > 0 {
            let charged = charged_bytes.div_ceil(READ_BLOCK_BYTES);
            self.blocks = self.blocks.saturating_add(reserved).saturating_sub(charged);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_share_the_blocks() {
        let budget = Budget::new(40, 1_000);
        assert_eq!(budget.items_per_request(10), 16);
        assert_eq!(budget.items_per_request(40), 4);
        assert_eq!(budget.items_per_request(41), 0);
        assert!(budget.covers(40) && !budget.covers(41));
        assert_eq!(Budget::new(256, 1_000).items_per_request(1), usize::MAX);
        // An item of three blocks.
        assert_eq!(Budget::new(5, 12_000).items_per_request(2), 0);
        assert_eq!(Budget::new(6, 12_000).items_per_request(2), 1);
    }

    #[test]
    fn an_answer_returns_what_it_did_not_use() {
        let mut budget = Budget::new(10, 1_000);
        assert_eq!(budget.reserve(Some(9)), 3);
        assert_eq!(budget.items_per_request(7), 4);
        budget.settle(3, READ_BLOCK_BYTES);
        assert_eq!(budget, Budget::new(9, 1_000));
        // An unknown charge, and one above the reservation because an item was larger than declared.
        let reserved = budget.reserve(Some(1));
        budget.settle(reserved, 0);
        assert_eq!(budget, Budget::new(8, 1_000));
        let reserved = budget.reserve(Some(1));
        budget.settle(reserved, 100 * READ_BLOCK_BYTES);
        assert_eq!(budget, Budget::new(0, 1_000));
        assert!(!budget.covers(1));
    }
}

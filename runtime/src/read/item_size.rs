//! Estimates the size of the items that a query reads.

use crate::physics::{fan_out::with_free_items_of, limits::READ_BLOCK_BYTES};

/// The known bounds of the size of an item: from a declaration, and from the cost of answers.
///
/// An answer contains the number of evaluated items and its read units, which are the sum of their sizes rounded up to
/// 4 KB: [Capacity unit
/// consumption](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/read-write-operations.html). So their
/// mean lies between two bounds, which are closer for larger answers.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct ItemSize {
    /// In bytes.
    declared: Option<u64>,
    evaluated: u64,
    /// The sum of the sizes of the evaluated items is more than this, and at most `most_bytes`.
    more_than_bytes: u64,
    most_bytes: u64,
}

impl ItemSize {
    pub(crate) fn declared(bytes: Option<u64>) -> Self {
        Self { declared: bytes.filter(|bytes| *bytes > 0), ..Self::default() }
    }

    /// Updates the bounds from an answer that was charged for at most this many bytes. Answers without items are
    /// ignored.
    pub(crate) fn learn(&mut self, evaluated: usize, charged_bytes: u64) {
        if evaluated == 0 || charged_bytes == 0 {
            return;
        }
        self.evaluated = self.evaluated.saturating_add(evaluated as u64);
        self.most_bytes = self.most_bytes.saturating_add(charged_bytes);
        self.more_than_bytes = self.more_than_bytes.saturating_add(charged_bytes.saturating_sub(READ_BLOCK_BYTES));
    }

    /// Returns whether nothing is known.
    pub(crate) fn is_unknown(&self) -> bool {
        self.declared.is_none() && self.evaluated == 0
    }

    /// Returns this number of items, plus those that fit into the last 4 KB block and therefore cost nothing.
    ///
    /// The number of blocks is computed from the smallest possible items, and they are filled with the largest. So the
    /// additional items are free for every size within the bounds.
    pub(crate) fn with_free_items(&self, items: usize) -> usize {
        let (least, most) = self.bounds();
        usize::try_from(with_free_items_of(items as u64, least, most)).unwrap_or(usize::MAX)
    }

    /// Returns the minimum and maximum bytes of an item. 0 and 0 if nothing is known.
    ///
    /// Both are the declared size, unless answers disprove it.
    fn bounds(&self) -> (u64, u64) {
        let declared = self.declared.map(|bytes| (bytes, bytes));
        if self.evaluated == 0 {
            return declared.unwrap_or_default();
        }
        let (least, most) = (self.more_than_bytes / self.evaluated, self.most_bytes.div_ceil(self.evaluated));
        match declared {
            Some(declared) if (least..=most).contains(&declared.0) => declared,
            _ => (least, most),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn learned(declared: Option<u64>, answers: &[(usize, u64)]) -> ItemSize {
        let mut size = ItemSize::declared(declared);
        answers.iter().for_each(|(evaluated, blocks)| size.learn(*evaluated, blocks * READ_BLOCK_BYTES));
        size
    }

    #[test]
    fn a_declared_size_is_the_largest() {
        let size = learned(Some(400), &[]);
        // 13 items take two blocks, which fit 20.
        for (items, free) in [(13, 20), (11, 20), (10, 10), (4, 10)] {
            assert_eq!(size.with_free_items(items), free);
        }
    }

    #[test]
    fn an_unknown_size_gives_no_free_items() {
        for size in [learned(None, &[]), learned(Some(0), &[]), learned(None, &[(0, 1), (5, 0)])] {
            assert!(size.is_unknown());
            assert_eq!(size.with_free_items(13), 13);
        }
        assert_eq!(learned(Some(400), &[]).with_free_items(usize::MAX), usize::MAX);
    }

    #[test]
    fn responses_bound_the_item_size() {
        assert_eq!(learned(None, &[(43, 1)]).bounds(), (0, 96));
        assert_eq!(learned(None, &[(1_000, 25)]).bounds(), (98, 103));
        assert_eq!(learned(Some(95), &[(1_000, 25)]).bounds(), (98, 103));
        assert_eq!(learned(None, &[(1_000, 25)]).with_free_items(50), 79);
    }

    #[test]
    fn observed_sizes_override_an_impossible_declared_size() {
        assert_eq!(learned(Some(90), &[(1_000, 25)]).bounds(), (98, 103));
        assert_eq!(learned(Some(2_000), &[(1_000, 25)]).bounds(), (98, 103));
    }
}

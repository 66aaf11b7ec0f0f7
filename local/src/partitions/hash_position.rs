//! The position of an item: by the hash of its partition key, and within that by its sort key.

/// A point in the space that partitions divide: the hash of a partition key in the upper bits, and the position among
/// the key's sort keys in the lower bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct HashPosition(u128);

impl HashPosition {
    pub(super) const LAST: Self = Self(u128::MAX);

    /// Makes the position of a sort key under a partition key.
    pub(crate) const fn new(hash: u64, sort: u64) -> Self {
        Self(((hash as u128) << 64) | sort as u128)
    }

    /// Returns the first position of a partition key.
    pub(super) const fn of_key(hash: u64) -> Self {
        Self::new(hash, 0)
    }

    /// Returns the hash of the partition key.
    pub(crate) const fn hash(self) -> u64 {
        (self.0 >> 64) as u64
    }

    pub(super) const fn before(self) -> Self {
        Self(self.0.saturating_sub(1))
    }

    /// Returns the number of positions from here to `last`, minus one.
    pub(super) const fn width_to(self, last: Self) -> u128 {
        last.0.saturating_sub(self.0)
    }

    /// Returns the position in the middle between here and `last`. `None` if there is only one.
    pub(super) const fn middle_to(self, last: Self) -> Option<Self> {
        match self.width_to(last) {
            0 => None,
            width => Some(Self(self.0 + width / 2 + 1)),
        }
    }

    /// Returns the part of the positions from here to `last` that belongs to one partition key.
    pub(super) fn key_range_to(self, last: Self, hash: u64) -> (Self, Self) {
        (self.max(Self::of_key(hash)), last.min(Self::new(hash, u64::MAX)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_midpoint_halves_hashes_and_then_sort_keys() {
        let quarter = HashPosition::of_key(1 << 62).before();
        assert_eq!(HashPosition::of_key(0).middle_to(quarter), Some(HashPosition::of_key(1 << 61)));
        let (first, last) = HashPosition::of_key(0).key_range_to(quarter, 77);
        assert_eq!(first.middle_to(last), Some(HashPosition::new(77, 1 << 63)));
        assert_eq!(first.middle_to(first), None);
        assert_eq!(HashPosition::of_key(0).middle_to(HashPosition::LAST), Some(HashPosition::of_key(1 << 63)));
    }
}

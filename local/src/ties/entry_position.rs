use crate::hash::{hash, mix};

/// The position of an item among the items of one index partition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct EntryPosition {
    /// The index's sort key in canonical text, one entry per attribute. Equal for equal keys.
    pub(super) sort_key: Vec<String>,
    pub(super) rank: Rank,
}

/// The position of an item among items with equal keys: by hash, then by table key.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Rank {
    hash: u64,
    pub(super) table_key: Vec<String>,
}

/// A seeded order of all table keys, different for each direction.
#[derive(Debug, Clone, Copy)]
pub(super) struct Shuffle {
    start: u64,
}

impl Shuffle {
    pub(super) fn new(seed: u64, forward: bool) -> Self {
        Self { start: mix(seed ^ u64::from(forward).wrapping_shl(63)) }
    }

    pub(super) fn rank(self, table_key: Vec<String>) -> Rank {
        Rank { hash: hash(self.start, table_key.iter().map(String::as_str)), table_key }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(seed: u64, forward: bool) -> Vec<usize> {
        let shuffle = Shuffle::new(seed, forward);
        let mut order: Vec<usize> = (0..8).collect();
        order.sort_by_key(|n| shuffle.rank(vec![format!("S:{n}")]));
        order
    }

    #[test]
    fn the_order_depends_only_on_seed_and_direction() {
        let sorted: Vec<usize> = (0..8).collect();
        let seeds: Vec<Vec<usize>> = (0..4).map(|seed| order(seed, true)).collect();
        for (seed, shuffled) in (0..4).zip(&seeds) {
            assert_eq!(shuffled, &order(seed, true));
            assert_ne!(shuffled, &sorted);
            assert_ne!(shuffled, &order(seed, false));
            assert_eq!(seeds.iter().filter(|other| *other == shuffled).count(), 1);
        }
    }

    #[test]
    fn key_attributes_are_hashed_separately() {
        let shuffle = Shuffle::new(0, true);
        let rank = |a: &str, b: &str| shuffle.rank(vec![a.to_owned(), b.to_owned()]);
        assert_ne!(rank("ab", "c").hash, rank("a", "bc").hash);
    }
}

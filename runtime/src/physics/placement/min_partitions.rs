//! Searches for the fewest partitions.

/// The maximum number of partitions of a plan.
pub(crate) const MAX_PLANNED_PARTITIONS: u64 = 10_000;

/// Searches by bisection for the fewest partitions that serve a load. A load that fits on some partitions also fits on
/// more.
///
/// ```ignore
/// let mut search = Fewest::within(most);
/// while let Some(partitions) = search.candidate() {
///     search = search.narrowed(partitions, carries(partitions));
/// }
/// search.found()
/// ```
#[derive(Debug, Clone, Copy)]
pub(crate) struct MinPartitions {
    too_few: u64,
    /// More than `most` if no number has been enough so far.
    enough: u64,
    most: u64,
}

impl MinPartitions {
    /// Starts a search from 1 to 10,000 partitions.
    pub(crate) const fn new() -> Self {
        Self::within(MAX_PLANNED_PARTITIONS)
    }

    /// Starts a search from 1 to `most` partitions.
    pub(crate) const fn within(most: u64) -> Self {
        let most = if most < MAX_PLANNED_PARTITIONS { most } else { MAX_PLANNED_PARTITIONS };
        Self { too_few: 0, enough: most + 1, most }
    }

    /// The number to try next. The largest is tried first: if it is not enough, none is.
    pub(crate) const fn candidate(&self) -> Option<u64> {
        if self.too_few == 0 && self.enough > self.most && self.most > 0 {
            return Some(self.most);
        }
        if self.enough - self.too_few > 1 { Some(self.too_few + (self.enough - self.too_few) / 2) } else { None }
    }

    /// Adds the result for a candidate.
    pub(crate) const fn narrowed(self, candidate: u64, is_enough: bool) -> Self {
        if is_enough { Self { enough: candidate, ..self } } else { Self { too_few: candidate, ..self } }
    }

    /// The fewest partitions that are enough, after the last candidate.
    pub(crate) const fn found(&self) -> Option<u64> {
        if self.enough > self.most { None } else { Some(self.enough) }
    }
}

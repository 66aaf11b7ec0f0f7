//! The declared peak load of an entity or of one of its keys.

/// A peak load, by kind of write.
///
/// Writes that fail their condition consume capacity too: declare them with the kind that was attempted. Creates that
/// mostly fail overstate the growth of a partition key (KW018 warns of it): then declare them as `updates`.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct Peak {
    /// New items per second: `creates`, or its short form `writes_per_second`. Each adds an item, which stays until it
    /// is deleted or expires.
    pub creates: u64,
    /// Updates and replacements of existing items per second.
    pub updates: u64,
    /// Deletes of existing items per second.
    pub deletes: u64,
    /// The size in bytes of the largest item that the peak writes, with all attributes and keys: what
    /// [`item_bytes(&item.to_item()?)`](crate::client::item_bytes) returns.
    pub item_bytes: u64,
    /// The share of the writes that are sent in transactions, from 0 to 1. They cost twice the units in the table.
    pub in_transactions: f64,
    /// The share of the updates that change the key of an index, from 0 to 1. `None` means all updates that can change
    /// it.
    pub moves: Option<f64>,
    /// The short form of [`reads`](Self::reads), which replaces it: queries per second of the newest 50 items or, if
    /// each partition key of the table has only one item, reads per second of that item.
    pub reads_per_second: Option<u64>,
    /// Reads per second, by kind. Those of an index are in its own peak.
    pub reads: Option<PeakReads>,
    /// The share of the most frequent partition key, over all its shards, from 0 to 1. The share of a hashed value
    /// within one key is that of [`ShardBy::Hash`](crate::schema::ShardBy::Hash).
    ///
    /// An index without a peak of its own takes a bound from the table's share, if one of the two keys determines the
    /// other at one moment, at which times of a second or longer are equal. An index key that the table's key
    /// determines has at least the table's share, and one that determines the table's key has at most that share.
    pub top_share: Option<f64>,
    /// The mean load of a month, from which a month's cost is computed. `None` if it is not declared.
    pub mean: Option<Mean>,
}

/// The mean load of a month.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub enum Mean {
    /// The share of the peak, greater than 0 and at most 1.
    Share(f64),
    /// The number of writes of all kinds in a month of 730 hours.
    PerMonth(u64),
}

/// The seconds of a month of 730 hours, which AWS's pricing pages use.
pub const MONTH_SECONDS: u64 = 730 * 3_600;

impl Peak {
    /// Creates a peak of new items: `creates` per second, of `item_bytes` bytes each.
    #[must_use]
    pub const fn new(creates: u64, item_bytes: u64) -> Self {
        Self {
            creates,
            updates: 0,
            deletes: 0,
            item_bytes,
            in_transactions: 0.0,
            moves: None,
            reads_per_second: None,
            reads: None,
            top_share: None,
            mean: None,
        }
    }

    /// Sets the updates of existing items per second.
    #[must_use]
    pub const fn updates(self, updates: u64) -> Self {
        Self { updates, ..self }
    }

    /// Sets the deletes of existing items per second.
    #[must_use]
    pub const fn deletes(self, deletes: u64) -> Self {
        Self { deletes, ..self }
    }

    /// Sets the share of the writes that are sent in transactions.
    #[must_use]
    pub const fn in_transactions(self, share: f64) -> Self {
        Self { in_transactions: share, ..self }
    }

    /// Sets the share of the updates that change the key of an index.
    #[must_use]
    pub const fn moves(self, share: f64) -> Self {
        Self { moves: Some(share), ..self }
    }

    /// Sets the reads per second in the short form.
    #[must_use]
    pub const fn reads_per_second(self, reads: u64) -> Self {
        Self { reads_per_second: Some(reads), ..self }
    }

    /// Sets the reads per second, by kind.
    #[must_use]
    pub const fn reads(self, reads: PeakReads) -> Self {
        Self { reads: Some(reads), ..self }
    }

    /// Sets the share of the most frequent partition key.
    #[must_use]
    pub const fn top_share(self, share: f64) -> Self {
        Self { top_share: Some(share), ..self }
    }

    /// Sets the mean load, as a share of the peak.
    #[must_use]
    pub const fn mean(self, share: f64) -> Self {
        Self { mean: Some(Mean::Share(share)), ..self }
    }

    /// Sets the mean load, as the number of writes in a month.
    #[must_use]
    pub const fn per_month(self, writes: u64) -> Self {
        Self { mean: Some(Mean::PerMonth(writes)), ..self }
    }

    /// Returns the mean load as a share of the peak, from 0 to 1. `None` if it is not declared, or if it is declared as
    /// a number of writes and the peak has none.
    #[must_use]
    pub const fn mean_share(&self) -> Option<f64> {
        let share = match self.mean {
            None => return None,
            Some(Mean::Share(share)) => share,
            Some(Mean::PerMonth(_)) if self.writes_per_second() == 0 => return None,
            Some(Mean::PerMonth(writes)) => writes as f64 / (self.writes_per_second() as f64 * MONTH_SECONDS as f64),
        };
        Some(if share > 1.0 { 1.0 } else { share })
    }

    /// Returns the writes of all kinds per second.
    #[must_use]
    pub const fn writes_per_second(&self) -> u64 {
        self.creates.saturating_add(self.updates).saturating_add(self.deletes)
    }
}

/// The reads of a peak, by kind.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct PeakReads {
    /// Queries per second of the newest items of one partition key.
    pub queries: u64,
    /// The number of items that each query requests.
    pub items: u64,
    /// Reads per second of one item by its key. An index has none.
    pub gets: u64,
    /// The share of the reads that are strongly consistent, from 0 to 1. They cost twice the units. A global index has
    /// none.
    pub consistent: f64,
    /// The share of the most frequently read partition key, over all its shards, from 0 to 1. `None` means that of the
    /// writes, [`Peak::top_share`].
    pub top_share: Option<f64>,
}

impl PeakReads {
    /// Creates reads of `queries` per second, each of `items` items, eventually consistent.
    #[must_use]
    pub const fn new(queries: u64, items: u64) -> Self {
        Self { queries, items, gets: 0, consistent: 0.0, top_share: None }
    }

    /// Sets the reads of one item per second.
    #[must_use]
    pub const fn gets(self, gets: u64) -> Self {
        Self { gets, ..self }
    }

    /// Sets the share of the reads that are strongly consistent.
    #[must_use]
    pub const fn consistent(self, share: f64) -> Self {
        Self { consistent: share, ..self }
    }

    /// Sets the share of the most frequently read partition key.
    #[must_use]
    pub const fn top_share(self, share: f64) -> Self {
        Self { top_share: Some(share), ..self }
    }

    /// Returns the reads of both kinds per second.
    #[must_use]
    pub const fn per_second(&self) -> u64 {
        self.queries.saturating_add(self.gets)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mean_is_a_share_of_the_peak() {
        assert_eq!(Peak::new(10, 1).mean_share(), None);
        assert_eq!(Peak::new(10, 1).mean(0.2).mean_share(), Some(0.2));
        // 26,280,000 writes a month are 10 a second.
        assert_eq!(Peak::new(30, 1).updates(10).per_month(26_280_000).mean_share(), Some(0.25));
        assert_eq!(Peak::new(1, 1).per_month(u64::MAX).mean_share(), Some(1.0));
        assert_eq!(Peak::new(0, 1).per_month(5).mean_share(), None);
    }
}

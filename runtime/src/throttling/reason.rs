//! The reasons of throttling.

use std::{convert::Infallible, fmt, str::FromStr};

/// Why a request was throttled: the resource, the kind of throughput, and the limit that was exceeded.
///
/// The text of a reason consists of these three in a row, as in `TableWriteKeyRangeThroughputExceeded`. [`FromStr`]
/// parses it and [`Display`](fmt::Display) writes it.
///
/// Source:
/// [ThrottlingReason](https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_ThrottlingReason.html).
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Reason {
    /// One of the 16 reasons that AWS documents.
    Known {
        /// The resource whose throughput was exceeded.
        resource: Resource,
        /// The kind of throughput.
        throughput: Throughput,
        /// The limit that was exceeded.
        limit: Limit,
    },
    /// Any other text, unchanged.
    Unknown(String),
}

/// The resource whose throughput was exceeded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Resource {
    /// The table.
    Table,
    /// One of its indexes.
    Index,
}

/// The kind of throughput. Reads and writes are metered separately.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Throughput {
    /// Reading, in RCU.
    Read,
    /// Writing, in WCU.
    Write,
}

/// The limit that was exceeded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Limit {
    /// The limit of one partition: a key is hot, or several adjacent keys are.
    KeyRange,
    /// The provisioned capacity of the table or index.
    Provisioned,
    /// The account's quota for each table or index in on-demand mode.
    Account,
    /// The configured maximum of the table or index in on-demand mode.
    MaxOnDemand,
}

impl Resource {
    /// Both resources.
    pub const ALL: [Self; 2] = [Self::Table, Self::Index];

    const fn wire(self) -> &'static str {
        match self {
            Self::Table => "Table",
            Self::Index => "Index",
        }
    }
}

impl Throughput {
    /// Both kinds.
    pub const ALL: [Self; 2] = [Self::Read, Self::Write];

    const fn wire(self) -> &'static str {
        match self {
            Self::Read => "Read",
            Self::Write => "Write",
        }
    }
}

impl Limit {
    /// All four limits.
    pub const ALL: [Self; 4] = [Self::KeyRange, Self::Provisioned, Self::Account, Self::MaxOnDemand];

    const fn wire(self) -> &'static str {
        match self {
            Self::KeyRange => "KeyRangeThroughputExceeded",
            Self::Provisioned => "ProvisionedThroughputExceeded",
            Self::Account => "AccountLimitExceeded",
            Self::MaxOnDemand => "MaxOnDemandThroughputExceeded",
        }
    }
}

impl Reason {
    /// Returns the exceeded limit if the reason is known.
    #[must_use]
    pub const fn limit(&self) -> Option<Limit> {
        match self {
            Self::Known { limit, .. } => Some(*limit),
            Self::Unknown(_) => None,
        }
    }

    /// Returns how to resolve the reason, for the designer or operator of the table, as the end of a sentence.
    ///
    /// Sources: [throttling resolution
    /// guide](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/troubleshooting-throttling-diagnostics.html),
    /// and for splits [adaptive
    /// capacity](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/burst-adaptive-capacity.html).
    #[must_use]
    pub const fn remedy(&self) -> &'static str {
        let Self::Known { resource, throughput, limit } = self else {
            return "repeat it when the table is less busy";
        };
        match (limit, resource, throughput) {
            (Limit::KeyRange, Resource::Table, _) => {
                "the partition is hot: spread its keys over more shards. dynamodb may split the partition within \
                 minutes, but a split does not help one hot item, or a key whose sort keys rise with time"
            }
            (Limit::KeyRange, Resource::Index, Throughput::Write) => {
                "a partition of the index is hot: give the index's key shards of its own, or more of them, with \
                 `shard(..)` inside `#[gsi(..)]`; those of the table's key do not help"
            }
            (Limit::KeyRange, Resource::Index, Throughput::Read) => {
                "a partition of the index is hot: give the index's key shards, or more of them, with `shard(..)` \
                 inside `#[gsi(..)]`, or read it less often"
            }
            (Limit::Provisioned, Resource::Table, _) => {
                "raise the table's capacity or its auto scaling, or bill it on demand; more shards do not help"
            }
            (Limit::Provisioned, Resource::Index, _) => {
                "raise the index's capacity or its auto scaling, or bill the table on demand; more shards do not help"
            }
            (Limit::Account, ..) => {
                "slow down on every key, or ask aws for a higher quota of throughput for each table; more shards do \
                 not help"
            }
            (Limit::MaxOnDemand, ..) => {
                "shed load, or raise the maximum on-demand throughput that is set for it; neither repeating it nor \
                 more shards help"
            }
        }
    }
}

impl FromStr for Reason {
    type Err = Infallible;

    fn from_str(wire: &str) -> Result<Self, Infallible> {
        let known = || {
            let (resource, rest) = prefixed(Resource::ALL, Resource::wire, wire)?;
            let (throughput, rest) = prefixed(Throughput::ALL, Throughput::wire, rest)?;
            let limit = Limit::ALL.into_iter().find(|limit| limit.wire() == rest)?;
            Some(Self::Known { resource, throughput, limit })
        };
        Ok(known().unwrap_or_else(|| Self::Unknown(wire.to_owned())))
    }
}

/// Returns the value with the text at the beginning of `wire`, and the rest of `wire`.
fn prefixed<T: Copy, const N: usize>(all: [T; N], text: fn(T) -> &'static str, wire: &str) -> Option<(T, &str)> {
    all.into_iter().find_map(|one| wire.strip_prefix(text(one)).map(|rest| (one, rest)))
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Known { resource, throughput, limit } => {
                write!(f, "{}{}{}", resource.wire(), throughput.wire(), limit.wire())
            }
            Self::Unknown(wire) => f.write_str(wire),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn known_reasons_round_trip() {
        let mut texts = BTreeSet::new();
        for resource in Resource::ALL {
            for throughput in Throughput::ALL {
                for limit in Limit::ALL {
                    let reason = Reason::Known { resource, throughput, limit };
                    assert_eq!(reason.to_string().parse(), Ok(reason.clone()));
                    texts.insert(reason.to_string());
                }
            }
        }
        assert_eq!(texts.len(), 16);
        for documented in ["TableReadProvisionedThroughputExceeded", "IndexWriteAccountLimitExceeded"] {
            assert!(texts.contains(documented), "{documented}");
        }
    }

    #[test]
    fn unknown_reasons_are_kept() {
        for text in ["", "Table", "TableWrite", "tableWriteAccountLimitExceeded", "TableWriteAccountLimitExceededToo"] {
            let reason: Reason = text.parse().unwrap();
            assert_eq!(reason, Reason::Unknown(text.into()));
            assert_eq!((reason.to_string().as_str(), reason.limit()), (text, None));
        }
    }
}

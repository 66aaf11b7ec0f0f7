//! Decides how a write continues after a throttle.

use std::time::Duration;

use super::{Backoff, Limit, Throttle};
use crate::schema::{EntitySchema, ShardBy};

/// Decides about the retries of one write, from its previous attempts.
///
/// These rules apply in order:
///
/// 1. [`Limit::MaxOnDemand`]: give up. The limit exists to shed load, and retries would defeat it.
/// 2. The maximum number of requests has been sent: give up.
/// 3. The write may use any random shard, every request to its current key was throttled for the key's range, and each
///    throttled key [contains the random shard](carries_random_shard): use another shard at once, at most
///    [twice](Self::OTHER_SHARDS).
/// 4. Otherwise retry with an unchanged key after a random time ("full jitter"): at most 10 ms for the range of a key,
///    because a partition regains a unit each millisecond, and at most 50 ms for other limits, which take longer to
///    recover. The maximum doubles with each retry, up to 5 s.
///
/// A request without an answer, or with a 5xx, may have been carried out. The caller reports it with
/// [`in_doubt`](Self::in_doubt). From then on the write keeps its key, because with another key the item could be
/// stored twice.
///
/// Sources: the rules are this library's; [Exponential Backoff And
/// Jitter](https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/) for full jitter.
#[derive(Debug, Clone)]
pub struct Retry {
    requests: u32,
    throttled: u32,
    other_shards: u32,
    waits: u32,
    in_doubt: bool,
}

/// The next step of a write.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Next {
    /// Send the write again at once, to another random shard.
    OtherShard,
    /// Send the write again with an unchanged key after a wait.
    SameKey {
        /// The longest wait. The actual wait is drawn uniformly from 0 up to this.
        up_to: Duration,
    },
    /// Fail.
    GiveUp,
}

impl Retry {
    /// The default maximum number of requests of a throttled write, including the first one.
    pub const REQUESTS: u32 = Backoff::THROTTLED.requests;

    /// The number of other shards that a write tries.
    pub const OTHER_SHARDS: u32 = 2;

    /// The longest first wait if the range of a key is the limit.
    pub const KEY_RANGE_BASE: Duration = Backoff::KEY_RANGE.base;

    /// The longest first wait for any other limit.
    pub const BASE: Duration = Backoff::THROTTLED.base;

    /// The longest wait.
    pub const CAP: Duration = Backoff::THROTTLED.cap;

    /// Creates the retries of a write that may send this many requests. The default is [`REQUESTS`](Self::REQUESTS),
    /// unless its client sets fewer.
    #[must_use]
    pub const fn new(requests: u32) -> Self {
        Self { requests, throttled: 0, other_shards: 0, waits: 0, in_doubt: false }
    }

    /// Returns the next step after a request was throttled for these reasons, which may be empty.
    ///
    /// `may_move` returns whether the throttled key, of the table (`None`) or of an index, is different in another
    /// random shard: see [`carries_random_shard`]. It must return `false` for a write with a fixed shard.
    #[must_use = "this is what the write does next"]
    pub fn throttled(&mut self, throttles: &[Throttle], may_move: impl Fn(Option<&str>) -> bool) -> Next {
        self.throttled = self.throttled.saturating_add(1);
        let exceeds = |limit| move |throttle: &Throttle| throttle.reason().limit() == Some(limit);
        if self.throttled >= self.requests || throttles.iter().any(exceeds(Limit::MaxOnDemand)) {
            return Next::GiveUp;
        }
        let is_key_range = !throttles.is_empty() && throttles.iter().all(exceeds(Limit::KeyRange));
        // After a throttle for another limit, the write keeps its key.
        self.in_doubt |= !is_key_range;
        let moves = is_key_range && throttles.iter().all(|throttle| may_move(throttle.index()));
        if moves && !self.in_doubt && self.other_shards < Self::OTHER_SHARDS {
            self.other_shards = self.other_shards.saturating_add(1);
            return Next::OtherShard;
        }
        let backoff = if is_key_range { Backoff::KEY_RANGE } else { Backoff::THROTTLED };
        let up_to = backoff.longest(self.waits);
        self.waits = self.waits.saturating_add(1);
        Next::SameKey { up_to }
    }

    /// Records that a request may have been carried out although the client does not know it.
    pub const fn in_doubt(&mut self) {
        self.in_doubt = true;
    }

    /// Returns the number of other shards that were tried.
    #[must_use]
    pub const fn other_shards(&self) -> u32 {
        self.other_shards
    }

    /// Returns the number of throttled requests.
    #[must_use]
    pub const fn throttled_requests(&self) -> u32 {
        self.throttled
    }
}

/// Returns whether a key that this entity writes, of the table (`None`) or of an index, is different in another random
/// shard.
///
/// This is the case for the table's key if its shards are random, and for the key of an index with `shard(random = N)`,
/// because its shard is a hash of the table key. A local secondary index has the table's partition key. An index key
/// without shards, or with a hash over fields, does not change.
#[must_use]
pub fn carries_random_shard(entity: &EntitySchema, index: Option<&str>) -> bool {
    let by = |of: Option<&str>| {
        let key = entity.every_key().find(|key| key.index == of)?;
        key.shard.map(|shard| shard.by)
    };
    let is_random = matches!(by(None), Some(ShardBy::Random));
    is_random && (index.is_none() || matches!(by(index), Some(ShardBy::TableKey | ShardBy::Random)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::throttling::{Reason, Resource, Throughput};

    const TABLE: &str = "arn:aws:dynamodb:us-east-1:1:table/ops";
    const INDEX: &str = "arn:aws:dynamodb:us-east-1:1:table/ops/index/GSI1";

    fn throttle(resource: Resource, limit: Limit) -> Throttle {
        let reason = Reason::Known { resource, throughput: Throughput::Write, limit };
        let arn = if resource == Resource::Table { TABLE } else { INDEX };
        Throttle::new(reason, Some(arn.into()))
    }

    fn table(limit: Limit) -> Vec<Throttle> {
        vec![throttle(Resource::Table, limit)]
    }

    fn same_key(up_to: u64) -> Next {
        Next::SameKey { up_to: Duration::from_millis(up_to) }
    }

    /// Only the table's key contains the shard.
    fn of_the_table(index: Option<&str>) -> bool {
        index.is_none()
    }

    #[test]
    fn a_hot_shard_is_changed_twice_before_backing_off() {
        let mut retry = Retry::new(Retry::REQUESTS);
        let hot = table(Limit::KeyRange);
        let next: Vec<Next> = (0..10).map(|_| retry.throttled(&hot, of_the_table)).collect();
        let (moved, rest) = next.split_at(2);
        assert_eq!(moved, [Next::OtherShard; 2]);
        assert_eq!(
            rest,
            [10, 20, 40, 80, 160, 320, 640].map(same_key).into_iter().chain([Next::GiveUp]).collect::<Vec<_>>()
        );
    }

    #[test]
    fn after_an_unknown_outcome_the_key_is_kept() {
        let mut retry = Retry::new(Retry::REQUESTS);
        assert_eq!(retry.throttled(&table(Limit::KeyRange), of_the_table), Next::OtherShard);
        retry.in_doubt();
        assert_eq!(retry.throttled(&table(Limit::KeyRange), of_the_table), same_key(10));
        assert_eq!(retry.other_shards(), 1);
    }

    #[test]
    fn only_key_range_throttles_of_sharded_keys_change_the_shard() {
        let index = throttle(Resource::Index, Limit::KeyRange);
        let both = [throttle(Resource::Table, Limit::KeyRange), index.clone()];
        for (throttles, next) in [
            (table(Limit::Provisioned), same_key(50)),
            (table(Limit::Account), same_key(50)),
            (table(Limit::MaxOnDemand), Next::GiveUp),
            (vec![Throttle::new(Reason::Unknown("TableWriteWhim".into()), None)], same_key(50)),
            (vec![], same_key(50)),
            (vec![index.clone()], same_key(10)),
            (both.to_vec(), same_key(10)),
            (
                vec![throttle(Resource::Table, Limit::KeyRange), throttle(Resource::Table, Limit::Provisioned)],
                same_key(50),
            ),
        ] {
            assert_eq!(Retry::new(Retry::REQUESTS).throttled(&throttles, of_the_table), next, "{throttles:?}");
            assert_ne!(Retry::new(Retry::REQUESTS).throttled(&throttles, |_| false), Next::OtherShard);
        }
        let asked = std::cell::RefCell::new(Vec::new());
        let next = Retry::new(Retry::REQUESTS).throttled(&both, |index| {
            asked.borrow_mut().push(index.map(str::to_owned));
            true
        });
        assert_eq!((next, asked.into_inner()), (Next::OtherShard, vec![None, Some("GSI1".into())]));
    }

    #[test]
    fn the_shard_is_kept_after_any_other_throttle() {
        let mut retry = Retry::new(Retry::REQUESTS);
        assert_eq!(retry.throttled(&table(Limit::Provisioned), of_the_table), same_key(50));
        assert_eq!(retry.throttled(&table(Limit::KeyRange), of_the_table), same_key(20));
    }

    #[test]
    fn the_number_of_requests_is_limited() {
        for requests in [0, 1] {
            assert_eq!(Retry::new(requests).throttled(&table(Limit::KeyRange), |_| true), Next::GiveUp);
        }
        let mut patient = Retry::new(u32::MAX);
        (0..100).for_each(|_| assert_ne!(patient.throttled(&[], |_| true), Next::GiveUp));
        assert_eq!(patient.throttled(&[], |_| true), Next::SameKey { up_to: Retry::CAP });
    }

    mod carries {
        use crate::{schema::*, throttling::carries_random_shard};

        const TABLE: TableSchema = TableSchema { name: "Platform", ..TableSchema::BARE };

        const fn key(index: Option<&'static str>, by: Option<ShardBy>) -> KeySchema {
            let shard = match by {
                Some(by) => Some(Sharding { count: 4, first: 0, by, grow: &[] }),
                None => None,
            };
            KeySchema { index, partition: Template::new("OPS", &[Segment::Literal("OPS")]), shard, ..KeySchema::BARE }
        }

        const fn entity(keys: &'static [KeySchema]) -> EntitySchema {
            EntitySchema {
                name: "OpsLog",
                docs: "",
                discriminator: "OpsLog",
                constants: &[],
                fields: &[],
                keys,
                unasked: &[],
                peak: None,
                flattens: false,
                may_overlap: None,
                table: &TABLE,
            }
        }

        const HASH: ShardBy = ShardBy::Hash { fields: &[0], with: None, top_share: None };

        #[test]
        fn random_table_shards_and_index_hashes_of_them_are_recognized() {
            let random = entity(
                const {
                    &[
                        key(None, Some(ShardBy::Random)),
                        key(Some("PLAIN"), None),
                        key(Some("BY_FIELD"), Some(HASH)),
                        key(Some("BY_TABLE_KEY"), Some(ShardBy::TableKey)),
                    ]
                },
            );
            let carrying = [None, Some("PLAIN"), Some("BY_FIELD"), Some("BY_TABLE_KEY"), Some("NONE_OF_ITS")];
            let carrying = carrying.map(|index| carries_random_shard(&random, index));
            assert_eq!(carrying, [true, false, false, true, false]);
            let hashed = entity(const { &[key(None, Some(HASH)), key(Some("A"), Some(ShardBy::TableKey))] });
            let plain = entity(const { &[key(None, None), key(Some("A"), Some(ShardBy::TableKey))] });
            for of in [hashed, plain, entity(&[])] {
                assert!(!carries_random_shard(&of, None) && !carries_random_shard(&of, Some("A")));
            }
        }
    }
}

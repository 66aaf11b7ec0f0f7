//! How a writer handles a throttled write.

use std::time::Duration;

use keywright::throttling::{self, Limit, Reason, Resource, Throttle, Throughput};

/// How writers handle a throttled write.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Retry {
    /// Not at all: the write is lost.
    Never,
    /// Like the AWS SDK for Rust by default, in its standard mode: 3 attempts with one key, with a random wait of up to
    /// 1 s before the second and of up to 2 s before the third. A writer's retries use a quota of 500, of which each
    /// takes 5. A retry that succeeds returns them, and a write that needs no retry returns 1.
    ///
    /// Source: `RetryConfig::standard` and `TokenBucket` as `aws-sdk-dynamodb` 1.136 uses them.
    Sdk,
    /// Like keywright: [`throttling::Retry`].
    #[default]
    ByReason,
}

/// The previous attempts of a write.
#[derive(Debug, Clone)]
pub(super) struct Attempts {
    sent: u32,
    by_reason: throttling::Retry,
}

impl Default for Attempts {
    fn default() -> Self {
        Self { sent: 0, by_reason: throttling::Retry::new(throttling::Retry::REQUESTS) }
    }
}

/// The reason why an attempt is throttled.
#[derive(Debug, Clone, Copy)]
pub(super) struct Refusal {
    /// Whether the reason is the range of a key, on every table or index that throttled it.
    pub(super) is_key_range: bool,
    /// Whether every throttled key differs in another random shard.
    pub(super) moves: bool,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Next {
    OtherShard,
    SameKey(Duration),
    GiveUp,
}

/// The retries that a writer's SDK client can still make.
#[derive(Debug)]
pub(super) struct Quota(u32);

impl Quota {
    const FULL: u32 = 500;
    const RETRY: u32 = 5;

    pub(super) fn new() -> Self {
        Self(Self::FULL)
    }

    fn take(&mut self) -> bool {
        let left = self.0.checked_sub(Self::RETRY);
        self.0 = left.unwrap_or(self.0);
        left.is_some()
    }

    /// Updates the quota after a successful write.
    pub(super) fn reward(&mut self, attempts: &Attempts) {
        let reward = if attempts.is_none() { 1 } else { Self::RETRY };
        self.0 = self.0.saturating_add(reward).min(Self::FULL);
    }
}

impl Attempts {
    /// Returns whether no attempt was throttled so far.
    pub(super) fn is_none(&self) -> bool {
        self.sent == 0
    }
}

impl Retry {
    /// Decides the next step. `random` is between 0 and 1, both excluded.
    pub(super) fn next(self, attempts: &mut Attempts, refusal: Refusal, quota: &mut Quota, random: f64) -> Next {
        attempts.sent = attempts.sent.saturating_add(1);
        match self {
            Self::Never => Next::GiveUp,
            Self::Sdk if attempts.sent >= 3 || !quota.take() => Next::GiveUp,
            // Up to 1 s, and twice as much for the second retry.
            Self::Sdk => Next::SameKey(Duration::from_secs(u64::from(attempts.sent)).mul_f64(random)),
            Self::ByReason => {
                let refused = if refusal.is_key_range { &KEY_RANGE } else { &PROVISIONED };
                match attempts.by_reason.throttled(refused, |_| refusal.moves) {
                    throttling::Next::OtherShard => Next::OtherShard,
                    throttling::Next::SameKey { up_to } => Next::SameKey(up_to.mul_f64(random)),
                    throttling::Next::GiveUp => Next::GiveUp,
                }
            }
        }
    }
}

/// Makes a throttle of the table. The rule uses only the limit, because whether the key moves is passed separately.
const fn of_table(limit: Limit) -> [Throttle; 1] {
    [Throttle::new(Reason::Known { resource: Resource::Table, throughput: Throughput::Write, limit }, None)]
}

static KEY_RANGE: [Throttle; 1] = of_table(Limit::KeyRange);
static PROVISIONED: [Throttle; 1] = of_table(Limit::Provisioned);

#[cfg(test)]
mod tests {
    use super::*;

    const HOT: Refusal = Refusal { is_key_range: true, moves: true };

    fn all(retry: Retry, refusal: Refusal) -> Vec<Next> {
        let (mut attempts, mut quota) = (Attempts::default(), Quota::new());
        let mut next = Vec::new();
        while next.last() != Some(&Next::GiveUp) {
            next.push(retry.next(&mut attempts, refusal, &mut quota, 0.5));
        }
        next
    }

    fn waits(millis: &[u64]) -> Vec<Next> {
        millis.iter().map(|millis| Next::SameKey(Duration::from_millis(*millis))).chain([Next::GiveUp]).collect()
    }

    #[test]
    fn the_sdk_sends_to_one_key_three_times() {
        assert_eq!(all(Retry::Sdk, HOT), waits(&[500, 1_000]));
        assert_eq!(all(Retry::Never, HOT), waits(&[]));
    }

    #[test]
    fn retry_by_reason_tries_two_other_shards_before_waiting() {
        let next = all(Retry::ByReason, HOT);
        assert_eq!(next[..2], [Next::OtherShard; 2]);
        assert_eq!(next[2..], waits(&[5, 10, 20, 40, 80, 160, 320]));
        let waited = waits(&[5, 10, 20, 40, 80, 160, 320, 640, 1_280]);
        assert_eq!(all(Retry::ByReason, Refusal { moves: false, ..HOT }), waited);
        let slower = waits(&[25, 50, 100, 200, 400, 800, 1_600, 2_500, 2_500]);
        assert_eq!(all(Retry::ByReason, Refusal { is_key_range: false, ..HOT }), slower);
    }

    #[test]
    fn the_retry_quota_limits_sdk_retries() {
        let mut quota = Quota::new();
        let mut first = || {
            let mut attempts = Attempts::default();
            Retry::Sdk.next(&mut attempts, HOT, &mut quota, 0.5)
        };
        assert!((0..100).all(|_| first() != Next::GiveUp));
        assert_eq!(first(), Next::GiveUp);
        for _ in 0..5 {
            quota.reward(&Attempts::default());
        }
        assert!(quota.take() && !quota.take());
        quota.reward(&Attempts { sent: 1, ..Attempts::default() });
        assert!(quota.take());
    }
}

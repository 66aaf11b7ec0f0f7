//! Limits how fast a throttled key is read.

use std::time::Duration;

use tokio::time::Instant;

use crate::physics::limits::PARTITION_READ_UNITS;

/// The pace of one throttled key, in requests per second of all reads of a handle together.
///
/// It halves with each throttle and rises by one request per second with each success: additive increase and
/// multiplicative decrease, as in TCP ([RFC 5681](https://www.rfc-editor.org/rfc/rfc5681)). Until it is halved for the
/// first time, it rises by four, because nothing is known of the key's limit but that it exists. Several processes that
/// read one key converge to a fair share of what it serves. Under load the pace doubles in 0.7 s at most, so a key
/// whose limit is L is read between L / 2 and L times per second.
#[derive(Debug)]
pub(crate) struct Pace {
    rate: f64,
    /// The rise of the rate with each success, in requests per second.
    rise: f64,
    /// Whether a request was answered since the pace was last halved.
    is_answered: bool,
    /// The pace up to which the rate is expected to rise: twice the pace at which a key was last throttled that had
    /// answered. If a key answers nothing, the throttles do not show what it can serve when it recovers.
    ceiling: f64,
    /// The time at which the next request may be sent.
    next: Instant,
    /// The time at which the pace was last halved.
    slowed: Instant,
}

impl Pace {
    /// The pace after the first throttle: the requests that one partition serves in a second at 30 RCU each (240 KB,
    /// eventually consistent).
    pub(crate) const FIRST: f64 = PARTITION_READ_UNITS as f64 / 30.0;

    /// The rise of the rate with each success until it is halved for the first time.
    const FIRST_RISE: f64 = 4.0;

    /// The slowest pace. A slower one would only hide that the key is unavailable: a throttled request also has its own
    /// backoff, up to 5 s ([`Backoff::THROTTLED`](crate::throttling::Backoff::THROTTLED)).
    pub(crate) const SLOWEST: f64 = 1.0;

    /// The pace at which a key is no longer slowed: one request per millisecond, the resolution of the runtime's
    /// timers.
    pub(crate) const FASTEST: f64 = 1_000.0;

    /// The time after its last throttle at which a key no longer needs a pace. Under load the slowest pace becomes the
    /// fastest in 7 s, and a key that is read less often needs none.
    pub(crate) const QUIET: Duration = Duration::from_secs(10);

    /// Makes the pace of a key that is throttled for the first time.
    pub(crate) fn new(now: Instant) -> Self {
        let mut pace = Self {
            rate: Self::FIRST,
            rise: Self::FIRST_RISE,
            is_answered: false,
            ceiling: Self::FASTEST,
            next: now,
            slowed: now,
        };
        pace.next = now + pace.interval();
        pace
    }

    /// Halves the pace after a request sent at `sent` was throttled. Requests that were in flight together count once:
    /// only requests sent after the last halving halve it again. Returns whether it was halved.
    pub(crate) fn throttled(&mut self, sent: Instant, now: Instant) -> bool {
        if sent < self.slowed {
            return false;
        }
        self.rise = 1.0;
        if std::mem::take(&mut self.is_answered) {
            self.ceiling = (self.rate * 2.0).min(Self::FASTEST);
        }
        self.rate = (self.rate / 2.0).max(Self::SLOWEST);
        self.slowed = now;
        self.next = self.next.max(now + self.interval());
        true
    }

    /// Raises the pace after a request sent at `sent` was answered.
    pub(crate) fn succeeded(&mut self, sent: Instant) {
        if sent >= self.slowed {
            self.is_answered = true;
            self.rate = (self.rate + self.rise).min(Self::FASTEST);
        }
    }

    /// Takes the next turn, or returns its time.
    pub(crate) fn take(&mut self, now: Instant) -> Result<(), Instant> {
        if now < self.next {
            return Err(self.next);
        }
        self.next = now + self.interval();
        Ok(())
    }

    /// Returns the earliest time at which a request can be sent that waits behind this many others, if all of them are
    /// answered.
    ///
    /// The rate r grows by the rise k with each answer, so dr/dt = k r: after n answers, up to the ceiling,
    /// ln(1 + k n / r) / k seconds have passed.
    pub(crate) fn earliest(&self, others: usize, now: Instant) -> Instant {
        let (others, ceiling) = (others as f64, self.ceiling.max(self.rate));
        let rising = others.min((ceiling - self.rate) / self.rise);
        let risen = Duration::from_secs_f64((self.rise * rising / self.rate).ln_1p() / self.rise);
        let risen = self.next.max(now) + risen;
        if ceiling < Self::FASTEST {
            return risen + Duration::from_secs_f64((others - rising) / ceiling);
        }
        // At the fastest pace and after a quiet time, all others are sent at once.
        risen.min(now.max(self.slowed + Self::QUIET))
    }

    /// Whether the key no longer needs a pace.
    pub(crate) fn is_over(&self, now: Instant) -> bool {
        self.rate >= Self::FASTEST || now.saturating_duration_since(self.slowed) >= Self::QUIET
    }

    /// Returns when the key was last throttled.
    pub(crate) fn slowed(&self) -> Instant {
        self.slowed
    }

    /// Returns the time between two requests: 1 ms to 1 s.
    fn interval(&self) -> Duration {
        Duration::from_secs_f64(1.0 / self.rate)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn millis(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    #[test]
    fn a_throttle_halves_the_pace_and_a_success_adds_to_it() {
        let start = Instant::now();
        let mut pace = Pace::new(start);
        assert_eq!(pace.interval(), millis(10));
        assert_eq!(pace.take(start), Err(start + millis(10)));
        assert_eq!(pace.take(start + millis(10)), Ok(()));
        assert_eq!(pace.take(start + millis(19)), Err(start + millis(20)));
        assert!(pace.throttled(start + millis(10), start + millis(15)));
        assert_eq!(pace.interval(), millis(20));
        assert_eq!(pace.take(start + millis(34)), Err(start + millis(35)));
        (0..50).for_each(|_| pace.succeeded(start + millis(35)));
        assert_eq!(pace.interval(), millis(10));
    }

    #[test]
    fn throttles_of_concurrent_requests_count_once() {
        let start = Instant::now();
        let mut pace = Pace::new(start + millis(5));
        (0..63).for_each(|_| assert!(!pace.throttled(start, start + millis(6))));
        assert_eq!(pace.interval(), millis(10));
        pace.succeeded(start);
        assert_eq!(pace.interval(), millis(10));
    }

    #[test]
    fn the_earliest_turn_counts_the_rise_of_the_pace() {
        let start = Instant::now();
        let mut pace = Pace::new(start);
        let after = |pace: &Pace, others| (pace.earliest(others, start) - start).as_secs_f64();
        assert_eq!(pace.earliest(0, start), start + millis(10));
        assert!((after(&pace, 160) - 0.51).abs() < 0.01, "{}", after(&pace, 160));
        assert!((after(&pace, 10_000) - 0.59).abs() < 0.01, "{}", after(&pace, 10_000));
        assert!(pace.throttled(start, start) && pace.throttled(start, start));
        assert!(after(&pace, 10_000) < 4.0, "nothing was answered, so that no limit is known");
        pace.succeeded(start);
        assert!(pace.throttled(start, start));
        assert_eq!((pace.rate, pace.ceiling), (13.0, 52.0));
        let expected = 1.0 / 13.0 + 4.0_f64.ln() + (1_000.0 - 39.0) / 52.0;
        assert!((after(&pace, 1_000) - expected).abs() < 0.01, "{} {expected}", after(&pace, 1_000));
    }

    #[test]
    fn the_pace_has_bounds() {
        let start = Instant::now();
        let mut pace = Pace::new(start);
        (0..2_000).for_each(|_| assert!(pace.throttled(start + millis(1), start + millis(1))));
        assert_eq!(pace.interval(), Duration::from_secs(1));
        assert!(!pace.is_over(start + millis(1)));
        (0..999).for_each(|_| pace.succeeded(start + millis(2)));
        assert!(pace.is_over(start + millis(2)));
    }

    #[test]
    fn the_pace_ends_after_a_quiet_time() {
        let start = Instant::now();
        let pace = Pace::new(start);
        assert!(!pace.is_over(start + Pace::QUIET - millis(1)));
        assert!(pace.is_over(start + Pace::QUIET));
    }

    /// Simulates a key that serves `limit` requests per second, with a burst of one second's requests, read as fast as
    /// the pace allows.
    fn served(limit: f64, seconds: u64) -> (u64, u64) {
        let start = Instant::now();
        let (mut now, mut pace) = (start, Pace::new(start));
        let (mut tokens, mut filled) = (0.0, start);
        let (mut answered, mut throttled) = (0, 0);
        while now < start + Duration::from_secs(seconds) {
            if let Err(next) = pace.take(now) {
                now = next;
                continue;
            }
            tokens = f64::min(tokens + (now - filled).as_secs_f64() * limit, limit);
            filled = now;
            let sent = now;
            now += millis(1);
            if tokens >= 1.0 {
                tokens -= 1.0;
                answered += 1;
                pace.succeeded(sent);
            } else {
                throttled += 1;
                pace.throttled(sent, now);
            }
        }
        (answered, throttled)
    }

    #[test]
    fn under_load_the_pace_stays_near_the_limit_of_the_key() {
        for limit in [5.0, 20.0, 100.0, 400.0] {
            let (answered, throttled) = served(limit, 60);
            let share = answered as f64 / (limit * 60.0);
            println!("{limit} a second: {:.0} % of it served, {throttled} throttles a minute", share * 100.0);
            assert!(share > 0.7, "{share}");
            assert!(throttled < 120, "{throttled}");
        }
    }
}

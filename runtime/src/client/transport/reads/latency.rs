//! Records the latencies of recent reads.

use std::time::Duration;

/// Buckets per doubling: a latency is known to a sixteenth of its value.
const STEPS: u32 = 16;
const STEP_BITS: u32 = STEPS.ilog2();
/// 2^6 and 2^26 microseconds: 64 us and 67 s. Latencies outside of this range count as its ends.
const FROM: u32 = 6;
const TO: u32 = 26;
const BUCKETS: usize = ((TO - FROM) * STEPS) as usize;

/// A histogram whose buckets grow with the latency. It takes 1.3 KB for any number of latencies.
///
/// Older latencies lose weight: at [`WINDOW`](Self::WINDOW) latencies, all weights are halved.
#[derive(Debug)]
pub(crate) struct Latencies {
    counts: [f32; BUCKETS],
    total: f32,
}

impl Latencies {
    /// After this many latencies, the recorded ones lose half of their weight. The slowest 5 % of the remaining half
    /// are then 102 samples, which places their bound to about a tenth of that share.
    pub(crate) const WINDOW: f32 = 4_096.0;

    pub(crate) fn new() -> Self {
        Self { counts: [0.0; BUCKETS], total: 0.0 }
    }

    /// Returns the total weight of all latencies: at most [`WINDOW`](Self::WINDOW).
    pub(crate) fn total(&self) -> f32 {
        self.total
    }

    pub(crate) fn record(&mut self, latency: Duration) {
        if let Some(count) = self.counts.get_mut(bucket(latency)) {
            *count += 1.0;
            self.total += 1.0;
        }
        if self.total >= Self::WINDOW {
            self.counts.iter_mut().for_each(|count| *count /= 2.0);
            self.total = self.counts.iter().sum();
        }
    }

    /// Returns a latency that at most this share of the known ones exceeds. `None` while no latency is known.
    pub(crate) fn exceeded_by(&self, share: f32) -> Option<Duration> {
        let mut left = share * self.total;
        let slowest = self.counts.iter().enumerate().rev().find(|(_, count)| {
            left -= **count;
            left < 0.0
        });
        slowest.map(|(bucket, _)| upper_end(bucket))
    }
}

fn bucket(latency: Duration) -> usize {
    let micros = u64::try_from(latency.as_micros()).unwrap_or(u64::MAX).clamp(1 << FROM, (1 << TO) - 1);
    let doubling = micros.ilog2();
    let step = (micros >> (doubling - STEP_BITS)) & u64::from(STEPS - 1);
    ((doubling - FROM) * STEPS) as usize + step as usize
}

fn upper_end(bucket: usize) -> Duration {
    let (doubling, step) = (bucket / STEPS as usize, bucket % STEPS as usize);
    let sixteenths = (STEPS as usize + step + 1) as u64;
    Duration::from_micros(sixteenths << (doubling as u32 + FROM - STEP_BITS))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bucket_is_a_sixteenth_wide() {
        for micros in (64..1_000).chain((1..67_000).map(|millis| millis * 1_000)) {
            let latency = Duration::from_micros(micros);
            let end = upper_end(bucket(latency));
            assert!(latency < end && end <= latency.mul_f64(1.0 + 1.0 / 15.0), "{latency:?} ends at {end:?}");
        }
    }

    #[test]
    fn extreme_latencies_have_a_bucket() {
        assert_eq!(bucket(Duration::ZERO), 0);
        assert_eq!(bucket(Duration::MAX), BUCKETS - 1);
    }

    #[test]
    fn quantiles_match_the_recorded_latencies() {
        let mut latencies = Latencies::new();
        assert_eq!(latencies.exceeded_by(0.05), None);
        (1..=1_000).for_each(|millis| latencies.record(Duration::from_millis(millis)));
        let p95 = latencies.exceeded_by(0.05).unwrap();
        assert!(p95 >= Duration::from_millis(950) && p95 < Duration::from_millis(1_020), "{p95:?}");
        let median = latencies.exceeded_by(0.5).unwrap();
        assert!(median >= Duration::from_millis(500) && median < Duration::from_millis(540), "{median:?}");
    }

    #[test]
    fn older_latencies_lose_weight() {
        let mut latencies = Latencies::new();
        (0..100_000).for_each(|_| latencies.record(Duration::from_millis(100)));
        assert!(latencies.total() < Latencies::WINDOW);
        // After another window, the older latencies have 3 % of the weight.
        (0..(Latencies::WINDOW * 2.5) as u32).for_each(|_| latencies.record(Duration::from_millis(5)));
        assert!(latencies.exceeded_by(0.05).unwrap() < Duration::from_millis(6));
    }
}

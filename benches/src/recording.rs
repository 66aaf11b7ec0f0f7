//! Measures what it costs the monitor to count a write: a stream of keys, with the monitor and without it.

use std::{hint::black_box, time::Instant};

use fastrand::Rng;
use keywright::{Entity, key::KeyScalar, monitor::Monitor};

use crate::{Result, quantile::quantile, schema::Call1};

/// Writes of a stream: too many for the processor's caches.
const DRAWN: usize = 400_000;

/// Writes that are timed together: so few that most runs are not interrupted.
const RUN: usize = 1_000;

/// The bytes of an item: a write of 1 WCU.
const BYTES: u64 = 400;

/// Which keys are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Stream {
    /// Always the same.
    One,
    /// 1,000 keys by chance: as many as there are counters.
    Fitting,
    /// 1,000,000 keys, the second half as often as the first, the third a third as often: most replace the counter of
    /// another key.
    Zipf,
}

impl Stream {
    /// All streams.
    pub const ALL: [Self; 3] = [Self::One, Self::Fitting, Self::Zipf];

    /// Returns its name in the tables of results.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::One => "one key",
            Self::Fitting => "1,000 keys",
            Self::Zipf => "Zipf over 1,000,000 keys",
        }
    }

    /// Returns the keys that are written, of 22 bytes each. They are the same each time.
    #[must_use]
    pub fn keys(self) -> Vec<KeyScalar> {
        let mut rng = Rng::with_seed(7);
        let key = |number: usize| KeyScalar::S(format!("CALL1#{:016x}", (number as u64).wrapping_mul(0x9E37_79B9)));
        match self {
            Self::One => vec![key(0); DRAWN],
            Self::Fitting => (0..DRAWN).map(|_| key(rng.usize(..1_000))).collect(),
            Self::Zipf => {
                let mut sum = 0.0;
                let up_to: Vec<f64> = (1..=1_000_000_u32)
                    .map(|rank| {
                        sum += f64::from(rank).recip();
                        sum
                    })
                    .collect();
                (0..DRAWN)
                    .map(|_| {
                        let drawn = rng.f64() * sum;
                        key(up_to.partition_point(|up_to| *up_to < drawn))
                    })
                    .collect()
            }
        }
    }
}

/// The time of one write, in nanoseconds, in each of many short runs.
#[derive(Debug, Default)]
pub struct Recorded {
    with: Vec<f64>,
    without: Vec<f64>,
}

impl Recorded {
    /// Returns the time with the monitor that this share of the runs did not exceed.
    #[must_use]
    pub fn with(&self, share: f64) -> f64 {
        quantile(&self.with, share).unwrap_or(f64::NAN)
    }

    /// Returns the time without the monitor that this share of the runs did not exceed.
    #[must_use]
    pub fn without(&self, share: f64) -> f64 {
        quantile(&self.without, share).unwrap_or(f64::NAN)
    }

    /// Returns the time that the monitor adds.
    #[must_use]
    pub fn added(&self, share: f64) -> f64 {
        self.with(share) - self.without(share)
    }
}

/// Times this many short runs of a stream, each with the monitor and without it, in turn.
///
/// # Errors
///
/// If the table cannot be watched.
pub fn measure(stream: Stream, runs: usize) -> Result<Recorded> {
    let (keys, record) = (stream.keys(), recording()?);
    let mut recorded = Recorded::default();
    for keys in keys.chunks_exact(RUN).cycle().take(runs) {
        recorded.without.push(time(keys, |key| {
            black_box(touched(key));
        }));
        recorded.with.push(time(keys, |key| {
            black_box(touched(key));
            record(key);
        }));
    }
    Ok(recorded)
}

/// Makes the first writes of a stream, with the monitor or without it, for `valgrind` to count.
///
/// # Errors
///
/// If the table cannot be watched.
pub fn run(stream: Stream, is_recorded: bool, writes: usize) -> Result<()> {
    let (keys, record) = (stream.keys(), recording()?);
    for key in keys.iter().cycle().take(writes) {
        black_box(touched(key));
        if is_recorded {
            record(key);
        }
    }
    Ok(())
}

fn recording() -> Result<impl Fn(&KeyScalar)> {
    let record = Monitor::new().__writes(const { &Call1::SCHEMA }).ok_or("the table cannot be watched")?;
    Ok(move |key: &KeyScalar| record(key, BYTES))
}

/// Reads the key, as a write has just done, so that the monitor is not charged for fetching it from memory.
fn touched(key: &KeyScalar) -> u32 {
    key.as_s().map_or(0, |text| text.bytes().map(u32::from).sum())
}

fn time(keys: &[KeyScalar], each: impl Fn(&KeyScalar)) -> f64 {
    let start = Instant::now();
    keys.iter().for_each(each);
    start.elapsed().as_secs_f64() * 1e9 / keys.len() as f64
}

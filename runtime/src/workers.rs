//! Divides a run over a large table among workers: processes, containers or Lambda functions.
//!
//! [`Workers`] defines how the run is divided, and [`shares`](Workers::shares) returns the parts: each has a range of
//! segments and a rate. A worker processes one share at a time. It needs no connection to the other workers, because
//! each item is in one segment. A coordinator such as AWS Step Functions passes [`Work`] to a worker, and gets it back.

use serde::{Deserialize, Serialize};

use crate::{Error, ErrorKind, Result, physics::limits::SCAN_SEGMENTS};

/// How a run is divided among workers.
///
/// ```
/// use keywright::workers::Workers;
///
/// let workers = Workers {
///     segments: 256,
///     shares: 32,
///     at_once: 8,
///     read_units_per_second: 8_000,
///     write_units_per_second: 4_000,
/// };
/// let shares = workers.shares()?;
/// assert_eq!((shares.len(), shares[1].segments()), (32, 8..16));
/// assert_eq!(shares[1].write_units_per_second, 500);
/// # Ok::<(), keywright::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Workers {
    /// The number of segments of the scan, 1 to 1,000,000. With more segments than shares, a share that is retried
    /// after a failure repeats less work.
    pub segments: usize,
    /// The number of shares, 1 to `segments`. With more shares than workers, a worker that finishes early takes another
    /// one.
    pub shares: usize,
    /// The number of workers that run concurrently, at least 1.
    pub at_once: usize,
    /// The read capacity units (RCU) per second of all workers together.
    pub read_units_per_second: u64,
    /// The write capacity units (WCU) per second of all workers together, including those of indexes.
    pub write_units_per_second: u64,
}

impl Workers {
    /// Returns the shares, which together contain each segment once. Their sizes differ by at most one segment. Each
    /// has the rate of one concurrent worker, rounded down.
    ///
    /// # Errors
    ///
    /// [`InvalidArgument`](ErrorKind::InvalidArgument) for a number outside its range, and for a rate of which a worker
    /// would get less than 1 unit per second.
    pub fn shares(&self) -> Result<Vec<Share>> {
        let Self { segments, shares, at_once, .. } = *self;
        check_segments(segments)?;
        if !(1..=segments).contains(&shares) {
            return refused(format!("{segments} segments can be divided into 1 to {segments} shares, not {shares}"));
        }
        if at_once == 0 {
            return refused("`at_once` is 0; set it to 1 or more".into());
        }
        let read_units_per_second = part("read", self.read_units_per_second, at_once.min(shares))?;
        let write_units_per_second = part("write", self.write_units_per_second, at_once.min(shares))?;
        let (least, larger) = (segments / shares, segments % shares);
        let first = |share: usize| share * least + share.min(larger);
        let share = |share| Share {
            total_segments: segments,
            first_segment: first(share),
            end_segment: first(share + 1),
            read_units_per_second,
            write_units_per_second,
        };
        Ok((0..shares).map(share).collect())
    }
}

/// Checks that a scan can have this number of segments.
pub(crate) fn check_segments(segments: usize) -> Result<()> {
    if (1..=SCAN_SEGMENTS).contains(&segments) {
        return Ok(());
    }
    refused(format!("a scan has 1 to {SCAN_SEGMENTS} segments, not {segments}; give such a number"))
}

/// Returns the part of a rate for one worker.
fn part(kind: &str, units: u64, workers: usize) -> Result<u64> {
    match units.checked_div(u64::try_from(workers).unwrap_or(u64::MAX)) {
        Some(part) if part > 0 => Ok(part),
        _ => refused(format!(
            "{units} {kind} units per second are less than 1 for each of {workers} workers; raise the rate, or lower \
             `at_once`"
        )),
    }
}

fn refused<O>(message: String) -> Result<O> {
    Err(Error::new(ErrorKind::InvalidArgument, message))
}

/// The part of a run that one worker processes: some of its segments, at its part of the rate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Share {
    /// The number of segments of the whole run.
    pub total_segments: usize,
    /// The first segment of the share, counted from 0.
    pub first_segment: usize,
    /// The segment after the last one of the share.
    pub end_segment: usize,
    /// The read capacity units (RCU) per second of the worker.
    pub read_units_per_second: u64,
    /// The write capacity units (WCU) per second of the worker.
    pub write_units_per_second: u64,
}

impl Share {
    /// Returns the segments of the share.
    pub fn segments(&self) -> std::ops::Range<usize> {
        self.first_segment..self.end_segment
    }
}

/// A share with its progress: the JSON that a coordinator passes to a worker and gets back.
///
/// If the worker returns it without [`done`](Self::done), the coordinator passes it to a worker again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Work<R> {
    /// The part of the run.
    pub share: Share,
    /// Whether the share is complete.
    #[serde(default)]
    pub done: bool,
    /// The report of the workers so far, such as a `SweepReport`.
    #[serde(default)]
    pub report: R,
}

impl<R: Default> Work<R> {
    /// Creates a share without progress.
    pub fn new(share: Share) -> Self {
        Self { share, done: false, report: R::default() }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn shares_contain_each_segment_once_within_the_rates(
            segments in 1_usize..2_000,
            shares in 1_usize..2_000,
            at_once in 1_usize..100,
            read in 0_u64..5_000,
            write in 0_u64..5_000,
        ) {
            let workers = Workers {
                segments,
                shares,
                at_once,
                read_units_per_second: read,
                write_units_per_second: write,
            };
            let running = at_once.min(shares) as u64;
            let Ok(parts) = workers.shares() else {
                prop_assert!(shares > segments || read < running || write < running);
                return Ok(());
            };
            prop_assert!(parts.iter().flat_map(Share::segments).eq(0..segments));
            let sizes: Vec<_> = parts.iter().map(|share| share.segments().len()).collect();
            prop_assert!(sizes.iter().max().unwrap() - sizes.iter().min().unwrap() <= 1);
            for share in parts {
                prop_assert!((1..=read / running).contains(&share.read_units_per_second));
                prop_assert!((1..=write / running).contains(&share.write_units_per_second));
            }
        }
    }
}

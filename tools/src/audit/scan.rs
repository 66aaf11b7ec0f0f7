//! Reads the items of a table with the AWS SDK.

mod describe;
mod pace;
mod segment;

use std::{collections::BTreeMap, ops::Range, sync::Arc};

use aws_sdk_dynamodb::Client;
use keywright::{physics::limits::SCAN_SEGMENTS, workers::Share};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use tokio::{
    sync::{Mutex, mpsc},
    task::JoinSet,
};

use super::{input::InputError, item::StoredItem};
use pace::Pace;
use segment::{Page, read};

pub(crate) use describe::describe;

/// The number of segments from which a sample selects. It allows a sample of one per mille.
const SAMPLED_SEGMENTS: usize = 10_000;

/// Settings of a scan.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ScanOptions {
    /// The table's name or ARN.
    pub table: String,
    /// The number of segments into which the table is divided, from 1 to 1,000,000. By default 1, and 10,000 for a
    /// sample.
    pub segments: Option<usize>,
    /// The share of the segments to read, above 0 and up to 1. A segment holds all items of its partition keys, so item
    /// collections are read completely or not at all.
    pub sample: Option<f64>,
    /// The segments to which this scan is limited, counted from 0, so that several processes can divide a table among
    /// them. By default all.
    pub own: Option<Range<usize>>,
    /// The average rate over all segments, in read capacity units per second. Unlimited by default.
    pub rate: Option<f64>,
    /// The number of segments read concurrently, at least 1.
    pub in_flight: usize,
}

impl ScanOptions {
    /// Creates settings that scan the whole table in one segment.
    pub fn new(table: impl Into<String>) -> Self {
        Self { table: table.into(), segments: None, sample: None, own: None, rate: None, in_flight: 4 }
    }

    /// Limits the scan to the segments of this share, at its rate: see [`workers`](keywright::workers).
    pub fn share(self, share: &Share) -> Self {
        Self {
            segments: Some(share.total_segments),
            own: Some(share.segments()),
            rate: Some(share.read_units_per_second as f64),
            ..self
        }
    }

    /// Returns the segments to which the scan is limited.
    pub(crate) fn owned(&self) -> Range<usize> {
        self.own.clone().unwrap_or(0..self.total())
    }

    /// Returns the number of segments.
    pub(crate) fn total(&self) -> usize {
        self.segments.unwrap_or(if self.sample.is_some() { SAMPLED_SEGMENTS } else { 1 })
    }

    /// Returns the segments to read.
    fn chosen(&self) -> Vec<usize> {
        let owned = self.owned();
        self.sampled_segments().into_iter().filter(|segment| owned.contains(segment)).collect()
    }

    /// Returns the segments that all processes read together. A sample takes them at even distances, because DynamoDB's
    /// hash has distributed the keys.
    fn sampled_segments(&self) -> Vec<usize> {
        let (total, share) = (self.total(), self.sample.unwrap_or(1.0));
        let before = |segment: usize| (segment as f64 * share).floor();
        let mut chosen: Vec<_> = (0..total).filter(|segment| before(segment + 1) > before(*segment)).collect();
        if chosen.is_empty() {
            chosen.push(0);
        }
        chosen
    }

    /// Returns the share of the table that is read, if the scan is a sample.
    pub fn sampled(&self) -> Option<f64> {
        self.sample.map(|_| self.sampled_segments().len() as f64 / self.total() as f64)
    }

    fn check(&self) -> Result<(), InputError> {
        let refused = |text: &str| Err(InputError(text.to_owned()));
        match () {
            () if !(1..=SCAN_SEGMENTS).contains(&self.total()) => refused("segments: 1 to 1,000,000"),
            () if self.sample.is_some_and(|share| !(share > 0.0 && share <= 1.0)) => {
                refused("sample: a share above 0, up to 1")
            }
            () if self.owned().is_empty() || self.owned().end > self.total() => {
                refused("own: a range of segments that is not empty and within all of them, such as 0..4 of 8")
            }
            () if self.rate.is_some_and(|rate| !(rate.is_finite() && rate > 0.0)) => refused("rate: above 0"),
            () if self.in_flight == 0 => refused("in flight: at least 1"),
            () => Ok(()),
        }
    }
}

/// The position of a scan, for a checkpoint.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ScanPosition {
    /// The segments that have been started.
    segments: BTreeMap<usize, Reached>,
}

/// The position in a segment.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Reached {
    /// The key of the last item that was read.
    Key(Map<String, Value>),
    /// The segment is read completely.
    End,
}

impl ScanPosition {
    /// Returns the number of segments that are read completely.
    pub fn finished(&self) -> usize {
        self.segments.values().filter(|reached| **reached == Reached::End).count()
    }
}

/// Scans a table and passes each page to a function, with the position after it. A scan that is resumed from that
/// position reads the rest.
///
/// Reads are eventually consistent. Segments are read in tasks of the current Tokio runtime.
///
/// # Errors
///
/// If an option is out of range, a request fails after the SDK's retries, or the function fails.
pub async fn scan(
    client: &Client,
    options: &ScanOptions,
    mut position: ScanPosition,
    mut page: impl FnMut(Vec<StoredItem>, &ScanPosition) -> Result<(), String>,
) -> Result<(), InputError> {
    options.check()?;
    let open = options.chosen().into_iter().rev().filter_map(|segment| match position.segments.get(&segment) {
        None => Some((segment, None)),
        Some(Reached::Key(key)) => Some((segment, Some(key.clone()))),
        Some(Reached::End) => None,
    });
    let open = Arc::new(Mutex::new(open.collect::<Vec<_>>()));
    let pace = Arc::new(Mutex::new(Pace::new(options.rate)));
    let (sender, mut pages) = mpsc::channel::<Result<Page, InputError>>(options.in_flight);
    let mut workers = JoinSet::new();
    for _ in 0..options.in_flight {
        let (client, options, sender) = (client.clone(), options.clone(), sender.clone());
        let (open, pace) = (Arc::clone(&open), Arc::clone(&pace));
        workers.spawn(async move {
            loop {
                // Release the lock before the segment is read.
                let next = open.lock().await.pop();
                let Some((segment, start)) = next else { return };
                if !read(&client, &options, segment, start, &pace, &sender).await {
                    return;
                }
            }
        });
    }
    drop(sender);
    // The workers stop when this function returns and drops the receiver.
    while let Some(read) = pages.recv().await {
        let Page { segment, items, last } = read?;
        position.segments.insert(segment, last.map_or(Reached::End, Reached::Key));
        page(items, &position).map_err(InputError)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sample_takes_its_share_of_the_segments() {
        for (segments, share, count) in [(None, 0.01, 100), (Some(64), 0.5, 32), (Some(10), 1.0, 10), (Some(3), 0.1, 1)]
        {
            let options = ScanOptions { segments, sample: Some(share), ..ScanOptions::new("t") };
            assert_eq!(options.chosen().len(), count, "{options:?}");
        }
        assert_eq!((ScanOptions::new("t").chosen(), ScanOptions::new("t").sampled()), (vec![0], None));
    }

    #[test]
    fn processes_read_each_sampled_segment_once() {
        let all = ScanOptions { segments: Some(64), sample: Some(0.3), ..ScanOptions::new("t") };
        let part = |own| ScanOptions { own: Some(own), ..all.clone() };
        let parts = [part(0..20), part(20..63), part(63..64)];
        let read: Vec<_> = parts.iter().flat_map(ScanOptions::chosen).collect();
        assert_eq!(read, all.chosen());
        assert!(parts.iter().all(|part| part.check().is_ok() && part.sampled() == all.sampled()));
        for own in [3..3, 63..65] {
            assert!(part(own).check().is_err());
        }
    }
}

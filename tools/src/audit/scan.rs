//! The items of a table, read over the AWS SDK.

mod describe;
mod pace;
mod segment;

use std::{collections::BTreeMap, sync::Arc};

use aws_sdk_dynamodb::Client;
use keywright::physics::limits::SCAN_SEGMENTS;
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

/// Segments of which a sample takes some: enough for a sample of one per mille.
const SAMPLED_SEGMENTS: usize = 10_000;

/// How a table is scanned.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ScanOptions {
    /// The table's name or ARN.
    pub table: String,
    /// The segments into which the table is divided, 1 to 1,000,000; by default 1, and 10,000 for a sample.
    pub segments: Option<usize>,
    /// The share of the segments that is read, above 0 and up to 1: a sample. A segment holds all items of its
    /// partition keys, so that item collections are read whole or not at all.
    pub sample: Option<f64>,
    /// Read capacity units a second, in the mean and over all segments; unlimited by default.
    pub rate: Option<f64>,
    /// Segments that are read at once, at least 1.
    pub in_flight: usize,
}

impl ScanOptions {
    /// A scan of all of a table, in one segment.
    pub fn new(table: impl Into<String>) -> Self {
        Self { table: table.into(), segments: None, sample: None, rate: None, in_flight: 4 }
    }

    /// The number of segments.
    fn total(&self) -> usize {
        self.segments.unwrap_or(if self.sample.is_some() { SAMPLED_SEGMENTS } else { 1 })
    }

    /// The segments that are read: a sample takes them in even distances, as the hash of DynamoDB has mixed the keys.
    fn chosen(&self) -> Vec<usize> {
        let (total, share) = (self.total(), self.sample.unwrap_or(1.0));
        let before = |segment: usize| (segment as f64 * share).floor();
        let mut chosen: Vec<_> = (0..total).filter(|segment| before(segment + 1) > before(*segment)).collect();
        if chosen.is_empty() {
            chosen.push(0);
        }
        chosen
    }

    /// The share of the table that is read, where it is a sample.
    pub fn sampled(&self) -> Option<f64> {
        self.sample.map(|_| self.chosen().len() as f64 / self.total() as f64)
    }

    fn check(&self) -> Result<(), InputError> {
        let refused = |text: &str| Err(InputError(text.to_owned()));
        match () {
            () if !(1..=SCAN_SEGMENTS).contains(&self.total()) => refused("segments: 1 to 1,000,000"),
            () if self.sample.is_some_and(|share| !(share > 0.0 && share <= 1.0)) => {
                refused("sample: a share above 0, up to 1")
            }
            () if self.rate.is_some_and(|rate| !(rate.is_finite() && rate > 0.0)) => refused("rate: above 0"),
            () if self.in_flight == 0 => refused("in flight: at least 1"),
            () => Ok(()),
        }
    }
}

/// How far a scan is: a checkpoint.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ScanPosition {
    /// The segments that have begun.
    segments: BTreeMap<usize, Reached>,
}

/// How far a segment is.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Reached {
    /// The key of the last item that was read.
    Key(Map<String, Value>),
    /// All of it.
    End,
}

impl ScanPosition {
    /// Segments that are read to their end.
    pub fn finished(&self) -> usize {
        self.segments.values().filter(|reached| **reached == Reached::End).count()
    }
}

/// Scans a table and hands each page to a function, with the position after it. A scan that goes on from that position
/// reads the rest.
///
/// Reads are eventually consistent. Segments are read in tasks of the current Tokio runtime.
///
/// # Errors
///
/// Options that are out of range, a request that fails after the SDK's retries, and the error of the function.
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
                // The lock is not held while the segment is read.
                let next = open.lock().await.pop();
                let Some((segment, start)) = next else { return };
                if !read(&client, &options, segment, start, &pace, &sender).await {
                    return;
                }
            }
        });
    }
    drop(sender);
    // The end of this function ends the workers.
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
}

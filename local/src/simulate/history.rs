//! The splits that a load has caused before the simulation starts.

use std::time::Duration;

use super::Error;
use super::lanes::{Lanes, Resources};
use super::settings::Simulation;
use super::stream::{Stream, gap, nanos};
use crate::partitions::{Ledger, Partitions};
use crate::random::Random;

/// The minimum number of requests in a window of the past, if they arrive within [`LONGEST`].
const MIN_REQUESTS: f64 = 20_000.0;

const SHORTEST: Duration = Duration::from_secs(1);
const LONGEST: Duration = Duration::from_secs(10);

/// The maximum number of windows. More consecutive splits have no noticeable effect on a load.
const MAX_WINDOWS: u32 = 64;

/// Applies the load of the previous day to the partitions. Time advances in steps of the delay after which a hot
/// partition is split. For each step, one short window is drawn that represents the whole.
pub(super) fn replay_previous_day(
    settings: &Simulation,
    partitions: &Partitions,
    streams: &mut [Stream],
    resources: &mut Resources,
    lanes: &mut Lanes,
) -> Result<(), Error> {
    let windows = partitions.splits_within(settings.past).min(MAX_WINDOWS);
    if windows == 0 {
        return Ok(());
    }
    let per_second: f64 = streams.iter().map(|stream| stream.per_second).sum();
    let window = Duration::try_from_secs_f64(MIN_REQUESTS / per_second).unwrap_or(LONGEST).clamp(SHORTEST, LONGEST);
    let rule = partitions.clone().heat_window(window).split_after(window);
    let mut random = Random::new(!settings.seed);
    let mut charges = Vec::new();
    // The first request after a window ends it.
    let end = window.saturating_mul(windows).saturating_add(Duration::from_millis(100));
    let mut next: Vec<u64> = streams.iter().map(|stream| gap(&mut random, stream.per_second)).collect();
    while let Some((at, stream)) = next.iter_mut().zip(&mut *streams).min_by_key(|(at, _)| **at) {
        if *at >= nanos(end) {
            break;
        }
        let turn = random.bits() as u32;
        let request = stream.generator.request(&mut random, *at, turn);
        lanes.charges(&stream.generator, resources, &request, &mut charges).map_err(Error::key)?;
        resources.take(&charges, &rule, Duration::from_nanos(*at));
        *at = at.saturating_add(gap(&mut random, stream.per_second));
    }
    for resource in &mut resources.0 {
        resource.restart(partitions, Duration::ZERO);
    }
    Ok(())
}

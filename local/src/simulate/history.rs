//! The splits that a load has brought before the simulation starts.

use std::time::Duration;

use super::Error;
use super::lanes::{Lanes, Resources};
use super::settings::Simulation;
use super::stream::{Stream, gap, nanos};
use crate::partitions::{Ledger, Partitions};
use crate::random::Random;

/// The requests that a window of the past has at least, if they come in [`LONGEST`].
const ENOUGH: f64 = 20_000.0;

const SHORTEST: Duration = Duration::from_secs(1);
const LONGEST: Duration = Duration::from_secs(10);

/// More splits one after the other than these change nothing that a load would notice.
const MOST_WINDOWS: u32 = 64;

/// Lets the load of a day earlier heat the partitions. Time is taken in steps of the delay after which a hot partition
/// is split; of each, one short window is drawn, which stands for the whole.
pub(super) fn relive(
    settings: &Simulation,
    partitions: &Partitions,
    streams: &mut [Stream],
    resources: &mut Resources,
    lanes: &mut Lanes,
) -> Result<(), Error> {
    let windows = partitions.splits_within(settings.past).min(MOST_WINDOWS);
    if windows == 0 {
        return Ok(());
    }
    let per_second: f64 = streams.iter().map(|stream| stream.per_second).sum();
    let window = Duration::try_from_secs_f64(ENOUGH / per_second).unwrap_or(LONGEST).clamp(SHORTEST, LONGEST);
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
        let request = stream.maker.request(&mut random, *at, turn);
        lanes.charges(&stream.maker, resources, &request, &mut charges).map_err(Error::key)?;
        resources.take(&charges, &rule, Duration::from_nanos(*at));
        *at = at.saturating_add(gap(&mut random, stream.per_second));
    }
    for resource in &mut resources.0 {
        resource.start_again(partitions, Duration::ZERO);
    }
    Ok(())
}

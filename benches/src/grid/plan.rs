//! The designs to try.

use keywright::physics::limits::DEFAULT_TABLE_WRITE_UNITS;

use super::design::{Design, Key, Target, Time};

const PEAKS: [u64; 7] = [500, 1_000, 2_000, 5_000, 12_000, 20_000, 50_000];
const SHARDS: [u32; 12] = [1, 2, 4, 6, 8, 10, 20, 32, 50, 100, 240, 512];

/// Below these peaks, a higher quota changes little.
const QUOTA_RAISED_FROM: u64 = 5_000;

/// A quota that AWS has raised, in partitions for each 1,000 units of the peak. Higher ones are unrealistic.
const RAISED_QUOTA: u64 = 16;

/// Returns all designs.
#[must_use]
pub fn whole() -> Vec<Design> {
    let mut designs = Vec::new();
    for place in [Target::Table, Target::Index] {
        for time in [Time::Day, Time::Hour, Time::None] {
            for weight in [1, 3] {
                designs.extend(every_load(Key::Log, place, time, weight));
            }
        }
        for share in [0.34, 0.5, 0.9] {
            designs.extend(every_load(Key::Status(share), place, Time::Day, 1));
        }
        for share in [0.01, 0.2] {
            designs.extend(every_load(Key::HashOfTenant(share), place, Time::Day, 1));
        }
        designs.extend(every_load(Key::Status(0.5), place, Time::None, 1));
        designs.extend(every_load(Key::HashOfTenant(0.05), place, Time::None, 1));
    }
    designs.extend(every_load(Key::Log, Target::Table, Time::Date, 1));
    designs.extend(every_load(Key::HashOfId, Target::Table, Time::Day, 1));
    designs.extend(every_load(Key::Log, Target::Table, Time::Expiry, 1));
    for share in [0.02, 0.2] {
        designs.extend(every_load(Key::TenantOfTable(share), Target::Index, Time::Day, 1));
        designs.extend(every_load(Key::NothingOfTable(share), Target::Index, Time::Day, 1));
    }
    let with_local = |design| Design { is_local: true, ..design };
    designs.extend(every_load(Key::Log, Target::Table, Time::Day, 1).map(with_local));
    for queries in [20, 400, 2_000, 5_500] {
        for time in [Time::Day, Time::None] {
            let with_reads = |design| Design { queries, ..design };
            designs.extend(every_load(Key::Log, Target::Table, time, 1).map(with_reads));
        }
    }
    // Without shards there is no hash, and a declared share would apply to a date.
    designs.retain(|design| design.shards > 1 || !matches!(design.key, Key::HashOfId | Key::HashOfTenant(_)));
    designs
}

/// Returns a few designs of each kind that take little time: 1,000 to 2,000 writes per second, on few shards. Includes
/// one design without a bucket, because these need an hour of load.
#[must_use]
pub fn sample() -> Vec<Design> {
    let small = |design: &Design| (1_000..=2_000).contains(&(design.peak / design.weight)) && design.shards < 50;
    let (lasting, renewed): (Vec<_>, Vec<_>) =
        whole().into_iter().filter(small).partition(|design| design.time == Time::None);
    let lasting = lasting.into_iter().find(|design| design.peak == 5_000 && design.shards == 10);
    renewed.into_iter().step_by(11).chain(lasting).collect()
}

fn every_load(key: Key, place: Target, time: Time, weight: u64) -> impl Iterator<Item = Design> {
    PEAKS.into_iter().flat_map(move |peak| {
        SHARDS.into_iter().flat_map(move |shards| {
            let raised = (peak >= QUOTA_RAISED_FROM).then(|| DEFAULT_TABLE_WRITE_UNITS.max(peak * RAISED_QUOTA));
            let quotas = [Some(DEFAULT_TABLE_WRITE_UNITS), raised.filter(|raised| *raised > DEFAULT_TABLE_WRITE_UNITS)];
            let design =
                move |quota| Design { peak, weight, shards, place, time, key, quota, is_local: false, queries: 0 };
            quotas.into_iter().flatten().map(design)
        })
    })
}

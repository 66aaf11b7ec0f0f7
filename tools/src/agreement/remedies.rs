//! Checks the advice: a design with the advised shards is silent, and requests the advised warm throughput.

use keywright::physics::placement::BACKGROUND_HEADROOM;

use super::{Key, compiler::Verdict, schemas::Spread};

pub(super) fn agree(key: &Key<'_>) {
    let Some(demand) = key.entity.demand(key.place) else { return };
    let in_place = demand.units_per_second + key.sentinel_units_per_second();
    let before = Verdict::of(key);
    for pair in key.entity.pairs(key.place).into_iter().flatten() {
        let Some((mut verdict, warm)) = rebuilt(key, pair.shards) else { continue };
        // The pairs serve equally frequent values. That one of few may be more frequent is another warning.
        if before.share_that_throttles > 0 {
            verdict.share_that_throttles = 0;
        }
        assert_eq!(warm, Some(pair.warm_write_units()), "{pair:?}: {:?}", key.case);
        if pair.warm_write_units() <= key.case.quota && in_place <= key.case.quota {
            assert!(verdict.is_silent(), "{verdict:?}, {pair:?}: {:?}", key.case);
        }
    }
    for shards in [demand.shards, Some(before.missing_margin as u64).filter(|shards| *shards > 0)] {
        let Some(shards) = shards.filter(|shards| *shards <= 1_000) else { continue };
        let Some((verdict, _)) = rebuilt(key, shards) else { continue };
        // Few values without a declared share are counted as equally frequent, and cause a warning. So does a peak
        // above the quota.
        let above_quota = verdict.above_quota && in_place as f64 * BACKGROUND_HEADROOM <= key.case.quota as f64;
        // Without shards for a launch, its change is the other warning's.
        let is_launched_apart = before.missing_margin > 0 && before.shards_for_launch > 0;
        let shards_for_launch = if is_launched_apart { 0 } else { verdict.shards_for_launch };
        let verdict = Verdict { share_that_throttles: 0, above_quota, shards_for_launch, ..verdict };
        assert!(verdict.is_silent(), "{verdict:?} with {shards} shards: {:?}", key.case);
    }
}

/// Returns the compiler's report with this number of shards for the key, and the warm throughput that the key then
/// needs. `None` if other shards change the meaning of a declared share.
fn rebuilt(key: &Key<'_>, shards: u64) -> Option<(Verdict, Option<u64>)> {
    let of = key.case.key(key.place);
    let is_few = |field: &u8| (2..5).contains(field) || *field == 6;
    let spread = match of.shard {
        Some((Spread::Hash(fields), _)) if fields.iter().all(is_few) => Spread::Random,
        Some((Spread::Hash(fields), _)) if fields.iter().all(|field| of.varying.iter().any(|(of, _)| of == field)) => {
            Spread::Random
        }
        Some((spread, _)) => spread,
        None => Spread::Random,
    };
    let changes_share = of.shard.is_some_and(|(today, _)| today != spread);
    let peak = key.entity.keys[key.place].peak.or(key.entity.peak)?;
    if changes_share && (peak.top_share.is_some() || of.hash_share.is_some()) {
        return None;
    }
    let case = key.case.with_shards(key.place, spread, shards);
    let entity = case.build();
    let demand = entity.demand(key.place)?;
    // The shard number is stored, too, and may begin another KB. Updates of a hashed field move entries.
    if demand.by_kind != key.entity.demand(key.place)?.by_kind {
        return None;
    }
    let key = Key { case: &case, entity, place: key.place };
    Some((Verdict::of(&key), demand.warm_units))
}

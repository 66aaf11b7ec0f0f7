//! Compares the compiler's report on a key: an error, a warning with a number, or nothing.

use std::panic::{AssertUnwindSafe, catch_unwind};

use keywright::{check, load::Risk, schema::UndeclaredPeak};

use super::Key;

/// The compiler's report on a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Verdict {
    pub(super) is_error: bool,
    /// The number of shards that would suffice.
    pub(super) missing_margin: usize,
    pub(super) above_quota: bool,
    /// The number of shards with which the quota suffices for a launch.
    pub(super) shards_for_launch: usize,
    /// In percent.
    pub(super) share_that_throttles: usize,
    pub(super) few_values: usize,
    pub(super) lone_bucket: bool,
    pub(super) days_to_full: usize,
}

const SILENT: Verdict = Verdict {
    is_error: false,
    missing_margin: 0,
    above_quota: false,
    shards_for_launch: 0,
    share_that_throttles: 0,
    few_values: 0,
    lone_bucket: false,
    days_to_full: 0,
};

impl Verdict {
    pub(super) fn of(key: &Key<'_>) -> Self {
        let (entity, place) = (key.entity, key.place);
        // After an error, the rest of the build is not checked.
        if catch_unwind(AssertUnwindSafe(|| check::hot_partition(entity, place))).is_err() {
            return Self { is_error: true, ..SILENT };
        }
        let warned = check::warnings(entity, place);
        Self {
            is_error: false,
            missing_margin: warned.missing_margin,
            above_quota: warned.above_quota,
            shards_for_launch: warned.shards_for_launch,
            share_that_throttles: warned.share_that_throttles,
            few_values: warned.few_values,
            lone_bucket: warned.lone_bucket,
            days_to_full: warned.days_to_full,
        }
    }

    /// Returns whether the load fits. That a collection fills is another rule's.
    pub(super) fn is_silent(&self) -> bool {
        *self == Self { days_to_full: self.days_to_full, ..SILENT }
    }
}

/// Checks that the compiler reports the risk that is shown, with the same number.
pub(super) fn agrees(key: &Key<'_>) {
    let mut verdict = Verdict::of(key);
    // Of several warnings, the risk is the first.
    if !matches!(key.risk(), Risk::None | Risk::Full { .. }) {
        verdict.days_to_full = 0;
    }
    let expected = match key.risk() {
        Risk::None | Risk::Unknown | Risk::Accepted { .. } => SILENT,
        Risk::Overloaded => Verdict { is_error: true, ..SILENT },
        Risk::Undeclared { keys } => undeclared(key, keys),
        Risk::Skewed { percent } => Verdict { share_that_throttles: percent as usize, ..SILENT },
        // Above 100 the warning's number is rounded up.
        Risk::NoMargin { shards } => {
            assert!(verdict.missing_margin >= shards as usize, "{verdict:?}, {shards} shards: {:?}", key.case);
            assert!(shards > 100 || verdict.missing_margin == shards as usize, "{verdict:?}, {shards}: {:?}", key.case);
            // The launch needs a change of its own if no number of shards serves it.
            let is_launched = key.entity.demand(key.place).is_some_and(|demand| demand.shards.is_some());
            let shards_for_launch = if is_launched { 0 } else { 1_001 };
            Verdict { missing_margin: verdict.missing_margin, shards_for_launch, ..SILENT }
        }
        Risk::NoCount => Verdict { missing_margin: 1_001, ..SILENT },
        Risk::Quota => Verdict { above_quota: true, ..SILENT },
        // Above 100 the warning's number is rounded up.
        Risk::Launch { shards } => {
            let (shown, wanted) = (verdict.shards_for_launch, shards.unwrap_or(1_001) as usize);
            assert!(shown == wanted || wanted > 100 && shown > wanted, "{shown}, {wanted}: {:?}", key.case);
            Verdict { shards_for_launch: shown, ..SILENT }
        }
        Risk::Full { days } => Verdict { days_to_full: days as usize, ..SILENT },
        risk => panic!("{risk:?} is not known to the compiler"),
    };
    assert_eq!(verdict, expected, "{:?} of {:?}", key.risk(), key.case);
    assert_eq!(
        key.case.key(key.place).allow_hot,
        matches!(key.risk(), Risk::Accepted { .. }) || is_unsplit_error(key, &verdict)
    );
}

/// Whether a local index keeps the key on one partition. `allow_hot` does not suppress this error.
fn is_unsplit_error(key: &Key<'_>, verdict: &Verdict) -> bool {
    key.case.key(key.place).allow_hot && key.case.has_local_index && key.place == 0 && verdict.is_error
}

fn undeclared(key: &Key<'_>, keys: u64) -> Verdict {
    let is_constant = key.case.key(key.place).varying.is_empty();
    match key.case.policy {
        _ if is_constant => Verdict { is_error: true, ..SILENT },
        UndeclaredPeak::Deny => Verdict { is_error: true, ..SILENT },
        UndeclaredPeak::Allow => SILENT,
        UndeclaredPeak::Warn if keys == 1 => Verdict { lone_bucket: true, ..SILENT },
        UndeclaredPeak::Warn => Verdict { few_values: keys as usize, ..SILENT },
    }
}

//! One second of one partition.

use crate::physics::math::{exp, exp_m1, ln, ln_1p, sqrt};
use crate::physics::normal::inverse_normal;
use crate::physics::poisson::{cdf, pmf, upper_tail};

/// `-ln F(capacity; load)`. Hazards of independent partitions add up, and stay precise if the probability itself is
/// nearly 0 or nearly 1.
pub(super) const fn hazard(capacity: u64, load: f64) -> f64 {
    let tail = upper_tail(capacity, load);
    if tail < 0.5 { -ln_1p(-tail) } else { -ln(cdf(capacity, load)) }
}

/// The probability that one of `shards` partitions with this hazard exceeds its limit.
pub(super) const fn any_over(shards: f64, hazard: f64) -> f64 {
    -exp_m1(-shards * hazard)
}

/// The hazard of a second that exceeds the limit with probability `target`.
pub(super) const fn hazard_of(target: f64) -> f64 {
    -ln_1p(-target)
}

/// The percentage by which the hazard rises if the load rises by one per cent.
pub(super) const fn elasticity(capacity: u64, load: f64, hazard: f64) -> f64 {
    load * pmf(capacity, load) / (exp(-hazard) * hazard)
}

/// The load at which the normal approximation reaches a tail of `target`.
pub(super) const fn normal_load(capacity: u64, target: f64) -> f64 {
    let z = -inverse_normal(target);
    let root = (sqrt(z * z + 4.0 * capacity as f64) - z) / 2.0;
    root * root
}

/// The load at which a second exceeds the limit with probability `target`, for 0 < `target` < 1.
pub(super) const fn load_at(capacity: u64, target: f64) -> f64 {
    let aim = hazard_of(target);
    let mut below = 0.0;
    let mut above = f64::INFINITY;
    let mut load = normal_load(capacity, target);
    let mut step = 0;
    while step < MAX_STEPS {
        let hazard = hazard(capacity, load);
        if hazard <= aim {
            below = load;
        } else {
            above = load;
        }
        let newton = load * exp(ln(aim / hazard) / elasticity(capacity, load, hazard));
        let next = if newton > below && newton < above {
            newton
        } else if above == f64::INFINITY {
            2.0 * load
        } else {
            0.5 * (below + above)
        };
        let moved = next / load - 1.0;
        load = next;
        if moved < CONVERGED && moved > -CONVERGED {
            break;
        }
        step += 1;
    }
    load
}

const MAX_STEPS: u32 = 100;
const CONVERGED: f64 = 1e-14;

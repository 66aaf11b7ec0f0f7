//! `sqrt`, `exp` and `ln` for constant evaluation, to a few units in the last place.

const LN_2_HIGH: f64 = f64::from_bits(0x3fe6_2e42_fee0_0000);
const LN_2_LOW: f64 = f64::from_bits(0x3dea_39ef_3579_3c76);
const MANTISSA_BITS: u32 = 52;
const EXPONENT_BIAS: i64 = 1_023;
const TWO_POW_54: f64 = (1_u64 << 54) as f64;
const LARGEST_EXPONENT: f64 = 709.79;
const SMALLEST_EXPONENT: f64 = -745.14;

/// 1/3, 1/5, 1/7 and so on. A table, because divisions are slow in constant evaluation.
const ATANH: [f64; 11] = {
    let mut coefficients = [0.0; 11];
    let mut at = 0;
    while at < coefficients.len() {
        coefficients[at] = 1.0 / (2 * at + 3) as f64;
        at += 1;
    }
    coefficients
};

/// 1/2!, 1/3!, 1/4! and so on.
const EXP_M1: [f64; 15] = {
    let mut coefficients = [0.0; 15];
    let mut factorial = 1.0;
    let mut at = 0;
    while at < coefficients.len() {
        factorial *= (at + 2) as f64;
        coefficients[at] = 1.0 / factorial;
        at += 1;
    }
    coefficients
};

pub(crate) const fn sqrt(x: f64) -> f64 {
    if x < 0.0 {
        return f64::NAN;
    }
    if x == 0.0 || !x.is_finite() {
        return x;
    }
    if x < f64::MIN_POSITIVE {
        return sqrt(x * TWO_POW_54 * TWO_POW_54) / TWO_POW_54;
    }
    let mut root = f64::from_bits((x.to_bits() >> 1) + ((EXPONENT_BIAS as u64) << 51));
    let mut step = 0;
    while step < 5 {
        root = 0.5 * (root + x / root);
        step += 1;
    }
    root
}

pub(crate) const fn exp(x: f64) -> f64 {
    if x.is_nan() {
        return x;
    }
    if x > LARGEST_EXPONENT {
        return f64::INFINITY;
    }
    if x < SMALLEST_EXPONENT {
        return 0.0;
    }
    let half = if x < 0.0 { -0.5 } else { 0.5 };
    let power = (x / core::f64::consts::LN_2 + half) as i64;
    let rest = (x - power as f64 * LN_2_HIGH) - power as f64 * LN_2_LOW;
    let first = power / 2;
    (1.0 + exp_m1_series(rest)) * power_of_two(first) * power_of_two(power - first)
}

/// `exp(x) - 1`, precise for small `x`.
pub(crate) const fn exp_m1(x: f64) -> f64 {
    if x > -0.5 && x < 0.5 { exp_m1_series(x) } else { exp(x) - 1.0 }
}

pub(crate) const fn ln(x: f64) -> f64 {
    if x.is_nan() || x < 0.0 {
        return f64::NAN;
    }
    if x == 0.0 {
        return f64::NEG_INFINITY;
    }
    if x == f64::INFINITY {
        return x;
    }
    if x < f64::MIN_POSITIVE {
        return ln(x * TWO_POW_54) - 54.0 * core::f64::consts::LN_2;
    }
    let bits = x.to_bits();
    let mut power = (bits >> MANTISSA_BITS) as i64 - EXPONENT_BIAS;
    let mantissa = bits & ((1 << MANTISSA_BITS) - 1);
    let mut fraction = f64::from_bits(mantissa | ((EXPONENT_BIAS as u64) << MANTISSA_BITS));
    if fraction > core::f64::consts::SQRT_2 {
        fraction *= 0.5;
        power += 1;
    }
    let rest = two_atanh((fraction - 1.0) / (fraction + 1.0));
    power as f64 * LN_2_HIGH + (power as f64 * LN_2_LOW + rest)
}

/// `ln(1 + x)`, precise for small `x`.
pub(crate) const fn ln_1p(x: f64) -> f64 {
    if x > -f64::EPSILON && x < f64::EPSILON {
        x - 0.5 * x * x
    } else if x > -0.25 && x < 0.4 {
        two_atanh(x / (2.0 + x))
    } else {
        ln(1.0 + x)
    }
}

/// The smallest integer that is at least `x`. 0 for negative values and NaN.
pub(crate) const fn ceil(x: f64) -> u64 {
    let whole = x as u64;
    if (whole as f64) < x { whole.saturating_add(1) } else { whole }
}

/// `ln((1 + x) / (1 - x))` for |x| below 0.18.
const fn two_atanh(x: f64) -> f64 {
    let square = x * x;
    let mut sum = 0.0;
    let mut at = ATANH.len();
    while at > 0 {
        at -= 1;
        sum = square * (sum + ATANH[at]);
    }
    2.0 * (x + x * sum)
}

/// The power series of `exp(x) - 1` for |x| up to 0.5.
const fn exp_m1_series(x: f64) -> f64 {
    let mut sum = 0.0;
    let mut at = EXP_M1.len();
    while at > 0 {
        at -= 1;
        sum = x * (sum + EXP_M1[at]);
    }
    x + x * sum
}

const fn power_of_two(power: i64) -> f64 {
    f64::from_bits(((power + EXPONENT_BIAS) as u64) << MANTISSA_BITS)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const PRECISION: f64 = 1e-15;

    fn same(ours: f64, std: f64) -> bool {
        ours == std || (ours.is_nan() && std.is_nan()) || (ours - std).abs() <= PRECISION * std.abs()
    }

    #[test]
    fn extreme_arguments_match_std() {
        let ends = [
            0.0,
            1.0,
            f64::MIN_POSITIVE,
            f64::from_bits(1),
            f64::MAX,
            f64::INFINITY,
            f64::NEG_INFINITY,
            f64::NAN,
            -1.0,
        ];
        for x in ends {
            assert!(same(sqrt(x), x.sqrt()), "sqrt {x}");
            assert!(same(ln(x), x.ln()), "ln {x}");
            assert!(same(exp(x), x.exp()), "exp {x}");
            assert!(same(exp_m1(x), x.exp_m1()), "exp_m1 {x}");
            assert!(same(ln_1p(x), x.ln_1p()), "ln_1p {x}");
        }
    }

    #[test]
    fn ceil_saturates() {
        let rounded = [(0.0, 0), (0.1, 1), (7.0, 7), (7.000_1, 8), (-3.0, 0), (f64::NAN, 0), (f64::INFINITY, u64::MAX)];
        for (x, whole) in rounded {
            assert_eq!(ceil(x), whole, "{x}");
        }
    }

    proptest! {
        #[test]
        fn positive_numbers_match_std(x in any::<f64>().prop_map(f64::abs)) {
            prop_assert!(same(sqrt(x), x.sqrt()), "sqrt {:e}", x);
            prop_assert!(same(ln(x), x.ln()), "ln {:e}", x);
        }

        #[test]
        fn numbers_near_one_match_std(x in 0.5f64..2.0) {
            prop_assert!(same(ln(x), x.ln()), "ln {:e}", x);
            prop_assert!(same(sqrt(x), x.sqrt()), "sqrt {:e}", x);
        }

        #[test]
        fn exponents_match_std(x in -708.0f64..709.0) {
            prop_assert!(same(exp(x), x.exp()), "exp {:e}", x);
            prop_assert!(same(exp_m1(x), x.exp_m1()), "exp_m1 {:e}", x);
        }

        #[test]
        fn tiny_numbers_match_std(x in -0.6f64..0.6, scale in 0i32..18) {
            let x = x * 10f64.powi(-scale);
            prop_assert!(same(exp_m1(x), x.exp_m1()), "exp_m1 {:e}", x);
            prop_assert!(same(ln_1p(x), x.ln_1p()), "ln_1p {:e}", x);
        }
    }
}

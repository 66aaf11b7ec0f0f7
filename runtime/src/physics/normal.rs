//! The normal distribution, which gives the starting points of searches.

use super::math::{exp, ln, sqrt};

/// Returns the value below which a standard normal variable is with this probability: -1.96 for 0.025.
///
/// Algorithm AS 241 of Wichura (1988), to about 16 digits. For an upper tail, negate the value for the probability of
/// the tail: `-inverse_normal(1e-18)`, because `1 - 1e-18` is not representable. Returns minus and plus infinity at 0
/// and 1, and NaN outside this range.
#[must_use]
pub const fn inverse_normal(probability: f64) -> f64 {
    if probability.is_nan() || probability < 0.0 || probability > 1.0 {
        return f64::NAN;
    }
    if probability == 0.0 {
        return f64::NEG_INFINITY;
    }
    if probability == 1.0 {
        return f64::INFINITY;
    }
    let from_middle = probability - 0.5;
    if from_middle > -0.425 && from_middle < 0.425 {
        let rest = 0.180625 - from_middle * from_middle;
        return from_middle * CENTRE.at(rest);
    }
    let lower = from_middle < 0.0;
    let tail = if lower { probability } else { 1.0 - probability };
    let depth = sqrt(-ln(tail));
    let value = if depth <= 5.0 { TAIL.at(depth - 1.6) } else { FAR_TAIL.at(depth - 5.0) };
    if lower { -value } else { value }
}

/// Returns the probability that a standard normal variable is at most `value`, with an absolute error of about 1e-15.
///
/// Uses Marsaglia's series (2004), in which all terms have the same sign.
#[must_use]
pub const fn cdf(value: f64) -> f64 {
    if value.is_nan() {
        return value;
    }
    if value > MAX_DEVIATIONS || value < -MAX_DEVIATIONS {
        return if value > 0.0 { 1.0 } else { 0.0 };
    }
    let square = value * value;
    let mut term = value;
    let mut sum = value;
    let mut odd = 1.0;
    loop {
        odd += 2.0;
        term *= square / odd;
        let next = sum + term;
        if next == sum {
            return 0.5 + sum * exp(-0.5 * square) / sqrt(core::f64::consts::TAU);
        }
        sum = next;
    }
}

/// Beyond this many standard deviations, the result cannot be distinguished from 1 in an `f64`.
const MAX_DEVIATIONS: f64 = 8.3;

struct Ratio {
    above: [f64; 8],
    below: [f64; 8],
}

impl Ratio {
    const fn at(&self, x: f64) -> f64 {
        polynomial(&self.above, x) / polynomial(&self.below, x)
    }
}

const fn polynomial(coefficients: &[f64; 8], x: f64) -> f64 {
    let mut sum = 0.0;
    let mut at = coefficients.len();
    while at > 0 {
        at -= 1;
        sum = sum * x + coefficients[at];
    }
    sum
}

#[rustfmt::skip]
const CENTRE: Ratio = Ratio {
    above: [
        3.387_132_872_796_366_6,     1.331_416_678_917_843_8e2,   1.971_590_950_306_551_4e3,
        1.373_169_376_550_946e4,     4.592_195_393_154_987e4,     6.726_577_092_700_87e4,
        3.343_057_558_358_813e4,     2.509_080_928_730_122_7e3,
    ],
    below: [
        1.0,                         4.231_333_070_160_091e1,     6.871_870_074_920_579e2,
        5.394_196_021_424_751e3,     2.121_379_430_158_659_7e4,   3.930_789_580_009_271e4,
        2.872_908_573_572_194_3e4,   5.226_495_278_852_854e3,
    ],
};

#[rustfmt::skip]
const TAIL: Ratio = Ratio {
    above: [
        1.423_437_110_749_683_6,     4.630_337_846_156_546,       5.769_497_221_460_691,
        3.647_848_324_763_204_6,     1.270_458_252_452_368_4,     2.417_807_251_774_506e-1,
        2.272_384_498_926_918_4e-2,  7.745_450_142_783_414e-4,
    ],
    below: [
        1.0,                         2.053_191_626_637_759,       1.676_384_830_183_803_8,
        6.897_673_349_851e-1,        1.481_039_764_274_800_8e-1,  1.519_866_656_361_645_7e-2,
        5.475_938_084_995_345e-4,    1.050_750_071_644_416_8e-9,
    ],
};

#[rustfmt::skip]
const FAR_TAIL: Ratio = Ratio {
    above: [
        6.657_904_643_501_104,       5.463_784_911_164_114,       1.784_826_539_917_291_3,
        2.965_605_718_285_049e-1,    2.653_218_952_657_612_4e-2,  1.242_660_947_388_078_4e-3,
        2.711_555_568_743_487_6e-5,  2.010_334_399_292_288_1e-7,
    ],
    below: [
        1.0,                         5.998_322_065_558_879e-1,    1.369_298_809_227_358e-1,
        1.487_536_129_085_061_5e-2,  7.868_691_311_456_133e-4,    1.846_318_317_510_054_7e-5,
        1.421_511_758_316_446e-7,    2.044_263_103_389_939_8e-15,
    ],
};

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn inverse_normal_matches_published_values() {
        let published = [
            (0.5, 0.0),
            (0.25, -0.674_489_750_196_081_7),
            (0.025, -1.959_963_984_540_054),
            (0.001, -3.090_232_306_167_813_5),
            (1e-6, -4.753_424_308_822_899),
            (1e-9, -5.997_807_015_007_687),
            (1e-20, -9.262_340_089_798_408),
            (0.975, 1.959_963_984_540_054),
        ];
        for (probability, value) in published {
            let ours = inverse_normal(probability);
            assert!((ours - value).abs() < 1e-14 * (1.0 + value.abs()), "{probability}: {ours}");
        }
        assert_eq!(inverse_normal(0.0), f64::NEG_INFINITY);
        assert_eq!(inverse_normal(1.0), f64::INFINITY);
        assert!(inverse_normal(-0.1).is_nan() && inverse_normal(f64::NAN).is_nan());
    }

    #[test]
    fn the_cdf_inverts_inverse_normal() {
        for probability in [1e-9, 1e-6, 0.001, 0.025, 0.25, 0.5, 0.9, 0.999_999] {
            let value = inverse_normal(probability);
            assert!((cdf(value) - probability).abs() < 2e-15, "{probability}: {}", cdf(value));
        }
        assert_eq!((cdf(-9.0), cdf(9.0), cdf(f64::INFINITY)), (0.0, 1.0, 1.0));
        assert!(cdf(f64::NAN).is_nan());
    }

    proptest! {
        #[test]
        fn inverse_normal_rises_with_the_probability(low in 1e-12f64..0.9, step in 1e-6f64..0.09) {
            prop_assert!(inverse_normal(low) < inverse_normal(low + step));
        }

        #[test]
        fn inverse_normal_is_symmetric(probability in 0.001f64..0.5) {
            let sum = inverse_normal(probability) + inverse_normal(1.0 - probability);
            prop_assert!(sum.abs() < 1e-12);
        }
    }
}

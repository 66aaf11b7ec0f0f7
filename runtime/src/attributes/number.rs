//! Compares DynamoDB's numbers by value.

use std::cmp::Ordering;

/// A decimal number in normal form: digits without leading or trailing zeros, and the position of the decimal point.
#[derive(Debug, PartialEq, Eq, Hash)]
pub(crate) enum Decimal<'a> {
    /// Text that is not a number. It sorts after all numbers.
    Malformed(&'a str),
    /// Zero has no digits and the exponent 0.
    Number {
        negative: bool,
        /// The power of ten of the first digit, plus one.
        exponent: i64,
        digits: Vec<u8>,
    },
}

impl<'a> Decimal<'a> {
    pub(crate) fn of(text: &'a str) -> Self {
        Self::parse(text).unwrap_or(Self::Malformed(text))
    }

    fn parse(text: &str) -> Option<Self> {
        let (negative, unsigned) = match text.as_bytes().first()? {
            b'-' => (true, text.get(1..)?),
            b'+' => (false, text.get(1..)?),
            _ => (false, text),
        };
        let (mantissa, power) = match unsigned.split_once(['e', 'E']) {
            Some((mantissa, power)) => (mantissa, power.parse::<i32>().ok()?),
            None => (unsigned, 0),
        };
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let mut digits: Vec<u8> = whole.bytes().chain(fraction.bytes()).collect();
        if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
            return None;
        }
        let zeros = digits.iter().take_while(|digit| **digit == b'0').count();
        digits.drain(..zeros);
        while digits.last() == Some(&b'0') {
            digits.pop();
        }
        if digits.is_empty() {
            return Some(Self::Number { negative: false, exponent: 0, digits });
        }
        let exponent = i64::from(power) + whole.len() as i64 - zeros as i64;
        Some(Self::Number { negative, exponent, digits })
    }
}

/// Compares two numbers by value.
pub(crate) fn compare_numbers(a: &str, b: &str) -> Ordering {
    match (Decimal::of(a), Decimal::of(b)) {
        (Decimal::Malformed(a), Decimal::Malformed(b)) => a.cmp(b),
        (Decimal::Malformed(_), _) => Ordering::Greater,
        (_, Decimal::Malformed(_)) => Ordering::Less,
        (
            Decimal::Number { negative, exponent, digits },
            Decimal::Number { negative: other_negative, exponent: other_exponent, digits: other_digits },
        ) => {
            let distance = match (digits.is_empty(), other_digits.is_empty()) {
                (false, false) => exponent.cmp(&other_exponent).then_with(|| digits.cmp(&other_digits)),
                (zero, other_zero) => other_zero.cmp(&zero),
            };
            match (negative, other_negative) {
                (false, false) => distance,
                (true, true) => distance.reverse(),
                (true, false) => Ordering::Less,
                (false, true) => Ordering::Greater,
            }
        }
    }
}

/// Returns the sign and the absolute value of a whole number, in any notation. `None` for other numbers, and for those
/// that a `u128` cannot represent.
#[cfg(feature = "client")]
pub(crate) fn whole_number(text: &str) -> Option<(bool, u128)> {
    /// The number of digits of the largest `u128`.
    const DIGITS: i64 = 39;
    let Decimal::Number { negative, exponent, digits } = Decimal::of(text) else { return None };
    let places = usize::try_from(exponent).ok().filter(|_| exponent <= DIGITS)?;
    if digits.len() > places {
        return None;
    }
    let zeros = std::iter::repeat_n(&b'0', places - digits.len());
    let magnitude = digits.iter().chain(zeros).try_fold(0_u128, |magnitude, digit| {
        magnitude.checked_mul(10)?.checked_add(u128::from(digit.checked_sub(b'0')?))
    });
    magnitude.map(|magnitude| (negative, magnitude))
}

/// The number of significant digits that DynamoDB keeps: 38.
///
/// AWS: *Supported data types and naming rules in Amazon DynamoDB*, "Number".
pub(crate) const PRECISION: usize = 38;

/// Returns whether DynamoDB keeps all digits of an integer.
pub(crate) fn is_exact(magnitude: u128) -> bool {
    magnitude.to_string().trim_end_matches('0').len() <= PRECISION
}

#[cfg(test)]
mod tests;

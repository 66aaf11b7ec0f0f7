//! A number apart from the way it is written.

/// A decimal number: two texts of one number, such as `1.50` and `15e-1`, are equal.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Decimal {
    negative: bool,
    /// Without zeros at either end.
    digits: String,
    /// How many digits stand before the point; negative for zeros after it.
    point: i64,
}

impl Decimal {
    /// The number that `text` writes, or `None` if it writes none.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let (negative, magnitude) = match text.strip_prefix('-') {
            Some(magnitude) => (true, magnitude),
            None => (false, text.strip_prefix('+').unwrap_or(text)),
        };
        let (mantissa, exponent) = match magnitude.split_once(['e', 'E']) {
            Some((mantissa, exponent)) => (mantissa, exponent.parse::<i64>().ok()?),
            None => (magnitude, 0),
        };
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let written = format!("{whole}{fraction}");
        if written.is_empty() || !written.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        let digits = written.trim_start_matches('0');
        let leading = written.len() - digits.len();
        let digits = digits.trim_end_matches('0');
        if digits.is_empty() {
            return Some(Self { negative: false, digits: String::new(), point: 0 });
        }
        let point =
            exponent.checked_add(i64::try_from(whole.len()).ok()?)?.checked_sub(i64::try_from(leading).ok()?)?;
        Some(Self { negative, digits: digits.to_owned(), point })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn one_number_has_many_texts() {
        for same in [["1.50", "15e-1"], ["0", "-0.00"], ["1200", "+1.2E3"], ["0.001", "1e-3"], ["-7", "-7.0"]] {
            assert_eq!(Decimal::parse(same[0]), Decimal::parse(same[1]), "{same:?}");
            assert!(Decimal::parse(same[0]).is_some(), "{same:?}");
        }
        for different in [["1", "10"], ["1", "-1"], ["0.1", "0.01"], ["12", "21"]] {
            assert_ne!(Decimal::parse(different[0]), Decimal::parse(different[1]), "{different:?}");
        }
    }

    #[test]
    fn what_is_no_number_is_none() {
        for text in ["", "-", ".", "1.2.3", "e5", "1e", "NaN", "1 ", "--1", "1e99999999999999999999"] {
            assert_eq!(Decimal::parse(text), None, "{text}");
        }
    }

    proptest! {
        #[test]
        fn shifting_the_point_and_the_exponent_is_the_same_number(number: i64, zeros in 0usize..20) {
            let plain = Decimal::parse(&number.to_string());
            let shifted = Decimal::parse(&format!("{number}{}e-{zeros}", "0".repeat(zeros)));
            prop_assert_eq!(plain, shifted);
        }

        #[test]
        fn no_text_panics(text in ".*") {
            let _ = Decimal::parse(&text);
        }
    }
}

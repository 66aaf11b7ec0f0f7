//! Computes the size of an item in bytes.
//!
//! Source: [DynamoDB item sizes and
//! formats](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/CapacityUnitCalculations.html). The size
//! of an item is the sum of its attributes, and that of an attribute is its name plus its value ([`attribute_bytes`]).
//! The size of a set is the sum of its values. Sums saturate instead of overflowing.

/// Bytes of a null.
pub const NULL_BYTES: u64 = 1;

/// Bytes of a boolean.
pub const BOOL_BYTES: u64 = 1;

/// Bytes that a list or a map takes without its elements.
pub const DOCUMENT_BYTES: u64 = 3;

/// Bytes that each element of a list or a map takes in addition to its own size.
pub const ELEMENT_BYTES: u64 = 1;

/// Bytes of the write id that a write stores in its item, if the table has an attribute for it: binary.
pub const WRITE_ID_BYTES: u64 = 16;

/// Bytes that AWS adds to every item when it bills storage. They cost no capacity units and do not count against the
/// 400 KB.
pub const STORAGE_OVERHEAD_BYTES: u64 = 100;

/// Bytes of the largest number: 38 digits, an odd number of them on both sides of the decimal point, and a sign.
pub const NUMBER_MAX_BYTES: u64 = 22;

/// Returns the bytes of a string value: its length in UTF-8.
#[must_use]
pub const fn string_bytes(text: &str) -> u64 {
    text.len() as u64
}

/// Returns the bytes of a binary value: its raw length, not the length of its base64 in requests.
#[must_use]
pub const fn binary_bytes(bytes: &[u8]) -> u64 {
    bytes.len() as u64
}

/// Returns the bytes of a number, given in decimal, with or without an exponent.
///
/// One byte for every two significant digits before the decimal point, rounded up, one for every two after it, rounded
/// up, one more in any case, and one for a minus sign. Leading and trailing zeros are not significant. AWS describes
/// its rule (one byte for every two significant digits, plus one) as approximate, and mentions neither the point nor
/// the sign. Both are counted as measured on AWS by the authors of the engine `dynoxide`, which is never less than
/// AWS's rule.
#[must_use]
pub const fn number_bytes(text: &str) -> u64 {
    let text = text.as_bytes();
    // Counts the digits from the first to the last that are not 0, and how many of these are before the point.
    let (mut digits, mut zeros, mut before_point) = (0_i64, 0, 0_i64);
    let (mut is_negative, mut is_fraction) = (false, false);
    let mut at = 0;
    while at < text.len() {
        match text[at] {
            b'1'..=b'9' => {
                digits += zeros + 1;
                zeros = 0;
                before_point += !is_fraction as i64;
            }
            b'0' if digits > 0 => {
                zeros += 1;
                before_point += !is_fraction as i64;
            }
            b'0' => before_point -= is_fraction as i64,
            b'.' => is_fraction = true,
            b'-' => is_negative = true,
            b'e' | b'E' => {
                before_point = before_point.saturating_add(exponent(text, at + 1));
                break;
            }
            _ => {}
        }
        at += 1;
    }
    let whole = if before_point < 0 {
        0
    } else if before_point < digits {
        before_point
    } else {
        digits
    };
    let sign = (is_negative && digits > 0) as u64;
    (whole as u64).div_ceil(2) + ((digits - whole) as u64).div_ceil(2) + 1 + sign
}

/// The exponent that is written from index `from` on.
const fn exponent(text: &[u8], from: usize) -> i64 {
    let (mut exponent, mut is_negative) = (0_i64, false);
    let mut at = from;
    while at < text.len() {
        match text[at] {
            digit @ b'0'..=b'9' => exponent = exponent.saturating_mul(10).saturating_add((digit - b'0') as i64),
            b'-' => is_negative = true,
            _ => {}
        }
        at += 1;
    }
    if is_negative { -exponent } else { exponent }
}

/// Returns the bytes of a list of `elements` values whose total size is `content`.
#[must_use]
pub const fn list_bytes(elements: u64, content: u64) -> u64 {
    DOCUMENT_BYTES.saturating_add(elements.saturating_mul(ELEMENT_BYTES)).saturating_add(content)
}

/// Returns the bytes of a map of `entries` whose names and values have the total size `content`.
#[must_use]
pub const fn map_bytes(entries: u64, content: u64) -> u64 {
    list_bytes(entries, content)
}

/// Returns the bytes of an attribute: its name in UTF-8 and its value.
#[must_use]
pub const fn attribute_bytes(name: &str, value: u64) -> u64 {
    string_bytes(name).saturating_add(value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_number_costs_a_byte_per_two_significant_digits_per_side() {
        let priced = [
            ("0", 1),
            ("-0.00", 1),
            ("7", 2),
            ("27", 2),
            ("-27", 3),
            ("1200", 2),
            ("1001", 3),
            ("0.0012", 2),
            ("3.14159", 5),
            ("1.5", 3),
            ("1.200", 3),
            ("100.5", 4),
            ("0.15", 2),
            ("15E-1", 3),
            ("0.15E1", 3),
            ("150E-2", 3),
            ("1.5e+1", 2),
            ("1e-99999999999999999999", 2),
            ("1e100", 2),
            ("-12.5E-7", 4),
            ("99999999999999999999999999999999999999", 20),
            ("-99999999999999999999999999999999999999", 21),
            ("-9999999999999999999.9999999999999999999", NUMBER_MAX_BYTES),
        ];
        for (text, bytes) in priced {
            assert_eq!(number_bytes(text), bytes, "{text}");
        }
    }

    #[test]
    fn lists_and_maps_cost_three_bytes_and_one_per_element() {
        assert_eq!(list_bytes(0, 0), 3);
        assert_eq!(map_bytes(0, 0), 3);
        let list = list_bytes(2, string_bytes("größe") + BOOL_BYTES);
        assert_eq!(list, 3 + 2 + 7 + 1);
        let map = map_bytes(1, attribute_bytes("a", number_bytes("12")));
        assert_eq!(map, 3 + 1 + 1 + 2);
        assert_eq!(attribute_bytes("items", list), 5 + list);
        assert_eq!(list_bytes(u64::MAX, u64::MAX), u64::MAX);
    }

    #[test]
    fn binary_counts_raw_bytes() {
        assert_eq!(binary_bytes(&[0; 300]), 300);
    }

    proptest! {
        #[test]
        fn leading_and_trailing_zeros_are_free(digits in 1u64..1_000_000_000, zeros in 0usize..20) {
            let zeros = "0".repeat(zeros);
            let bytes = number_bytes(&digits.to_string());
            prop_assert_eq!(number_bytes(&format!("{digits}{zeros}")), bytes);
            prop_assert_eq!(number_bytes(&format!("0.{zeros}{digits}")), bytes);
            prop_assert_eq!(number_bytes(&format!("-{digits}")), bytes + 1);
        }

        #[test]
        fn any_number_text_has_a_bounded_size(text in ".*") {
            prop_assert!(number_bytes(&text) <= text.len() as u64 + 2);
        }
    }
}

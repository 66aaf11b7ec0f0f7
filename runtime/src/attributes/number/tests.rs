use proptest::prelude::*;

use super::*;

#[test]
fn texts_of_one_number_compare_equal() {
    for (a, b) in [("1", "1.0"), ("100", "1E+2"), ("0", "-0.00"), ("-0.5", "-5e-1"), ("007", "+7"), ("1E400", "10E399")]
    {
        assert_eq!(compare_numbers(a, b), Ordering::Equal, "{a} {b}");
        assert_eq!(Decimal::of(a), Decimal::of(b));
    }
}

#[test]
fn numbers_sort_by_value() {
    let sorted =
        ["-1E20", "-10", "-9.5", "-9", "-0.01", "0", "0.001", "0.01", "1", "2", "10", "1E20", "", "1.2.3", "x"];
    for (at, a) in sorted.iter().enumerate() {
        for (other, b) in sorted.iter().enumerate() {
            assert_eq!(compare_numbers(a, b), at.cmp(&other), "{a} {b}");
        }
    }
}

#[test]
fn texts_that_are_no_number_are_malformed() {
    for text in ["", "-", ".", "1.2.3", "e5", "1e", "NaN", "1 ", "--1", "1e99999999999999999999"] {
        assert_eq!(Decimal::of(text), Decimal::Malformed(text), "{text}");
    }
}

#[test]
fn numbers_of_up_to_38_digits_are_exact() {
    assert!(is_exact(10_u128.pow(38)));
    assert!(is_exact(10_u128.pow(38) - 1));
    assert!(!is_exact(10_u128.pow(38) + 1));
    assert!(is_exact(0));
}

proptest! {
    #[test]
    fn whole_numbers_agree_with_rust(a in any::<i64>(), b in any::<i64>(), zeros in 0..3usize) {
        let b = if zeros == 0 { a } else { b };
        let (a_text, b_text) = (format!("{a}.{}", "0".repeat(zeros)), b.to_string());
        prop_assert_eq!(compare_numbers(&a_text, &b_text), a.cmp(&b));
    }

    #[test]
    fn shifting_the_point_and_the_exponent_keeps_the_value(number: i64, zeros in 0usize..20) {
        let shifted = format!("{number}{}e-{zeros}", "0".repeat(zeros));
        prop_assert_eq!(compare_numbers(&number.to_string(), &shifted), Ordering::Equal);
    }

    #[test]
    fn comparing_texts_never_panics_and_is_antisymmetric(a in "\\PC{0,20}|[-+0-9.eE]{0,20}", b in "[-+0-9.eE]{0,20}") {
        prop_assert_eq!(compare_numbers(&a, &b), compare_numbers(&b, &a).reverse());
    }
}

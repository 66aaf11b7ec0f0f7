//! Formats numbers for people.

/// Formats a number as `12,345`.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Formats a number with its noun, such as `12 lanes`.
pub(crate) fn counted(count: u64, noun: &str) -> String {
    format!("{} {noun}{}", grouped(count), if count == 1 { "" } else { "s" })
}

/// Formats a large number of something, such as `3.2 million`, and below a million `12,345`.
pub(crate) fn millions(number: f64) -> String {
    match number / 1e6 {
        0.0 => "0".to_owned(),
        millions if millions >= 99.95 => format!("{} million", grouped(millions.round() as u64)),
        millions if number.round() >= 1e6 => format!("{} million", tenths(millions)),
        _ => grouped(number.round() as u64),
    }
}

/// Formats one decimal, if it is not 0.
pub(crate) fn tenths(number: f64) -> String {
    let text = format!("{number:.1}");
    text.strip_suffix(".0").map_or(text.clone(), str::to_owned)
}

/// Formats a percentage, such as `5.55 %`. Only zero is written as `0 %`.
pub(crate) fn percent(share: f64) -> String {
    match share * 100.0 {
        0.0 => "0 %".to_owned(),
        percent if percent < 0.01 => "below 0.01 %".to_owned(),
        percent if percent < 10.0 => format!("{percent:.2} %"),
        percent => format!("{percent:.0} %"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_formatted_for_people() {
        assert_eq!([0, 999, 1_000, 1_234_567].map(grouped), ["0", "999", "1,000", "1,234,567"]);
        let shares = [0.0, 1e-9, 0.001, 0.0555, 0.8, 1.0].map(percent);
        assert_eq!(shares, ["0 %", "below 0.01 %", "0.10 %", "5.55 %", "80 %", "100 %"]);
        let millions = [0.0, 999_999.0, 1e6, 3_249_999.0, 99_949_999.0, 1_234_567_890.0].map(millions);
        assert_eq!(millions, ["0", "999,999", "1 million", "3.2 million", "99.9 million", "1,235 million"]);
        assert_eq!((counted(1, "lane"), counted(1_000, "lane")), ("1 lane".to_owned(), "1,000 lanes".to_owned()));
    }
}

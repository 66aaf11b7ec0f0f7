//! Instants in RFC 3339, as `until` takes them.

/// Whether the text is an instant such as `2027-01-01T00:00:00Z`.
pub(crate) fn is_instant(text: &str) -> bool {
    parse(text).is_some()
}

fn parse(text: &str) -> Option<()> {
    let date = text.get(..10)?;
    let (year, month, day) = (number(date, 0..4)?, number(date, 5..7)?, number(date, 8..10)?);
    let time = text.get(11..19)?;
    let (hour, minute, second) = (number(time, 0..2)?, number(time, 3..5)?, number(time, 6..8)?);
    let separators = [date.get(4..5)?, date.get(7..8)?, text.get(10..11)?, time.get(2..3)?, time.get(5..6)?];
    let valid = separators == ["-", "-", "T", ":", ":"]
        && (1..=days_in(year, month)).contains(&day)
        && hour < 24
        && minute < 60
        && second < 60;
    let zone = text.get(19..).map(without_fraction)?;
    (valid && is_zone(zone)).then_some(())
}

fn number(text: &str, place: std::ops::Range<usize>) -> Option<u32> {
    let digits = text.get(place)?;
    digits.bytes().all(|digit| digit.is_ascii_digit()).then(|| digits.parse().ok())?
}

fn days_in(year: u32, month: u32) -> u32 {
    match month {
        2 if year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400)) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => 0,
    }
}

fn without_fraction(text: &str) -> &str {
    match text.strip_prefix('.').map(|fraction| fraction.trim_start_matches(|letter: char| letter.is_ascii_digit())) {
        Some(rest) if rest.len() + 1 < text.len() => rest,
        _ => text,
    }
}

fn is_zone(text: &str) -> bool {
    let offset = || {
        let offset = text.strip_prefix(['+', '-'])?;
        let valid = offset.len() == 5 && offset.get(2..3)? == ":";
        Some(valid && number(offset, 0..2)? < 24 && number(offset, 3..5)? < 60)
    };
    text == "Z" || offset().unwrap_or(false)
}

#[cfg(test)]
mod tests {
    use super::is_instant;

    #[test]
    fn instants() {
        for text in [
            "2027-01-01T00:00:00Z",
            "2024-02-29T23:59:59.123456789Z",
            "2027-01-01T00:00:00+02:00",
            "2027-01-01T00:00:00.5-11:30",
        ] {
            assert!(is_instant(text), "{text}");
        }
    }

    #[test]
    fn others() {
        for text in [
            "",
            "2027-01-01",
            "2027-01-01T00:00:00",
            "2027-01-01 00:00:00Z",
            "2027-02-29T00:00:00Z",
            "2027-13-01T00:00:00Z",
            "2027-01-00T00:00:00Z",
            "2027-01-01T24:00:00Z",
            "2027-01-01T00:00:00.Z",
            "2027-01-01T00:00:00+0200",
            "2027-01-01T00:00:00ZZ",
            "+027-01-01T00:00:00Z",
            "2027-01-01T00:00:0äZ",
        ] {
            assert!(!is_instant(text), "{text}");
        }
    }
}

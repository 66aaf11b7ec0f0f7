//! Builds text in constant evaluation.

use crate::physics::math::ceil;

const CAPACITY: usize = 4_096;

/// A message under construction. Text that does not fit is omitted.
#[derive(Clone, Copy)]
pub(crate) struct Text {
    bytes: [u8; CAPACITY],
    len: usize,
    full: bool,
}

impl Text {
    pub(crate) const fn new() -> Self {
        Self { bytes: [0; CAPACITY], len: 0, full: false }
    }

    /// Begins with `KW003: ` and the name of the index, if there is one.
    pub(crate) const fn opening(code: &str, index: Option<&str>) -> Self {
        let mut text = Self::new();
        text.push(code).push(": ");
        if let Some(index) = index {
            text.push("index ").push(index).push(": ");
        }
        text
    }

    pub(crate) const fn as_str(&self) -> &str {
        match std::str::from_utf8(self.bytes.split_at(self.len).0) {
            Ok(text) => text,
            Err(_) => "",
        }
    }

    pub(crate) const fn len(&self) -> usize {
        self.len
    }

    /// Appends a text if it fits completely. After the first that does not fit, nothing more is appended.
    pub(crate) const fn push(&mut self, text: &str) -> &mut Self {
        self.full = self.full || text.len() > CAPACITY - self.len;
        if !self.full {
            let (_, room) = self.bytes.split_at_mut(self.len);
            room.split_at_mut(text.len()).0.copy_from_slice(text.as_bytes());
            self.len += text.len();
        }
        self
    }

    pub(crate) const fn append(&mut self, text: &Self) -> &mut Self {
        self.push(text.as_str())
    }

    /// Appends an ASCII byte.
    pub(crate) const fn byte(&mut self, byte: u8) -> &mut Self {
        if byte.is_ascii() && !self.full && self.len < CAPACITY {
            self.bytes[self.len] = byte;
            self.len += 1;
        }
        self
    }

    /// Appends a user's name between backticks.
    pub(crate) const fn name(&mut self, name: &str) -> &mut Self {
        self.push("`").push(name).push("`")
    }

    pub(crate) const fn quoted(&mut self, text: &str) -> &mut Self {
        self.push("\"").push(text).push("\"")
    }

    /// Appends a number such as `12,345`.
    pub(crate) const fn number(&mut self, number: u64) -> &mut Self {
        if number >= 1_000 {
            self.number(number / 1_000).push(",").padded(number % 1_000, 3)
        } else {
            self.padded(number, 1)
        }
    }

    /// Appends a decimal number without separators, zero-padded to `width` digits.
    pub(crate) const fn padded(&mut self, number: u64, width: usize) -> &mut Self {
        if number >= 10 || width > 1 {
            self.padded(number / 10, width.saturating_sub(1));
        }
        self.byte(b'0' + (number % 10) as u8)
    }

    /// Appends read units with up to two decimals, rounded up, such as `0.5 RCU`.
    pub(crate) const fn units(&mut self, units: f64) -> &mut Self {
        // Sums of binary fractions differ slightly from their decimals.
        let hundredths = ceil(units * 100.0 - 1e-6);
        self.number(hundredths / 100);
        match hundredths % 100 {
            0 => {}
            decimals if decimals.is_multiple_of(10) => {
                self.push(".").number(decimals / 10);
            }
            decimals => {
                self.push(".").number(decimals / 10).number(decimals % 10);
            }
        }
        self.push(" RCU")
    }

    pub(crate) const fn spaces(&mut self, count: usize) -> &mut Self {
        let mut at = 0;
        while at < count {
            self.push(" ");
            at += 1;
        }
        self
    }

    /// Begins a new line with a label, such as `key`, `peak`, `fix`, `or`, `note`.
    pub(crate) const fn line(&mut self, label: &str) -> &mut Self {
        self.push("\n  ").push(label).spaces(6_usize.saturating_sub(label.len()))
    }

    /// Appends spaces up to a width that was measured with [`len`](Self::len).
    pub(crate) const fn column(&mut self, written: usize, width: usize) -> &mut Self {
        self.spaces(width.saturating_sub(written))
    }
}

/// Rounds down to two significant digits.
pub(crate) const fn rounded_down(number: u64) -> u64 {
    let mut digits = 1;
    while number / digits >= 100 {
        digits *= 10;
    }
    number / digits * digits
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_thousands_separators() {
        for (number, text) in [
            (0, "0"),
            (7, "7"),
            (999, "999"),
            (1_000, "1,000"),
            (50_040, "50,040"),
            (1_000_000, "1,000,000"),
            (u64::MAX, "18,446,744,073,709,551,615"),
        ] {
            assert_eq!(Text::new().number(number).as_str(), text);
        }
        assert_eq!(Text::new().padded(7, 3).push("|").padded(1_234, 2).as_str(), "007|1234");
    }

    #[test]
    fn numbers_in_warnings_are_rounded_down_to_two_digits() {
        for (number, rounded) in
            [(0, 0), (9, 9), (99, 99), (101, 100), (1_987, 1_900), (u64::MAX, 18_000_000_000_000_000_000)]
        {
            assert_eq!(rounded_down(number), rounded);
        }
    }

    #[test]
    fn text_beyond_the_capacity_is_dropped() {
        let mut text = Text::new();
        text.push(&"ä".repeat(CAPACITY / 2 - 1)).push("ääää").push("b");
        assert_eq!(text.as_str().len(), CAPACITY - 2);
        assert!(text.as_str().ends_with('ä'));
        assert_eq!(text.spaces(9).number(77).byte(b'x').len(), CAPACITY - 2);
    }

    #[test]
    fn lines_are_labelled() {
        let mut text = Text::opening("KW003", Some("GSI1"));
        text.name("Job").line("key").quoted("x").line("note").push("y");
        assert_eq!(text.as_str(), "KW003: index GSI1: `Job`\n  key   \"x\"\n  note  y");
    }
}

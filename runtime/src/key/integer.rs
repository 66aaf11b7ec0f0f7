//! Writes integers as text.

use std::fmt::{self, Write};

use super::Integer;

impl Integer {
    /// Writes the integer in plain decimal.
    pub(crate) fn write_plain(self, out: &mut String) {
        if self.negative {
            out.push('-');
        }
        write(format_args!("{}", self.magnitude), out);
    }

    /// Writes the integer zero-padded to `width` digits. Returns `false` if it has more digits or is negative.
    pub(crate) fn write_padded(self, width: usize, out: &mut String) -> bool {
        let fits = !self.negative && self.digits() <= width;
        if fits {
            write(format_args!("{:0width$}", self.magnitude), out);
        }
        fits
    }

    /// Writes the integer in the fixed width of its type, so that byte order is the order of numbers. Numbers of a
    /// signed type begin with `0`; negative ones begin with `-` and have the nines' complement of each digit. Returns
    /// `false` if the integer has more digits.
    pub(crate) fn write_sortable(self, digits: usize, signed: bool, out: &mut String) -> bool {
        if self.digits() > digits || (self.negative && !signed) {
            return false;
        }
        if self.negative {
            out.push('-');
            write(format_args!("{:0digits$}", self.magnitude), NinesComplement(out));
        } else {
            out.extend(signed.then_some('0'));
            write(format_args!("{:0digits$}", self.magnitude), out);
        }
        true
    }

    /// Parses a plain or padded number.
    pub(crate) fn parse_plain(text: &str) -> Option<Self> {
        let (negative, digits) = match text.strip_prefix('-') {
            Some(digits) => (true, digits),
            None => (false, text),
        };
        let magnitude = parse_digits(digits)?;
        // There is only one zero.
        (!negative || magnitude > 0).then_some(Self { negative, magnitude })
    }

    /// Parses the output of [`write_sortable`](Self::write_sortable).
    pub(crate) fn parse_sortable(text: &str, signed: bool) -> Option<Self> {
        if !signed {
            return Some(Self { negative: false, magnitude: parse_digits(text)? });
        }
        match text.strip_prefix('-') {
            None => Some(Self { negative: false, magnitude: parse_digits(text.strip_prefix('0')?)? }),
            Some(digits) => {
                let mut magnitude = String::with_capacity(digits.len());
                NinesComplement(&mut magnitude).write_str(digits).ok()?;
                Some(Self { negative: true, magnitude: parse_digits(&magnitude).filter(|magnitude| *magnitude > 0)? })
            }
        }
    }

    pub(crate) fn digits(self) -> usize {
        self.magnitude.checked_ilog10().map_or(1, |log| log as usize + 1)
    }
}

fn parse_digits(text: &str) -> Option<u128> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| text.parse().ok())?
}

/// Writes the nines' complement of each digit.
struct NinesComplement<'a>(&'a mut String);

impl Write for NinesComplement<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for byte in text.bytes() {
            let digit = byte.checked_sub(b'0').filter(|digit| *digit <= 9).ok_or(fmt::Error)?;
            self.0.push(char::from(b'9' - digit));
        }
        Ok(())
    }
}

/// Writes digits. Writing to a `String` does not fail.
fn write(digits: fmt::Arguments<'_>, mut out: impl Write) {
    let _ = out.write_fmt(digits);
}

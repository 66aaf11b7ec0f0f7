//! Percent-encodes the bytes that a value must not contain.

/// The bytes that a value at one position of a key must not contain.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Reserved {
    /// The table's delimiter, unless the value is a whole key that is written unchanged.
    pub(crate) delimiter: Option<u8>,
    /// The first byte of the literal that follows.
    pub(crate) following: Option<u8>,
    /// Whether values are escaped. Then `%` is reserved, too.
    pub(crate) escaped: bool,
    /// In an escaped sort key, all bytes up to `%`, so that a value sorts before every longer value that begins with
    /// it.
    pub(crate) sorted: bool,
}

impl Reserved {
    pub(crate) fn contains(self, byte: u8) -> bool {
        Some(byte) == self.delimiter
            || Some(byte) == self.following
            || (self.escaped && (byte == b'%' || (self.sorted && byte <= b'%')))
    }

    /// Returns the first reserved byte of a text.
    pub(crate) fn find(self, text: &str) -> Option<u8> {
        text.bytes().find(|byte| self.contains(*byte))
    }

    /// Writes a text, escaping its reserved bytes like `%2F`.
    ///
    /// A character that begins with a reserved byte is encoded completely, so that keys remain valid UTF-8.
    pub(crate) fn escape(self, text: &str, out: &mut String) {
        if self.find(text).is_none() {
            return out.push_str(text);
        }
        for character in text.chars() {
            let mut buffer = [0; 4];
            let utf8 = character.encode_utf8(&mut buffer);
            if utf8.bytes().any(|byte| self.contains(byte)) {
                utf8.bytes().for_each(|byte| push_encoded(byte, out));
            } else {
                out.push(character);
            }
        }
    }
}

fn push_encoded(byte: u8, out: &mut String) {
    out.push('%');
    for digit in [byte >> 4, byte & 0xF] {
        out.extend(char::from_digit(u32::from(digit), 16).map(|digit| digit.to_ascii_uppercase()));
    }
}

/// Decodes the output of [`Reserved::escape`]. `None` for a text that it cannot have written.
pub(crate) fn unescape(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            b'%' => hex_digit(rest.next()?)? << 4 | hex_digit(rest.next()?)?,
            byte => byte,
        });
    }
    String::from_utf8(bytes).ok()
}

fn hex_digit(digit: u8) -> Option<u8> {
    match digit {
        b'0'..=b'9' => Some(digit - b'0'),
        b'A'..=b'F' => Some(digit - b'A' + 10),
        _ => None,
    }
}

//! Limits the text of one item, and of one line of keys.

use std::{
    cell::Cell,
    fmt,
    io::{self, Read},
};

/// The maximum size of one item's text, and of one line of keys, in bytes, without the white space between tokens.
///
/// An item has at most 400 KB. A value's JSON is up to 9 times as large, as in a list of empty strings: `{"S":""},`
/// for an element of 1 byte. A line of an incremental export has two images of an item: 2 x 9 x 400 KB = 7.1 MiB.
pub(super) const MAX_BYTES: usize = 8 * 1_024 * 1_024;

/// The number of bytes of the text that is being read. A reader of items sets it back after each item.
pub(super) type Held = Cell<usize>;

/// A reader of JSON that fails if an item is too large. Otherwise the parser would keep all of it in memory.
#[derive(Debug)]
pub(super) struct Limited<'a, R> {
    reader: R,
    held: &'a Held,
    line: u64,
    is_text: bool,
    is_escaped: bool,
}

impl<'a, R> Limited<'a, R> {
    pub(super) fn new(reader: R, held: &'a Held) -> Self {
        Self { reader, held, line: 1, is_text: false, is_escaped: false }
    }

    fn count(&mut self, byte: u8) {
        let is_between_tokens = !self.is_text && byte.is_ascii_whitespace();
        self.held.set(self.held.get() + usize::from(!is_between_tokens));
        self.line += u64::from(byte == b'\n');
        match byte {
            _ if self.is_escaped => self.is_escaped = false,
            b'"' => self.is_text = !self.is_text,
            b'\\' => self.is_escaped = self.is_text,
            _ => {}
        }
    }
}

impl<R: Read> Read for Limited<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.held.get() > MAX_BYTES {
            return Err(io::Error::other(TooLarge { line: self.line }));
        }
        let length = self.reader.read(buffer)?;
        for byte in buffer.get(..length).unwrap_or_default() {
            self.count(*byte);
        }
        Ok(length)
    }
}

/// The error for an item, or a line of keys, that is larger than [`MAX_BYTES`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct TooLarge {
    pub(super) line: u64,
}

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "the item at line {} has more than {} MiB of text, and DynamoDB's items have at most 400 KB; remove it, \
             and check that the input is an export, the output of `aws dynamodb scan`, or lines of keys",
            self.line,
            MAX_BYTES / 1_024 / 1_024
        )
    }
}

impl std::error::Error for TooLarge {}

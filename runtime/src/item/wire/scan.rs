//! Scans the JSON tokens that occur in DynamoDB's responses.
//!
//! Each method returns `None` if the text is not as expected. The SDK then parses the body and reports the error.

use super::{
    node::Kind,
    plain_text::{plain_text_len, plain_text_len_of_word},
    span::Span,
};

/// Reads tokens from a JSON text.
pub(super) struct Scanner<'b> {
    text: &'b str,
    at: usize,
}

/// The location of a string between its quotation marks. Small enough to be returned in registers.
#[derive(Clone, Copy)]
pub(super) struct Quoted {
    pub(super) span: Span,
    pub(super) has_escapes: bool,
}

/// The number of bytes before the text of a string or of a number, and their bits in a word.
const SCALAR_START_LEN: usize = 6;
const SCALAR_START_MASK: u64 = u64::MAX >> 16;

/// The bytes before the text of a string, and of a number, in a word.
const STRING_START: u64 = u64::from_le_bytes(*b"{\"S\":\"\0\0");
const NUMBER_START: u64 = u64::from_le_bytes(*b"{\"N\":\"\0\0");

impl<'b> Scanner<'b> {
    pub(super) fn new(text: &'b str) -> Self {
        Self { text, at: 0 }
    }

    /// Returns the position of the next byte.
    pub(super) fn at(&self) -> usize {
        self.at
    }

    /// Returns the text between two positions.
    pub(super) fn between(&self, start: usize, end: usize) -> Option<&'b str> {
        self.text.get(start..end)
    }

    /// Returns the text between these quotation marks, as written.
    pub(super) fn written(&self, quoted: Quoted) -> &'b str {
        quoted.span.of(self.text)
    }

    fn bytes(&self) -> &'b [u8] {
        self.text.as_bytes()
    }

    /// Skips white space, and returns the next byte without consuming it.
    #[inline]
    pub(super) fn peek(&mut self) -> Option<u8> {
        let byte = *self.bytes().get(self.at)?;
        if byte > b' ' { Some(byte) } else { self.peek_behind_space() }
    }

    #[cold]
    fn peek_behind_space(&mut self) -> Option<u8> {
        let is_space = |byte: &u8| matches!(byte, b' ' | b'\n' | b'\r' | b'\t');
        let rest = self.bytes().get(self.at..)?;
        self.at += rest.iter().position(|byte| !is_space(byte))?;
        self.bytes().get(self.at).copied()
    }

    /// Skips the next byte if it equals `byte`. Returns whether it did.
    #[inline]
    pub(super) fn skip_if(&mut self, byte: u8) -> bool {
        let is_next = self.peek() == Some(byte);
        self.at += usize::from(is_next);
        is_next
    }

    /// Consumes this byte. `None` if the next byte is another one.
    #[inline]
    pub(super) fn take(&mut self, byte: u8) -> Option<()> {
        self.skip_if(byte).then_some(())
    }

    /// Returns whether only white space is left.
    pub(super) fn is_at_end(&mut self) -> bool {
        self.peek().is_none()
    }

    /// Reads each element of a list or member of an object with `read`. `end` is the closing byte.
    pub(super) fn each(&mut self, end: u8, mut read: impl FnMut(&mut Self) -> Option<()>) -> Option<()> {
        if self.skip_if(end) {
            return Some(());
        }
        loop {
            read(self)?;
            if !self.skip_if(b',') {
                return self.take(end);
            }
        }
    }

    /// Reads a string that probably has fewer than eight bytes, as most names do.
    #[inline]
    pub(super) fn short_string(&mut self) -> Option<Quoted> {
        let start = self.at + 1;
        if let Some([b'"', word @ ..]) = self.bytes().get(self.at..)?.first_chunk::<9>()
            && let Some(length) = plain_text_len_of_word(*word)
            && word.get(length) == Some(&b'"')
        {
            self.at = start + length + 1;
            return Some(Quoted { span: Span::new(start, length)?, has_escapes: false });
        }
        self.string()
    }

    /// Reads a string.
    pub(super) fn string(&mut self) -> Option<Quoted> {
        self.take(b'"')?;
        let start = self.at;
        let rest = self.bytes().get(start..)?;
        let length = plain_text_len(rest)?;
        if *rest.get(length)? != b'"' {
            return self.string_with_escapes(start, start + length);
        }
        self.at = start + length + 1;
        Some(Quoted { span: Span::new(start, length)?, has_escapes: false })
    }

    /// Reads the rest of a string. `first` is the position of its first escape.
    #[cold]
    fn string_with_escapes(&mut self, start: usize, first: usize) -> Option<Quoted> {
        self.at = first;
        loop {
            match self.bytes().get(self.at)? {
                b'"' => break,
                b'\\' => self.at += 2,
                _ => return None,
            }
            self.at += plain_text_len(self.bytes().get(self.at..)?)?;
        }
        let span = Span::new(start, self.at - start)?;
        self.at += 1;
        Some(Quoted { span, has_escapes: true })
    }

    /// Reads a complete string or number, if it has no escapes: `{"S":"a"}` or `{"N":"1"}`. Reads nothing otherwise.
    ///
    /// Most values have this form, because DynamoDB writes no white space.
    #[inline]
    pub(super) fn plain_scalar(&mut self) -> Option<Kind> {
        let value = self.bytes().get(self.at..)?;
        let start_of_value = u64::from_le_bytes(*value.first_chunk()?) & SCALAR_START_MASK;
        let is_string = start_of_value == STRING_START;
        if !is_string && start_of_value != NUMBER_START {
            return None;
        }
        let text = value.get(SCALAR_START_LEN..)?;
        let length = plain_text_len(text)?;
        let [b'"', b'}', ..] = text.get(length..)? else { return None };
        let start = self.at + SCALAR_START_LEN;
        let span = Span::new(start, length)?;
        self.at = start + length + 2;
        Some(if is_string { Kind::S(span) } else { Kind::N(span) })
    }

    /// Reads the start of a value and returns its type, for example `{"S":`.
    #[inline]
    pub(super) fn value_type(&mut self) -> Option<&'b [u8]> {
        // Fast path: most types have one letter, and DynamoDB writes no white space.
        let rest = self.bytes().get(self.at..)?;
        if let [b'{', b'"', b'A'..=b'Z', b'"', b':', ..] = rest {
            self.at += 5;
            return rest.get(2..3);
        }
        self.take(b'{')?;
        let name = self.string()?;
        self.take(b':')?;
        Some(self.written(name).as_bytes())
    }

    /// Reads `true` or `false`.
    pub(super) fn boolean(&mut self) -> Option<bool> {
        self.peek()?;
        let rest = self.bytes().get(self.at..)?;
        for (text, boolean) in [("true", true), ("false", false)] {
            if rest.starts_with(text.as_bytes()) {
                self.at += text.len();
                return Some(boolean);
            }
        }
        None
    }

    /// Skips a value that is left to the SDK to parse.
    pub(super) fn skip(&mut self) -> Option<()> {
        let mut depth = 0_usize;
        loop {
            match self.peek()? {
                b'"' => drop(self.string()?),
                b'{' | b'[' => {
                    depth += 1;
                    self.at += 1;
                }
                b'}' | b']' => {
                    depth = depth.checked_sub(1)?;
                    self.at += 1;
                }
                b',' | b':' if depth > 0 => self.at += 1,
                b',' | b':' => return None,
                _ => self.skip_word()?,
            }
            if depth == 0 {
                return Some(());
            }
        }
    }

    /// Skips a number, a boolean or `null`.
    fn skip_word(&mut self) -> Option<()> {
        let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'+' | b'.');
        let length = self.bytes().get(self.at..)?.iter().take_while(|byte| is_part(byte)).count();
        self.at += length;
        (length > 0).then_some(())
    }
}

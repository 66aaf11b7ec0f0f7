//! The frame of every cursor's text: version, kind and length, with a check value of these.
//!
//! Later versions keep this head, so that every version can distinguish cursors of other versions from damaged ones.
//! The whole text is base64url.

use sha2::{Digest, Sha256};

use super::malformed;
use crate::base64url;
use crate::{Error, ErrorKind, Result};

const VERSION: u8 = 3;
const CHECK: usize = 3;
/// The length of the head: version, kind, length in 4 bytes, check. A multiple of 3, so that it ends between two digits
/// of base64.
const HEAD: usize = 6 + CHECK;

/// The kind of content after the head.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// A cursor and a checksum.
    Plain = 0,
    /// The key's id, a cursor and a signature.
    Signed = 1,
    /// The key's id, a nonce and an encrypted cursor.
    Encrypted = 2,
}

/// Makes the head of a text with this many bytes after it.
pub(super) fn head(kind: Kind, content: usize) -> Vec<u8> {
    let whole = HEAD.saturating_add(content);
    let mut head = Vec::with_capacity(whole);
    head.extend([VERSION, kind as u8]);
    // A longer text gets a wrong length, and is rejected when it is read.
    head.extend(u32::try_from(whole).unwrap_or(u32::MAX).to_be_bytes());
    let check = check(&head);
    head.extend(check);
    head
}

pub(super) fn text(bytes: &[u8]) -> String {
    base64url::encode(bytes)
}

/// The decoded bytes of a text.
pub(super) struct Frame {
    pub(super) kind: Kind,
    pub(super) bytes: Vec<u8>,
}

impl Frame {
    /// # Errors
    ///
    /// `CursorMalformed`, `CursorTruncated` and `CursorOutdated`.
    pub(super) fn of(text: &str) -> Result<Self> {
        let head = text.get(..base64url::encoded_len(HEAD)).and_then(base64url::decode).ok_or_else(malformed)?;
        let (head, sum) = head.split_last_chunk::<CHECK>().ok_or_else(malformed)?;
        let &[version, kind, ref length @ ..] = head else { return Err(malformed()) };
        let length = <[u8; 4]>::try_from(length).map_err(|_| malformed())?;
        if check(head) != *sum {
            return Err(malformed());
        }
        if version != VERSION {
            let message = "the cursor was made by another version of the library; start the query again";
            return Err(Error::new(ErrorKind::CursorOutdated, message));
        }
        let kind = match kind {
            0 => Kind::Plain,
            1 => Kind::Signed,
            2 => Kind::Encrypted,
            _ => return Err(malformed()),
        };
        let whole = usize::try_from(u32::from_be_bytes(length)).map_or(usize::MAX, base64url::encoded_len);
        if text.len() < whole {
            return Err(truncated(text.len(), whole));
        }
        let bytes = base64url::decode(text).filter(|_| text.len() == whole).ok_or_else(malformed)?;
        Ok(Self { kind, bytes })
    }

    /// Splits the bytes into the head and the content.
    pub(super) fn parts(&self) -> (&[u8], &[u8]) {
        self.bytes.split_at_checked(HEAD).unwrap_or_default()
    }
}

fn truncated(has: usize, whole: usize) -> Error {
    let message = format!(
        "the cursor's text is cut off after {has} of {whole} bytes; store and pass on all of it: the field that stores \
         it may be too short"
    );
    Error::new(ErrorKind::CursorTruncated, message)
}

fn check(head: &[u8]) -> [u8; CHECK] {
    let [a, b, c, ..]: [u8; 32] = Sha256::digest(head).into();
    [a, b, c]
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn framed(kind: Kind, content: &[u8]) -> String {
        let mut bytes = head(kind, content.len());
        bytes.extend(content);
        text(&bytes)
    }

    fn kind_of(text: &str) -> ErrorKind {
        Frame::of(text).map(drop).unwrap_err().kind()
    }

    proptest! {
        #[test]
        fn frames_round_trip(content: Vec<u8>) {
            for kind in [Kind::Plain, Kind::Signed, Kind::Encrypted] {
                let text = framed(kind, &content);
                let frame = Frame::of(&text).unwrap();
                prop_assert_eq!(frame.kind, kind);
                prop_assert_eq!(frame.parts().1, &content[..]);
                prop_assert_eq!(frame.parts().0.len(), HEAD);
                let longer = text + "A";
                prop_assert_eq!(kind_of(&longer), ErrorKind::CursorMalformed);
            }
        }

        #[test]
        fn truncated_frames_are_detected(content: Vec<u8>) {
            let text = framed(Kind::Plain, &content);
            for end in 0..text.len() {
                let expected = if end < 12 { ErrorKind::CursorMalformed } else { ErrorKind::CursorTruncated };
                prop_assert_eq!(kind_of(&text[..end]), expected, "{} of {}", end, text.len());
            }
        }
    }

    #[test]
    fn other_versions_are_outdated_and_other_kinds_malformed() {
        let changed = |place: usize, byte: u8| {
            let mut bytes = head(Kind::Plain, 0);
            bytes[place] = byte;
            let sum = check(&bytes[..HEAD - CHECK]);
            bytes[HEAD - CHECK..].copy_from_slice(&sum);
            kind_of(&text(&bytes))
        };
        assert_eq!(changed(0, 2), ErrorKind::CursorOutdated);
        assert_eq!(changed(0, 4), ErrorKind::CursorOutdated);
        assert_eq!(changed(1, 3), ErrorKind::CursorMalformed);
        // A length of 4 GB must not be allocated before it is verified.
        assert_eq!(changed(2, 255), ErrorKind::CursorTruncated);
        assert_eq!(changed(5, 8), ErrorKind::CursorMalformed);
    }

    #[test]
    fn a_damaged_head_is_malformed() {
        let text = framed(Kind::Signed, b"content");
        for place in 0..12 {
            let mut damaged = text.clone();
            damaged.replace_range(place..=place, if text.as_bytes()[place] == b'A' { "B" } else { "A" });
            assert_eq!(kind_of(&damaged), ErrorKind::CursorMalformed, "{damaged}");
        }
    }
}

//! Finds the end of the plain text of a JSON string, eight bytes at a time.

/// A word with 1 in each byte.
const ONES: u64 = u64::MAX / 0xFF;

/// A word with the highest bit of each byte.
const HIGHEST_BITS: u64 = ONES << 7;

/// Returns the number of bytes before the first quotation mark, backslash or control character. `None` if the bytes
/// contain none of these.
#[inline]
pub(super) fn plain_text_len(bytes: &[u8]) -> Option<usize> {
    let (words, last_bytes) = bytes.as_chunks::<8>();
    let mut rest = words;
    while let [word, behind @ ..] = rest {
        if let Some(len) = plain_text_len_of_word(*word) {
            return Some(8 * (words.len() - rest.len()) + len);
        }
        rest = behind;
    }
    plain_text_len_of_last_bytes(last_bytes).map(|len| 8 * words.len() + len)
}

/// Returns whether the bytes contain no quotation mark, backslash or control character.
pub(crate) fn is_plain_text(bytes: &[u8]) -> bool {
    let is_plain = |word: &[u8; 8]| text_ends(u64::from_le_bytes(*word)) == 0;
    match bytes.last_chunk::<8>() {
        // The last word can overlap the one before it.
        Some(last) => bytes.as_chunks::<8>().0.iter().all(is_plain) && is_plain(last),
        None => !bytes.iter().any(ends_plain_text),
    }
}

/// Returns the number of bytes of a word before the first quotation mark, backslash or control character. `None` if the
/// word contains none of these.
#[inline]
pub(super) fn plain_text_len_of_word(word: [u8; 8]) -> Option<usize> {
    let ends = text_ends(u64::from_le_bytes(word));
    (ends != 0).then(|| ends.trailing_zeros() as usize / 8)
}

/// Kept out of line, because the last bytes of a body seldom belong to an item.
#[cold]
#[inline(never)]
fn plain_text_len_of_last_bytes(bytes: &[u8]) -> Option<usize> {
    bytes.iter().position(ends_plain_text)
}

fn ends_plain_text(byte: &u8) -> bool {
    matches!(byte, b'"' | b'\\' | 0..0x20)
}

/// Sets the highest bit of each byte of a word that ends plain text. Returns zero if all bytes are plain text. Only the
/// lowest set bit is exact, because a subtraction can borrow from the bytes above it.
#[inline]
fn text_ends(word: u64) -> u64 {
    // Swaps quotation marks (0x22) with spaces (0x20), and control characters among themselves.
    let swapped = word ^ repeated(b'"' ^ b' ');
    let is_quote_or_control = swapped.wrapping_sub(repeated(b' ' + 1)) & !swapped;
    let backslashes = word ^ repeated(b'\\');
    let is_backslash = backslashes.wrapping_sub(ONES) & !backslashes;
    (is_quote_or_control | is_backslash) & HIGHEST_BITS
}

/// A word with this value in each byte.
const fn repeated(byte: u8) -> u64 {
    ONES * byte as u64
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn byte_by_byte(bytes: &[u8]) -> Option<usize> {
        bytes.iter().position(|byte| *byte < b' ' || *byte == b'"' || *byte == b'\\')
    }

    #[test]
    fn every_byte_is_judged_in_every_place_of_a_word() {
        for byte in 0..=u8::MAX {
            for place in 0..20 {
                let mut bytes = [b'a'; 20];
                bytes[place] = byte;
                assert_eq!(plain_text_len(&bytes), byte_by_byte(&bytes), "{byte} in place {place}");
                assert_eq!(is_plain_text(&bytes), byte_by_byte(&bytes).is_none(), "{byte} in place {place}");
            }
        }
    }

    fn bytes() -> impl Strategy<Value = Vec<u8>> {
        let at_limits = prop::sample::select(vec![b'"', b'\\', 0x1F, 0x20, 0x21, 0x7F, 0x80, 0xFF]);
        prop::collection::vec(prop_oneof![at_limits, any::<u8>()], 0..40)
    }

    proptest! {
        #[test]
        fn words_end_where_bytes_do(bytes in bytes()) {
            prop_assert_eq!(plain_text_len(&bytes), byte_by_byte(&bytes));
            prop_assert_eq!(is_plain_text(&bytes), byte_by_byte(&bytes).is_none());
        }
    }
}

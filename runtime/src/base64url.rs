//! URL-safe Base64 (RFC 4648, section 5), without padding.

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

pub(crate) fn encode(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let mut word = [0; 4];
        word[1..=chunk.len()].copy_from_slice(chunk);
        let word = u32::from_be_bytes(word);
        for digit in 0..=chunk.len() {
            text.push(char::from(ALPHABET[(word >> (18 - 6 * digit)) as usize & 63]));
        }
    }
    text
}

/// Returns the length of the encoded text for this number of bytes.
pub(crate) fn encoded_len(bytes: usize) -> usize {
    (bytes / 3).saturating_mul(4).saturating_add(match bytes % 3 {
        0 => 0,
        rest => rest + 1,
    })
}

/// Decodes a text. `None` if [`encode`] does not return it for any bytes.
pub(crate) fn decode(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3 + 2);
    for chunk in text.as_bytes().chunks(4) {
        let mut word = 0;
        for (place, &digit) in chunk.iter().enumerate() {
            word |= value(digit)? << (18 - 6 * place);
        }
        let [_, taken @ ..] = u32::to_be_bytes(word);
        let (held, rest) = taken.split_at(chunk.len().checked_sub(1)?);
        if held.is_empty() || rest.iter().any(|&byte| byte != 0) {
            return None;
        }
        bytes.extend(held);
    }
    Some(bytes)
}

fn value(digit: u8) -> Option<u32> {
    let value = match digit {
        b'A'..=b'Z' => digit - b'A',
        b'a'..=b'z' => digit - b'a' + 26,
        b'0'..=b'9' => digit - b'0' + 52,
        b'-' => 62,
        b'_' => 63,
        _ => return None,
    };
    Some(value.into())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_examples_of_the_rfc_round_trip() {
        let examples = [("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy")];
        for (plain, encoded) in examples {
            assert_eq!(encode(plain.as_bytes()), encoded);
            assert_eq!(decode(encoded).as_deref(), Some(plain.as_bytes()));
        }
        assert_eq!(encode(&[0xfb, 0xff]), "-_8");
        for wrong in ["Z", "Zh", "Zm9", "Zg==", "Zm 9", "Zm+/", "é"] {
            assert_eq!(decode(wrong), None, "{wrong}");
        }
    }

    proptest! {
        #[test]
        fn bytes_round_trip(bytes: Vec<u8>) {
            prop_assert_eq!(encode(&bytes).len(), encoded_len(bytes.len()));
            prop_assert_eq!(decode(&encode(&bytes)), Some(bytes));
        }

        #[test]
        fn decoded_texts_are_canonical(text in "[A-Za-z0-9_-]{0,12}") {
            if let Some(bytes) = decode(&text) {
                prop_assert_eq!(encode(&bytes), text);
            }
        }
    }
}

//! The delimiter: the byte that separates the parts of a key.

/// Returns the delimiter's byte, or the reason why it is not allowed. Stored keys are split at the delimiter, so it
/// must differ from every byte with another meaning in keys.
pub(crate) fn delimiter(text: &str) -> Result<u8, &'static str> {
    match text.as_bytes() {
        [b'%'] => Err("`%` begins an escaped byte in a key"),
        [b'<' | b'>'] => Err("`<` and `>` enclose the placeholders of a template"),
        [byte] if byte.is_ascii_alphanumeric() => {
            Err("letters and digits occur in values, escaped bytes, times and numbers")
        }
        [byte] if byte.is_ascii_graphic() => Ok(*byte),
        [b' '] | [0..=0x1f | 0x7f] => Err("blanks and control characters are not seen in a key"),
        [] => Err("something must divide the parts of a key"),
        _ if text.chars().count() == 1 => Err("it must be an ASCII character, which is one byte in a key"),
        _ => Err("it must be one character"),
    }
}

#[cfg(test)]
mod tests {
    use super::delimiter;

    #[test]
    fn delimiters_are_ascii_punctuation_except_percent_and_angles() {
        let taken: String =
            (0..128u8).map(char::from).filter(|letter| delimiter(&letter.to_string()) == Ok(*letter as u8)).collect();
        assert_eq!(taken, "!\"#$&'()*+,-./:;=?@[\\]^_`{|}~");
    }

    #[test]
    fn delimiters_other_than_one_byte_are_rejected() {
        assert!(delimiter("").is_err());
        assert!(delimiter("::").is_err_and(|reason| reason.contains("one character")));
        assert!(delimiter("§").is_err_and(|reason| reason.contains("ASCII")));
    }
}

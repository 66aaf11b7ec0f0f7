//! Reads the delimiter: the byte that divides the parts of a key.

use crate::{errors::Errors, options::Opt};

pub(crate) fn read(option: &Opt, errors: &Errors) -> Option<u8> {
    let text = option.text("#", errors)?;
    match check_delimiter(&text.value()) {
        Ok(delimiter) => Some(delimiter),
        Err(reason) => {
            option.refuse(&format!("cannot be {:?}: {reason}; write `delimiter = \"#\"`", text.value()), errors);
            None
        }
    }
}

// A delimiter is looked for in stored keys: it must differ from every byte that stands there for something else.
fn check_delimiter(text: &str) -> Result<u8, &'static str> {
    match text.as_bytes() {
        [b'%'] => Err("`%` begins an escaped byte in a key"),
        [b'<' | b'>'] => Err("`<` and `>` enclose the placeholders of a template"),
        [byte] if byte.is_ascii_alphanumeric() => {
            Err("letters and digits stand in values, escaped bytes, times and numbers")
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
    use super::check_delimiter;

    #[test]
    fn every_ascii_character_is_taken_or_refused_for_a_reason() {
        let taken: String = (0..128u8)
            .map(char::from)
            .filter(|letter| check_delimiter(&letter.to_string()) == Ok(*letter as u8))
            .collect();
        assert_eq!(taken, "!\"#$&'()*+,-./:;=?@[\\]^_`{|}~");
    }

    #[test]
    fn more_or_less_than_one_byte_is_refused() {
        assert!(check_delimiter("").is_err());
        assert!(check_delimiter("::").is_err_and(|reason| reason.contains("one character")));
        assert!(check_delimiter("§").is_err_and(|reason| reason.contains("ASCII")));
    }
}

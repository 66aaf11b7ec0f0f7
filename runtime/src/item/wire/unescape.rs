//! Unescapes JSON strings.

/// Appends the unescaped string to `out`. `None` for an invalid escape, or half of a surrogate pair.
pub(super) fn unescape(quoted: &str, out: &mut String) -> Option<()> {
    let mut rest = quoted;
    while let Some((plain, escaped)) = rest.split_once('\\') {
        out.push_str(plain);
        let mut characters = escaped.chars();
        let character = match characters.next()? {
            '"' => '"',
            '\\' => '\\',
            '/' => '/',
            'b' => '\u{8}',
            'f' => '\u{c}',
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            'u' => {
                let (character, behind) = unicode(characters.as_str())?;
                characters = behind.chars();
                character
            }
            _ => return None,
        };
        out.push(character);
        rest = characters.as_str();
    }
    out.push_str(rest);
    Some(())
}

/// Returns the character of the four hexadecimal digits after `\u`, or of a surrogate pair of two escapes, and the
/// rest.
fn unicode(text: &str) -> Option<(char, &str)> {
    let (first, rest) = unit(text)?;
    match char::decode_utf16([first]).next()? {
        Ok(character) => Some((character, rest)),
        Err(_) => {
            let (second, rest) = unit(rest.strip_prefix("\\u")?)?;
            Some((char::decode_utf16([first, second]).next()?.ok()?, rest))
        }
    }
}

fn unit(text: &str) -> Option<(u16, &str)> {
    let (digits, rest) = text.split_at_checked(4)?;
    if !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
        return None;
    }
    Some((u16::from_str_radix(digits, 16).ok()?, rest))
}

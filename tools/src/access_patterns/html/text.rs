//! Formats text as HTML.

use std::fmt::{self, Display};

/// Escapes characters with a meaning in HTML, for elements and quoted attributes.
pub(super) struct Escaped<T>(pub(super) T);

impl<T: Display> Display for Escaped<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for character in self.0.to_string().chars() {
            match character {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                '\'' => f.write_str("&#39;")?,
                other => write!(f, "{other}")?,
            }
        }
        Ok(())
    }
}

/// Formats text as code, with possible line breaks after the delimiters of keys and the punctuation of calls.
pub(super) fn code(text: impl Display) -> String {
    let mut html = String::from("<code>");
    for character in text.to_string().chars() {
        html += &Escaped(character).to_string();
        if matches!(character, '#' | ',' | '.' | '(' | '>') {
            html += "<wbr>";
        }
    }
    html + "</code>"
}

/// Formats a doc comment: paragraphs and `code`. Other Markdown is kept as text.
pub(super) fn docs(text: &str) -> String {
    let paragraphs = text.split("\n\n").map(str::trim).filter(|text| !text.is_empty());
    paragraphs.map(|text| format!("<p>{}</p>", inline(text))).collect()
}

/// Formats the first paragraph of a doc comment, without its element.
pub(super) fn first_paragraph(text: &str) -> String {
    inline(text.split("\n\n").next().unwrap_or_default())
}

/// Formats text in which backticks mark code.
pub(super) fn inline(text: &str) -> String {
    let mut html = String::new();
    let mut parts = text.split('`').peekable();
    let mut is_code = false;
    while let Some(part) = parts.next() {
        // An unclosed backtick is text.
        match is_code && parts.peek().is_some() {
            true => html += &code(part),
            false if is_code => html += &format!("`{}", Escaped(part)),
            false => html += &Escaped(part).to_string(),
        }
        is_code = !is_code;
    }
    html
}

/// Capitalizes the first letter.
pub(super) fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Converts a text to part of an `id` or of a link to it: characters other than letters and digits become `-`.
pub(super) fn slug(text: &str) -> String {
    text.chars().map(|letter| if letter.is_ascii_alphanumeric() || letter == '_' { letter } else { '-' }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_in_text_is_escaped() {
        assert_eq!(Escaped(r#"<a href="x">'&"#).to_string(), "&lt;a href=&quot;x&quot;&gt;&#39;&amp;");
        assert_eq!(docs("a < b\n\n`c<d>`"), "<p>a &lt; b</p><p><code>c&lt;d&gt;<wbr></code></p>");
    }

    #[test]
    fn an_open_backtick_is_text() {
        assert_eq!(inline("a `b` c"), "a <code>b</code> c");
        assert_eq!(inline("a `b"), "a `b");
        assert_eq!(inline("a `b` `c"), "a <code>b</code> `c");
    }
}

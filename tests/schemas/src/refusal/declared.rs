//! Finds the attributes of structs, enums and fields in Rust source.

use std::ops::Range;

/// A struct, an enum or a field, with its attributes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Declared {
    pub name: String,
    /// The struct or enum of a field.
    pub of: Option<String>,
    /// Where each of its attributes is, from `#` to `]`.
    pub attributes: Vec<Range<usize>>,
    /// Where it begins, after the attributes.
    pub start: usize,
    /// Where the type of a field is.
    pub ty: Range<usize>,
}

/// Returns what the source declares, fields after their struct.
pub fn declared(source: &str) -> Vec<Declared> {
    let mut found: Vec<Declared> = Vec::new();
    let mut attributes = Vec::new();
    let mut of: Option<String> = None;
    let mut at = 0;
    while let Some(rest) = source.get(at..).filter(|rest| !rest.is_empty()) {
        let end = if rest.starts_with("//") {
            at + rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("#[") {
            let end = closed(source, at + 1);
            attributes.push(at..end);
            end
        } else if rest.starts_with('"') {
            after_text(source, at)
        } else if rest.starts_with(|first: char| first.is_alphanumeric() || first == '_') {
            let word = word(rest);
            let after = at + word.len();
            let next = source.get(after..).unwrap_or_default().trim_start();
            match (word, &of) {
                ("pub", _) => after,
                ("struct" | "enum", None) => {
                    let name = self::word(next).to_owned();
                    let start = line_start(source, at);
                    let taken = std::mem::take(&mut attributes);
                    found.push(Declared { name: name.clone(), of: None, attributes: taken, start, ty: 0..0 });
                    let body = source.len() - next.len() + name.len();
                    // Of a tuple or a unit struct, no field is of interest.
                    match source.get(body..).unwrap_or_default().trim_start().starts_with('{') {
                        true => {
                            of = Some(name);
                            body + source.get(body..).and_then(|rest| rest.find('{')).unwrap_or_default() + 1
                        }
                        false => body,
                    }
                }
                (_, Some(struct_name)) if next.starts_with(':') && !next.starts_with("::") => {
                    let begin = source.len() - next.len() + 1;
                    let end = type_end(source, begin);
                    let taken = std::mem::take(&mut attributes);
                    let ty = begin + 1..end;
                    let (name, of) = (word.to_owned(), Some(struct_name.clone()));
                    found.push(Declared { name, of, attributes: taken, start: line_start(source, at), ty });
                    end
                }
                _ => {
                    attributes.clear();
                    after
                }
            }
        } else {
            match (rest.as_bytes().first(), &of) {
                (Some(b'}'), Some(_)) => of = None,
                // A variant with fields.
                (Some(b'{' | b'('), Some(_)) => {
                    at = closed(source, at);
                    continue;
                }
                _ => {}
            }
            at + rest.chars().next().map_or(1, char::len_utf8)
        };
        at = end;
    }
    found
}

/// Returns the word at the start of a text.
pub(super) fn word(text: &str) -> &str {
    let end = text.find(|of: char| !of.is_alphanumeric() && of != '_').unwrap_or(text.len());
    text.get(..end).unwrap_or_default()
}

/// Returns the position after the bracket that closes the one at this position.
pub(super) fn closed(source: &str, open: usize) -> usize {
    let (mut depth, mut at) = (0_usize, open);
    while let Some(byte) = source.as_bytes().get(at) {
        match byte {
            b'"' => {
                at = after_text(source, at);
                continue;
            }
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return at + 1;
                }
            }
            _ => {}
        }
        at += 1;
    }
    source.len()
}

/// Returns the position after the string literal at this position.
pub(super) fn after_text(source: &str, quote: usize) -> usize {
    let mut at = quote + 1;
    while let Some(byte) = source.as_bytes().get(at) {
        match byte {
            b'\\' => at += 2,
            b'"' => return at + 1,
            _ => at += 1,
        }
    }
    source.len()
}

/// Returns the end of the type that begins at this position: the next comma or brace outside of brackets.
fn type_end(source: &str, begin: usize) -> usize {
    let (mut depth, mut at) = (0_i32, begin);
    while let Some(byte) = source.as_bytes().get(at) {
        match byte {
            b'<' | b'(' | b'[' => depth += 1,
            b'>' | b')' | b']' => depth -= 1,
            b',' | b'}' if depth <= 0 => return at,
            _ => {}
        }
        at += 1;
    }
    source.len()
}

/// Returns where the line of a position begins, without its indentation.
fn line_start(source: &str, at: usize) -> usize {
    let line = source.get(..at).and_then(|before| before.rfind('\n')).map_or(0, |newline| newline + 1);
    let indented = source.get(line..at).unwrap_or_default();
    // Several fields on one line begin where they are.
    match indented.trim_start() {
        "" | "pub " => line + indented.len() - indented.trim_start().len(),
        _ => at,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn structs_and_fields_have_their_attributes() {
        let source = "use a::B;\n#[derive(Entity)]\n#[pk(template = \"]}\")] // text: u8\npub struct User {\n    \
                      #[serde(rename = \"id\")]\n    pub id: BTreeMap<String, u8>,\n    name: String,\n}\npub struct \
                      Name(pub String);\n#[derive(KeyEnum)]\nenum Kind { A { of: u8 }, B }\n";
        let found = declared(source);
        let names: Vec<_> = found.iter().map(|of| (of.name.as_str(), of.of.as_deref(), of.attributes.len())).collect();
        assert_eq!(
            names,
            [
                ("User", None, 2),
                ("id", Some("User"), 1),
                ("name", Some("User"), 0),
                ("Name", None, 0),
                ("Kind", None, 1)
            ]
        );
        assert_eq!(&source[found[0].attributes[1].clone()], "#[pk(template = \"]}\")]");
        assert_eq!(source[found[1].ty.clone()].trim(), "BTreeMap<String, u8>");
        assert!(source[found[1].start..].starts_with("pub id"));
        assert!(source[found[4].start..].starts_with("enum Kind"));
    }
}

//! Converts names of attributes and words of keys to Rust names.

use std::collections::BTreeSet;

/// Words that cannot be field names.
const KEYWORDS: &[&str] = &[
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "crate", "do", "dyn", "else",
    "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in", "let", "loop", "macro", "match", "mod",
    "move", "mut", "override", "priv", "pub", "ref", "return", "self", "static", "struct", "super", "trait", "true",
    "try", "type", "typeof", "unsafe", "unsized", "use", "virtual", "where", "while", "yield",
];

/// Words with another meaning in templates.
const RESERVED_WORDS: &[&str] = &["shard"];

/// Types, traits and derives that the generated source imports, or that are often imported when it is changed.
const IMPORTED: &str = "Attributes BTreeMap BTreeSet Bytes DateTime Deserialize Entity HashMap HashSet NaiveDate \
                        NaiveDateTime Serialize Table Utc";

/// The names in the prelude of every module that a struct would hide. A struct without fields is also a value, and
/// would hide `None`.
const PRELUDE: &str = "AsMut AsRef AsyncFn AsyncFnMut AsyncFnOnce Box Clone Copy Debug Default \
                       DoubleEndedIterator Drop Eq Err ExactSizeIterator Extend Fn FnMut FnOnce From FromIterator \
                       Future Hash Into IntoFuture IntoIterator Iterator None Ok Option Ord PartialEq PartialOrd \
                       Result Self Send Sized Some String Sync ToOwned ToString TryFrom TryInto Unpin Vec";

/// Converts to snake case: `nextReminderDate` and `Next-Reminder` become `next_reminder_date` and `next_reminder`.
pub(super) fn snake(text: &str) -> String {
    let mut name = String::new();
    let mut before = None;
    for c in text.chars() {
        if !c.is_ascii_alphanumeric() {
            before = None;
            if !name.is_empty() && !name.ends_with('_') {
                name.push('_');
            }
            continue;
        }
        let starts_word = c.is_ascii_uppercase() && before.is_some_and(|before: char| before.is_ascii_lowercase());
        if starts_word && !name.ends_with('_') {
            name.push('_');
        }
        name.push(c.to_ascii_lowercase());
        before = Some(c);
    }
    let name = name.trim_matches('_').to_owned();
    match name.chars().next() {
        None => "value".to_owned(),
        Some(first) if first.is_ascii_digit() => format!("_{name}"),
        Some(_) if KEYWORDS.contains(&name.as_str()) || RESERVED_WORDS.contains(&name.as_str()) => {
            format!("{name}_value")
        }
        Some(_) => name,
    }
}

/// Converts to the name of a struct, in camel case: `ORDER_ITEM` and `order item` become `OrderItem`. A name with
/// another meaning in the generated source gets a suffix: `serialize` becomes `SerializeItem`.
pub(super) fn struct_name(text: &str) -> String {
    let words = snake(text);
    let word = |word: &str| {
        let mut characters = word.chars();
        characters.next().map_or_else(String::new, |first| first.to_ascii_uppercase().to_string() + characters.as_str())
    };
    let name: String = words.split('_').map(word).collect();
    match name.chars().next() {
        Some(first) if first.is_ascii_digit() => format!("Item{name}"),
        _ if is_reserved(&name) => format!("{name}Item"),
        _ => name,
    }
}

/// Returns whether a name has another meaning in the generated source.
fn is_reserved(name: &str) -> bool {
    IMPORTED.split_whitespace().chain(PRELUDE.split_whitespace()).any(|reserved| reserved == name)
}

/// Keeps the names of one scope unique.
#[derive(Debug, Default)]
pub(super) struct Names(BTreeSet<String>);

impl Names {
    /// Reserves a name, with a number appended if it is taken.
    pub(super) fn take(&mut self, name: &str) -> String {
        let numbered = (2..).map(|number| format!("{name}{}{number}", if name.contains('_') { "_" } else { "" }));
        let free = std::iter::once(name.to_owned()).chain(numbered).find(|name| !self.0.contains(name));
        let free = free.unwrap_or_default();
        self.0.insert(free.clone());
        free
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_valid_rust_identifiers() {
        for (text, expected) in [
            ("NextReminderDate", "next_reminder_date"),
            ("SKU", "sku"),
            ("GSI1PK", "gsi1pk"),
            ("GSI-1", "gsi_1"),
            ("type", "type_value"),
            ("1st", "_1st"),
            ("#", "value"),
            ("straße", "stra_e"),
        ] {
            assert_eq!(snake(text), expected);
        }
        assert_eq!(
            (struct_name("ORDER_ITEM"), struct_name("u"), struct_name("2fa")),
            ("OrderItem".into(), "U".into(), "Item2fa".into())
        );
    }

    #[test]
    fn structs_do_not_hide_names_of_the_generated_source() {
        for (text, expected) in [
            ("SERIALIZE", "SerializeItem"),
            ("date_time", "DateTimeItem"),
            ("B_TREE_SET", "BTreeSetItem"),
            ("partial eq", "PartialEqItem"),
            ("NONE", "NoneItem"),
            ("Self", "SelfValue"),
            ("SERIALIZER", "Serializer"),
        ] {
            assert_eq!(struct_name(text), expected);
        }
        let mut names = Names::default();
        let texts = ["serialize item", "SERIALIZE", "serialize"];
        assert_eq!(
            texts.map(|text| names.take(&struct_name(text))),
            ["SerializeItem", "SerializeItem2", "SerializeItem3"]
        );
    }

    #[test]
    fn duplicate_names_get_a_number() {
        let mut names = Names::default();
        assert_eq!(["id", "id", "a_b", "a_b"].map(|name| names.take(name)), ["id", "id2", "a_b", "a_b_2"]);
    }
}

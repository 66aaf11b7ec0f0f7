//! The DynamoDB type of a field's attribute, by the field's declaration.

use super::{AttributeForm, Converted, Field, FieldKind, Purpose, same, same_bytes};

impl Field {
    /// Returns the type of the attribute as DynamoDB abbreviates it: `S`, `N`, `B`, `BOOL`, `L`, `M`, `SS`, `NS` or
    /// `BS`. `None` if only serde determines it: a type that is not of the standard library, of keywright or of a date
    /// crate, or a custom function.
    pub const fn stored_type(&self) -> Option<&'static str> {
        match (self.purpose, self.converted, self.form, self.kind) {
            // DynamoDB requires a number of seconds.
            (Purpose::Ttl, ..) | (_, Some(Converted::Number), ..) => Some("N"),
            (_, Some(Converted::Text), ..) => Some("S"),
            (_, Some(Converted::Unknown), ..) => None,
            (.., AttributeForm::Set { .. }, _) => set_of(self.rust_type.as_bytes()),
            // The names of an enum's variants.
            (.., Some(FieldKind::OneOf(_))) if !is_one_of(last_name(self.rust_type.as_bytes()), &["bool"]) => Some("S"),
            _ => of_rust(self.rust_type.as_bytes()),
        }
    }

    /// Whether the attribute certainly has another type than this one.
    pub(crate) const fn is_stored_otherwise(&self, than: &str) -> bool {
        match self.stored_type() {
            Some(stored) => !same(stored, than),
            None => matches!(self.form, AttributeForm::Set { .. }) && self.converted.is_none(),
        }
    }
}

/// Returns the type of a set by the type of its elements.
const fn set_of(ty: &[u8]) -> Option<&'static str> {
    let (_, name, arguments) = parts(ty);
    if is_one_of(name, &["Option"]) {
        return set_of(arguments);
    }
    match of_rust(before(arguments, b',')) {
        Some(element) if same(element, "S") => Some("SS"),
        Some(element) if same(element, "N") => Some("NS"),
        Some(element) if same(element, "B") => Some("BS"),
        _ => None,
    }
}

/// Determines the type by the name of a type of the standard library, of keywright, or of a crate whose serde form is
/// documented.
const fn of_rust(ty: &[u8]) -> Option<&'static str> {
    let (path, name, arguments) = parts(ty);
    // Wrappers are stored as the value that they contain.
    if is_one_of(name, &["Option", "Box", "Rc", "Arc"]) {
        return of_rust(arguments);
    }
    if is_one_of(name, &["Cow"]) {
        return of_rust(after(arguments, b','));
    }
    if is_one_of(name, TEXTS) {
        Some("S")
    } else if is_one_of(name, NUMBERS) {
        Some("N")
    } else if is_one_of(name, &["bool"]) {
        Some("BOOL")
    } else if is_one_of(name, &["Bytes"]) {
        Some("B")
    } else if is_one_of(name, LISTS) || is_one_of(name, &["Date"]) && is_one_of(path, TIME) {
        Some("L")
    } else if is_one_of(name, &["BTreeMap", "HashMap"]) {
        Some("M")
    } else {
        None
    }
}

const TEXTS: &[&str] =
    &["String", "str", "char", "DateTime", "NaiveDate", "NaiveDateTime", "NaiveTime", "Uuid", "Zoned"];

const NUMBERS: &[&str] =
    &["u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64", "i128", "isize", "f32", "f64"];

/// Those of the crate `time` are lists, too. `OffsetDateTime` is the name of no other crate's type.
const LISTS: &[&str] =
    &["Vec", "VecDeque", "HashSet", "BTreeSet", "OffsetDateTime", "PrimitiveDateTime", "UtcDateTime"];

/// The path of `time::Date`. Dates of other crates are texts.
const TIME: &[&str] = &["time::", "::time::"];

/// Splits a type into the path before its name, its name, and its arguments without the angle brackets.
const fn parts(ty: &[u8]) -> (&[u8], &[u8], &[u8]) {
    let (mut name, mut end) = (0, 0);
    while end < ty.len() && ty[end] != b'<' {
        if matches!(ty[end], b':' | b' ' | b'&') {
            name = end + 1;
        }
        end += 1;
    }
    let (before, arguments) = ty.split_at(end);
    let (path, name) = before.split_at(name);
    match arguments {
        [_, arguments @ .., _] => (path, name, arguments),
        _ => (path, name, &[]),
    }
}

const fn last_name(ty: &[u8]) -> &[u8] {
    let (_, name, arguments) = parts(ty);
    if is_one_of(name, &["Option"]) { last_name(arguments) } else { name }
}

const fn before(text: &[u8], end: u8) -> &[u8] {
    let mut at = 0;
    while at < text.len() && text[at] != end {
        at += 1;
    }
    text.split_at(at).0
}

const fn after(text: &[u8], start: u8) -> &[u8] {
    match text.split_at(before(text, start).len()).1 {
        [_, rest @ ..] => rest.trim_ascii_start(),
        [] => &[],
    }
}

const fn is_one_of(name: &[u8], names: &[&str]) -> bool {
    let mut at = 0;
    while at < names.len() {
        if same_bytes(name, names[at].as_bytes()) {
            return true;
        }
        at += 1;
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stored(ty: &'static str) -> Option<&'static str> {
        Field::new("at", "at", "").of_type(ty).stored_type()
    }

    #[test]
    fn known_types_have_their_dynamodb_type() {
        for (ty, expected) in [
            ("String", Some("S")),
            ("std::string::String", Some("S")),
            ("Option<u32>", Some("N")),
            ("Option<Box<f64>>", Some("N")),
            ("Cow<'static, str>", Some("S")),
            ("bool", Some("BOOL")),
            ("Vec<Option<String>>", Some("L")),
            ("BTreeMap<String, Address>", Some("M")),
            ("chrono::DateTime<Utc>", Some("S")),
            ("std::option::Option<time::OffsetDateTime>", Some("L")),
            ("Option<::time::Date>", Some("L")),
            ("Date", None),
            ("jiff::civil::Date", None),
            ("my_time::Date", None),
            ("Address", None),
            ("", None),
        ] {
            assert_eq!(stored(ty), expected, "{ty}");
        }
    }

    #[test]
    fn sets_have_the_type_of_their_elements() {
        let set = |ty| Field::new("tags", "tags", "").of_type(ty).set(true);
        assert_eq!(set("BTreeSet<String>").stored_type(), Some("SS"));
        assert_eq!(set("Option<HashSet<u32>>").stored_type(), Some("NS"));
        assert_eq!(set("std::collections::BTreeSet<Bytes>").stored_type(), Some("BS"));
        for ty in ["BTreeSet<Tag>", "Tags"] {
            assert_eq!(set(ty).stored_type(), None);
            assert!(set(ty).is_stored_otherwise("S"), "a set is no key");
        }
    }

    #[test]
    fn the_schema_takes_precedence_over_the_rust_type() {
        let field = |ty| Field::new("at", "at", "").of_type(ty);
        assert_eq!(field("DateTime<Utc>").timed(Purpose::Ttl, false).stored_type(), Some("N"));
        let one_of = FieldKind::OneOf(&["Open", "Closed"]);
        assert_eq!(field("Status").in_keys(one_of, false).stored_type(), Some("S"));
        assert_eq!(field("bool").in_keys(FieldKind::OneOf(&["false", "true"]), false).stored_type(), Some("BOOL"));
    }

    #[test]
    fn functions_determine_the_type() {
        for (converted, expected) in
            [(Converted::Number, Some("N")), (Converted::Text, Some("S")), (Converted::Unknown, None)]
        {
            let time = Field::new("at", "at", "").of_type("time::OffsetDateTime").converted(converted);
            assert_eq!(time.stored_type(), expected);
            for other in ["S", "N", "B"] {
                assert_eq!(time.is_stored_otherwise(other), expected.is_some_and(|stored| stored != other));
            }
        }
    }
}

//! Determines the DynamoDB type of a field, if the schema does.

use keywright::{
    key::FieldKind,
    schema::{AttributeForm, Field, Purpose},
};

/// Returns the type, or `None` if only serde determines it.
pub(super) fn stored_type(field: &Field) -> Option<&'static str> {
    match field.kind {
        // DynamoDB requires a number of seconds.
        _ if field.purpose == Purpose::Ttl => Some("N"),
        _ if field.converted => None,
        _ if matches!(field.form, AttributeForm::Set { .. }) => set_of(field.rust_type),
        // The names of an enum's variants.
        Some(FieldKind::OneOf(_)) if of_rust(field.rust_type) != Some("BOOL") => Some("S"),
        _ => of_rust(field.rust_type),
    }
}

/// Returns the type of a set by the type of its elements.
fn set_of(ty: &str) -> Option<&'static str> {
    let (path, rest) = ty.split_once('<')?;
    let element = rest.strip_suffix('>')?;
    if path == "Option" {
        return set_of(element);
    }
    match of_rust(element.split_once(',').map_or(element, |(first, _)| first))? {
        "S" => Some("SS"),
        "N" => Some("NS"),
        "B" => Some("BS"),
        _ => None,
    }
}

/// Determines the type by the name of a type of the standard library, of keywright, or of a crate whose serde form is
/// documented.
fn of_rust(ty: &str) -> Option<&'static str> {
    let (path, arguments) = match ty.split_once('<') {
        Some((path, rest)) => (path, rest.strip_suffix('>')?),
        None => (ty, ""),
    };
    match path.rsplit("::").next()? {
        // Wrappers are stored as the value that they contain.
        "Option" | "Box" | "Rc" | "Arc" => of_rust(arguments),
        "Cow" => of_rust(arguments.split_once(", ")?.1),
        "String" | "str" | "char" | "DateTime" | "NaiveDate" | "NaiveDateTime" | "NaiveTime" | "Uuid" | "Zoned" => {
            Some("S")
        }
        "u8" | "u16" | "u32" | "u64" | "usize" | "i8" | "i16" | "i32" | "i64" | "isize" | "f32" | "f64" => Some("N"),
        "bool" => Some("BOOL"),
        "Bytes" => Some("B"),
        "Vec" | "VecDeque" | "BTreeSet" | "HashSet" => Some("L"),
        "BTreeMap" | "HashMap" => Some("M"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_types_have_their_dynamodb_type() {
        for (ty, expected) in [
            ("String", Some("S")),
            ("std::string::String", Some("S")),
            ("Option<u32>", Some("N")),
            ("Option<Box<f64>>", Some("N")),
            ("Cow<'static, str>", Some("S")),
            ("bool", Some("BOOL")),
            ("Vec<u8>", Some("L")),
            ("BTreeMap<String, Address>", Some("M")),
            ("DateTime<Utc>", Some("S")),
            ("OffsetDateTime", None),
            ("Address", None),
            ("", None),
        ] {
            assert_eq!(of_rust(ty), expected, "{ty}");
        }
    }

    #[test]
    fn sets_have_the_type_of_their_elements() {
        let set = |ty| stored_type(&Field::new("tags", "tags", "").of_type(ty).set(true));
        assert_eq!(set("BTreeSet<String>"), Some("SS"));
        assert_eq!(set("Option<HashSet<u32>>"), Some("NS"));
        assert_eq!(set("std::collections::BTreeSet<Bytes>"), Some("BS"));
        assert_eq!((set("BTreeSet<Tag>"), set("Tags")), (None, None));
    }

    #[test]
    fn the_schema_takes_precedence_over_the_rust_type() {
        let field = |ty| Field::new("at", "at", "").of_type(ty);
        assert_eq!(stored_type(&field("DateTime<Utc>").timed(Purpose::Ttl, false)), Some("N"));
        assert_eq!(stored_type(&field("BTreeSet<String>").converted()), None);
        let one_of = FieldKind::OneOf(&["Open", "Closed"]);
        assert_eq!(stored_type(&field("Status").in_keys(one_of, false)), Some("S"));
        assert_eq!(stored_type(&field("bool").in_keys(FieldKind::OneOf(&["false", "true"]), false)), Some("BOOL"));
    }
}

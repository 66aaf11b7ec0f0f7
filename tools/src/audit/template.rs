//! Formats patterns as text.

use super::{
    content::Source,
    report::{KeyAttributeAudit, KeyPart, PartAudit},
};

/// Formats a key's attributes as templates, separated by two spaces. A value is named after an attribute that holds it,
/// or after its kind.
pub(crate) fn template(key: &[KeyAttributeAudit], parts: &[PartAudit], delimiter: char) -> String {
    let attribute = |attribute: &KeyAttributeAudit| {
        let parts = attribute.parts.iter().map(|part| match part {
            KeyPart::Literal(literal) => literal.clone(),
            KeyPart::Value(position) => {
                parts.get(*position).map_or_else(String::new, |part| format!("<{}>", name(part)))
            }
        });
        parts.collect::<Vec<_>>().join(delimiter.encode_utf8(&mut [0; 4]))
    };
    key.iter().map(attribute).collect::<Vec<_>>().join("  ")
}

fn name(part: &PartAudit) -> String {
    let attribute = part.same_as.iter().find_map(|source| match source {
        Source::Attribute(name) => Some(name.clone()),
        Source::Key(_) => None,
    });
    attribute.unwrap_or_else(|| part.kind.to_string())
}

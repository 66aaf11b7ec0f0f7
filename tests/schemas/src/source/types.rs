//! The types of fields that a schema uses.

use std::fmt::Write as _;

use crate::{
    kind::{Kind, Tagging},
    schema::{Entity, Schema},
};

/// Writes the types of fields that the schema uses.
pub fn write_types(schema: &Schema, out: &mut String) -> std::fmt::Result {
    let order = "#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord";
    let plain = "#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]";
    let fields = || schema.entities.iter().flat_map(|entity| &entity.fields);
    let uses = |kind: Kind| fields().any(|field| field.ty.kind() == kind);
    if uses(Kind::Name) {
        writeln!(out, "{order}, KeyField, Serialize, Deserialize)]\npub struct Name(pub String);\n")?;
    }
    if uses(Kind::Slug) {
        writeln!(out, "{order}, KeyField, Serialize, Deserialize)]")?;
        writeln!(out, "#[serde(from = \"String\", into = \"String\")]\npub struct Slug(pub String);")?;
        writeln!(out, "impl From<String> for Slug {{ fn from(of: String) -> Self {{ Self(of) }} }}")?;
        writeln!(out, "impl From<Slug> for String {{ fn from(of: Slug) -> Self {{ of.0 }} }}\n")?;
    }
    if uses(Kind::Number) {
        writeln!(out, "{order}, KeyField, Serialize, Deserialize)]")?;
        writeln!(out, "#[serde(transparent)]\npub struct Number {{ pub of: u32 }}\n")?;
    }
    if uses(Kind::Level) {
        writeln!(out, "{order}, Copy, KeyEnum, Serialize, Deserialize)]\n#[serde(rename_all = \"kebab-case\")]")?;
        writeln!(out, "pub enum Level {{ Low, #[key(\"high\")] #[serde(rename = \"hi\")] High, TooHigh }}\n")?;
    }
    if uses(Kind::Inner) {
        writeln!(out, "{plain}\npub struct Inner {{ pub amount: u8, pub hint: Option<String> }}\n")?;
    }
    for (tagging, attribute) in [
        (Tagging::External, ""),
        (Tagging::Internal, "#[serde(tag = \"form\")]\n"),
        (Tagging::Adjacent, "#[serde(tag = \"t\", content = \"c\")]\n"),
        (Tagging::Untagged, "#[serde(untagged)]\n"),
    ] {
        let kind = Kind::Shape(tagging);
        if uses(kind) {
            let dot = if tagging == Tagging::Untagged { "Word(String)" } else { "Dot" };
            writeln!(out, "{plain}\n{attribute}pub enum {} {{ {dot}, Line {{ length: u8 }} }}\n", kind.rust())?;
        }
    }
    let hashes = |entity: &Entity| entity.keys().any(|key| key.shard.as_ref().is_some_and(|shard| shard.with));
    if schema.entities.iter().any(hashes) {
        writeln!(out, "pub fn lane(of: &str) -> u32 {{ of.bytes().map(u32::from).sum() }}\n")?;
    }
    Ok(())
}

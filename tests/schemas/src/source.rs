//! Writes a schema as a Rust module: its declarations, and a function that runs the laws.

mod compact;
mod declarations;
mod laws;
mod types;

pub use compact::compact;

use std::fmt::Write as _;

use crate::{
    release::next,
    schema::{Attribute, Law, Schema},
    template::written,
};

/// Returns the module's source.
pub fn module(schema: &Schema) -> String {
    let mut source = String::new();
    // Writing to a string does not fail.
    let _ = write_module(schema, &mut source);
    source
}

/// Returns the source of a module without laws.
pub fn declarations(schema: &Schema) -> String {
    let mut source = String::new();
    // Writing to a string does not fail.
    let _ = write_declarations(schema, &mut source);
    source
}

fn write_module(schema: &Schema, out: &mut String) -> std::fmt::Result {
    write_declarations(schema, out)?;
    write_next(schema, out)?;
    laws::write_run(schema, out)
}

fn write_declarations(schema: &Schema, out: &mut String) -> std::fmt::Result {
    writeln!(out, "use keywright::{{Collection, Entity, KeyEnum, KeyField, Projection, Result, Table}};")?;
    writeln!(out, "use keywright_schema_tests::probe::*;")?;
    writeln!(out, "use serde::{{Deserialize, Serialize}};\n")?;
    types::write_types(schema, out)?;
    declarations::write_table(schema, out)?;
    for entity in &schema.entities {
        declarations::write_entity(schema, entity, out)?;
    }
    if schema.laws.iter().any(Law::projects) {
        declarations::write_part(&schema.entities[0], out)?;
    }
    if schema.laws.iter().any(|law| matches!(law, Law::Collection { .. })) {
        declarations::write_collection(schema, out)?;
    }
    Ok(())
}

/// Writes each next release, in a module of its own.
fn write_next(schema: &Schema, out: &mut String) -> std::fmt::Result {
    for (place, change) in schema.releases().enumerate() {
        if let Some(next) = next(schema, change) {
            writeln!(out, "pub mod next{place} {{\nuse super::*;\n")?;
            declarations::write_table(&next, out)?;
            for entity in &next.entities {
                declarations::write_entity(&next, entity, out)?;
            }
            laws::write_values(&next.entities[0], out)?;
            writeln!(out, "}}\n")?;
        }
    }
    Ok(())
}

/// Returns a line that says what a schema is, for a reader of a failing program.
pub fn explained(schema: &Schema) -> String {
    let record = &schema.entities[0];
    let attribute =
        |attribute: &Attribute| format!("`{}` = `{}`", attribute.name, written(&attribute.template, &record.fields));
    let key: Vec<_> = record.key.attributes().map(attribute).collect();
    format!("seed {}: {}", schema.seed, key.join(", "))
}

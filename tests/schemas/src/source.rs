//! Writes a schema as a Rust module: its declarations, and a function that runs the laws.

use std::fmt::Write as _;

use crate::{
    kind::{Kind, Type},
    model::{self, Expected},
    schema::{Attribute, Field, Index, Key, Schema, Scope},
    template::{Part, written},
    value::{self, Value},
};

/// Returns the module's source.
pub fn module(schema: &Schema) -> String {
    let mut source = String::new();
    // Writing to a string does not fail.
    let _ = write_module(schema, &mut source);
    source
}

fn write_module(schema: &Schema, out: &mut String) -> std::fmt::Result {
    writeln!(out, "use keywright::{{Entity, KeyEnum, KeyField, Result, Table}};")?;
    writeln!(out, "use keywright_schema_tests::probe::*;")?;
    writeln!(out, "use serde::{{Deserialize, Serialize}};\n")?;
    write_types(schema, out)?;
    write_table(schema, out)?;
    write_entity(schema, out)?;
    write_run(schema, out)
}

/// Writes the types of fields that the schema uses.
fn write_types(schema: &Schema, out: &mut String) -> std::fmt::Result {
    let derives = "#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord";
    let uses = |kind: Kind| schema.fields.iter().any(|field| field.ty.kind() == kind);
    if uses(Kind::Name) {
        writeln!(out, "{derives}, KeyField, Serialize, Deserialize)]\npub struct Name(pub String);\n")?;
    }
    if uses(Kind::Number) {
        writeln!(out, "{derives}, KeyField, Serialize, Deserialize)]\npub struct Number(pub u32);\n")?;
    }
    if uses(Kind::Level) {
        writeln!(out, "{derives}, Copy, KeyEnum, Serialize, Deserialize)]\n#[serde(rename_all = \"kebab-case\")]")?;
        writeln!(out, "pub enum Level {{ Low, #[key(\"high\")] #[serde(rename = \"hi\")] High, TooHigh }}\n")?;
    }
    Ok(())
}

/// Returns the name of a key attribute, with its type if that is not text.
fn declared(attribute: &Attribute, fields: &[Field]) -> String {
    match attribute.is_number(fields) {
        true => format!("(name = {:?}, type = \"N\")", attribute.name),
        false => format!(" = {:?}", attribute.name),
    }
}

fn write_table(schema: &Schema, out: &mut String) -> std::fmt::Result {
    let fields = &schema.fields;
    writeln!(out, "#[derive(Table)]")?;
    let mut options = vec![format!("pk{}", declared(&schema.key.partition, fields))];
    options.push(match &schema.key.sort {
        Some(sort) => format!("sk{}", declared(sort, fields)),
        None => "sk = none".into(),
    });
    if schema.encoding.delimiter != '#' {
        options.push(format!("delimiter = {:?}", schema.encoding.delimiter.to_string()));
    }
    options.extend(schema.encoding.raw.then(|| "encoding = \"raw\"".to_owned()));
    options.extend((!schema.discriminator).then(|| "discriminator = none".to_owned()));
    options.push("undeclared_peak = \"allow\"".into());
    writeln!(out, "#[table({})]", options.join(", "))?;
    for index in &schema.indexes {
        let mut options = vec![format!("name = {:?}", index.name)];
        let sort = index.key.sort.as_ref().map(|sort| format!("sk{}", declared(sort, fields)));
        if index.scope == Scope::Local {
            options.extend(sort);
            writeln!(out, "#[lsi({})]", options.join(", "))?;
        } else {
            options.push(format!("pk{}", declared(&index.key.partition, fields)));
            options.extend(sort);
            writeln!(out, "#[gsi({})]", options.join(", "))?;
        }
    }
    writeln!(out, "#[entities(Record)]\npub struct Store;\n")
}

fn shard_option(schema: &Schema, key: &Key) -> Option<String> {
    let shard = key.shard.as_ref()?;
    let names: Vec<_> = shard.fields.iter().map(|field| schema.fields[*field].name.as_str()).collect();
    let first = if shard.first == 0 { String::new() } else { format!(", first = {}", shard.first) };
    Some(format!("shard(hash({}), count = {}{first})", names.join(", "), shard.count))
}

fn write_entity(schema: &Schema, out: &mut String) -> std::fmt::Result {
    let fields = &schema.fields;
    writeln!(out, "#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]")?;
    writeln!(out, "#[entity(table = Store)]")?;
    writeln!(out, "#[pk(template = {:?})]", written(&schema.key.partition.template, fields))?;
    if let Some(sort) = &schema.key.sort {
        writeln!(out, "#[sk(template = {:?})]", written(&sort.template, fields))?;
    }
    if let Some(shard) = shard_option(schema, &schema.key) {
        writeln!(out, "#[{shard}]")?;
    }
    for index in &schema.indexes {
        write_index(schema, index, out)?;
    }
    writeln!(out, "pub struct Record {{")?;
    for field in fields {
        if let Some(name) = &field.renamed {
            writeln!(out, "    #[serde(rename = {name:?})]")?;
        }
        // DynamoDB has no empty set, so that an empty one is stored as no attribute.
        if matches!(field.ty, Type::Set(_)) {
            writeln!(out, "    #[serde(default)]")?;
        }
        writeln!(out, "    pub {}: {},", field.name, field.ty.rust())?;
    }
    writeln!(out, "}}\n")
}

fn write_index(schema: &Schema, index: &Index, out: &mut String) -> std::fmt::Result {
    let text = |attribute: &Attribute| written(&attribute.template, &schema.fields);
    let mut options = vec![format!("index = {:?}", index.name), format!("query = {}", index.query)];
    if index.scope != Scope::Local {
        options.push(format!("pk = {:?}", text(&index.key.partition)));
    }
    options.extend(index.key.sort.as_ref().map(|sort| format!("sk = {:?}", text(sort))));
    let shard = shard_option(schema, &index.key).filter(|_| index.scope != Scope::Local);
    options.extend(shard);
    let derive = if index.scope == Scope::Local { "lsi" } else { "gsi" };
    writeln!(out, "#[{derive}({})]", options.join(", "))
}

fn write_run(schema: &Schema, out: &mut String) -> std::fmt::Result {
    writeln!(out, "/// Returns the items.\nfn values() -> Vec<Record> {{\n    vec![")?;
    for item in &schema.items {
        let fields = schema.fields.iter().zip(item);
        let fields = fields.map(|(field, value)| format!("{}: {}", field.name, value::expression(field.ty, value)));
        writeln!(out, "        Record {{ {} }},", fields.collect::<Vec<_>>().join(", "))?;
    }
    writeln!(out, "    ]\n}}\n\n/// The items as they are stored.\nconst STORED: &[&str] = &[")?;
    for item in &schema.items {
        writeln!(out, "    {:?},", model::stored(schema, item).to_string())?;
    }
    writeln!(out, "];\n")?;
    writeln!(out, "pub async fn run(probe: &mut Probe) -> Result<()> {{")?;
    writeln!(out, "    let table = probe.open::<Store>().await?;\n    let values = values();")?;
    writeln!(
        out,
        "    let keys: Vec<_> = values.iter().cloned().map(|of| Record::key({})).collect();",
        of(schema, &schema.key.fields())
    )?;
    writeln!(out, "    probe.write(&table, STORED).await;")?;
    writeln!(out, "    probe.reads(&table, &keys, &values).await?;")?;
    let keys = std::iter::once(None).chain(schema.indexes.iter().map(Some));
    for index in keys {
        for expected in model::queries(schema, index) {
            write_query(schema, index, &expected, out)?;
        }
    }
    writeln!(out, "    probe.writes(&table, &keys, &values, STORED).await\n}}")
}

/// Returns the arguments of a function that takes these fields of the value `of`.
fn of(schema: &Schema, fields: &[usize]) -> String {
    let names = fields.iter().map(|field| format!("of.{}", schema.fields[*field].name));
    names.collect::<Vec<_>>().join(", ")
}

fn write_query(schema: &Schema, index: Option<&Index>, expected: &Expected, out: &mut String) -> std::fmt::Result {
    let (name, key) = index.map_or(("query", &schema.key), |index| (index.query.as_str(), &index.key));
    let item = &schema.items[expected.like];
    let arguments = key.arguments().into_iter().map(|field| value::of_kind(schema.kind(field), &item[field]));
    let mut query = format!("Record::{name}({})", arguments.collect::<Vec<_>>().join(", "));
    if let Some((field, _)) = key.bucket() {
        let method = if key.is_ranged_by(field) { "between" } else { "during" };
        let times = schema.items.iter().filter_map(|item| match &item[field] {
            Value::Instant { seconds, .. } => Some(*seconds),
            _ => None,
        });
        let (first, last) = (times.clone().min().unwrap_or(0), times.max().unwrap_or(0));
        let time = |seconds| value::of_kind(schema.kind(field), &Value::Instant { seconds, nanos: 0 });
        write!(query, ".{method}({}..{})", time(first), time(last + 1))?;
    }
    let law = format!("{name} like item {}", expected.like);
    let groups = expected.groups.iter().map(|group| format!("&{group:?}")).collect::<Vec<_>>().join(", ");
    writeln!(out, "    probe.query(&table, {law:?}, {query}, &values, &[{groups}]).await?;")
}

/// Returns a line for each key that says what it is, for a reader of a failing program.
pub fn explained(schema: &Schema) -> String {
    let part = |part: Part| if part == Part::Sort { "sort" } else { "partition" };
    let attribute = |attribute: &Attribute, of: Part| {
        format!("{} key `{}` = `{}`", part(of), attribute.name, written(&attribute.template, &schema.fields))
    };
    let sort = schema.key.sort.as_ref().map(|sort| format!(", {}", attribute(sort, Part::Sort))).unwrap_or_default();
    format!("seed {}: {}{sort}", schema.seed, attribute(&schema.key.partition, Part::Partition))
}

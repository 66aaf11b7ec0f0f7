//! Formats a table as Rust source, in rustfmt's style.

use std::fmt::Write as _;

use super::{
    design::TableDesign,
    entity::{EntityDesign, REST},
    field::{Field, Type},
    index::IndexKey,
};
use crate::{audit::IndexShape, number::counted};

/// The maximum width of a line.
const WIDTH: usize = 120;

/// Writes the source of a table and its entities.
pub(super) fn source(table: &TableDesign) -> String {
    let mut text = head(table);
    text.push_str(&declaration(table));
    for entity in &table.entities {
        text.push_str(&self::entity(table, entity));
    }
    for (pattern, why) in &table.left_out {
        let _ = write!(text, "\n// Left out: `{pattern}`, because {why}.\n");
    }
    text
}

fn head(table: &TableDesign) -> String {
    let uses = |is_used: &dyn Fn(Type) -> bool| {
        table.entities.iter().flat_map(|entity| &entity.fields).any(|field| is_used(field.of))
    };
    let chrono = match (uses(&|of| matches!(of, Type::Instant(_))), uses(&|of| of == Type::Date)) {
        (true, true) => "use chrono::{DateTime, NaiveDate, Utc};\n",
        (true, false) => "use chrono::{DateTime, Utc};\n",
        (false, true) => "use chrono::NaiveDate;\n",
        (false, false) => "",
    };
    let bytes = if uses(&|of| of == Type::Bytes) { ", Bytes" } else { "" };
    format!(
        "//! Written by `keywright scaffold` from {}.\n//!\n\
         //! Names are a first draft: a field can have another one, with `#[serde(rename = \"..\")]`.\n\n\
         {chrono}use keywright::{{Attributes{bytes}, Entity, Table}};\nuse serde::{{Deserialize, Serialize}};\n\n",
        match table.audited {
            0 => "the declaration of a table".to_owned(),
            items => format!("an audit of {}", counted(items, "item")),
        }
    )
}

fn declaration(table: &TableDesign) -> String {
    let key = |word: &str, (name, letter): &(String, String)| match letter.as_str() {
        "S" => format!("{word} = {name:?}"),
        letter => format!("{word}(name = {name:?}, type = {letter:?})"),
    };
    let sort = table.sort.as_ref().map_or_else(|| "sk = none".to_owned(), |sort| key("sk", sort));
    let discriminator = table.discriminator.as_ref().map_or_else(|| "none".to_owned(), |name| format!("{name:?}"));
    let mut options = vec![
        key("pk", &table.partition),
        sort,
        format!("discriminator = {discriminator}"),
        "encoding = \"raw\"".to_owned(),
    ];
    if table.delimiter != '#' {
        options.push(format!("delimiter = {:?}", table.delimiter.to_string()));
    }
    let mut text = format!("#[derive(Table)]\n{}\n", attribute("table", &options));
    for index in &table.indexes {
        let _ = writeln!(text, "{}", self::index(table, index));
    }
    let entities: Vec<_> = table.entities.iter().map(|entity| entity.name.clone()).collect();
    let _ = write!(text, "{}\npub struct {};\n", attribute("entities", &entities), table.name);
    text
}

fn index(table: &TableDesign, index: &IndexShape) -> String {
    let one = |word: &str, name: &String| match table.types.get(name).map(String::as_str) {
        None | Some("S") => format!("{word} = {name:?}"),
        Some(letter) => format!("{word}(name = {name:?}, type = {letter:?})"),
    };
    let part = |word: &str, names: &[String]| match names {
        [name] => one(word, name),
        names => {
            let typed = |name: &String| match table.types.get(name).map(String::as_str) {
                None | Some("S") => format!("{name:?}"),
                Some(letter) => format!("(name = {name:?}, type = {letter:?})"),
            };
            format!("{word}({})", names.iter().map(typed).collect::<Vec<_>>().join(", "))
        }
    };
    let mut options = vec![format!("name = {:?}", index.name)];
    if !index.local {
        options.push(part("pk", &index.partition_key));
    }
    if !index.sort_key.is_empty() {
        options.push(part("sk", &index.sort_key));
    }
    options.push(match index.projection.as_str() {
        "KEYS_ONLY" => "projection = \"keys_only\"".to_owned(),
        "INCLUDE" => {
            let names: Vec<_> = index.included.iter().map(|name| format!("{name:?}")).collect();
            format!("projection = include({})", names.join(", "))
        }
        _ => "projection = \"all\"".to_owned(),
    });
    attribute(if index.local { "lsi" } else { "gsi" }, &options)
}

fn entity(table: &TableDesign, entity: &EntityDesign) -> String {
    let what = match entity.items {
        0 => "/// An item of the table.".to_owned(),
        items => format!("/// `{}`: {}.", entity.pattern, counted(items, "item")),
    };
    let notes: String = entity.notes.iter().map(|note| comment(note)).collect();
    let mut text = format!("\n{what}\n{notes}#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]\n");
    let mut options = vec![format!("table = {}", table.name)];
    options.extend(entity.discriminator.as_ref().map(|name| format!("name = {name:?}")));
    if table.overlapping.contains(&entity.name) {
        options.push("may_overlap = \"as found: no item has both patterns\"".to_owned());
    }
    let _ = writeln!(text, "{}", attribute("entity", &options));
    let mut options = vec![format!("template = {:?}", entity.partition)];
    options.extend(entity.allow_hot.as_ref().map(|why| format!("allow_hot = {why:?}")));
    let _ = writeln!(text, "{}", attribute("pk", &options));
    if let Some(sort) = &entity.sort {
        let _ = writeln!(text, "{}", attribute("sk", &[format!("template = {sort:?}")]));
    }
    for key in &entity.indexes {
        let _ = writeln!(text, "{}", index_key(key));
    }
    let _ = writeln!(text, "pub struct {} {{", entity.name);
    let (of_key, stored): (Vec<_>, Vec<_>) = entity.fields.iter().partition(|field| field.attribute.is_none());
    of_key.into_iter().chain(stored).for_each(|it| field(&mut text, it));
    let _ = write!(text, "    #[serde(flatten)]\n    pub {REST}: Attributes,\n}}\n");
    text
}

/// Writes a comment on as many lines as it needs.
fn comment(note: &str) -> String {
    let mut lines = vec!["//".to_owned()];
    for word in note.split(' ') {
        match lines.last_mut() {
            Some(line) if line.len() + 1 + word.len() <= WIDTH => *line += &format!(" {word}"),
            _ => lines.push(format!("// {word}")),
        }
    }
    lines.iter().map(|line| format!("{line}\n")).collect()
}

fn index_key(key: &IndexKey) -> String {
    let part = |word: &str, templates: &[String]| match templates {
        [template] => format!("{word} = {template:?}"),
        templates => {
            let quoted: Vec<_> = templates.iter().map(|template| format!("{template:?}")).collect();
            format!("{word}({})", quoted.join(", "))
        }
    };
    let mut options = vec![format!("index = {:?}", key.index), format!("query = {}", key.query)];
    if !key.is_local {
        options.push(part("pk", &key.partition));
    }
    if !key.sort.is_empty() {
        options.push(part("sk", &key.sort));
    }
    options.extend(key.allow_hot.as_ref().filter(|_| !key.is_local).map(|why| format!("allow_hot = {why:?}")));
    attribute(if key.is_local { "lsi" } else { "gsi" }, &options)
}

fn field(text: &mut String, field: &Field) {
    match &field.attribute {
        None => text.push_str("    #[entity(key_only)]\n"),
        Some(attribute) if *attribute != field.name => {
            let _ = writeln!(text, "    #[serde(rename = {attribute:?})]");
        }
        Some(_) => {}
    }
    let of = if field.is_optional { format!("Option<{}>", field.of.rust()) } else { field.of.rust().to_owned() };
    let _ = writeln!(text, "    pub {}: {of},", field.name);
}

/// Writes an attribute on one line, or with one option per line if it is too long.
fn attribute(name: &str, options: &[String]) -> String {
    let line = format!("#[{name}({})]", options.join(", "));
    if line.chars().count() <= WIDTH {
        return line;
    }
    let lines: Vec<_> = options.iter().map(|option| format!("    {option}")).collect();
    format!("#[{name}(\n{}\n)]", lines.join(",\n"))
}

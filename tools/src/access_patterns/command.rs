//! Formats reads as commands of the AWS command line.

use keywright::schema::{EntitySchema, KeyAttribute, KeyAttributes, KeySchema, Segment, ShardBy, Template};
use serde_json::{Map, Value, json};

use crate::{infrastructure::letter, template_text::spelled_out};

/// The number of items per page in examples, unless the query declares it.
pub(super) const PAGE_ITEMS: u64 = 50;

/// Returns the number of items on a page of the query by this key.
pub(super) fn page_items(key: &KeySchema) -> u64 {
    key.page.map_or(PAGE_ITEMS, |page| page.items)
}

/// Writes `aws dynamodb query` for the sort keys that begin with `head`, or that equal `head` if the template is a
/// constant. Writes a loop over the shards if there are several.
pub(super) fn query(entity: &EntitySchema, key: &KeySchema, table_name: &str, head: &str) -> String {
    let (partition, sort) = attributes(entity, key);
    let (mut conditions, mut names, mut values) = (Vec::new(), Map::new(), Map::new());
    for (place, attribute) in partition.iter().enumerate() {
        let Some(template) = key.partition.attribute(place) else { continue };
        let (name, of) = (placed("#pk", place), placed(":pk", place));
        conditions.push(format!("{name} = {of}"));
        names.insert(name, json!(attribute.name));
        values.insert(of, value(attribute, spelled_out(entity, &template)));
    }
    if let (Some(sort), false) = (sort, head.is_empty()) {
        let is_whole = key.sort.as_ref().and_then(|sort| sort.attribute(0)).is_some_and(|sort| is_constant(&sort));
        conditions.push(if is_whole { "#sk = :sk" } else { "begins_with(#sk, :sk)" }.to_owned());
        names.insert("#sk".to_owned(), json!(sort.first.name));
        values.insert(":sk".to_owned(), value(sort.first, head.to_owned()));
    }
    let condition = conditions.join(" AND ");
    let index = key.index.map_or_else(String::new, |index| format!(" --index-name {index}"));
    let command = format!(
        "aws dynamodb query --table-name {table_name}{index} --key-condition-expression '{condition}' \
         --expression-attribute-names '{}' --expression-attribute-values {} \
         --no-scan-index-forward --limit {}",
        Value::Object(names),
        quoted(key, &Value::Object(values)),
        page_items(key),
    );
    for_every_shard(key, command)
}

/// Writes `aws dynamodb get-item`, in a loop over the shards if they are random.
pub(super) fn get_item(entity: &EntitySchema, key: &KeySchema, table_name: &str) -> String {
    let (partition, sort) = attributes(entity, key);
    let partition = partition.first;
    let mut item = Map::from_iter([(partition.name.to_owned(), value(partition, spelled_out(entity, &key.partition)))]);
    if let (Some(attributes), Some(template)) = (sort, &key.sort) {
        item.insert(attributes.first.name.to_owned(), value(attributes.first, spelled_out(entity, template)));
    }
    let command =
        format!("aws dynamodb get-item --table-name {table_name} --key {}", quoted(key, &Value::Object(item)));
    for_every_shard(key, command)
}

/// Quotes JSON in single quotes, which are interrupted for the shell's variable.
fn quoted(key: &KeySchema, value: &Value) -> String {
    let text = format!("'{value}'");
    match key.shard {
        Some(_) => text.replace("<shard>", "'$shard'"),
        None => text,
    }
}

fn for_every_shard(key: &KeySchema, command: String) -> String {
    let Some(shard) = key.shard else { return command };
    let last = shard.first.saturating_add(shard.last_count().saturating_sub(1));
    let note = match shard.by {
        ShardBy::Hash { .. } => " # or the one shard that the hash names",
        ShardBy::Random | ShardBy::TableKey => "",
    };
    let numbers = match width(&key.partition) {
        0 | 1 => format!("$(seq {} {last})", shard.first),
        width => format!("$(seq -f %0{width}.0f {} {last})", shard.first),
    };
    format!("for shard in {numbers}; do{note}\n  {command}\ndone")
}

/// Returns whether every item has the same text there. The library then queries for equality instead of a prefix.
fn is_constant(template: &Template) -> bool {
    template.segments.iter().all(|segment| matches!(segment, Segment::Literal(_)))
}

fn width(template: &Template) -> u8 {
    template
        .segments
        .iter()
        .find_map(|segment| match segment {
            Segment::Shard { width } => Some(*width),
            _ => None,
        })
        .unwrap_or_default()
}

/// Returns the placeholder of an attribute at this position of its part of the key.
fn placed(name: &str, place: usize) -> String {
    if place == 0 { name.to_owned() } else { format!("{name}{}", place + 1) }
}

fn attributes(entity: &EntitySchema, key: &KeySchema) -> (KeyAttributes, Option<KeyAttributes>) {
    match key.index.and_then(|name| entity.table.index(name)) {
        Some(index) => (index.partition_key, index.sort_key),
        None => (KeyAttributes::one(entity.table.partition_key), entity.table.sort_key.map(KeyAttributes::one)),
    }
}

fn value(attribute: KeyAttribute, text: String) -> Value {
    json!({ letter(attribute.kind): text })
}

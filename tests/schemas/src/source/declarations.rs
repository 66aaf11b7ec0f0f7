//! The table and its entities.

use std::fmt::Write as _;

use crate::{
    schema::{Attribute, Entity, Field, IndexKey, Key, Page, Peak, Projection, Role, Schema, Scope, With},
    template::written,
};

/// Returns a key attribute as the table declares it: `"PK"` or `(name = "count", type = "N")`.
fn declared(attribute: &Attribute, entity: &Entity) -> String {
    match entity.attribute_type(attribute) {
        "S" => format!("{:?}", attribute.name),
        of => format!("(name = {:?}, type = {of:?})", attribute.name),
    }
}

/// Returns an option of one or several key attributes: `pk = "PK"`, `pk(name = .., type = ..)`, `pk("A", "B")`.
fn option(name: &str, attributes: &[Attribute], entity: &Entity) -> String {
    let declared: Vec<_> = attributes.iter().map(|attribute| declared(attribute, entity)).collect();
    match declared.as_slice() {
        [one] if one.starts_with('(') => format!("{name}{one}"),
        [one] => format!("{name} = {one}"),
        several => format!("{name}({})", several.join(", ")),
    }
}

/// Writes the table.
pub fn write_table(schema: &Schema, out: &mut String) -> std::fmt::Result {
    let table = &schema.table;
    let record = &schema.entities[0];
    let mut options = vec![option("pk", &record.key.partition, record)];
    options.push(match record.key.sort.as_slice() {
        [] => "sk = none".into(),
        sort => option("sk", sort, record),
    });
    if table.encoding.delimiter != '#' {
        options.push(format!("delimiter = {:?}", table.encoding.delimiter.to_string()));
    }
    options.extend(table.encoding.raw.then(|| "encoding = \"raw\"".to_owned()));
    options.extend((!table.discriminator).then(|| "discriminator = none".to_owned()));
    options.extend(table.ttl.then(|| "ttl = \"expires\"".to_owned()));
    options.extend(table.write_id.then(|| "write_id = \"_w\"".to_owned()));
    options.push("undeclared_peak = \"allow\"".into());
    options.extend(table.asks_for_shares.then(|| "undeclared_share = \"deny\"".to_owned()));
    options.extend(table.is_launched_gradually.then(|| "launch = \"gradual\"".to_owned()));
    options.extend(table.has_strong_regions.then(|| "regions = \"strong\"".to_owned()));
    writeln!(out, "#[derive(Table)]\n#[table({})]", options.join(", "))?;
    for (place, index) in table.indexes.iter().enumerate() {
        // The first entity that has the index declares its attributes.
        let Some((entity, key)) =
            schema.entities.iter().find_map(|entity| entity.indexes[place].as_ref().map(|index| (entity, &index.key)))
        else {
            continue;
        };
        let mut options = vec![format!("name = {:?}", index.name)];
        if index.scope != Scope::Local {
            options.push(option("pk", &key.partition, entity));
        }
        if !key.sort.is_empty() {
            options.push(option("sk", &key.sort, entity));
        }
        if index.projection == Projection::Keys {
            options.push("projection = \"keys_only\"".into());
        }
        let derive = if index.scope == Scope::Local { "lsi" } else { "gsi" };
        writeln!(out, "#[{derive}({})]", options.join(", "))?;
    }
    let names: Vec<_> = schema.entities.iter().map(|entity| entity.name.as_str()).collect();
    writeln!(out, "#[entities({})]\npub struct Store;\n", names.join(", "))
}

/// Returns the options of a shard: `random = 3`, or `hash(a), count = 3`.
fn shard_option(key: &Key, fields: &[Field]) -> Option<String> {
    let shard = key.shard.as_ref()?;
    let names: Vec<_> = shard.fields.iter().map(|field| fields[*field].name.as_str()).collect();
    let mut options = match names.as_slice() {
        [] => format!("random = {}", shard.count),
        names => format!("hash({}), count = {}", names.join(", "), shard.count),
    };
    if shard.first > 0 {
        options += &format!(", first = {}", shard.first);
    }
    if shard.with {
        options += ", with = lane";
    }
    if let Some((at, count)) = shard.grow {
        options += &format!(", grow(at = {:?}, count = {count})", instant(at));
    }
    Some(format!("shard({options})"))
}

/// Returns `page(items = 3, max_rcu = 20)`.
fn page_option(key: &Key) -> Option<String> {
    let Page { items, max_rcu } = key.page?;
    let max_rcu = max_rcu.map(|units| format!(", max_rcu = {units}")).unwrap_or_default();
    Some(format!("page(items = {items}{max_rcu})"))
}

fn instant(seconds: i64) -> String {
    crate::calendar::seconds_text(seconds) + "Z"
}

/// Returns `since` and `legacy(..)` of a key.
fn older_options(key: &Key, fields: &[Field]) -> Vec<String> {
    let mut options: Vec<_> = key.since.map(|since| format!("since = {:?}", instant(since))).into_iter().collect();
    for older in &key.older {
        let until = older.until.map(|until| format!(", until = {:?}", instant(until))).unwrap_or_default();
        options.push(format!("legacy(template = {:?}{until})", written(&older.template, fields)));
    }
    options
}

/// Writes an entity.
pub fn write_entity(schema: &Schema, entity: &Entity, out: &mut String) -> std::fmt::Result {
    let fields = &entity.fields;
    writeln!(out, "#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]")?;
    let mut options = vec!["table = Store".to_owned()];
    options.extend(entity.label.as_ref().map(|label| format!("name = {label:?}")));
    if !entity.constants.is_empty() {
        let constants: Vec<_> = entity.constants.iter().map(|(name, text)| format!("{name:?} = {text:?}")).collect();
        options.push(format!("constants({})", constants.join(", ")));
    }
    options.extend(entity.may_overlap.then(|| "may_overlap = \"numbers of their own\"".to_owned()));
    writeln!(out, "#[entity({})]", options.join(", "))?;
    let serde = [
        entity.rename_all.map(|case| format!("rename_all = {:?}", case.word())),
        entity.tag.as_ref().map(|tag| format!("tag = {tag:?}")),
    ];
    let serde: Vec<_> = serde.into_iter().flatten().collect();
    if !serde.is_empty() {
        writeln!(out, "#[serde({})]", serde.join(", "))?;
    }
    for partition in &entity.key.partition {
        let mut options = vec![format!("template = {:?}", written(&partition.template, fields))];
        options.extend(older_options(&entity.key, fields));
        options.extend(page_option(&entity.key));
        writeln!(out, "#[pk({})]", options.join(", "))?;
    }
    if let Some(shard) = shard_option(&entity.key, fields) {
        writeln!(out, "#[{shard}]")?;
    }
    for sort in &entity.key.sort {
        writeln!(out, "#[sk(template = {:?})]", written(&sort.template, fields))?;
    }
    for (index, declared) in entity.indexes.iter().zip(&schema.table.indexes) {
        if let Some(index) = index {
            write_index(entity, index, declared.name.as_str(), declared.scope, out)?;
        }
    }
    if let Some(Peak { creates, updates, item_bytes, has_mean }) = entity.peak {
        let updates = if updates == 0 { String::new() } else { format!("updates = {updates}, ") };
        let mean = if has_mean { ", mean = 0.2" } else { "" };
        writeln!(out, "#[peak(creates = {creates}, {updates}item_bytes = {item_bytes}{mean})]")?;
    }
    writeln!(out, "pub struct {} {{", entity.name)?;
    for field in fields {
        write_field(field, fields, out)?;
    }
    writeln!(out, "}}\n")
}

/// Writes the projection of an entity.
pub fn write_part(entity: &Entity, out: &mut String) -> std::fmt::Result {
    writeln!(out, "#[derive(Debug, Clone, PartialEq, Projection, Deserialize)]")?;
    writeln!(out, "#[projection(of = {})]\npub struct Part {{", entity.name)?;
    for place in &entity.part {
        let field = &entity.fields[*place];
        let plain = Field {
            trunc: false,
            role: Role::Plain,
            renamed: None,
            alias: None,
            within: None,
            sensitive: false,
            ..field.clone()
        };
        write_field(&plain, &entity.fields, out)?;
    }
    writeln!(out, "}}\n")
}

/// Writes the collection of both entities.
pub fn write_collection(schema: &Schema, out: &mut String) -> std::fmt::Result {
    let record = &schema.entities[0];
    let arguments = record.key.arguments();
    let arguments: Vec<_> = arguments.iter().map(|field| record.fields[*field].name.as_str()).collect();
    writeln!(out, "#[derive(Debug, Clone, PartialEq, Collection)]")?;
    writeln!(out, "#[collection(query({}))]", arguments.join(", "))?;
    writeln!(out, "pub enum Both {{ Record(Record), Other(Other) }}\n")
}

fn write_index(entity: &Entity, index: &IndexKey, name: &str, scope: Scope, out: &mut String) -> std::fmt::Result {
    let templates = |option: &str, attributes: &[Attribute]| {
        let texts: Vec<_> =
            attributes.iter().map(|attribute| format!("{:?}", written(&attribute.template, &entity.fields))).collect();
        match texts.as_slice() {
            [] => None,
            [one] => Some(format!("{option} = {one}")),
            several => Some(format!("{option}({})", several.join(", "))),
        }
    };
    let mut options = vec![format!("index = {name:?}"), format!("query = {}", index.query)];
    if scope != Scope::Local {
        options.extend(templates("pk", &index.key.partition));
    }
    options.extend(templates("sk", &index.key.sort));
    if scope == Scope::Global {
        options.extend(shard_option(&index.key, &entity.fields));
        options.extend(older_options(&index.key, &entity.fields));
    }
    options.extend(page_option(&index.key));
    let derive = if scope == Scope::Local { "lsi" } else { "gsi" };
    writeln!(out, "#[{derive}({})]", options.join(", "))
}

fn write_field(field: &Field, fields: &[Field], out: &mut String) -> std::fmt::Result {
    let serde = [
        field.renamed.as_ref().map(|name| format!("rename = {name:?}")),
        field.alias.as_ref().map(|name| format!("alias = {name:?}")),
        field.defaulted.then(|| "default".into()),
        field.skipped.then(|| "skip".into()),
        field.flattened.then(|| "flatten".into()),
        field.skipped_if_empty.then(|| format!("skip_serializing_if = {:?}", is_empty(field))),
        field.with.map(|with| {
            let option = if field.ty.is_option() { "_option" } else { "" };
            let unit = if with == With::Seconds { "seconds" } else { "milliseconds" };
            format!("with = \"chrono::serde::ts_{unit}{option}\"")
        }),
    ];
    let serde: Vec<_> = serde.into_iter().flatten().collect();
    if !serde.is_empty() {
        writeln!(out, "    #[serde({})]", serde.join(", "))?;
    }
    let role = match field.role {
        Role::Plain => None,
        Role::Version => Some("version"),
        Role::Ttl => Some("ttl"),
        Role::Created => Some("created"),
        Role::Updated => Some("updated"),
        Role::Unique => Some("unique"),
        Role::Counter => Some("counter"),
        Role::KeyOnly => Some("key_only"),
    };
    let within = field.within.map(|other| format!("unique(within = {})", fields[other].name));
    let role = within.or_else(|| role.map(str::to_owned));
    let flags = [field.sensitive.then_some("sensitive"), field.trunc.then_some("trunc")];
    let options: Vec<_> = role.into_iter().chain(flags.into_iter().flatten().map(str::to_owned)).collect();
    if !options.is_empty() {
        writeln!(out, "    #[entity({})]", options.join(", "))?;
    }
    writeln!(out, "    pub {}: {},", field.name, field.ty.rust())
}

fn is_empty(field: &Field) -> &'static str {
    match field.ty {
        crate::kind::Type::Map(_) => "std::collections::BTreeMap::is_empty",
        _ => "Vec::is_empty",
    }
}

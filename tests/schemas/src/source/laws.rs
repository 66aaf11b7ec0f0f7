//! The function that runs the laws.

use std::fmt::Write as _;

use serde_json::Value as Json;

use crate::{
    kind::Kind,
    model::{
        item::{foreign, seconds},
        query::{collected, groups, same_key},
        write::{self, State, all, carry_out, create, encoded, live, put},
    },
    release::{Change, next},
    schema::{Asked, Entity, Item, Law, Projection, Role, Schema, View},
    step::{Step, Way, Write},
    value::{self, Value},
};

/// Writes the function that runs the laws.
pub fn write_run(schema: &Schema, out: &mut String) -> std::fmt::Result {
    if schema.is_mistaken {
        return writeln!(out, "pub async fn run(_: &mut Probe) -> Result<()> {{\n    Ok(())\n}}");
    }
    for entity in &schema.entities {
        write_items(schema, entity, out)?;
    }
    writeln!(out, "pub async fn run(probe: &mut Probe) -> Result<()> {{")?;
    writeln!(out, "    let table = probe.open::<Store>().await?;")?;
    for entity in &schema.entities {
        let name = lower(entity);
        writeln!(out, "    let {name}s = {name}s();\n    let {name}_keys = {name}_keys();")?;
        writeln!(out, "    probe.write(&table, STORED_{}).await;", name.to_uppercase())?;
    }
    for law in &schema.laws {
        write_law(schema, law, out)?;
    }
    writeln!(out, "    Ok(())\n}}")
}

fn lower(entity: &Entity) -> String {
    entity.name.to_lowercase()
}

/// Writes the items of an entity, their keys, and how they are stored.
fn write_items(schema: &Schema, entity: &Entity, out: &mut String) -> std::fmt::Result {
    write_values(entity, out)?;
    let stored = all(schema, entity, &write::written(schema, entity)).into_iter().map(|mut item| {
        item.retain(|_, value| value.get("$maybe").is_none());
        format!("{:?}", Json::Object(item).to_string())
    });
    let name = entity.name.to_uppercase();
    writeln!(out, "const STORED_{name}: &[&str] = &[{}];\n", listed(&stored.collect::<Vec<_>>()))
}

/// Writes the items of an entity and their keys.
pub fn write_values(entity: &Entity, out: &mut String) -> std::fmt::Result {
    let name = lower(entity);
    let items: Vec<_> = entity.items.iter().map(|item| literal(entity, &item.values)).collect();
    let keys = 0..entity.items.len();
    let keys: Vec<_> = keys.map(|place| key(entity, place, &entity.items[place].values)).collect();
    writeln!(out, "pub fn {name}s() -> Vec<{}> {{\n    vec![{}]\n}}\n", entity.name, listed(&items))?;
    let keys = listed(&keys);
    writeln!(out, "pub fn {name}_keys() -> Vec<keywright::Key<{}>> {{\n    vec![{keys}]\n}}\n", entity.name)
}

/// Writes one element on the line of its brackets, and several on lines of their own.
fn listed(elements: &[String]) -> String {
    match elements {
        [] => String::new(),
        [one] => one.clone(),
        several => format!("\n        {},\n    ", several.join(",\n        ")),
    }
}

/// Returns the places of the items that have expired.
fn expired(entity: &Entity) -> Vec<usize> {
    (0..entity.items.len()).filter(|place| entity.is_expired(&entity.items[*place].values)).collect()
}

/// Writes a value of an entity.
fn literal(entity: &Entity, values: &[Value]) -> String {
    let fields = entity.fields.iter().zip(values);
    let fields = fields.map(|(field, value)| format!("{}: {}", field.name, value::expression(&field.ty, value)));
    format!("{} {{ {} }}", entity.name, fields.collect::<Vec<_>>().join(", "))
}

/// Writes the key of an item.
fn key(entity: &Entity, item: usize, values: &[Value]) -> String {
    let fields = entity.key.fields();
    let mut arguments: Vec<_> =
        fields.iter().map(|field| value::of_kind(entity.kind(*field), &values[*field])).collect();
    let mut function = "key";
    if let Some(shard) = entity.key.shard.as_ref().filter(|shard| shard.is_random()) {
        function = "key_in_shard";
        let count = shard.count_at(seconds(entity, &entity.key, values));
        arguments.insert(0, (entity.items[item].shard % count + shard.first).to_string());
    }
    format!("{}::{function}({})", entity.name, arguments.join(", "))
}

/// Writes a list of stored items.
fn list(items: impl IntoIterator<Item = crate::model::item::Attributes>) -> String {
    let texts: Vec<_> = items.into_iter().map(|item| format!("{:?}", Json::Object(item).to_string())).collect();
    format!("&[{}]", texts.join(", "))
}

/// Writes the reads of an entity's items, by their keys and all of them.
fn write_reads(schema: &Schema, entity: &Entity, out: &mut String) -> std::fmt::Result {
    let arguments = format!("&table, &{name}_keys, &{name}s, &{:?}", expired(entity), name = lower(entity));
    writeln!(out, "    probe.reads({arguments}).await?;")?;
    if schema.table.has_strong_regions {
        return Ok(());
    }
    writeln!(out, "    probe.reads_at_one_instant({arguments}).await?;")
}

fn write_law(schema: &Schema, law: &Law, out: &mut String) -> std::fmt::Result {
    let record = &schema.entities[0];
    match law {
        Law::Codec => {
            for entity in &schema.entities {
                let name = lower(entity);
                let expected = list(entity.items.iter().map(|item| encoded(schema, entity, &item.values)));
                writeln!(out, "    probe.codec(&{name}s, &{name}_keys, STORED_{}, {expected});", name.to_uppercase())?;
            }
            Ok(())
        }
        Law::Reads => {
            for entity in &schema.entities {
                write_reads(schema, entity, out)?;
            }
            for (place, item) in record.items.iter().enumerate().filter(|_| record.is_random()) {
                let fields = record.key.fields();
                let arguments = fields.iter().map(|field| value::of_kind(record.kind(*field), &item.values[*field]));
                let find = format!("Record::find({})", arguments.collect::<Vec<_>>().join(", "));
                let places = same_key(schema, record, place);
                writeln!(out, "    probe.finds({find}.send(&table).await?, &records, &{places:?});")?;
            }
            Ok(())
        }
        Law::Queries(asked) => asked.iter().try_for_each(|asked| write_query(schema, record, asked, out)),
        Law::PutBack => write_put_back(schema, record, out),
        Law::Steps(steps) => write_steps(schema, record, steps, out),
        Law::Release(change) => write_release(schema, *change, out),
        Law::Generated => writeln!(out, "    probe.generated::<Store>().await;"),
        Law::Load => writeln!(out, "    probe.load::<Store>();"),
        Law::Straggler { item } => {
            let of = Item { is_older: true, forms: Vec::new(), ..record.items[*item].clone() };
            let copy = list([foreign(schema, record, &of)]);
            writeln!(out, "    probe.clear(&table).await;\n    probe.write(&table, STORED_RECORD).await;")?;
            writeln!(out, "    probe.write(&table, {copy}).await;")?;
            let asked = Asked {
                index: None,
                like: *item,
                then: 0,
                between: None,
                closed: true,
                during: None,
                newest_first: false,
                view: View::Pages,
            };
            write_query(schema, record, &asked, out)
        }
        Law::Collection { like, during } => {
            let of = |variant: &str| format!("{0}s.iter().cloned().map(Both::{1})", variant.to_lowercase(), variant);
            writeln!(out, "    let both: Vec<Both> = {}.chain({}).collect();", of("Record"), of("Other"))?;
            let key = &record.key;
            let values = &record.items[*like].values;
            let arguments = key.arguments().into_iter().map(|field| value::of_kind(record.kind(field), &values[field]));
            let arguments = arguments.collect::<Vec<_>>().join(", ");
            let groups = collected(schema, *like, *during);
            let certified = |query: &str| {
                let page = format!("let query = {query}.limit(items); (query.explain(), query.send(&table))");
                format!("    probe.certified(&table, \"collection\", |items| {{ {page} }}).await?;")
            };
            if let (Some((first, last)), Some((field, _))) = (during, key.bucket()) {
                let time = |seconds| value::of_kind(record.kind(field), &Value::Time { seconds, nanos: 0 });
                let during = format!("{}..{}", time(*first), time(last + 1));
                let places: Vec<_> = groups.concat();
                writeln!(out, "{}", certified(&format!("Both::query({arguments}).during({during})")))?;
                return writeln!(
                    out,
                    "    probe.collected(&Both::query({arguments}).during({during}).send(&table).await?.items, &both, \
                     &{places:?});"
                );
            }
            let groups = groups.iter().map(|group| format!("&{group:?}")).collect::<Vec<_>>().join(", ");
            writeln!(out, "{}", certified(&format!("Both::query({arguments})")))?;
            writeln!(
                out,
                "    probe.query(&table, \"collection\", Both::query({arguments}), &both, &[{groups}]).await?;"
            )
        }
    }
}

/// Returns the stored items of the first entity, and those of the others, which stay as they are.
fn with_others(schema: &Schema, state: &State) -> String {
    let others = schema.entities[1..].iter().flat_map(|entity| all(schema, entity, &write::written(schema, entity)));
    list(all(schema, &schema.entities[0], state).into_iter().chain(others))
}

fn write_put_back(schema: &Schema, record: &Entity, out: &mut String) -> std::fmt::Result {
    let verb = if record.key.older.is_empty() { "put" } else { "replace" };
    writeln!(out, "    for item in table.scan::<Record>().await?.items {{ table.{verb}(&item).await?; }}")?;
    let back = record.items.iter().zip(write::written(schema, record));
    let back = back.map(|(item, stored)| match record.is_expired(&item.values) {
        true => stored,
        false => Some(put(schema, record, &item.values)),
    });
    let back = back.collect();
    let created = record.items.iter().map(|item| Some(create(schema, record, &item.values))).collect();
    writeln!(out, "    probe.stores(\"read and put back\", &table, {}).await;", with_others(schema, &back))?;
    writeln!(out, "    for key in record_keys.iter().cloned() {{ table.delete(key).await?; }}")?;
    writeln!(out, "    probe.stores(\"delete\", &table, {}).await;", with_others(schema, &Vec::new()))?;
    writeln!(out, "    for item in &records {{ table.create(item).await?; }}")?;
    writeln!(out, "    probe.stores(\"create\", &table, {}).await;", with_others(schema, &created))
}

fn write_steps(schema: &Schema, record: &Entity, steps: &[Step], out: &mut String) -> std::fmt::Result {
    let mut state: State = write::written(schema, record);
    writeln!(out, "    probe.clear(&table).await;\n    probe.write(&table, STORED_RECORD).await;")?;
    for (place, step) in steps.iter().enumerate() {
        let before = state.clone();
        let answer = carry_out(schema, record, &mut state, step);
        let law = format!("step {place}: {}", name(&step.write));
        let call = call(record, &before, step);
        let answered = match step.write {
            Write::UpdateEach { .. } | Write::DeleteEach { .. } | Write::Backfill | Write::Rekey => {
                format!("swept({call}.await)")
            }
            Write::UpdateWhen { .. } if step.way == Way::Alone => format!("applied({call}.await)"),
            _ => format!("{call}.await"),
        };
        writeln!(out, "    probe.answers({law:?}, {answered}, {answer:?});")?;
        if let Write::PutOther { item, values } = &step.write
            && (answer, step.way) == ("KeyCollision", Way::Alone)
        {
            writeln!(out, "    probe.absent({law:?}, table.get({}).await?);", key(record, *item, values))?;
        }
        writeln!(out, "    probe.stores({law:?}, &table, {}).await;", list(all(schema, record, &state)))?;
    }
    Ok(())
}

fn name(write: &Write) -> &'static str {
    match write {
        Write::Put { .. } => "put",
        Write::Create { .. } => "create",
        Write::Replace { .. } => "replace",
        Write::Delete { .. } => "delete",
        Write::Update { .. } => "update",
        Write::Add { .. } => "add",
        Write::Upsert { .. } => "upsert",
        Write::Increment { .. } => "increment",
        Write::Move { .. } => "move_to",
        Write::PutOther { .. } => "put another item with the key",
        Write::PutStale { .. } => "put another version",
        Write::DeleteItem { .. } => "delete_item",
        Write::UpdateWhen { .. } => "update when",
        Write::UpdateEach { .. } => "update_each",
        Write::DeleteEach { .. } => "delete_each",
        Write::Backfill => "backfill",
        Write::Rekey => "rekey",
    }
}

/// Writes the call of a step.
fn call(record: &Entity, before: &State, step: &Step) -> String {
    let key = |item: usize| format!("record_keys[{item}].clone()");
    // A put requires the version that is stored.
    let whole = |item: usize, values: &[Value]| {
        let mut values = values.to_vec();
        if let Some(version) = record.with_role(Role::Version) {
            values[version] = match live(record, &before[item]) {
                Some(stored) => stored.values[version].clone(),
                None => Value::Integer(0),
            };
        }
        format!("&{}", literal(record, &values))
    };
    let set = |changes: &[(usize, Value)]| changes_text(record, changes);
    match (&step.write, step.way) {
        (Write::Put { item, values }, Way::Alone) => format!("table.put({})", whole(*item, values)),
        // Of two items with one key, the last one stays.
        (Write::Put { item, values }, Way::Batch) => {
            let first = whole(*item, &record.items[*item].values);
            format!("table.batch_put([{first}, {}])", whole(*item, values))
        }
        (Write::Put { item, values }, Way::Transaction) => {
            format!("table.transaction().put({})", whole(*item, values))
        }
        (Write::Create { item }, Way::Transaction) => format!("table.transaction().create(&records[{item}])"),
        (Write::Create { item }, _) => format!("table.create(&records[{item}])"),
        (Write::Replace { item, values }, Way::Transaction) => {
            format!("table.transaction().replace({})", whole(*item, values))
        }
        (Write::Replace { item, values }, _) => format!("table.replace({})", whole(*item, values)),
        (Write::Delete { item }, Way::Transaction) => format!("table.transaction().delete({})", key(*item)),
        (Write::Delete { item }, Way::Batch) => format!("table.batch_delete([{}])", key(*item)),
        (Write::Delete { item }, Way::Alone) => format!("table.delete({})", key(*item)),
        (Write::Update { item, changes }, way) => update(&key(*item), &set(changes), way),
        (Write::Add { item, field, amount }, way) => {
            update(&key(*item), &format!(".add({}, {amount})", constant(record, &[*field])), way)
        }
        (Write::Upsert { item, values }, way) => {
            let set = set(&write::outside_of_key(record, values));
            match way {
                Way::Transaction => {
                    format!("table.transaction().update(keywright::ItemUpdate::upsert({}){set})", key(*item))
                }
                _ => format!("table.upsert({}){set}", key(*item)),
            }
        }
        (Write::Increment { item, field, amount }, way) => {
            let arguments = record.key.fields();
            let values = &record.items[*item].values;
            let arguments = arguments.iter().map(|field| value::of_kind(record.kind(*field), &values[*field]));
            let arguments = arguments.collect::<Vec<_>>().join(", ");
            let handle = if way == Way::Transaction { "table.transaction()" } else { "table" };
            format!("{handle}.increment(Record::{}({arguments}), {amount})", record.fields[*field].name)
        }
        (Write::Move { item, field, to, emptied }, _) => {
            let field = &record.fields[*field];
            let to = value::expression(&field.ty, to);
            let emptied = emptied.iter().map(|field| format!(" item.{} = None;", record.fields[*field].name));
            let emptied = emptied.collect::<String>();
            format!("table.move_to({}, |item| {{ item.{} = {to};{emptied} }})", key(*item), field.name)
        }
        (Write::PutOther { item, values }, way) => {
            let handle = if way == Way::Transaction { "table.transaction()" } else { "table" };
            format!("{handle}.put({})", whole(*item, values))
        }
        (Write::PutStale { item }, way) => {
            let mut values = record.items[*item].values.clone();
            if let Some(version) = record.with_role(Role::Version) {
                values[version] = Value::Integer(77);
            }
            let handle = if way == Way::Transaction { "table.transaction()" } else { "table" };
            format!("{handle}.put(&{})", literal(record, &values))
        }
        (Write::DeleteItem { item, stale }, _) => {
            let mut values =
                before[*item].as_ref().map_or(&record.items[*item].values, |stored| &stored.values).clone();
            if let Some(version) = record.with_role(Role::Version).filter(|_| *stale) {
                values[version] = Value::Integer(77);
            }
            format!("table.transaction().delete_item(&{})", literal(record, &values))
        }
        (Write::UpdateWhen { item, field, is, to, unless }, way) => {
            let of = &record.fields[*field];
            let (is, to) = (value::expression(&of.ty, is), value::expression(&of.ty, to));
            let never = match of.ty.kind() {
                Kind::Text => Some("\"never\".to_owned()"),
                Kind::Integer { bits: 8..=64, .. } => Some("99"),
                _ => None,
            };
            let name = constant(record, &[*field]);
            let not = if *unless { "ne" } else { "eq" };
            let when = never.filter(|_| !of.ty.is_option()).map(|never| format!("{name}.{not}({never}) | "));
            let when = format!("{}{name}.eq({is})", when.unwrap_or_default());
            update(&key(*item), &format!(".set({name}, {to}).when({when})"), way)
        }
        (Write::UpdateEach { field, to }, _) => {
            let field = &record.fields[*field];
            let to = value::expression(&field.ty, to);
            let name = &field.name;
            format!("table.update_each(|mut item: Record| {{ item.{name} = {to}; Some(item) }})")
        }
        (Write::DeleteEach { field, like }, _) => {
            let field = &record.fields[*field];
            let like = value::expression(&field.ty, like);
            format!("table.delete_each(|item: &Record| item.{} == {like})", field.name)
        }
        (Write::Backfill, _) => "table.backfill::<Record>()".into(),
        (Write::Rekey, _) => "table.rekey::<Record>()".into(),
    }
}

/// Writes an update of a key, with what it changes.
fn update(key: &str, changes: &str, way: Way) -> String {
    match way {
        Way::Transaction => format!("table.transaction().update(keywright::ItemUpdate::new({key}){changes})"),
        _ => format!("table.update({key}){changes}"),
    }
}

/// Writes the changes of an update: fields of one group together.
fn changes_text(record: &Entity, changes: &[(usize, Value)]) -> String {
    let groups = record.groups();
    let mut text = String::new();
    let mut left: Vec<usize> = changes.iter().map(|(field, _)| *field).collect();
    let value_of = |field: usize| {
        let value = changes.iter().find(|(changed, _)| *changed == field).map(|(_, value)| value);
        value.map(|value| value::expression(&record.fields[field].ty, value)).unwrap_or_default()
    };
    while let Some(field) = left.first().copied() {
        let group = groups.iter().find(|group| group.contains(&field)).cloned().unwrap_or_else(|| vec![field]);
        left.retain(|field| !group.contains(field));
        let values: Vec<_> = group.iter().map(|field| value_of(*field)).collect();
        let values = if values.len() == 1 { values.concat() } else { format!("({})", values.join(", ")) };
        text += &format!(".set({}, {values})", constant(record, &group));
    }
    text
}

/// Writes the constant of fields that are set together.
fn constant(record: &Entity, fields: &[usize]) -> String {
    let names: Vec<_> = fields.iter().map(|field| record.fields[*field].name.to_uppercase()).collect();
    format!("Record::{}", names.join("_AND_"))
}

/// Writes the reads of the next release, if the lock file allows the change.
fn write_release(schema: &Schema, change: Change, out: &mut String) -> std::fmt::Result {
    let (Some(next), Some(place)) = (next(schema, change), schema.releases().position(|of| of == change)) else {
        return Ok(());
    };
    let record = &next.entities[0];
    writeln!(out, "    if probe.allows::<Store, next{place}::Store>() {{")?;
    writeln!(out, "    use next{place}::{{self as next, Record}};")?;
    writeln!(out, "    let table = probe.open_next::<Store, next::Store>().await?;")?;
    writeln!(out, "    probe.write(&table, STORED_RECORD).await;")?;
    writeln!(out, "    let (records, record_keys) = (next::records(), next::record_keys());")?;
    if record.is_random() {
        writeln!(out, "    probe.scans(&table, &records, &{:?}).await?;", expired(record))?;
    } else {
        write_reads(&next, record, out)?;
    }
    writeln!(out, "    table.backfill::<Record>().await?;")?;
    let indexes = std::iter::once(None).chain((0..record.indexes.len()).map(Some));
    for index in indexes {
        let Some(key) = record.key_of(index) else { continue };
        let is_all = index.is_none_or(|index| next.table.indexes[index].projection == Projection::All);
        let like = (0..record.items.len())
            .find(|item| key.arguments().iter().all(|field| record.items[*item].values[*field] != Value::Absent));
        if let Some(like) = like.filter(|_| is_all) {
            let asked = Asked {
                index,
                like,
                then: 0,
                between: None,
                closed: true,
                during: None,
                newest_first: false,
                view: View::Stream,
            };
            write_query(&next, record, &asked, out)?;
        }
    }
    writeln!(out, "    }}")
}

fn write_query(schema: &Schema, record: &Entity, asked: &Asked, out: &mut String) -> std::fmt::Result {
    let Some(key) = record.key_of(asked.index) else { return Ok(()) };
    let name = match asked.index {
        None => "query",
        Some(index) => record.indexes[index].as_ref().map_or("", |index| index.query.as_str()),
    };
    let item = &record.items[asked.like].values;
    let arguments = key.arguments().into_iter().map(|field| value::of_kind(record.kind(field), &item[field]));
    let mut query = format!("Record::{name}({})", arguments.collect::<Vec<_>>().join(", "));
    let sort = key.sort_fields();
    for (field, _) in sort.iter().take(asked.then) {
        write!(query, ".then({})", value::of_kind(record.kind(*field), &item[*field]))?;
    }
    if let (Some((low, high)), Some((field, _))) = (&asked.between, sort.get(asked.then)) {
        let kind = record.kind(*field);
        let dots = if asked.closed { "..=" } else { ".." };
        write!(query, ".between({}{dots}{})", value::of_kind(kind, low), value::of_kind(kind, high))?;
    }
    let is_ranged = asked.between.is_some() && asked.then == 0;
    if let Some((field, _)) = key.bucket()
        && !(is_ranged && key.is_ranged_by(field))
    {
        let method = if key.is_ranged_by(field) { "between" } else { "during" };
        let times = record.items.iter().filter_map(|item| match &item.values[field] {
            Value::Time { seconds, .. } => Some(*seconds),
            _ => None,
        });
        let all = (times.clone().min().unwrap_or(0), times.max().unwrap_or(0));
        let (first, last) = asked.during.unwrap_or(all);
        let time = |seconds| value::of_kind(record.kind(field), &Value::Time { seconds, nanos: 0 });
        write!(query, ".{method}({}..{})", time(first), time(last + 1))?;
    }
    if asked.newest_first {
        query.push_str(".newest_first()");
    }
    let law = format!("{name} like item {}", asked.like);
    let groups = groups(schema, record, asked);
    let groups = groups.iter().map(|group| format!("&{group:?}")).collect::<Vec<_>>().join(", ");
    let (call, query) = match asked.view {
        View::Pages => ("query", query),
        View::Stream => ("stream", query),
        View::Count => ("count", format!("{query}.count(&table)")),
        View::Keys => ("keys", format!("{query}.keys()")),
        View::Located => ("located", format!("{query}.located()")),
        View::Hydrated => ("found", query),
        View::Projected => ("query", format!("{query}.project::<Part>()")),
    };
    let whole = match asked.view {
        View::Pages => Some(""),
        View::Hydrated => Some(".hydrate()"),
        _ => None,
    };
    if let Some(whole) = whole {
        let query = format!("{query}.limit(items){whole}");
        let pages = format!("|items| {{ let query = {query}; (query.explain(), query.send(&table)) }}");
        writeln!(out, "    probe.certified(&table, {law:?}, {pages}).await?;")?;
    }
    let part = |field: &usize| format!("{0}: of.{0}.clone()", record.fields[*field].name);
    let expected = match asked.view {
        View::Keys => "record_keys".into(),
        View::Projected => {
            let fields = record.part.iter().map(part).collect::<Vec<_>>().join(", ");
            format!("records.iter().map(|of| Part {{ {fields} }}).collect::<Vec<_>>()")
        }
        _ => "records".to_owned(),
    };
    match asked.view {
        View::Hydrated => {
            writeln!(out, "    let (mut found, mut cursor) = (Vec::new(), None);")?;
            writeln!(out, "    loop {{")?;
            writeln!(out, "        let page = {query}.cursor(cursor).hydrate().send(&table).await?;")?;
            writeln!(out, "        found.extend(page.items);")?;
            writeln!(out, "        cursor = page.cursor;")?;
            writeln!(out, "        if cursor.is_none() {{ break }}")?;
            writeln!(out, "    }}")?;
            writeln!(out, "    probe.found({law:?}, &found, &{expected}, &[{groups}]);")
        }
        View::Count => writeln!(out, "    probe.counts({law:?}, {query}.await?.items, &[{groups}]);"),
        _ => writeln!(out, "    probe.{call}(&table, {law:?}, {query}, &{expected}, &[{groups}]).await?;"),
    }
}

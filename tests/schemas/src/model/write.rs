//! What a write changes.

use serde_json::{Value as Json, json};

use super::item::{
    Attributes, EXTRA, field_attributes, foreign, index_key, native_attributes, seconds, stored, table_key, truncate,
    truncate_field,
};
use crate::{
    kind::Type,
    schema::{Attribute, Entity, Field, Item, Key, Older, Role, Schema, Scope, Shard},
    step::{Step, Way, Write},
    template::{Part, Segment, Spec, canonical, escaped},
    value::{Value, default},
};

/// An item as it is stored.
#[derive(Debug, Clone)]
pub struct Stored {
    pub values: Vec<Value>,
    pub attributes: Attributes,
    /// Whether its unique values are those of another item, because it has expired.
    pub is_replaced: bool,
    /// A copy under an older key, which no read returns.
    pub beneath: Option<Box<Stored>>,
}

/// The stored items, by their places in the list of the entity's items.
pub type State = Vec<Option<Stored>>;

/// What a write answers: `Ok`, or the name of the error's kind.
pub type Answer = &'static str;

/// Returns the items as another program has written them.
pub fn written(schema: &Schema, entity: &Entity) -> State {
    let stored = |item: &Item| Stored {
        values: item.values.clone(),
        attributes: foreign(schema, entity, item),
        is_replaced: false,
        beneath: None,
    };
    entity.items.iter().map(|item| Some(stored(item))).collect()
}

/// Returns all stored items, with the sentinels of their unique values.
pub fn all(schema: &Schema, entity: &Entity, state: &State) -> Vec<Attributes> {
    let stored = state.iter().flatten();
    let items = stored
        .clone()
        .flat_map(|stored| stored.beneath.iter().map(|copy| &copy.attributes).chain([&stored.attributes]).cloned());
    items
        .chain(stored.filter(|stored| !stored.is_replaced).flat_map(|stored| sentinels(schema, entity, stored)))
        .collect()
}

/// Returns the sentinels of an item's unique values.
fn sentinels(schema: &Schema, entity: &Entity, stored: &Stored) -> Vec<Attributes> {
    let unique = entity.fields.iter().enumerate().filter(|(_, field)| field.role == Role::Unique);
    let sentinel = unique.map(|(place, field)| {
        let delimiter = schema.table.encoding.delimiter;
        let escape = |text: &str| escaped(text, Part::Partition, delimiter, None);
        let values = field.within.into_iter().chain([place]);
        let values = values.map(|place| escape(&canonical(&stored.values[place])));
        let parts = ["%UNIQUE".to_owned(), escape(entity.label()), escape(&field.attribute(entity))];
        let partition = parts.into_iter().chain(values).collect::<Vec<_>>().join(&delimiter.to_string());
        let key: Vec<_> = entity.key.attributes().map(|attribute| &attribute.name).collect();
        let owner = key.iter().map(|name| ((*name).clone(), stored.attributes[*name].clone()));
        let owner: Attributes = owner.collect();
        let mut sentinel = Attributes::from_iter([
            (key[0].clone(), json!({ "S": partition })),
            ("_owner".to_owned(), json!({ "M": owner })),
        ]);
        if let Some(sort) = entity.key.sort.first() {
            let value = match entity.attribute_type(sort) {
                "N" => json!({ "N": "0" }),
                _ => json!({ "S": "%UNIQUE" }),
            };
            sentinel.insert(sort.name.clone(), value);
        }
        if schema.table.discriminator {
            sentinel.insert("_et".into(), json!({ "S": "%UNIQUE" }));
        }
        if let Some(ttl) = stored.attributes.get("expires").filter(|_| schema.table.ttl) {
            sentinel.insert("expires".into(), ttl.clone());
        }
        if schema.table.write_id {
            sentinel.insert("_w".into(), json!({ "$maybe": true }));
        }
        sentinel
    });
    sentinel.collect()
}

/// Returns the other items that have one of the unique values.
pub fn holders(schema: &Schema, entity: &Entity, state: &State, item: usize, values: &[Value]) -> Vec<usize> {
    let of = |values: &[Value]| -> Vec<Json> {
        let stored = put(schema, entity, values);
        let partition = &entity.key.partition[0].name;
        sentinels(schema, entity, &stored).into_iter().map(|sentinel| sentinel[partition].clone()).collect()
    };
    let own = of(values);
    let has = |(place, stored): (usize, &Option<Stored>)| {
        let other = stored.as_ref().filter(|_| place != item)?;
        of(&other.values).iter().any(|value| own.contains(value)).then_some(place)
    };
    state.iter().enumerate().filter_map(has).collect()
}

/// Returns the item that a write of a whole item stores.
pub fn put(schema: &Schema, entity: &Entity, values: &[Value]) -> Stored {
    let mut values = values.to_vec();
    count(entity, &mut values);
    let mut attributes = encoded(schema, entity, &values);
    write_now(entity, &mut values);
    if schema.table.write_id {
        attributes.insert("_w".into(), json!({ "$maybe": true }));
    }
    Stored { values, attributes, is_replaced: false, beneath: None }
}

/// Returns the item that a `create` stores, whose time of creation is that of the write.
pub fn create(schema: &Schema, entity: &Entity, values: &[Value]) -> Stored {
    let mut values = values.to_vec();
    if let Some(created) = entity.with_role(Role::Created) {
        values[created] = Value::Absent;
    }
    put(schema, entity, &values)
}

/// Returns the item that a function of the caller has changed, which has the time of creation that the function left.
fn rewrite(schema: &Schema, entity: &Entity, before: &Stored, values: &[Value]) -> Stored {
    let mut stored = put(schema, entity, values);
    // Attributes of other programs stay.
    let of_others = before.attributes.get_key_value(EXTRA).map(|(name, value)| (name.clone(), value.clone()));
    stored.attributes.extend(of_others);
    if let Some(created) = entity.with_role(Role::Created).filter(|created| values[*created] == Value::Absent) {
        stored.values[created] = Value::Absent;
        stored.attributes.remove(&entity.fields[created].attribute(entity));
        write_indexes(schema, entity, &mut stored, &|field| *field == created, entity.with_role(Role::Updated));
    }
    stored
}

/// Returns an item with another value of a field, in its shard and under its older key.
fn rewritten_in_place(schema: &Schema, entity: &Entity, stored: &Stored, field: usize, to: &Value) -> Stored {
    let mut values = stored.values.clone();
    values[field] = to.clone();
    let mut changed = rewrite(schema, entity, stored, &values);
    for attribute in entity.key.attributes() {
        changed.attributes.insert(attribute.name.clone(), stored.attributes[&attribute.name].clone());
    }
    // A NULL is an absent value, too.
    for (name, null) in stored.attributes.iter().filter(|(_, value)| value["NULL"] == true) {
        changed.attributes.entry(name.clone()).or_insert_with(|| null.clone());
    }
    changed
}

/// Returns whether a field is a part of a key, or determines its shard, and is not itself the key's attribute.
fn is_part(entity: &Entity, field: usize) -> bool {
    let has_shards = |key: &Key| key.shard.as_ref().is_some_and(|shard| shard.fields.contains(&field));
    // The key of a time
    let has_times = |key: &Key| key.since.is_some() || key.shard.as_ref().is_some_and(|shard| shard.grow.is_some());
    let is_part = |attribute: &Attribute| {
        entity.native(attribute).is_none() && attribute.template.iter().any(|segment| segment.is_of(field))
    };
    entity.keys().any(|key| {
        let is_its_time = has_times(key) && key.time(&entity.fields) == Some(field);
        let is_older = key.older.iter().any(|older| older.template.iter().any(|segment| segment.is_of(field)));
        has_shards(key) || is_its_time || is_older || key.attributes().any(is_part)
    })
}

/// Returns whether an item already has the attributes of another form of it, apart from what each write sets.
fn is_in_form(schema: &Schema, entity: &Entity, found: &Stored, form: &Stored) -> bool {
    // The keys of indexes that contain the time of the last write
    let unchanged = stored(schema, entity, &found.values);
    let is_set = |name: &String| {
        let of_write =
            |field: &Field| matches!(field.role, Role::Version | Role::Updated) && field.attribute(entity) == *name;
        name == "_w" || entity.fields.iter().any(of_write)
    };
    let is_same = |name: &String| match (found.attributes.get(name), form.attributes.get(name)) {
        (Some(found), Some(wanted)) => {
            let is_one_of = wanted["$any"].as_array().is_some_and(|of| of.contains(found));
            let is_unchanged = wanted.get("$like").is_some() && unchanged.get(name) == Some(found);
            found == wanted || is_one_of || is_unchanged
        }
        _ => false,
    };
    let names = found.attributes.keys().chain(form.attributes.keys());
    names.filter(|name| !is_set(name)).all(is_same)
}

/// Returns the item of a struct, whose version is not counted.
pub fn encoded(schema: &Schema, entity: &Entity, values: &[Value]) -> Attributes {
    let mut values = values.to_vec();
    write_now(entity, &mut values);
    let now: Vec<usize> = (0..values.len()).filter(|place| values[*place] == NOW).collect();
    let mut attributes = stored(schema, entity, &values);
    for index in entity.indexes.iter().flatten() {
        for attribute in index.key.attributes() {
            let uses = |place: &usize| attribute.template.iter().any(|segment| segment.is_of(*place));
            if let (true, Some(value)) = (now.iter().any(uses), attributes.get_mut(&attribute.name)) {
                let text = value["$any"].get(0).unwrap_or(value)["S"].clone();
                *value = json!({ "$like": text });
            }
        }
    }
    for place in now {
        attributes.insert(entity.fields[place].attribute(entity), json!({ "$now": true }));
    }
    attributes
}

/// The time of a write.
const NOW: Value = Value::Time { seconds: 1_795_000_000, nanos: 123_456_789 };

/// Writes the time of creation of an item that has none, as a write does that does not know whether the item is new.
fn write_creation(entity: &Entity, stored: &mut Stored) {
    let Some(created) = entity.with_role(Role::Created) else { return };
    let name = entity.fields[created].attribute(entity);
    if !stored.attributes.contains_key(&name) {
        stored.attributes.insert(name, json!({ "$now": true }));
        stored.values[created] = NOW;
    }
}

/// Sets the times that a write of an item sets.
fn write_now(entity: &Entity, values: &mut [Value]) {
    for (field, value) in entity.fields.iter().zip(values) {
        if field.role == Role::Updated || field.role == Role::Created && *value == Value::Absent {
            *value = NOW;
        }
    }
}

/// Counts a write.
fn count(entity: &Entity, values: &mut [Value]) {
    if let Some(version) = entity.with_role(Role::Version)
        && let Value::Integer(number) = &mut values[version]
    {
        *number += 1;
    }
}

/// Returns the values that a write gives to one item.
fn written_values(entity: &Entity, state: &State, write: &Write) -> Option<(usize, Vec<Value>)> {
    let (item, changes) = match write {
        Write::Put { item, values } | Write::Replace { item, values } | Write::Upsert { item, values } => {
            return Some((*item, values.clone()));
        }
        Write::Create { item } => return Some((*item, entity.items[*item].values.clone())),
        Write::Update { item, changes } => (*item, changes.clone()),
        Write::Move { item, field, to, .. } => (*item, vec![(*field, to.clone())]),
        _ => return None,
    };
    let mut values = live(entity, &state[item])?.values.clone();
    for (field, value) in changes {
        values[field] = value;
    }
    Some((item, values))
}

/// Returns an item that has not expired.
pub fn live<'a>(entity: &Entity, stored: &'a Option<Stored>) -> Option<&'a Stored> {
    stored.as_ref().filter(|stored| !entity.is_expired(&stored.values))
}

fn live_mut<'a>(entity: &Entity, stored: &'a mut Option<Stored>) -> Option<&'a mut Stored> {
    stored.as_mut().filter(|stored| !entity.is_expired(&stored.values))
}

/// Carries out a step.
pub fn carry_out(schema: &Schema, entity: &Entity, state: &mut State, step: &Step) -> Answer {
    if is_rejected(entity, step) {
        return "InvalidArgument";
    }
    if let (Way::Transaction, Write::Upsert { item, .. }) = (step.way, &step.write)
        && state[*item].as_ref().is_some_and(|stored| entity.is_expired(&stored.values))
    {
        // A transaction cannot read an item that has expired, and its attributes would stay.
        return "TransactionCancelled";
    }
    let before = state.clone();
    let answer = apply(schema, entity, state, &step.write);
    for (stored, before) in state.iter_mut().zip(before) {
        if let (Some(stored), Some(before)) = (stored, before) {
            stored.beneath = before.beneath.clone().or_else(|| left_beneath(entity, stored, before, &step.write));
            let beneath = stored.beneath.as_mut().filter(|copy| !entity.is_expired(&copy.values));
            match (&step.write, beneath) {
                // A newer copy supersedes it.
                (Write::Rekey, Some(_)) => stored.beneath = None,
                (Write::Backfill, Some(copy)) => backfill(schema, entity, copy),
                _ => {}
            }
        }
    }
    match (answer, step.way) {
        (answer, Way::Alone | Way::Batch) | (answer @ ("Ok" | "InvalidArgument"), _) => answer,
        (_, Way::Transaction) => "TransactionCancelled",
    }
}

/// Returns the copy under an older key that a write leaves beside the item: a put checks no older key, and an item that
/// has expired there counts as absent.
fn left_beneath(entity: &Entity, stored: &Stored, before: Stored, write: &Write) -> Option<Box<Stored>> {
    let key = |of: &Stored| {
        entity.key.attributes().map(|attribute| of.attributes[&attribute.name].clone()).collect::<Vec<_>>()
    };
    let is_left = match write {
        // A put of a version reads the newest copy.
        Write::Put { .. } => entity.with_role(Role::Version).is_none() || entity.is_expired(&before.values),
        Write::Create { .. } | Write::Upsert { .. } | Write::Increment { .. } => entity.is_expired(&before.values),
        _ => false,
    };
    (is_left && !entity.key.older.is_empty() && key(stored) != key(&before)).then(|| Box::new(before))
}

/// Returns whether a transaction or a batch rejects a write, because it would have to read the item first, or because a
/// batch has no conditions.
fn is_rejected(entity: &Entity, step: &Step) -> bool {
    let of = step.write.item().map(|item| entity.items[item].values.as_slice());
    let has_older = of.is_some_and(|values| has_older_keys(entity, values));
    let has_unique = entity.with_role(Role::Unique).is_some();
    let is_versioned = entity.with_role(Role::Version).is_some();
    let is_counted = entity.with_role(Role::Counter).is_some() || is_versioned;
    let changes_sentinels = has_unique
        && match &step.write {
            Write::Update { changes, .. } => changes.iter().any(|(field, _)| entity.is_kept_by_sentinels(*field)),
            Write::Put { .. }
            | Write::PutOther { .. }
            | Write::Replace { .. }
            | Write::Upsert { .. }
            | Write::Delete { .. } => true,
            _ => false,
        };
    match (step.way, &step.write) {
        (_, Write::Upsert { .. } | Write::Rekey) if has_unique => true,
        // The counts under all keys are added.
        (_, Write::Rekey) => entity.with_role(Role::Counter).is_some(),
        (Way::Alone, _) | (Way::Transaction, Write::Create { .. } | Write::Increment { .. }) => false,
        (Way::Transaction, Write::Put { .. } | Write::PutOther { .. }) => {
            changes_sentinels || has_older && is_versioned
        }
        (Way::Transaction, Write::Delete { .. }) => changes_sentinels || has_older || entity.is_lossy(),
        (Way::Transaction, _) => changes_sentinels || has_older,
        (Way::Batch, Write::Put { values, .. }) => is_counted || has_unique || !is_held(entity, values),
        (Way::Batch, _) => has_older || has_unique || !of.is_some_and(|values| is_held(entity, values)),
    }
}

/// Returns whether an item with these values can be under another key than the one under which it is written.
fn has_older_keys(entity: &Entity, values: &[Value]) -> bool {
    let time = seconds(entity, &entity.key, values);
    let is_earlier = entity.key.since.is_some_and(|since| time.is_some_and(|time| time < since));
    let holds = |older: &Older| older.until.is_none_or(|until| time.is_none_or(|time| time < until));
    !entity.is_random() && !is_earlier && entity.key.older.iter().any(holds)
}

/// Returns whether the table's key contains all of these values.
fn is_held(entity: &Entity, values: &[Value]) -> bool {
    let holds = |field: &usize| {
        let segments = entity.key.attributes().flat_map(|attribute| &attribute.template);
        let mut specs = segments.filter(|segment| segment.is_of(*field)).filter_map(Segment::spec);
        specs.any(|spec| match (spec, &values[*field]) {
            (Spec::Digits(digits), Value::Time { nanos, .. }) => nanos % 10_u32.pow(9 - digits as u32) == 0,
            (Spec::Epoch, Value::Time { nanos, .. }) => *nanos == 0,
            (Spec::EpochMillis, Value::Time { nanos, .. }) => nanos % 1_000_000 == 0,
            (Spec::Lower, Value::Text(text)) => *text == text.to_lowercase(),
            (Spec::Upper, Value::Text(text)) => *text == text.to_uppercase(),
            (spec, _) => !spec.is_lossy(),
        })
    };
    entity.key.fields().iter().all(holds)
}

/// Carries out a write.
fn apply(schema: &Schema, entity: &Entity, state: &mut State, write: &Write) -> Answer {
    let write = &truncated(entity, write);
    let exists = |item: &usize| live(entity, &state[*item]).is_some();
    let is_refused = match write {
        Write::Create { item } => exists(item),
        Write::Replace { item, .. } => !exists(item),
        _ => false,
    };
    if let Some((item, values)) = written_values(entity, state, write).filter(|_| !is_refused) {
        // The value of an expired item is free.
        let holders = holders(schema, entity, state, item, &values);
        if holders.iter().any(|holder| live(entity, &state[*holder]).is_some()) {
            return "NotUnique";
        }
        for holder in holders {
            state[holder].iter_mut().for_each(|stored| stored.is_replaced = true);
        }
    }
    match write {
        // A write of a struct would undo what was counted since it was read.
        Write::Put { item, values } | Write::Replace { item, values }
            if live(entity, &state[*item])
                .is_some_and(|stored| counts_of(entity, &stored.values) != counts_of(entity, values)) =>
        {
            return "ConditionFailed";
        }
        Write::Put { item, values } => {
            let values = with_version(entity, live(entity, &state[*item]), values);
            state[*item] = Some(put(schema, entity, &values));
        }
        Write::Create { item } => {
            if live(entity, &state[*item]).is_some() {
                return "AlreadyExists";
            }
            state[*item] = Some(create(schema, entity, &entity.items[*item].values));
        }
        Write::Replace { item, values } => {
            if live(entity, &state[*item]).is_none() {
                return "NotFound";
            }
            let values = with_version(entity, live(entity, &state[*item]), values);
            state[*item] = Some(put(schema, entity, &values));
        }
        Write::Delete { item } => state[*item] = None,
        Write::Update { item, changes } => match live_mut(entity, &mut state[*item]) {
            Some(stored) => change(schema, entity, stored, changes),
            None => return "NotFound",
        },
        Write::Add { item, field, amount } => match live_mut(entity, &mut state[*item]) {
            Some(stored) if !fits(entity, stored, *field, *amount) => return "OutOfRange",
            Some(stored) => add(schema, entity, stored, *field, *amount),
            None => return "NotFound",
        },
        // A part of an index with the time of creation does not follow from what an upsert sets.
        Write::Upsert { .. } if entity.with_role(Role::Created).is_some_and(|created| is_part(entity, created)) => {
            return "InvalidArgument";
        }
        Write::Upsert { item, values } => match live_mut(entity, &mut state[*item]) {
            Some(stored) => {
                // Where the item can be under another key, an update is tried first.
                if !has_older_keys(entity, &stored.values) {
                    write_key_fields(schema, entity, stored);
                    write_creation(entity, stored);
                }
                change(schema, entity, stored, &outside_of_key(entity, values));
            }
            None => {
                let mut values = with_version(entity, None, values);
                for (field, value) in entity.fields.iter().zip(&mut values).filter(|(field, _)| field.flattened) {
                    *value = default(&field.ty);
                }
                state[*item] = Some(create(schema, entity, &values));
            }
        },
        Write::Increment { item, field, amount } => match live_mut(entity, &mut state[*item]) {
            Some(stored) => {
                write_key_fields(schema, entity, stored);
                write_creation(entity, stored);
                add(schema, entity, stored, *field, *amount);
            }
            None => {
                let mut values = entity.items[*item].values.clone();
                for (value, of) in values.iter_mut().zip(&entity.fields) {
                    match of.role {
                        Role::Counter => *value = Value::Integer(0),
                        _ if of.ty.is_option() => *value = Value::Absent,
                        _ if of.ty == Type::Rest => *value = Value::Map(Vec::new()),
                        _ => {}
                    }
                }
                values[*field] = Value::Integer((*amount).into());
                state[*item] = Some(put(schema, entity, &values));
            }
        },
        Write::PutOther { item, values } => match live(entity, &state[*item]) {
            Some(_) => return "KeyCollision",
            None => state[*item] = Some(put(schema, entity, &with_version(entity, None, values))),
        },
        Write::PutStale { .. } => return "VersionConflict",
        Write::DeleteItem { item, stale } => {
            if *stale && live(entity, &state[*item]).is_some() {
                return "VersionConflict";
            }
            state[*item] = None;
        }
        Write::UpdateWhen { item, field, is, to, unless } => match live_mut(entity, &mut state[*item]) {
            None => return "NotFound",
            Some(stored) if stored.values[*field] != *is && !unless => return "ConditionFailed",
            Some(stored) => change(schema, entity, stored, &[(*field, to.clone())]),
        },
        Write::Move { item, field, to, emptied } => match live_mut(entity, &mut state[*item]) {
            Some(moved) => {
                let mut values = moved.values.clone();
                emptied.iter().for_each(|field| values[*field] = Value::Absent);
                values[*field] = to.clone();
                *moved = rewrite(schema, entity, moved, &values);
            }
            None => return "NotFound",
        },
        Write::UpdateEach { field, to } => {
            for stored in state.iter_mut().flatten().filter(|stored| !entity.is_expired(&stored.values)) {
                let changed = rewritten_in_place(schema, entity, stored, *field, to);
                if stored.values[*field] != *to || !is_in_form(schema, entity, stored, &changed) {
                    *stored = changed;
                    continue;
                }
                write_shards_of_indexes(schema, entity, stored, |_| true);
                if schema.table.write_id {
                    stored.attributes.insert("_w".into(), json!({ "$maybe": true }));
                }
            }
        }
        Write::DeleteEach { field, like } => {
            for stored in state.iter_mut() {
                if live(entity, stored).is_some_and(|stored| stored.values[*field] == *like) {
                    *stored = None;
                }
            }
        }
        Write::Backfill => {
            let live = state.iter_mut().flatten().filter(|stored| !entity.is_expired(&stored.values));
            live.for_each(|stored| backfill(schema, entity, stored));
        }
        Write::Rekey => {
            for stored in state.iter_mut().flatten().filter(|stored| !entity.is_expired(&stored.values)) {
                let key = table_key(schema, entity, &stored.values).unwrap_or_default();
                if key.iter().all(|(name, value)| stored.attributes.get(name) == Some(value)) {
                    continue;
                }
                // All other bytes stay as they are.
                write_moved(schema, entity, stored, key);
            }
        }
    }
    for stored in state.iter_mut().flatten() {
        for (field, _) in entity.fields.iter().zip(&stored.values).filter(|(_, value)| **value == NOW) {
            if let Some(attribute) = stored.attributes.get_mut(&field.attribute(entity)) {
                *attribute = json!({ "$now": true });
            }
        }
    }
    "Ok"
}

/// Writes the discriminator and the keys of indexes.
fn backfill(schema: &Schema, entity: &Entity, stored: &mut Stored) {
    if schema.table.discriminator {
        stored.attributes.insert("_et".into(), json!({ "S": entity.label() }));
    }
    write_indexes(schema, entity, stored, &|_| true, None);
}

/// Returns a write of truncated times.
fn truncated(entity: &Entity, write: &Write) -> Write {
    let mut write = write.clone();
    match &mut write {
        Write::Put { values, .. }
        | Write::Replace { values, .. }
        | Write::Upsert { values, .. }
        | Write::PutOther { values, .. } => truncate(entity, values),
        Write::Update { changes, .. } => {
            changes.iter_mut().for_each(|(field, value)| truncate_field(entity, *field, value))
        }
        Write::Move { field, to, .. } | Write::UpdateEach { field, to } => truncate_field(entity, *field, to),
        _ => {}
    }
    write
}

fn counts_of(entity: &Entity, values: &[Value]) -> Vec<Value> {
    let counters = entity.fields.iter().zip(values).filter(|(field, _)| field.role == Role::Counter);
    counters.map(|(_, value)| value.clone()).collect()
}

/// Returns the values of a struct with the stored version, which is 0 without an item.
fn with_version(entity: &Entity, stored: Option<&Stored>, values: &[Value]) -> Vec<Value> {
    let mut values = values.to_vec();
    if let Some(version) = entity.with_role(Role::Version) {
        values[version] = stored.map_or(Value::Integer(0), |stored| stored.values[version].clone());
    }
    values
}

/// Returns the values of the fields that are not part of the table's key.
pub fn outside_of_key(entity: &Entity, values: &[Value]) -> Vec<(usize, Value)> {
    let is_set = |field: &usize| {
        let of = &entity.fields[*field];
        !entity.key.fields().contains(field)
            && !of.skipped
            && !of.flattened
            && !matches!(of.role, Role::Version | Role::Created | Role::Updated)
    };
    (0..values.len()).filter(is_set).map(|field| (field, values[field].clone())).collect()
}

/// Writes the fields of the table's key and the fixed attributes, as a write does that can create the item.
fn write_key_fields(schema: &Schema, entity: &Entity, stored: &mut Stored) {
    if schema.table.discriminator {
        stored.attributes.insert("_et".into(), json!({ "S": entity.label() }));
    }
    for place in entity.key.fields() {
        let field = &entity.fields[place];
        let is_native =
            entity.keys().flat_map(Key::attributes).any(|attribute| entity.native(attribute) == Some(place));
        if !is_native {
            field.alias.as_ref().map(|alias| stored.attributes.remove(alias));
            stored.attributes.extend(field_attributes(entity, field, &stored.values[place]));
        }
    }
    // An increment knows the fields of the table's key.
    let known = entity.key.fields();
    let is_known = |key: &Key| key.fields().iter().all(|field| known.contains(field));
    write_shards_of_indexes(schema, entity, stored, is_known);
}

/// Returns whether a number with this amount added is within its type.
fn fits(entity: &Entity, stored: &Stored, field: usize, amount: i64) -> bool {
    match (&stored.values[field], entity.kind(field).integer()) {
        (Value::Integer(number), Some((bits @ ..=64, signed))) => {
            let most = 1_i128 << (bits - u32::from(signed));
            number + i128::from(amount) < most
        }
        _ => true,
    }
}

fn add(schema: &Schema, entity: &Entity, stored: &mut Stored, field: usize, amount: i64) {
    let Value::Integer(number) = stored.values[field] else { return };
    change(schema, entity, stored, &[(field, Value::Integer(number + i128::from(amount)))]);
}

/// Sets fields of a stored item, and leaves its other attributes as they are.
fn change(schema: &Schema, entity: &Entity, stored: &mut Stored, changes: &[(usize, Value)]) {
    for (place, value) in changes {
        let field = &entity.fields[*place];
        for (name, _) in field_attributes(entity, field, &stored.values[*place]) {
            stored.attributes.remove(&name);
        }
        stored.attributes.remove(&field.attribute(entity));
        if let Some(alias) = &field.alias {
            stored.attributes.remove(alias);
        }
        stored.attributes.extend(field_attributes(entity, field, value));
        stored.values[*place] = value.clone();
    }
    write_native(schema, entity, stored);
    let updated = entity.with_role(Role::Updated);
    if schema.table.write_id {
        stored.attributes.insert("_w".into(), json!({ "$maybe": true }));
    }
    move_to_current_key(schema, entity, stored);
    let is_changed = |field: &usize| changes.iter().any(|(changed, _)| changed == field) || Some(*field) == updated;
    write_indexes(schema, entity, stored, &is_changed, updated);
    count(entity, &mut stored.values);
    if let Some(version) = entity.with_role(Role::Version) {
        let field = &entity.fields[version];
        stored.attributes.extend(field_attributes(entity, field, &stored.values[version]));
    }
    if let Some(updated) = updated {
        stored.values[updated] = NOW;
        stored.attributes.insert(entity.fields[updated].attribute(entity), json!({ "$now": true }));
    }
}

/// Moves an item under an older key. Its fields are written anew, and other attributes stay as they are.
fn move_to_current_key(schema: &Schema, entity: &Entity, stored: &mut Stored) {
    let key = table_key(schema, entity, &stored.values).unwrap_or_default();
    let is_current = |(name, value): &(String, Json)| {
        let is_one_of = |values: &Json| values.as_array().is_some_and(|of| of.contains(&stored.attributes[name]));
        stored.attributes[name] == *value || is_one_of(&value["$any"])
    };
    if key.iter().all(is_current) {
        return;
    }
    for (field, value) in entity.fields.iter().zip(&stored.values) {
        stored.attributes.remove(&field.attribute(entity));
        field.alias.as_ref().map(|alias| stored.attributes.remove(alias));
        stored.attributes.extend(field_attributes(entity, field, value));
    }
    write_native(schema, entity, stored);
    write_moved(schema, entity, stored, key);
}

/// Writes the shards in indexes that follow from the table's key.
fn write_shards_of_indexes(schema: &Schema, entity: &Entity, stored: &mut Stored, is_written: impl Fn(&Key) -> bool) {
    for (place, index) in entity.indexes.iter().enumerate() {
        let is_random = |key: &Key| key.shard.as_ref().is_some_and(Shard::is_random);
        let follows = index.as_ref().is_some_and(|index| is_random(&index.key) && is_written(&index.key));
        let key = index_key(schema, entity, place, &stored.values).filter(|_| follows);
        stored.attributes.extend(key.into_iter().flatten());
    }
}

/// Writes another key of the table, and the shards in indexes that follow from it.
fn write_moved(schema: &Schema, entity: &Entity, stored: &mut Stored, key: Vec<(String, Json)>) {
    stored.attributes.extend(key);
    if schema.table.discriminator {
        stored.attributes.insert("_et".into(), json!({ "S": entity.label() }));
    }
    write_shards_of_indexes(schema, entity, stored, |_| true);
}

/// Writes the fields that are themselves key attributes.
fn write_native(schema: &Schema, entity: &Entity, stored: &mut Stored) {
    stored.attributes.extend(native_attributes(schema, entity, &stored.values));
}

/// Writes the keys of the indexes that contain a changed field. The field `now` has the time of the write.
fn write_indexes(
    schema: &Schema,
    entity: &Entity,
    stored: &mut Stored,
    is_changed: &dyn Fn(&usize) -> bool,
    now: Option<usize>,
) {
    for (place, index) in entity.indexes.iter().enumerate() {
        let Some(index) = index else { continue };
        let fields = index.key.fields();
        let hashed = index.key.shard.iter().flat_map(|shard| &shard.fields);
        if schema.table.indexes[place].scope == Scope::Inverted || !fields.iter().chain(hashed).any(is_changed) {
            continue;
        }
        let own = |name: &str| entity.key.attributes().any(|attribute| attribute.name == name);
        for attribute in index.key.attributes() {
            if entity.native(attribute).is_none() && !own(&attribute.name) {
                stored.attributes.remove(&attribute.name);
            }
        }
        let mut values = stored.values.clone();
        if let Some(now) = now {
            values[now] = NOW;
        }
        let key = index_key(schema, entity, place, &values).unwrap_or_default();
        let contains_now = |name: &str| {
            let attribute = index.key.attributes().find(|attribute| attribute.name == name);
            let is_now = |segment: &Segment| (0..values.len()).any(|of| values[of] == NOW && segment.is_of(of));
            attribute.is_some_and(|of| of.template.iter().any(is_now))
        };
        let key = key.into_iter().filter(|(name, _)| !own(name));
        let key: Vec<(String, Json)> = key
            .map(|(name, value)| match contains_now(&name) {
                true => (name, json!({ "$like": value["$any"].get(0).unwrap_or(&value)["S"] })),
                false => (name, value),
            })
            .collect();
        stored.attributes.extend(key);
    }
}

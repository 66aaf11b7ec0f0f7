//! Items with different keys, as other programs store them.

use serde_json::Value as Json;

use super::{keys::INSTANT, one_in};
use crate::{
    kind::{Kind, Type},
    model::{
        item::{foreign, is_storable, seconds, stored, table_key, truncate},
        write::{holders, put},
    },
    schema::{Entity, Form, Item, Key, Older, Role, Schema},
    template::{Bucket, Segment, Spec},
    value::{Drawn, NOON, Value, default},
};

/// Draws items of an entity with different keys.
pub fn items(schema: &Schema, place: usize, random: &mut fastrand::Rng) -> Vec<Item> {
    let entity = &schema.entities[place];
    let drawn = drawn(schema);
    // Some writes are drawn only for items that this program could have written.
    let is_own = one_in(3, random);
    // The discriminator tells their items apart.
    let may_overlap = schema.entities.iter().any(|entity| entity.may_overlap);
    let mut items: Vec<Item> = Vec::new();
    for _ in 0..40 {
        // Many items share values, so that queries return several.
        let mut values: Vec<Value> = match items.last() {
            Some(last) if random.bool() => last.values.clone(),
            _ => entity.fields.iter().map(|field| drawn.value(field, random)).collect(),
        };
        let change = random.usize(0..values.len());
        values[change] = drawn.value(&entity.fields[change], random);
        for place in open_texts(schema, entity) {
            if one_in(3, random) {
                let delimiter = schema.table.encoding.delimiter;
                values[place] = Value::Text(format!("a{delimiter}{}", random.u8(0..3)));
            }
        }
        // An index part with the time of the last write is written by each update, and the other part is not.
        for (place, field) in entity.fields.iter().enumerate().filter(|(_, field)| field.role == Role::Updated) {
            while values[place] == Value::Absent && entity.keys().any(|key| key.uses(place)) {
                values[place] = drawn.value(field, random);
            }
        }
        truncate(entity, &mut values);
        let state = items.iter().map(|item: &Item| Some(put(schema, entity, &item.values))).collect();
        let is_unique = holders(schema, entity, &state, usize::MAX, &values).is_empty();
        if is_unique
            && is_new(schema, entity, &items, &values)
            && is_free(schema, entity, place, &values)
            && is_storable(schema, entity, &values)
        {
            let shard = random.u32(0..10);
            let holds = |older: &Older| {
                older.until.is_none_or(|until| seconds(entity, &entity.key, &values).is_none_or(|time| time < until))
            };
            let is_older = !entity.is_random()
                && entity.key.older.first().is_some_and(holds)
                && entity.key.since.is_none()
                && !is_own
                && one_in(2, random);
            let mut item = Item { values, shard, is_older, forms: Vec::new() };
            if !is_own {
                item.forms = forms(entity, &item.values, random);
                item.forms.retain(|form| *form != Form::Unlabeled || !may_overlap);
            }
            // An older key may not contain all fields of the key.
            let place = where_stored(schema, entity, &item);
            if items.iter().all(|other| where_stored(schema, entity, other) != place) {
                items.push(item);
            }
        }
        if items.len() == 6 {
            break;
        }
    }
    items
}

/// Returns the texts of raw keys that may contain the delimiter, because nothing follows them.
fn open_texts(schema: &Schema, entity: &Entity) -> Vec<usize> {
    let is_open = |place: &usize| {
        let sorts = || entity.keys().flat_map(|key| &key.sort);
        let ends = |template: &[Segment]| match template {
            [Segment::Literal(_), before @ .., last] => last.is_of(*place) && !before.iter().any(|of| of.is_of(*place)),
            _ => false,
        };
        let uses = |template: &[Segment]| template.iter().any(|segment| segment.is_of(*place));
        let is_last = sorts().all(|sort| !uses(&sort.template) || ends(&sort.template));
        let is_used = sorts().any(|sort| uses(&sort.template));
        let in_partition = entity.keys().flat_map(|key| &key.partition).any(|partition| uses(&partition.template));
        let is_hashed = entity.keys().any(|key| key.shard.as_ref().is_some_and(|shard| shard.fields.contains(place)));
        let field = &entity.fields[*place];
        let is_plain = field.ty == Type::Of(Kind::Text) && field.role == Role::Plain && field.with.is_none();
        is_plain && is_used && is_last && !in_partition && !is_hashed
    };
    let is_free = schema.table.encoding.raw && entity.with_role(Role::Unique).is_none();
    (0..entity.fields.len()).filter(|place| is_free && is_open(place)).collect()
}

/// Returns what the values of a schema have in common.
pub fn drawn(schema: &Schema) -> Drawn {
    let keys = || schema.entities.iter().flat_map(Entity::keys);
    let shortest = keys().flat_map(Key::buckets).map(|bucket| match bucket {
        Bucket::Minute => 61,
        Bucket::Hour => 3_601,
        Bucket::Day => 86_401,
        Bucket::Week => 604_801,
        Bucket::Month | Bucket::Year => 2_678_401,
    });
    let spread = shortest.min().unwrap_or(86_401);
    let changes = |key: &Key| key.since.is_some() || key.shard.as_ref().is_some_and(|shard| shard.grow.is_some());
    let start = if keys().any(changes) { INSTANT - 2 * spread } else { NOON };
    let is_raw = |segment: &Segment| matches!(segment, Segment::Field { spec: Spec::Raw, .. });
    let has_raw = keys().flat_map(Key::attributes).any(|attribute| attribute.template.iter().any(is_raw));
    let buckets = keys().any(|key| key.buckets().next().is_some());
    Drawn { start, spread, plain: schema.table.encoding.raw || has_raw, buckets }
}

/// Returns whether no item has the key of these values, or differs from them only in its key.
fn is_new(schema: &Schema, entity: &Entity, items: &[Item], values: &[Value]) -> bool {
    items.iter().all(|other| {
        let other_key = table_key(schema, entity, &other.values);
        let key = table_key(schema, entity, values);
        // Items in random shards have no identity, so that only different items can be told apart.
        other_key != key && stored(schema, entity, &other.values) != stored(schema, entity, values)
    })
}

/// Returns the table's key under which an item is stored.
fn where_stored(schema: &Schema, entity: &Entity, item: &Item) -> Vec<Option<Json>> {
    let attributes = foreign(schema, entity, item);
    entity.key.attributes().map(|attribute| attributes.get(&attribute.name).cloned()).collect()
}

/// Returns whether no item of another entity has the key of these values.
fn is_free(schema: &Schema, entity: &Entity, place: usize, values: &[Value]) -> bool {
    let key = table_key(schema, entity, values);
    let others = schema.entities.iter().enumerate().filter(|(other, _)| *other != place);
    let mut keys = others.flat_map(|(_, of)| of.items.iter().map(|item| table_key(schema, of, &item.values)));
    keys.all(|other| other != key)
}

/// Draws how another program stores an item.
fn forms(entity: &Entity, values: &[Value], random: &mut fastrand::Rng) -> Vec<Form> {
    let mut forms = Vec::new();
    // Flattened maps read every attribute.
    let reads_all = entity.fields.iter().any(|field| field.flattened && matches!(field.ty, Type::Rest | Type::Map(_)));
    if one_in(6, random) && !reads_all {
        forms.push(Form::Extra);
    }
    if one_in(10, random) {
        forms.push(Form::Unlabeled);
    }
    for (place, field) in entity.fields.iter().enumerate() {
        let is_plain = matches!(field.role, Role::Plain | Role::Counter) && !field.flattened && !field.skipped;
        let is_whole = |of: &Segment| match of {
            Segment::Field { field, spec } => *field == place && matches!(spec, Spec::Default | Spec::Raw),
            _ => false,
        };
        let in_table_key = entity.key.attributes().flat_map(|attribute| &attribute.template).any(is_whole);
        let is_in_key = entity.keys().any(|key| key.uses(place));
        if !is_plain || !one_in(4, random) {
            continue;
        }
        let is_native = entity.keys().flat_map(Key::attributes).any(|of| entity.native(of) == Some(place));
        let is_text_of_time = matches!(field.ty.kind(), Kind::Instant(clock) if clock != crate::calendar::Clock::Time);
        let has_alias = field.alias.is_some() && !is_native;
        let is_known = field.ty.stored(&default(&field.ty)).is_some() && values[place] != Value::Absent;
        let is_stored = field.ty.is_option() || field.ty.stored(&values[place]).is_some();
        if has_alias && is_stored && one_in(2, random) {
            forms.push(if is_known && one_in(3, random) { Form::Both(place) } else { Form::Alias(place) });
        }
        if field.ty.is_option() && values[place] == Value::Absent && !is_native {
            forms.push(Form::Null(place));
        } else if field.defaulted && !is_in_key && values[place] == default(&field.ty) {
            forms.push(Form::Missing(place));
        } else if in_table_key && !is_native && field.with.is_none() && one_in(2, random) {
            // An id that only the key contains
            forms.push(Form::Missing(place));
        } else if is_text_of_time
            && matches!(values[place], Value::Time { seconds: -60_000_000_000..250_000_000_000, .. })
            && field.with.is_none()
            && !is_native
            && field.ty.single().is_some()
        {
            forms.push(Form::OtherText(place));
        }
        // A missing field is under none of its names.
        if forms.contains(&Form::Missing(place)) {
            forms.retain(|form| !matches!(form, Form::Alias(of) | Form::Both(of) if *of == place));
        }
    }
    forms
}

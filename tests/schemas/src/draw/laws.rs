//! Which laws a program checks, and its queries and writes.

use super::{choose, fields::can_have, items::drawn, one_in};
use crate::{
    kind::{Kind, Type},
    model::{
        item::{is_storable, seconds, table_key, truncate},
        query::compare,
    },
    release::{Change, next},
    schema::{Asked, Entity, Field, Form, Item, Law, Older, Projection, Role, Schema, Scope, Shard, View},
    step::{Step, Way, Write},
    template::{Segment, Spec, written},
    value::{Value, has_default},
};

/// Draws the laws.
pub fn laws(schema: &Schema, random: &mut fastrand::Rng) -> Vec<Law> {
    let record = &schema.entities[0];
    let mut laws = vec![Law::Codec, Law::Reads];
    if record.items.is_empty() {
        return laws;
    }
    if !one_in(3, random) {
        laws.push(Law::Queries(queries(schema, record, random)));
    }
    if let [record, other] = schema.entities.as_slice() {
        let texts = |entity: &Entity| written(&entity.key.partition[0].template, &entity.fields);
        if texts(record) == texts(other) {
            let like = random.usize(0..record.items.len());
            let during = record.key.bucket().and_then(|(field, _)| match &record.items[like].values[field] {
                Value::Time { seconds, .. } => Some((*seconds, *seconds + random.i64(0..100))),
                _ => None,
            });
            laws.push(Law::Collection { like, during });
        }
    }
    let is_written = !record.is_random();
    for _ in 0..choose(random, &[0, 1, 2, 4]) {
        let change = change(schema, record, random).map(Law::Release);
        laws.extend(change.filter(|change| !laws.contains(change)));
    }
    if one_in(6, random) {
        laws.push(Law::Generated);
    }
    // The load on an older key until `since` is not judged.
    let is_of_today = record.keys().all(|key| key.since.is_none());
    if is_of_today && record.peak.is_some_and(|peak| peak.creates > 2) {
        laws.push(Law::Load);
    }
    match random.u8(0..3) {
        0 if is_written => laws.push(Law::PutBack),
        _ => laws.push(Law::Steps(steps(schema, record, random))),
    }
    let is_movable = record.key.since.is_none() && !record.is_random() && !record.is_lossy();
    if let [Older { until, .. }] = record.key.older.as_slice()
        && is_movable
    {
        let holds = |item: &Item| {
            let time = seconds(record, &record.key, &item.values);
            until.is_none_or(|until| time.is_none_or(|time| time < until))
        };
        let is_new = |item: &Item| !item.is_older && !record.is_expired(&item.values) && holds(item);
        let item = record.items.iter().position(is_new);
        laws.extend(item.map(|item| Law::Straggler { item }));
    }
    laws
}

/// Draws the change of the next release.
fn change(schema: &Schema, record: &Entity, random: &mut fastrand::Rng) -> Option<Change> {
    let field = random.usize(0..record.fields.len());
    let index = random.usize(0..record.indexes.len().max(1));
    let (legacy, option, alias, grow) = (random.bool(), random.bool(), random.bool(), random.bool());
    let change = match random.u8(0..28) {
        0 => Change::Shards { grow },
        1 => Change::Sharded { legacy },
        2 => Change::AddField { option },
        3 | 25 | 26 => Change::RemoveField(field),
        4 | 5 => Change::Rename { field, alias },
        6 | 18 => Change::Wider(field),
        7 | 19 => Change::Optional(field),
        8 => Change::AddIndex(field),
        9 | 20..23 if index < record.indexes.len() => Change::IndexTemplate { index, legacy },
        10 => Change::SortTemplate,
        11 | 27 => Change::Label,
        12 => Change::Delimiter,
        13 => Change::Encoding,
        14 => Change::Spec,
        15..18 => purpose(record, random)?,
        _ => Change::Template { legacy },
    };
    next(schema, change).map(|_| change)
}

/// Draws a field and a purpose that it can have.
fn purpose(record: &Entity, random: &mut fastrand::Rng) -> Option<Change> {
    let roles = [Role::Version, Role::Unique, Role::Updated, Role::KeyOnly];
    let all = (0..record.fields.len()).flat_map(|field| roles.map(|role| (field, role)));
    let fitting: Vec<_> = all.filter(|(field, role)| can_have(record, *field, *role)).collect();
    let (field, role) = *fitting.get(random.usize(0..fitting.len().max(1)))?;
    Some(Change::Purpose { field, role })
}

/// Draws queries of each key.
fn queries(schema: &Schema, record: &Entity, random: &mut fastrand::Rng) -> Vec<Asked> {
    let mut queries = Vec::new();
    let keys = std::iter::once(None).chain((0..record.indexes.len()).map(Some));
    for index in keys {
        let Some(key) = record.key_of(index) else { continue };
        let of_table = index.map(|index| &schema.table.indexes[index]);
        let arguments = key.arguments();
        let of = |item: usize| arguments.iter().map(|field| &record.items[item].values[*field]).collect::<Vec<_>>();
        let mut likes: Vec<usize> = Vec::new();
        for like in 0..record.items.len() {
            if !of(like).contains(&&Value::Absent) && likes.iter().all(|other| of(*other) != of(like)) {
                likes.push(like);
            }
        }
        // A text of an older key or of a shard does not follow from the fields, so that it cannot be paged.
        let is_open = of_table.is_some_and(|index| index.scope == Scope::Inverted)
            && (record.key.shard.is_some() || !record.key.older.is_empty());
        let keys_only = of_table.is_some_and(|index| index.projection == Projection::Keys);
        let view = match random.u8(0..10) {
            0 => View::Stream,
            1 => View::Count,
            2 if !record.is_random() && !record.is_lossy() => View::Keys,
            3 => View::Located,
            4 if index.is_some() => View::Hydrated,
            5 if !record.part.is_empty() && !keys_only => View::Projected,
            _ if keys_only && !record.is_lossy() => choose(random, &[View::Hydrated, View::Keys]),
            _ => View::Pages,
        };
        // Expired items cannot be recognized without the attribute.
        let has_ttl = record.with_role(Role::Ttl).is_some();
        let view = if keys_only && has_ttl { View::Hydrated } else { view };
        let is_whole = matches!(view, View::Pages | View::Stream | View::Located | View::Projected);
        let view = if keys_only && is_whole { View::Hydrated } else { view };
        // The keys of such an index contain only the bucket, and a range can begin within it.
        let is_bucketed = key.bucket().is_some_and(|(field, _)| {
            let is_whole = |segment: &Segment| {
                matches!(segment, Segment::Field { field: of, spec }
                    if *of == field && record.holds_whole(field, *spec))
            };
            let attributes = record.key.attributes().chain(key.attributes());
            !attributes.flat_map(|attribute| &attribute.template).any(is_whole)
        });
        let view = if keys_only && is_bucketed { View::Hydrated } else { view };
        let view = if index.is_some() && key.bucket().is_some() && one_in(3, random) { View::Hydrated } else { view };
        for like in likes.into_iter().take(3) {
            let newest_first = one_in(3, random);
            let mut asked =
                Asked { index, like, then: 0, between: None, closed: random.bool(), during: None, newest_first, view };
            if !is_open {
                let is_inverted = of_table.is_some_and(|index| index.scope == Scope::Inverted);
                narrow(record, &mut asked, (is_inverted, schema.table.encoding.raw), random);
            }
            if let Some((field, _)) = key.bucket().filter(|_| asked.between.is_none() && one_in(2, random)) {
                let at = |item: usize| match &record.items[item].values[field] {
                    Value::Time { seconds, .. } => Some(*seconds),
                    _ => None,
                };
                let ends = [at(like), at(random.usize(0..record.items.len()))];
                let ends: Vec<i64> = ends.into_iter().flatten().collect();
                asked.during = ends.iter().min().copied().zip(ends.iter().max().copied());
            }
            // A page with a budget refuses more partition keys than it covers.
            if key.bucket().is_some() && key.page.is_some_and(|page| page.max_rcu.is_some()) {
                let one = |(from, _): (Value, Value)| (from.clone(), from);
                (asked.between, asked.closed) = (asked.between.map(one), true);
                asked.during = asked.during.map(|(from, _)| (from, from));
            }
            queries.push(asked);
        }
    }
    queries
}

/// Gives a query values of its sort key.
fn narrow(record: &Entity, asked: &mut Asked, (is_inverted, is_raw): (bool, bool), random: &mut fastrand::Rng) {
    let Some(key) = record.key_of(asked.index) else { return };
    let sort = key.sort_fields();
    let is_free = |place: usize| {
        sort.get(place).is_some_and(|(field, spec)| {
            let of = &record.fields[*field];
            !matches!(spec, Spec::Plain | Spec::Raw) && record.holds_whole(*field, *spec) && of.role == Role::Plain
        })
    };
    let like = &record.items[asked.like].values;
    if key.bucket().is_none() && is_free(0) && one_in(4, random) && like[sort[0].0] != Value::Absent {
        asked.then = 1;
    }
    // Text that is not escaped has no order before another part.
    let ends_with = |of: usize| {
        let last = key.sort.last().and_then(|attribute| attribute.template.last());
        matches!(last, Some(Segment::Field { field, .. }) if *field == of)
    };
    let is_unescaped =
        sort.get(asked.then).is_some_and(|(field, _)| is_raw && !ends_with(*field) && record.kind(*field).is_text());
    // The table's partition key, which is the sort key of an inverted index, has only times in their order.
    let is_time = |field: usize| record.kind(field).is_time() || matches!(record.kind(field), Kind::Date(_));
    let is_unordered = is_inverted && sort.get(asked.then).is_some_and(|(field, _)| !is_time(*field));
    if is_free(asked.then) && !is_unescaped && !is_unordered && one_in(4, random) {
        let field = sort[asked.then].0;
        let values = || record.items.iter().map(|item| &item.values[field]);
        let (Some(a), Some(b)) = (values().nth(random.usize(0..record.items.len())), values().next()) else { return };
        match compare(a, b) {
            Some(order) if order.is_le() => asked.between = Some((a.clone(), b.clone())),
            Some(_) => asked.between = Some((b.clone(), a.clone())),
            None => {}
        }
    }
}

/// Draws writes of items. Each is of an item that is stored or not, as the model says.
fn steps(schema: &Schema, record: &Entity, random: &mut fastrand::Rng) -> Vec<Step> {
    let mut steps: Vec<Step> = (0..random.usize(3..10)).filter_map(|_| step(schema, record, random)).collect();
    if schema.table.has_strong_regions {
        steps.retain(|step| step.way != Way::Transaction && !matches!(step.write, Write::Move { .. }));
    }
    // A condition that an absent item meets, too
    let when = steps.iter().position(|step| matches!(step.write, Write::UpdateWhen { unless: true, .. }));
    if let Some(Step { write: Write::UpdateWhen { item, .. }, .. }) = when.and_then(|place| steps.get(place))
        && random.bool()
    {
        let delete = Step { write: Write::Delete { item: *item }, way: Way::Alone };
        steps.insert(when.unwrap_or_default(), delete);
    }
    // An increment of random shards has a shard of its own, beside those of earlier ones.
    let is_random = record.is_random();
    let counted = steps.iter().position(|step| is_random && matches!(step.write, Write::Increment { .. }));
    if let Some(item) = counted.and_then(|place| steps[place].write.item()) {
        steps.insert(counted.unwrap_or_default(), Step { write: Write::Delete { item }, way: Way::Alone });
    }
    // The model knows an item by the key that it had first.
    let mut moved = Vec::new();
    steps.retain(|step| {
        let item = step.write.item();
        let is_kept = item.is_none_or(|item| !moved.contains(&item));
        let is_moved = match step.write {
            Write::Move { .. } | Write::PutOther { .. } => true,
            Write::Increment { .. } => is_random,
            _ => false,
        };
        moved.extend(item.filter(|_| is_moved));
        is_kept
    });
    // An item as it was read has the unique values that no earlier write changed.
    let is_unique = record.with_role(Role::Unique).is_some();
    let mut place = 0;
    steps.retain(|step| {
        place += 1;
        !is_unique || place == 1 || !matches!(step.write, Write::DeleteItem { .. })
    });
    // Two items could move to one key.
    let mut moves = 0;
    steps.retain(|step| {
        moves += usize::from(matches!(step.write, Write::Move { .. }));
        !matches!(step.write, Write::Move { .. }) || moves == 1
    });
    let mut counts = 0;
    steps.retain(|step| {
        counts += usize::from(matches!(step.write, Write::Increment { .. }));
        !is_random || !matches!(step.write, Write::Increment { .. }) || counts == 1
    });
    steps
}

fn step(schema: &Schema, record: &Entity, random: &mut fastrand::Rng) -> Option<Step> {
    let item = random.usize(0..record.items.len());
    let drawn = drawn(schema);
    let counts = record.with_role(Role::Counter).is_some();
    let is_random = record.is_random();
    let fixed = record.key.fields();
    let is_free = |field: usize| {
        let of = &record.fields[field];
        !fixed.contains(&field)
            && !record.key.uses(field)
            && !of.skipped
            && matches!(of.role, Role::Plain | Role::Ttl | Role::Unique)
            && of.ty != Type::Rest
    };
    let free: Vec<usize> = (0..record.fields.len()).filter(|field| is_free(*field)).collect();
    let is_grouped = |field: usize| record.groups().iter().any(|group| group.len() > 1 && group.contains(&field));
    // Items whose attributes differ from what a put writes keep them in updates only.
    let is_plain = record.items.iter().all(|item| item.forms.is_empty() && !item.is_older);
    let has_older = !record.key.older.is_empty();
    let is_stamped = record.with_role(Role::Version).is_some() || record.with_role(Role::Updated).is_some();
    let has_random_index = record.keys().skip(1).any(|key| key.shard.as_ref().is_some_and(Shard::is_random));
    let other_values = |random: &mut fastrand::Rng| {
        let mut values = record.items[item].values.clone();
        for field in &free {
            if one_in(2, random) {
                values[*field] = drawn.value(&record.fields[*field], random);
            }
        }
        is_storable(schema, record, &values).then_some(values)
    };
    // The writes that few schemas can have
    let chosen = match random.u8(0..18) {
        _ if record.is_lossy() && one_in(3, random) => 13,
        _ if counts && one_in(3, random) => 5,
        _ if is_plain && !counts && !is_random && one_in(6, random) => 7,
        other => other,
    };
    let write = match chosen {
        13 if !is_random
            && !counts
            && record.is_lossy()
            && !record.items[item].is_older
            && !record.is_expired(&record.items[item].values) =>
        {
            let (field, to) = with_equal_key(schema, record, item, random)?;
            let mut values = record.items[item].values.clone();
            values[field] = to;
            let write = Write::PutOther { item, values };
            return Some(Step { write, way: choose(random, &[Way::Alone, Way::Transaction]) });
        }
        14 if record.with_role(Role::Version).is_some() && !is_random => {
            let is_alone = has_older || record.with_role(Role::Unique).is_some();
            let ways: &[Way] = if is_alone { &[Way::Alone] } else { &[Way::Alone, Way::Transaction] };
            return Some(Step { write: Write::PutStale { item }, way: choose(random, ways) });
        }
        15 if !is_random => {
            let stale = random.bool() && record.with_role(Role::Version).is_some();
            return Some(Step { write: Write::DeleteItem { item, stale }, way: Way::Transaction });
        }
        16 | 17 => {
            let is_condition = |field: &usize| {
                let of = &record.fields[*field];
                let is_comparable = of.ty.single().is_some_and(Kind::fits_keys);
                is_comparable
                    && of.role == Role::Plain
                    && !record.is_kept_by_sentinels(*field)
                    && !is_grouped(*field)
                    && record.items[item].values[*field] != Value::Absent
                    // A condition compares the stored attribute: not the default of an absent one, nor the instant.
                    && ![Form::Missing(*field), Form::OtherText(*field)]
                        .iter()
                        .any(|form| record.items[item].forms.contains(form))
            };
            let conditions: Vec<_> = free.iter().copied().filter(is_condition).collect();
            let field = choose(random, conditions.get(..).filter(|fields| !fields.is_empty())?);
            let stored = &record.items[item].values[field];
            let holds = random.bool();
            let of = if holds { stored.clone() } else { drawn.value(&record.fields[field], random) };
            let to = drawn.value(&record.fields[field], random);
            let mut values = record.items[item].values.clone();
            values[field] = to.clone();
            if of == Value::Absent || !is_storable(schema, record, &values) {
                return None;
            }
            let has_other =
                matches!(record.fields[field].ty, Type::Of(Kind::Text | Kind::Integer { bits: 8..=64, .. }));
            let unless = has_other && random.bool();
            let write = Write::UpdateWhen { item, field, is: of, to, unless };
            return Some(Step { write, way: choose(random, &[Way::Alone, Way::Transaction]) });
        }
        0 if !is_random => Write::Put { item, values: other_values(random)? },
        1 if !is_random => Write::Create { item },
        2 if !is_random => Write::Replace { item, values: other_values(random)? },
        3 => Write::Delete { item },
        // An upsert without a change is refused.
        4 if !is_random && !counts && !free.is_empty() && is_whole(record) => {
            Write::Upsert { item, values: other_values(random)? }
        }
        // A count under an older key stays there, beside the new one.
        5 if !record.items[item].is_older => {
            let field = record.with_role(Role::Counter)?;
            Write::Increment { item, field, amount: i64::from(random.u8(1..9)) }
        }
        6 => {
            let is_number = |field: &usize| {
                matches!(record.fields[*field].ty, Type::Of(Kind::Integer { bits: 16.., .. }))
                    && record.fields[*field].role == Role::Plain
                    && record.fields[*field].with.is_none()
                    && record.fields.iter().all(|of| of.within != Some(*field))
                    && !record.keys().any(|key| key.uses(*field))
                    && matches!(record.items[item].values[*field], Value::Integer(0..1_000))
            };
            let field = free.iter().copied().find(is_number)?;
            Write::Add { item, field, amount: i64::from(random.u8(1..9)) }
        }
        7 if !is_random && !counts => {
            let field = choose(random, fixed.as_slice().get(..).filter(|fixed| !fixed.is_empty())?);
            let mut values = record.items[item].values.clone();
            values[field] = drawn.value(&record.fields[field], random);
            let is_taken =
                |other: &Item| table_key(schema, record, &other.values) == table_key(schema, record, &values);
            if record.items.iter().any(is_taken) || !is_storable(schema, record, &values) {
                return None;
            }
            let to = values.swap_remove(field);
            let is_emptied = |field: &usize| {
                let of = &record.fields[*field];
                of.ty.is_option() && of.role == Role::Plain && !of.flattened && one_in(2, random)
            };
            let emptied = free.iter().copied().filter(is_emptied).collect();
            return Some(Step { write: Write::Move { item, field, to, emptied }, way: Way::Alone });
        }
        // Whether a random shard of an index is written anew follows from a hash, which a version would show.
        8 if !(counts || is_stamped && has_random_index) => {
            let field = choose(random, free.get(..).filter(|free| !free.is_empty())?);
            Write::UpdateEach { field, to: drawn.value(&record.fields[field], random) }
        }
        9 => {
            let field = choose(random, free.get(..).filter(|free| !free.is_empty())?);
            Write::DeleteEach { field, like: record.items[item].values[field].clone() }
        }
        10 => Write::Backfill,
        11 if !is_random => Write::Rekey,
        _ => {
            let groups = record.groups();
            let field = choose(random, free.get(..).filter(|free| !free.is_empty())?);
            let mut fields = groups.iter().find(|group| group.contains(&field)).cloned().unwrap_or_else(|| vec![field]);
            if one_in(3, random) {
                let other = choose(random, &free);
                let with = groups.iter().find(|group| group.contains(&other)).cloned().unwrap_or_else(|| vec![other]);
                if !with.iter().any(|field| fields.contains(field)) {
                    fields.extend(with);
                }
            }
            let changes: Vec<_> = fields
                .iter()
                .filter(|field| !record.fields[**field].flattened)
                .map(|field| (*field, drawn.value(&record.fields[*field], random)))
                .collect();
            // An update does not change the time at which an item was created.
            let is_creation = |(field, _): &(usize, Value)| record.fields[*field].role == Role::Created;
            let mut values = record.items[item].values.clone();
            for (field, value) in &changes {
                values[*field] = value.clone();
            }
            if changes.is_empty() || changes.iter().any(is_creation) || !is_storable(schema, record, &values) {
                return None;
            }
            Write::Update { item, changes }
        }
    };
    let has_unique = record.with_role(Role::Unique).is_some();
    let is_in_key = |field: usize| record.keys().any(|key| key.uses(field));
    match &write {
        // An upsert of an entity with the time of creation in an index key has to set that time.
        Write::Upsert { .. } if record.with_role(Role::Created).is_some_and(is_in_key) => return None,
        Write::UpdateEach { field, .. } if has_unique && record.is_kept_by_sentinels(*field) => return None,
        _ => {}
    }
    let ways: &[Way] = match &write {
        Write::Put { .. } | Write::Delete { .. } => &[Way::Alone, Way::Transaction, Way::Batch],
        Write::Create { .. }
        | Write::Replace { .. }
        | Write::Update { .. }
        | Write::Add { .. }
        | Write::Upsert { .. }
        | Write::Increment { .. } => &[Way::Alone, Way::Transaction],
        _ => &[Way::Alone],
    };
    Some(Step { write, way: choose(random, ways) })
}

/// Draws another value of a field of an item's table key that has the same key.
fn with_equal_key(schema: &Schema, record: &Entity, item: usize, random: &mut fastrand::Rng) -> Option<(usize, Value)> {
    let values = &record.items[item].values;
    let field = choose(random, record.key.fields().get(..).filter(|fields| !fields.is_empty())?);
    let other = match &values[field] {
        Value::Time { seconds, nanos } => {
            Value::Time { seconds: *seconds, nanos: (nanos + 1) % 1_000 + nanos / 1_000 * 1_000 }
        }
        Value::Text(text) if text.to_lowercase() != *text => Value::Text(text.to_lowercase()),
        Value::Text(text) => Value::Text(text.to_uppercase()),
        _ => return None,
    };
    let mut changed = values.clone();
    changed[field] = other.clone();
    truncate(record, &mut changed);
    let is_other = changed != *values && record.fields[field].with.is_none();
    (is_other && table_key(schema, record, &changed) == table_key(schema, record, values)).then_some((field, other))
}

/// Returns whether an item that an upsert creates has all fields. It cannot set a flattened one.
fn is_whole(record: &Entity) -> bool {
    let is_set = |field: &Field| !field.flattened || has_default(&field.ty);
    record.fields.iter().all(is_set)
}

//! Keys: templates, buckets, shards and older keys.

use super::{choose, one_in};
use crate::{
    kind::{Kind, Type},
    schema::{Attribute, Entity, Field, Key, Older, Page, Role, Scope, Shard, With},
    template::{Bucket, Encoding, Segment, Spec, Template},
};

/// The instant of `since` and `grow`: 2027-01-01.
pub const INSTANT: i64 = 1_798_761_600;

/// Returns a key that is not drawn yet.
pub fn empty() -> Key {
    Key { partition: Vec::new(), sort: Vec::new(), shard: None, older: Vec::new(), since: None, page: None }
}

/// Draws the limits of pages. Their units need an item size, which a peak declares.
pub fn page(has_peak: bool, random: &mut fastrand::Rng) -> Option<Page> {
    let items = choose(random, &[1, 3, 50]);
    let max_rcu = choose(random, &[None, Some(6), Some(20), Some(60)]).filter(|_| has_peak);
    one_in(if has_peak { 2 } else { 8 }, random).then_some(Page { items, max_rcu })
}

/// Returns the fields that a key can contain.
fn key_fields(fields: &[Field], optional: bool) -> Vec<usize> {
    let fits = |field: &Field| {
        let is_single = matches!(field.ty, Type::Of(_)) || optional && matches!(field.ty, Type::Option(_));
        let is_free = match field.role {
            Role::Plain => true,
            Role::Updated | Role::Created | Role::Ttl => optional,
            _ => false,
        };
        is_single && is_free && !field.flattened && field.ty.single().is_some_and(Kind::fits_keys)
    };
    (0..fields.len()).filter(|place| fits(&fields[*place])).collect()
}

/// Draws the table's key.
pub fn table_key(entity: &Entity, encoding: Encoding, random: &mut fastrand::Rng) -> Key {
    let fields = &entity.fields;
    let usable = key_fields(fields, false);
    let mut partition = template(fields, &usable, &["A", "USER", "x"], encoding, false, random);
    // A bucket in the partition key needs its time in the sort key, or the key would lose it.
    let instant = usable.iter().copied().find(|field| fields[*field].ty.kind().is_time());
    let bucketed = instant.filter(|_| one_in(3, random));
    if let Some(field) = bucketed {
        push_bucket(&mut partition, field, encoding, random);
    }
    let mut sort = match random.u8(0..8) {
        0 if bucketed.is_none() => None,
        1 => Some(vec![Segment::Literal("PROFILE".into())]),
        2 if bucketed.is_none() && instant.is_some() => {
            let spec = Spec::Digits(choose(random, &[0, 3, 6]));
            instant.map(|field| vec![Segment::Field { field, spec }])
        }
        _ => Some(template(fields, &usable, &["B", "ORDER", "x"], encoding, true, random)),
    };
    if let (Some(field), Some(sort)) = (bucketed, &mut sort) {
        sort.retain(|segment| !matches!(segment, Segment::Field { field: other, .. } if *other == field));
        let mut first = vec![Segment::Field { field, spec: Spec::Default }];
        if !sort.is_empty() {
            separate(&mut first, encoding);
        }
        first.append(sort);
        while let Some(Segment::Literal(_)) = first.last() {
            first.pop();
        }
        *sort = first;
    }
    let sort = sort.map(|sort| attribute("SK", sort, entity));
    let mut key =
        Key { partition: vec![attribute("PK", partition, entity)], sort: sort.into_iter().collect(), ..empty() };
    if one_in(3, random) {
        spread(&mut key, "PK", fields, random);
    }
    age(&mut key, "PK", fields, encoding, random);
    key
}

/// Adds an older key.
fn age(key: &mut Key, name: &str, fields: &[Field], encoding: Encoding, random: &mut fastrand::Rng) {
    let [partition] = key.partition.as_mut_slice() else { return };
    if !one_in(5, random) {
        return;
    }
    // The fields stay in order behind another word, without the bucket or with another one.
    let mut template = vec![Segment::Literal(format!("OLD{}", encoding.delimiter))];
    for segment in &partition.template {
        match segment {
            Segment::Field { spec: Spec::Bucket(_), .. } if one_in(2, random) => {}
            Segment::Field { field, spec: Spec::Bucket(_) } => {
                template.push(Segment::Field { field: *field, spec: Spec::Bucket(choose(random, &Bucket::ALL)) });
            }
            Segment::Field { .. } => template.push(segment.clone()),
            Segment::Literal(text) if text.ends_with(encoding.delimiter) && template.len() > 1 => {
                template.push(Segment::Literal(encoding.delimiter.to_string()));
            }
            Segment::Literal(_) | Segment::Shard(_) => {}
        }
    }
    while template.len() > 1 && matches!(template.last(), Some(Segment::Literal(_))) {
        template.pop();
    }
    if template.len() == 1 {
        template = vec![Segment::Literal("OLD".into())];
    }
    name.clone_into(&mut partition.name);
    let has_time = key.time(fields).is_some();
    let is_random = key.shard.as_ref().is_some_and(Shard::is_random);
    if has_time && !is_random && one_in(2, random) {
        key.since = Some(INSTANT);
    }
    let until = (has_time && one_in(2, random)).then_some(INSTANT + 3_600 * 24 * 365);
    key.older = vec![Older { template, until }];
}

/// Spreads a key over shards. Its partition key is then more than a field.
fn spread(key: &mut Key, name: &str, fields: &[Field], random: &mut fastrand::Rng) {
    let mut hashed = key.fields();
    random.shuffle(&mut hashed);
    hashed.truncate(random.usize(1..3));
    hashed.retain(|field| !fields[*field].ty.is_option());
    if one_in(3, random) {
        hashed.clear();
    } else if hashed.is_empty() {
        return;
    }
    let with = !hashed.is_empty() && one_in(4, random);
    let mut shard = Shard { fields: hashed, count: random.u32(2..6), first: random.u32(0..2), with, grow: None };
    if key.time(fields).is_some() && one_in(2, random) {
        shard.grow = Some((INSTANT, shard.count + random.u32(1..4)));
    }
    key.shard = Some(shard);
    if let Some(last) = key.partition.last_mut() {
        name.clone_into(&mut last.name);
        if one_in(4, random)
            && let Some(Segment::Literal(text)) = last.template.first_mut()
        {
            let rest = std::mem::take(text);
            let width = random.usize(0..3);
            last.template.splice(
                0..1,
                [Segment::Literal("S".into()), Segment::Shard(width), Segment::Literal(format!("#{rest}"))],
            );
        }
    }
}

/// Takes from all keys what an item does not store of a time: functions of serde store its seconds or milliseconds,
/// and a key attribute that is the whole time stores its digits.
pub fn cut_times(entity: &mut Entity) {
    for place in 0..entity.fields.len() {
        let digits = |of: &Attribute| match of.template.as_slice() {
            [Segment::Field { spec: Spec::Digits(digits), .. }] if entity.native(of) == Some(place) => Some(*digits),
            _ => None,
        };
        let native = entity.keys().flat_map(Key::attributes).filter_map(digits).min();
        let stored = entity.fields[place].with.map(|with| if with == With::Seconds { 0 } else { 3 });
        let Some(digits) = native.into_iter().chain(stored).min() else { continue };
        let indexes = entity.indexes.iter_mut().flatten().map(|index| &mut index.key);
        for key in std::iter::once(&mut entity.key).chain(indexes) {
            key.shard = key.shard.take().filter(|shard| !shard.fields.contains(&place));
            let attributes = key.partition.iter_mut().chain(&mut key.sort).map(|of| &mut of.template);
            for segment in attributes.chain(key.older.iter_mut().map(|of| &mut of.template)).flatten() {
                match segment {
                    Segment::Field { field, spec } if *field == place => match spec {
                        Spec::Default => *spec = Spec::Digits(digits),
                        Spec::Digits(of) => *of = digits.min(*of),
                        Spec::EpochMillis if digits < 3 => *spec = Spec::Epoch,
                        _ => {}
                    },
                    _ => {}
                }
            }
            let shard = &key.shard;
            let without = |of: &mut Template| of.retain(|of| shard.is_some() || !matches!(of, Segment::Shard(_)));
            key.partition.iter_mut().for_each(|of| without(&mut of.template));
        }
    }
}

/// Names an attribute after the field that is its whole template, if there is one, or by a name of its own.
fn attribute(name: &str, template: Template, entity: &Entity) -> Attribute {
    let name = match template.as_slice() {
        // KW014: a key attribute cannot be the TTL attribute.
        [Segment::Field { field, spec: Spec::Default }] if entity.fields[*field].role != Role::Ttl => {
            entity.fields[*field].attribute(entity)
        }
        [Segment::Field { field, spec: Spec::Digits(_) }]
            if entity.fields[*field].role == Role::Plain && entity.fields[*field].with.is_none() =>
        {
            entity.fields[*field].attribute(entity)
        }
        _ => name.to_owned(),
    };
    Attribute { name, template }
}

/// Draws the key of an index.
pub fn index_key(
    entity: &Entity,
    place: usize,
    encoding: Encoding,
    random: &mut fastrand::Rng,
) -> Option<(Scope, Key)> {
    let (fields, table) = (&entity.fields, &entity.key);
    let usable = key_fields(fields, true);
    let names = (format!("I{place}PK"), format!("I{place}SK"));
    let time = usable.iter().copied().find(|field| fields[*field].ty.kind().is_time()).filter(|_| one_in(8, random));
    let sort = match time {
        Some(field) => vec![Segment::Field { field, spec: Spec::Digits(choose(random, &[0, 3, 6])) }],
        None => template(fields, &usable, &["C", "x"], encoding, true, random),
    };
    let sort = attribute(&names.1, sort, entity);
    let (scope, key) = match (random.u8(0..7), table.sort.first()) {
        (0, Some(_)) => {
            (Scope::Local, Key { sort: vec![sort], shard: table.shard.clone(), older: Vec::new(), ..table.clone() })
        }
        (1, Some(table_sort)) => {
            (Scope::Inverted, Key { partition: vec![table_sort.clone()], sort: table.partition.clone(), ..empty() })
        }
        (2 | 3, _) => {
            let attributes = |letter: &str, sort: bool, random: &mut fastrand::Rng| -> Vec<Attribute> {
                let mut left = usable.clone();
                random.shuffle(&mut left);
                let several = left.into_iter().take(random.usize(1..4)).enumerate();
                let template = |field: usize, random: &mut fastrand::Rng| {
                    vec![Segment::Field { field, spec: spec(fields[field].ty.kind(), sort, random) }]
                };
                several
                    .map(|(at, field)| attribute(&format!("I{place}{letter}{at}"), template(field, random), entity))
                    .collect()
            };
            let (partition, sort) = (attributes("P", false, random), attributes("S", true, random));
            (Scope::Global, Key { partition, sort, ..empty() })
        }
        _ => {
            let mut partition = template(fields, &usable, &["D", "TEAM"], encoding, false, random);
            let instant = usable.iter().copied().find(|field| {
                matches!(fields[*field].ty, Type::Of(kind) if kind.is_time()) && fields[*field].role == Role::Plain
            });
            if let Some(field) = instant.filter(|_| one_in(4, random)) {
                push_bucket(&mut partition, field, encoding, random);
            }
            let partition = attribute(&names.0, partition, entity);
            let sort = (!one_in(5, random)).then_some(sort);
            let mut key = Key { partition: vec![partition], sort: sort.into_iter().collect(), ..empty() };
            if one_in(5, random) {
                spread(&mut key, &names.0, fields, random);
            }
            age(&mut key, &names.0, fields, encoding, random);
            (Scope::Global, key)
        }
    };
    // One attribute cannot be in a key twice.
    let mut all: Vec<_> = key.attributes().map(|attribute| &attribute.name).collect();
    let count = all.len();
    all.sort();
    all.dedup();
    (all.len() == count && !key.partition.is_empty()).then_some((scope, key))
}

/// Ends a partition key with the bucket of a time, which is nowhere else in it.
fn push_bucket(partition: &mut Template, field: usize, encoding: Encoding, random: &mut fastrand::Rng) {
    partition.retain(|segment| !matches!(segment, Segment::Field { field: other, .. } if *other == field));
    partition.dedup_by(|a, b| matches!((a, b), (Segment::Literal(_), Segment::Literal(_))));
    separate(partition, encoding);
    partition.push(Segment::Field { field, spec: Spec::Bucket(choose(random, &Bucket::ALL)) });
}

/// Ends a template with the delimiter, so that a field can follow.
fn separate(template: &mut Template, encoding: Encoding) {
    match template.last_mut() {
        Some(Segment::Literal(text)) if text.ends_with(encoding.delimiter) => {}
        Some(Segment::Literal(text)) => text.push(encoding.delimiter),
        Some(_) => template.push(Segment::Literal(encoding.delimiter.to_string())),
        None => {}
    }
}

/// Draws a template of up to two fields.
pub fn template(
    fields: &[Field],
    usable: &[usize],
    prefixes: &[&str],
    encoding: Encoding,
    sort: bool,
    random: &mut fastrand::Rng,
) -> Template {
    let mut template = Template::new();
    let mut usable = usable.to_vec();
    random.shuffle(&mut usable);
    usable.truncate(random.usize(1..3));
    if !one_in(4, random) {
        template.push(Segment::Literal(choose(random, prefixes).to_owned()));
        separate(&mut template, encoding);
    }
    for (place, field) in usable.into_iter().enumerate() {
        if place > 0 && !one_in(40, random) {
            separate(&mut template, encoding);
        }
        template.push(Segment::Field { field, spec: spec(fields[field].ty.kind(), sort, random) });
    }
    if template.is_empty() {
        template.push(Segment::Literal("ALL".into()));
    }
    template
}

fn spec(kind: Kind, sort: bool, random: &mut fastrand::Rng) -> Spec {
    match (kind, random.u8(0..8)) {
        (Kind::Instant(_) | Kind::Civil(_), 0) if sort => Spec::Digits(choose(random, &[0, 3, 6, 9])),
        (Kind::Instant(_) | Kind::Civil(_), 1) if sort => choose(random, &[Spec::Epoch, Spec::EpochMillis]),
        (Kind::Integer { signed: false, .. } | Kind::Number, 0) => Spec::Plain,
        (Kind::Integer { bits: 8, signed: false }, 1) => Spec::Width(5),
        (Kind::Text | Kind::Name, 0) => choose(random, &[Spec::Lower, Spec::Upper, Spec::Raw, Spec::Raw]),
        _ => Spec::Default,
    }
}

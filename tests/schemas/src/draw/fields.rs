//! Fields, their types, serde's attributes and their roles.

use super::{choose, one_in};
use crate::{
    calendar::Clock,
    kind::{Kind, Tagging, Type},
    schema::{Attribute, Entity, Field, Key, Role, Table, With},
    template::{Segment, Spec},
    value::has_default,
};

const NAMES: [&str; 12] =
    ["id", "tenant", "at", "kind", "owner", "rank", "note", "tags", "due_day", "count", "type_", "region"];

/// Returns a plain field.
pub fn plain(name: &str, ty: Type) -> Field {
    Field {
        name: name.to_owned(),
        ty,
        renamed: None,
        alias: None,
        defaulted: false,
        skipped: false,
        skipped_if_empty: false,
        with: None,
        flattened: false,
        role: Role::Plain,
        within: None,
        sensitive: false,
        trunc: false,
    }
}

/// Draws fields. The first ones are for the table's key.
pub fn fields(table: &Table, random: &mut fastrand::Rng) -> Vec<Field> {
    let mut names = NAMES.to_vec();
    random.shuffle(&mut names);
    let count = random.usize(3..8);
    let mut fields = Vec::new();
    for (place, name) in names.into_iter().take(count).enumerate() {
        // No absent value can be in the table's key.
        let ty = if place < 2 { Type::Of(choose(random, &Kind::IN_KEYS)) } else { ty(random) };
        let mut field = match one_in(12, random) {
            true => {
                Field { with: Some(choose(random, &[With::Seconds, With::Milliseconds])), ..timed(name, place, random) }
            }
            false => plain(name, ty),
        };
        field.renamed = one_in(6, random).then(|| format!("{name}X"));
        field.sensitive = one_in(10, random);
        fields.push(field);
    }
    if one_in(6, random) {
        let (name, ty) = choose(
            random,
            &[
                ("others", Flattened::Rest),
                ("labels", Flattened::Map),
                ("inner", Flattened::Inner),
                ("shape", Flattened::Shape),
            ],
        );
        fields.push(Field { flattened: true, ..plain(name, ty.ty()) });
    }
    let purposes = [
        (8, "version", Type::Of(choose(random, &VERSIONS)), Role::Version),
        (12, "made", Type::Option(Box::new(Type::Of(instant(random)))), Role::Created),
        (12, "changed", Type::Option(Box::new(Type::Of(instant(random)))), Role::Updated),
    ];
    for (times, name, ty, role) in purposes {
        if one_in(times, random) {
            fields.push(Field { role, ..plain(name, ty) });
        }
    }
    if table.ttl && !one_in(4, random) {
        let time = instant(random);
        let of = choose(random, &[Kind::Integer { bits: 64, signed: false }, time]);
        let ty = if one_in(3, random) { Type::Option(Box::new(Type::Of(of))) } else { Type::Of(of) };
        fields.push(Field { role: Role::Ttl, ..plain("expires", ty) });
    }
    fields
}

const VERSIONS: [Kind; 3] = [
    Kind::Integer { bits: 32, signed: false },
    Kind::Integer { bits: 64, signed: false },
    Kind::Integer { bits: 64, signed: true },
];

fn instant(random: &mut fastrand::Rng) -> Kind {
    Kind::Instant(choose(random, &[Clock::Chrono, Clock::Jiff, Clock::Time]))
}

#[derive(Debug, Clone, Copy)]
enum Flattened {
    Rest,
    Map,
    Inner,
    Shape,
}

impl Flattened {
    fn ty(self) -> Type {
        match self {
            Self::Rest => Type::Rest,
            Self::Map => Type::Map(Box::new(Type::Of(Kind::Text))),
            Self::Inner => Type::Of(Kind::Inner),
            Self::Shape => Type::Of(Kind::Shape(Tagging::Internal)),
        }
    }
}

/// Returns a field with a time of chrono, which functions of serde can store as a number.
fn timed(name: &str, place: usize, random: &mut fastrand::Rng) -> Field {
    let time = Type::Of(Kind::Instant(Clock::Chrono));
    plain(name, if place < 2 || one_in(2, random) { time } else { Type::Option(Box::new(time)) })
}

/// Draws the type of a field that is perhaps in an index.
fn ty(random: &mut fastrand::Rng) -> Type {
    let of = |random: &mut fastrand::Rng| {
        if one_in(3, random) { choose(random, &Kind::OUTSIDE) } else { choose(random, &Kind::IN_KEYS) }
    };
    match random.u8(0..12) {
        0..3 => Type::Option(Box::new(Type::Of(of(random)))),
        3 => Type::List(Box::new(Type::Of(of(random)))),
        4 => Type::Set(choose(random, &Kind::IN_SETS)),
        5 => Type::Map(Box::new(Type::Of(of(random)))),
        6 if one_in(2, random) => {
            let inner = Type::Of(of(random));
            let set = Type::Set(choose(random, &Kind::IN_SETS));
            choose_type(
                random,
                [
                    Type::Option(Box::new(set)),
                    Type::List(Box::new(Type::Option(Box::new(inner.clone())))),
                    Type::Map(Box::new(Type::List(Box::new(inner.clone())))),
                    Type::Option(Box::new(Type::Map(Box::new(inner)))),
                ],
            )
        }
        6 | 7 => Type::Of(choose(random, &Kind::OUTSIDE)),
        _ => Type::Of(choose(random, &Kind::IN_KEYS)),
    }
}

fn choose_type<const N: usize>(random: &mut fastrand::Rng, of: [Type; N]) -> Type {
    let place = random.usize(0..N);
    of.into_iter().nth(place).unwrap_or(Type::Rest)
}

/// Truncates the times that are themselves key attributes with fewer digits.
pub fn truncate(entity: &mut Entity) {
    for place in 0..entity.fields.len() {
        let is_less = |of: &Attribute| {
            entity.native(of) == Some(place) && of.template.iter().any(|of| of.spec().is_some_and(Spec::is_lossy))
        };
        let trunc = entity.keys().flat_map(Key::attributes).any(is_less);
        entity.fields[place].trunc = trunc;
    }
}

/// Gives fields the roles and serde's attributes that depend on the keys.
pub fn assign_roles(entity: &mut Entity, random: &mut fastrand::Rng) {
    // KW020: items in random shards are never written again.
    if entity.is_random() {
        entity.fields.iter_mut().filter(|field| field.role == Role::Version).for_each(|field| field.role = Role::Plain);
    }
    // Counters need an entity of which all other fields are optional.
    if one_in(7, random) {
        for place in 0..entity.fields.len() {
            let is_native = entity.keys().flat_map(Key::attributes).any(|of| entity.native(of) == Some(place));
            let is_free = !is_native && !entity.key.uses(place) && !entity.keys().any(|key| hashes(key, place));
            let field = &mut entity.fields[place];
            let is_plain = field.role == Role::Plain && field.with.is_none() && !field.flattened;
            if is_free && is_plain && !field.ty.is_option() {
                field.ty = Type::Option(Box::new(field.ty.clone()));
            }
        }
    }
    let used: Vec<bool> = (0..entity.fields.len()).map(|field| entity.keys().any(|key| key.uses(field))).collect();
    let key_only = (0..entity.fields.len()).find(|field| can_have(entity, *field, Role::KeyOnly));
    if let Some(field) = key_only.filter(|_| one_in(7, random)) {
        entity.fields[field].role = Role::KeyOnly;
    }
    let unique = (0..entity.fields.len()).find(|field| can_have(entity, *field, Role::Unique));
    if let Some(field) = unique.filter(|_| one_in(4, random)) {
        let other = (0..entity.fields.len()).find(|other| *other != field && is_in_sentinels(&entity.fields[*other]));
        entity.fields[field].role = Role::Unique;
        entity.fields[field].within = other.filter(|_| one_in(2, random));
    }
    let stored = (0..entity.fields.len()).filter(|field| !entity.fields[*field].flattened);
    entity.part = stored.filter(|_| one_in(2, random)).collect();
    let native: Vec<bool> = (0..entity.fields.len())
        .map(|place| entity.keys().flat_map(Key::attributes).any(|of| entity.native(of) == Some(place)))
        .collect();
    let is_lossy = |segment: &Segment| matches!(segment, Segment::Field { spec, .. } if spec.is_lossy());
    let in_part: Vec<bool> = (0..entity.fields.len())
        .map(|place| {
            let mut segments = entity.key.attributes().flat_map(|of| &of.template);
            segments.any(|of| of.is_of(place) && is_lossy(of))
        })
        .collect();
    let in_table_key: Vec<bool> = (0..entity.fields.len()).map(|field| entity.key.uses(field)).collect();
    for (place, field) in entity.fields.iter_mut().enumerate() {
        // KW023: a field of a key has no default but `None`.
        let could_default = !in_table_key[place] && field.ty.is_option() && field.with.is_none();
        if used[place] && field.role == Role::Plain && could_default {
            field.defaulted = one_in(4, random);
        }
        let is_free = !used[place] && field.role == Role::Plain && !field.flattened;
        let needs_default = matches!(field.ty, Type::Set(_));
        if is_free && !entity.part.contains(&place) && has_default(&field.ty) {
            field.skipped = one_in(8, random);
            field.defaulted = !field.skipped && (needs_default || one_in(5, random));
        }
        if is_free && matches!(field.ty, Type::List(_) | Type::Map(_)) && !field.skipped && one_in(5, random) {
            (field.skipped_if_empty, field.defaulted) = (true, true);
        }
        // KW020: an item under an alias has a key of what it stores.
        if !native[place]
            && !in_part[place]
            && field.role == Role::Plain
            && !field.flattened
            && !field.skipped
            && one_in(8, random)
        {
            field.alias = Some(format!("old_{}", field.name));
        }
    }
    // An increment creates an item without the other fields.
    let could_count = entity.fields.iter().enumerate().all(|(place, field)| {
        let is_other = field.ty.is_option() && field.role != Role::Ttl || field.skipped || field.ty == Type::Rest;
        entity.key.uses(place) || is_other
    });
    let is_part = entity.key.attributes().any(|attribute| attribute.template.iter().any(is_lossy));
    if could_count && !is_part && one_in(2, random) {
        let signed = one_in(4, random);
        let count = || Type::Of(Kind::Integer { bits: 64, signed });
        let renamed = one_in(3, random).then(|| "hitsX".to_owned());
        let defaulted = one_in(3, random);
        entity.fields.push(Field { role: Role::Counter, renamed, defaulted, ..plain("hits", count()) });
        if one_in(2, random) {
            entity.fields.push(Field { role: Role::Counter, ..plain("bytes", count()) });
        }
    }
}

/// Returns whether a field can have this role beside those of the other fields.
pub fn can_have(entity: &Entity, place: usize, role: Role) -> bool {
    let field = &entity.fields[place];
    let is_plain = field.role == Role::Plain && field.with.is_none() && !field.flattened && !field.skipped;
    let is_second = matches!(role, Role::Version | Role::Updated | Role::Unique) && entity.with_role(role).is_some();
    if !is_plain || is_second {
        return false;
    }
    let is_used = entity.keys().any(|key| key.uses(place));
    match role {
        Role::Version => {
            matches!(field.ty, Type::Of(kind) if VERSIONS.contains(&kind)) && !is_used && !entity.is_random()
        }
        Role::Updated => field.ty.single().is_some_and(|kind| matches!(kind, Kind::Instant(_))) && !is_used,
        Role::Unique => {
            is_in_sentinels(field) && !entity.key.uses(place) && !entity.is_random() && entity.key.older.is_empty()
        }
        Role::KeyOnly => {
            let is_whole =
                |of: &Segment| matches!(of, Segment::Field { field, spec: Spec::Default } if *field == place);
            let is_native = entity.key.attributes().any(|of| entity.native(of) == Some(place));
            entity.key.attributes().flat_map(|attribute| &attribute.template).any(is_whole) && !is_native
        }
        Role::Plain | Role::Ttl | Role::Created | Role::Counter => false,
    }
}

/// Returns whether the items that hold unique values can contain a field.
fn is_in_sentinels(field: &Field) -> bool {
    let fits = matches!(field.ty, Type::Of(_)) && field.ty.single().is_some_and(Kind::fits_keys);
    fits && field.role == Role::Plain && field.with.is_none() && !field.flattened
}

/// Returns whether a shard of a key is a hash of this field.
fn hashes(key: &Key, field: usize) -> bool {
    key.shard.as_ref().is_some_and(|shard| shard.fields.contains(&field))
}

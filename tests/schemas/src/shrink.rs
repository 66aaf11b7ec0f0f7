//! Makes a failing schema smaller while it fails.

use std::{io, path::Path};

use crate::{
    batch,
    compile::Crates,
    kind::{Kind, Type},
    schema::Schema,
    template::Segment,
};

/// Returns a smaller schema that also breaks a law, and the failures of it.
///
/// All schemas with one thing less are compiled in one batch. The first that fails is made smaller in turn.
///
/// # Errors
///
/// If a batch cannot be run.
pub fn shrink(crates: &Crates, folder: &Path, schema: &Schema) -> io::Result<(Schema, Vec<String>)> {
    let mut best = (schema.clone(), Vec::new());
    loop {
        let candidates = smaller(&best.0);
        let mut outcome = batch::run(crates, folder, &candidates)?;
        match outcome.failures.pop_first() {
            Some((place, failures)) => best = (candidates[place].clone(), failures),
            None => return Ok(best),
        }
    }
}

/// Returns schemas with one thing less.
fn smaller(schema: &Schema) -> Vec<Schema> {
    let mut candidates = Vec::new();
    let mut without = |change: &dyn Fn(&mut Schema)| {
        let mut candidate = schema.clone();
        change(&mut candidate);
        candidates.push(candidate);
    };
    for place in 0..schema.indexes.len() {
        without(&|candidate| drop(candidate.indexes.remove(place)));
    }
    for place in 0..schema.items.len() {
        without(&|candidate| drop(candidate.items.remove(place)));
    }
    let is_used = |field: usize| {
        let keys = std::iter::once(&schema.key).chain(schema.indexes.iter().map(|index| &index.key));
        keys.clone().any(|key| key.fields().contains(&field))
            || keys.filter_map(|key| key.shard.as_ref()).any(|shard| shard.fields.contains(&field))
    };
    for field in (0..schema.fields.len()).filter(|field| !is_used(*field)) {
        without(&|candidate| remove_field(candidate, field));
    }
    if schema.key.shard.is_some() {
        without(&|candidate| candidate.key.shard = None);
    }
    for place in 0..schema.indexes.len() {
        if schema.indexes[place].key.shard.is_some() {
            without(&|candidate| candidate.indexes[place].key.shard = None);
        }
    }
    for field in (0..schema.fields.len()).filter(|field| schema.fields[*field].renamed.is_some()) {
        without(&|candidate| candidate.fields[field].renamed = None);
    }
    for field in (0..schema.fields.len()).filter(|field| matches!(schema.fields[*field].ty, Type::Option(_))) {
        let is_present = schema.items.iter().all(|item| item[field] != crate::value::Value::Absent);
        if is_present {
            without(&|candidate| candidate.fields[field].ty = Type::Of(schema.kind(field)));
        }
    }
    for field in (0..schema.fields.len()).filter(|field| schema.kind(*field) == Kind::Name) {
        without(&|candidate| candidate.fields[field].ty = with_kind(candidate.fields[field].ty, Kind::Text));
    }
    candidates
}

fn with_kind(ty: Type, kind: Kind) -> Type {
    match ty {
        Type::Of(_) => Type::Of(kind),
        Type::Option(_) => Type::Option(kind),
        Type::List(_) => Type::List(kind),
        Type::Set(_) => Type::Set(kind),
        Type::Map(_) => Type::Map(kind),
    }
}

/// Removes a field that no key contains.
fn remove_field(schema: &mut Schema, removed: usize) {
    schema.fields.remove(removed);
    for item in &mut schema.items {
        item.remove(removed);
    }
    let shifted = |field: usize| if field > removed { field - 1 } else { field };
    let keys = std::iter::once(&mut schema.key).chain(schema.indexes.iter_mut().map(|index| &mut index.key));
    for key in keys {
        for attribute in std::iter::once(&mut key.partition).chain(&mut key.sort) {
            for segment in &mut attribute.template {
                if let Segment::Field { field, .. } = segment {
                    *field = shifted(*field);
                }
            }
        }
        for field in key.shard.iter_mut().flat_map(|shard| &mut shard.fields) {
            *field = shifted(*field);
        }
    }
}

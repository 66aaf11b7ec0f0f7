//! The rules of versions. One field counts the writes of an item, and each write requires the number of the previous
//! one.

use super::describe_place_of;
use crate::{
    errors::Errors,
    model::entity::{Entity, Field, Key},
    read::entity::Purpose,
};

pub(super) fn check(entity: &Entity<'_>, errors: &Errors) {
    let mut versions = entity.fields.with_purpose(Purpose::Version);
    let Some((place, version)) = versions.next() else { return };
    for (_, second) in versions {
        check_second(version, second, errors);
    }
    check_in_keys(place, version, entity, errors);
    check_random(version, entity, errors);
    check_counters(version, entity, errors);
}

/// KW020: one number suffices to distinguish the writes of an item.
fn check_second(first: &Field<'_>, second: &Field<'_>, errors: &Errors) {
    let message = format!(
        "KW020: `{}` and `{}` are both the version, and an item has one; keep one of the two",
        second.name, first.name
    );
    errors.duplicate(first.ident.span(), second.ident.span(), message);
}

/// KW017: each write changes the version, which would change a key that contains it.
fn check_in_keys(place: u8, version: &Field<'_>, entity: &Entity<'_>, errors: &Errors) {
    let Some(key) = entity.keys.iter().find(|key| key.fields().contains(&place)) else { return };
    let message = format!(
        "KW017: `{}` is the version and is part of the key of {}, and each write changes it; remove it from the key, \
         or drop `version`",
        version.name,
        describe_place_of(key),
    );
    errors.on(version.ident, message);
}

/// KW020: an appended item has no previous write.
fn check_random(version: &Field<'_>, entity: &Entity<'_>, errors: &Errors) {
    if entity.table_key().is_some_and(Key::is_random) {
        let message = format!(
            "KW020: `{}` is a version, and a randomly sharded entity is append-only: its items are never written \
             again; drop `version`, or shard by `#[shard(hash(..), count = ..)]`",
            version.name
        );
        errors.on(version.ident, message);
    }
}

/// KW020: an increment writes without knowing the version.
fn check_counters(version: &Field<'_>, entity: &Entity<'_>, errors: &Errors) {
    if let Some((_, counter)) = entity.fields.counters().next() {
        let message = format!(
            "KW020: `{}` is a version and `{}` a counter, whose increments ignore the version; drop `version`, or keep \
             the counter in an entity of its own",
            version.name, counter.name
        );
        errors.on(version.ident, message);
    }
}

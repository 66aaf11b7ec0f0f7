//! The rules of `created`, `updated` and `ttl`. The runtime writes these times, or acts on them.

use super::describe_place_of;
use crate::{
    errors::Errors,
    model::entity::{Entity, Field, Key},
    read::entity::Purpose,
};

pub(super) fn check(entity: &Entity<'_>, errors: &Errors) {
    check_one_of_each(entity, errors);
    check_table_key(entity, errors);
    if entity.fields.counters().next().is_none() {
        return;
    }
    check_counter_is_not_sensitive(entity, errors);
    for (place, field) in entity.fields.times() {
        check_ttl_with_counter(field, errors);
        check_created_with_counter(place, field, entity, errors);
    }
}

/// KW020: an item has one creation, one last change and one expiry.
fn check_one_of_each(entity: &Entity<'_>, errors: &Errors) {
    let times: Vec<_> = entity.fields.stored.iter().filter(|field| field.is_time()).collect();
    for (at, field) in times.iter().enumerate() {
        let Some((purpose, place)) = field.purpose else { continue };
        let first = times.iter().take(at).find(|first| first.is(purpose)).and_then(|first| first.purpose);
        if let Some((_, first)) = first {
            let message = format!("KW020: an item has one `{}`; keep one of the two", purpose.option());
            errors.duplicate(first, place, message);
        }
    }
}

/// KW017: if a key of the table changes with the time, it becomes the key of another item.
fn check_table_key(entity: &Entity<'_>, errors: &Errors) {
    let Some(key) = entity.table_key() else { return };
    for (_, field) in entity.fields.times().filter(|(place, _)| key.fields().contains(place)) {
        let Some((purpose, _)) = field.purpose else { continue };
        let (name, option) = (&field.name, purpose.option());
        let why = match purpose {
            Purpose::Ttl => "a later expiry would change the key",
            _ => "each write sets it to its own time, which readers do not know",
        };
        let message = format!(
            "KW017: `{name}` is `{option}` and is part of the key of the table: {why}; drop `{option}`, or remove the \
             field from the key"
        );
        errors.on(field.ident, message);
    }
}

/// KW020: the error of a rejected increment shows the counter's value.
fn check_counter_is_not_sensitive(entity: &Entity<'_>, errors: &Errors) {
    for (_, field) in entity.fields.counters().filter(|(_, field)| field.sensitive) {
        let message = format!(
            "KW020: `{}` is a counter, and the error of a refused increment shows its value; drop `sensitive`, or \
             `counter`",
            field.name
        );
        errors.on(field.ident, message);
    }
}

/// KW020: an increment can create an item, but does not know when it expires.
fn check_ttl_with_counter(field: &Field<'_>, errors: &Errors) {
    if field.is(Purpose::Ttl) {
        let message = format!(
            "KW020: `{}` is `ttl`, and an increment does not know when the item that it creates expires; drop `ttl`, \
             or keep the counter in an entity of its own",
            field.name
        );
        errors.on(field.ident, message);
    }
}

/// KW017: an increment writes an index key only from values that it knows, and it does not read the stored time.
fn check_created_with_counter(place: u8, field: &Field<'_>, entity: &Entity<'_>, errors: &Errors) {
    let of_index = |key: &&Key| key.index.is_some() && key.fields().contains(&place);
    if let (true, Some(key)) = (field.is(Purpose::Created), entity.keys.iter().find(of_index)) {
        let message = format!(
            "KW017: `{}` is `created` and is part of the key of {}, and an increment does not know the time that is \
             stored; remove it from the key",
            field.name,
            describe_place_of(key)
        );
        errors.on(field.ident, message);
    }
}

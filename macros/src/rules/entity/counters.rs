//! The rules of counters. An increment knows only the key and the amount, and must be able to create a whole item from
//! these.

use syn::ext::IdentExt;

use super::describe_place_of;
use crate::{
    errors::Errors,
    model::entity::{Entity, FLATTENS, Field, RESERVED},
    read::entity::Purpose,
};

pub(super) fn check(entity: &Entity<'_>, errors: &Errors) {
    if entity.fields.counters().next().is_none() {
        return;
    }
    for (place, counter) in entity.fields.counters() {
        check_in_keys(place, counter, entity, errors);
        check_name(counter, entity, errors);
    }
    check_other_fields(entity, errors);
    check_hashed(entity, errors);
}

/// KW017: an increment changes the counter, which would change a key that contains it.
fn check_in_keys(place: u8, counter: &Field<'_>, entity: &Entity<'_>, errors: &Errors) {
    let Some(key) = entity.keys.iter().find(|key| key.fields().contains(&place)) else { return };
    let message = format!(
        "KW017: `{}` is a counter and is part of the key of {}, and an increment changes no key; remove it from the \
         key, or drop `counter`",
        counter.name,
        describe_place_of(key),
    );
    errors.on(counter.ident, message);
}

/// KW020: the function of a counter has the field's name.
fn check_name(counter: &Field<'_>, entity: &Entity<'_>, errors: &Errors) {
    let name = &counter.name;
    if RESERVED.iter().any(|taken| name == taken) {
        let message = format!(
            "KW020: the counter's function would be `{name}`, which is another generated function; rename the field, \
             and keep its attribute with `#[serde(rename = {:?})]`",
            counter.attribute
        );
        errors.on(counter.ident, message);
    } else if let Some(key) = entity.keys.iter().find(|key| key.query.unraw() == name) {
        let message = format!(
            "KW020: the counter's function would be `{name}`, as the query of {}; give the query another name, as in \
             `query = by_{name}`",
            describe_place_of(key)
        );
        errors.on(counter.ident, message);
    }
}

/// KW020: an item that an increment creates contains only the key's fields and the counters.
fn check_other_fields(entity: &Entity<'_>, errors: &Errors) {
    let Some(key) = entity.table_key() else { return };
    let of_key = key.key_arguments();
    for (place, field) in entity.fields.stored.iter().enumerate() {
        let is_of_key = of_key.iter().any(|key| usize::from(*key) == place);
        if !is_of_key && !field.is_option() && !field.is(Purpose::Counter) && !field.is(Purpose::Version) {
            let message = format!(
                "KW020: an item that an increment creates does not contain `{name}`, and `{entity}` could not be read \
                 from it; make the field an `Option`, or put `<{name}>` into the table's key",
                name = field.name,
                entity = entity.name,
            );
            errors.on(field.ident, message);
        }
    }
    let flattened = entity.fields.unstored.iter().filter(|(_, why)| *why == FLATTENS);
    for (field, _) in flattened.filter(|(field, _)| !entity.fields.other_attributes.contains(field)) {
        let message = format!(
            "KW020: an item that an increment creates does not contain the fields of `{field}`, and `{}` could not be \
             read from it; write them as `Option`s of the struct itself",
            entity.name,
        );
        errors.on(field, message);
    }
}

/// KW020: increments with equal keys must go to one item, so they must not differ in hashed fields.
fn check_hashed(entity: &Entity<'_>, errors: &Errors) {
    let Some(key) = entity.table_key() else { return };
    let whole = |field: u8| {
        let templates = [Some(&key.partition), key.sort.as_ref()];
        templates
            .into_iter()
            .flatten()
            .flat_map(|template| template.fields())
            .any(|(of, form)| of == field && form.is_whole())
    };
    for field in key.hashed().iter().filter(|field| !whole(**field)).filter_map(|field| entity.fields.at(*field)) {
        let message = format!(
            "KW020: the shard of a counter is a hash of `{name}`, and the key does not contain all of it; use \
             `#[shard(random = 10)]`, or put `<{name}>` into the key",
            name = field.name
        );
        errors.on(&key.partition.literal, message);
    }
}

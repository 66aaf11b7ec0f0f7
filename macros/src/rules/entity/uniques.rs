//! The rules of unique fields. A sentinel contains the only key of its item.

use syn::ext::IdentExt;

use crate::{
    errors::Errors,
    model::entity::{Entity, Field, Key, Unique},
    read::entity::{Attrs, UniqueAttr},
};

pub(super) fn check(attrs: &Attrs, entity: &Entity<'_>, errors: &Errors) {
    for field in &attrs.fields {
        if let (Some(attr), Some(_)) = (&field.unique, entity.fields.place(&field.field)) {
            check_within(&field.field, attr, errors);
        }
    }
    for (place, field, unique) in entity.fields.uniques() {
        check_random(field, unique, entity, errors);
        check_legacy(field, unique, entity, errors);
        check_table_key(place, field, unique, entity, errors);
        check_purposes(place, unique, entity, errors);
        check_converted(place, field, unique, entity, errors);
    }
}

/// KW020: values are unique among items with equal values in other fields, each named once.
fn check_within(field: &str, attr: &UniqueAttr, errors: &Errors) {
    for (at, name) in attr.within().iter().enumerate() {
        if name.unraw() == field {
            let message = format!("KW020: `{name}` is unique within itself; name another field, or write `unique`");
            errors.on(name, message);
        } else if let Some(first) = attr.within().iter().take(at).find(|first| *first == name) {
            errors.duplicate(first.span(), name.span(), format!("KW020: `{name}` is given twice; keep one of the two"));
        }
    }
}

/// KW020: the key of an appended item is known only when the item is written, but its sentinel must contain the key
/// before that.
fn check_random(field: &Field<'_>, unique: &Unique, entity: &Entity<'_>, errors: &Errors) {
    if entity.table_key().is_some_and(Key::is_random) {
        let message = format!(
            "KW020: `{}` is unique, and a randomly sharded entity is append-only: the key of an item depends on the \
             shard that is chosen; drop `unique`, or shard by `#[shard(hash(..), count = ..)]`",
            field.name
        );
        errors.at(unique.place, message);
    }
}

/// KW020: if an item moves, its sentinel would have to change as well.
fn check_legacy(field: &Field<'_>, unique: &Unique, entity: &Entity<'_>, errors: &Errors) {
    if entity.table_key().is_some_and(|key| !key.legacy.is_empty()) {
        let message = format!(
            "KW020: `{}` is unique, but its items can be under an older key (`legacy`), and a sentinel is not updated \
             when they move; `replace` each of them, drop `legacy`, and then make the field unique",
            field.name
        );
        errors.at(unique.place, message);
    }
}

/// KW020: items with equal values already have equal keys.
fn check_table_key(place: u8, field: &Field<'_>, unique: &Unique, entity: &Entity<'_>, errors: &Errors) {
    let Some(key) = entity.table_key() else { return };
    if key.key_arguments().iter().all(|of_key| *of_key == place || unique.within.contains(of_key)) {
        let message = format!(
            "KW020: the table's key contains only `{}`, so each value already is one item; drop `unique`, and write \
             new items by `create`",
            field.name
        );
        errors.at(unique.place, message);
    }
}

/// KW020: a sentinel is computed from the struct, but a write determines the value of such a field.
fn check_purposes(place: u8, unique: &Unique, entity: &Entity<'_>, errors: &Errors) {
    let fields = unique.within.iter().chain([&place]).filter_map(|place| entity.fields.at(*place));
    for (field, purpose) in fields.filter_map(|field| Some((field, field.purpose?.0))) {
        let message = format!(
            "KW020: the value of `{}`, a `{option}`, is set by its writes, but a sentinel contains that of the struct; \
             drop `unique`, or `{option}`",
            field.name,
            option = purpose.option()
        );
        errors.at(unique.place, message);
    }
}

/// KW020: a sentinel contains the struct's value. If the item stores another one, two items can have equal values.
fn check_converted(place: u8, unique: &Field<'_>, attr: &Unique, entity: &Entity<'_>, errors: &Errors) {
    let fields = attr.within.iter().chain([&place]).filter_map(|place| entity.fields.at(*place));
    for (field, span) in fields.filter_map(|field| Some((field, field.converted?))) {
        let message = format!(
            "KW020: the sentinels of `{}`, which is unique, are built from the struct's `{name}`, but this function \
             can store another value, which two items could share; drop it, and give `{name}` a value that is already \
             normalized, or a type of your own, with its `Serialize`, `Deserialize` and `KeyField`",
            unique.name,
            name = field.name
        );
        errors.at(span, message);
    }
}

//! The rules that need only the struct itself. Those about other types are constants in the expansion.

mod counters;
mod lifecycle;
mod names;
mod uniques;
mod versions;

use syn::{Data, DeriveInput, FieldsNamed};

use super::model::{Entity, Fields, Key, Legacy};
use crate::errors::Errors;

/// A field's place in the schema is a `u8`, and so is their number.
const MAX_FIELDS: usize = 255;

/// The named fields, if an impl for the input can be written.
pub(crate) fn check_shape<'a>(input: &'a DeriveInput, errors: &Errors) -> Option<&'a FieldsNamed> {
    let ident = &input.ident;
    if !input.generics.params.is_empty() {
        let message = format!("`{ident}` has generic parameters, and an entity has none; name the types of its fields");
        errors.on(&input.generics.params, message);
        return None;
    }
    let what = match &input.data {
        Data::Struct(data) => match &data.fields {
            syn::Fields::Named(fields) => return Some(fields),
            syn::Fields::Unnamed(_) => "a tuple struct",
            syn::Fields::Unit => "a unit struct",
        },
        Data::Enum(_) => "an enum",
        Data::Union(_) => "a union",
    };
    let message =
        format!("`{ident}` is {what}, and an entity is a struct with named fields; write `struct {ident} {{ .. }}`");
    errors.on(ident, message);
    None
}

/// Rules over the whole entity.
pub(crate) fn check(entity: &Entity<'_>, errors: &Errors) {
    check_number_of_fields(&entity.fields, entity, errors);
    check_other_attributes(&entity.fields, errors);
    check_constants(entity, errors);
    check_indexes(&entity.keys, errors);
    names::check(entity, errors);
    counters::check(entity, errors);
    lifecycle::check(entity, errors);
    versions::check(entity, errors);
    uniques::check(entity, errors);
    // A local index has the table's partition key, which is judged once.
    for key in entity.keys.iter().filter(|key| !key.local) {
        check_bucket(key, &entity.fields, errors);
        check_legacy(key, &entity.fields, errors);
        check_index_peak(key, entity, errors);
    }
}

fn check_number_of_fields(fields: &Fields<'_>, entity: &Entity<'_>, errors: &Errors) {
    let found = fields.stored.len();
    if found > MAX_FIELDS {
        let message = format!(
            "`{}` has {found} fields, and an entity has at most {MAX_FIELDS}; group some in a struct",
            entity.name
        );
        errors.on(entity.ident, message);
    }
}

/// One field holds what other writers put beside ours.
fn check_other_attributes(fields: &Fields<'_>, errors: &Errors) {
    let mut others = fields.other_attributes.iter();
    if let Some(first) = others.next() {
        for second in others {
            let message = format!(
                "KW020: `{second}` and `{first}` both hold the attributes of other writers; keep one of the two"
            );
            errors.twice(first.span(), second.span(), message);
        }
    }
}

/// KW014: an attribute with a fixed text would overwrite the field of its name.
fn check_constants(entity: &Entity<'_>, errors: &Errors) {
    for (at, (name, _)) in entity.fixed_attributes().enumerate() {
        let what = if at < entity.constants.len() { "the constant" } else { "serde's tag" };
        if let Some(field) = entity.fields.stored.iter().find(|field| field.attribute == name.value()) {
            let message = format!(
                "KW014: {what} {:?} is the attribute of the field `{}`; rename one of the two",
                field.attribute, field.name
            );
            errors.on(name, message);
        }
    }
    let Some((tag, _)) = &entity.tag else { return };
    if let Some((constant, _)) = entity.constants.iter().find(|(constant, _)| constant.value() == tag.value()) {
        let message = format!("KW014: serde writes {:?} by its tag already; drop the constant", tag.value());
        errors.twice(tag.span(), constant.span(), message);
    }
}

/// An item has one key in an index.
fn check_indexes(keys: &[Key], errors: &Errors) {
    for (at, key) in keys.iter().enumerate() {
        // An empty one stands beside an error.
        let Some(index) = key.index.as_ref().filter(|index| !index.value().is_empty()) else { continue };
        let earlier = keys.iter().take(at).filter_map(|key| key.index.as_ref());
        if let Some(first) = earlier.into_iter().find(|first| first.value() == index.value()) {
            let message = format!("KW020: the index {:?} is given twice; an item has one key in it", index.value());
            errors.twice(first.span(), index.span(), message);
        }
    }
}

/// KW008: a query asks for a range of one field.
fn check_bucket(key: &Key, fields: &Fields<'_>, errors: &Errors) {
    let buckets = key.bucket_fields();
    let names: Vec<&str> =
        buckets.iter().filter_map(|place| fields.at(*place)).map(|field| field.name.as_str()).collect();
    if let [first, second, ..] = names.as_slice() {
        let message = format!(
            "KW008: `{first}` and `{second}` are both bucketed, and a query asks for a range of one; write one of them \
             whole, as in `<{second}>`"
        );
        errors.on(&key.partition.literal, message);
    }
}

/// KW006: an older key holds what a query knows or ranges over, else reads could not find it.
fn check_legacy(key: &Key, fields: &Fields<'_>, errors: &Errors) {
    let (told, buckets) = (key.partition_arguments(), key.bucket_fields());
    for Legacy { partition, .. } in &key.legacy {
        for (field, form) in partition.fields() {
            let known = told.contains(&field) || (form.is_bucket() && buckets.contains(&field));
            if let (false, Some(field)) = (known, fields.at(field)) {
                let message = format!(
                    "KW006: a query does not know `{name}` of this older key: today's partition key does not hold it; \
                     keep `<{name}>` in today's template, or read the older items by a query of their own",
                    name = field.name
                );
                errors.on(&partition.literal, message);
            }
        }
    }
}

/// What an index's peak leaves out, the entity's must say.
fn check_index_peak(key: &Key, entity: &Entity<'_>, errors: &Errors) {
    if key.declares_peak && key.peak.is_none() && entity.peak.is_none() && errors.is_empty() {
        let message =
            "KW020: this peak needs both `writes_per_second` and `item_bytes`, here or in `#[peak(..)]` of the struct";
        errors.on(&key.index, message);
    }
}

/// A key, as messages name it.
fn where_is(key: &Key) -> String {
    match &key.index {
        None => "the table".to_owned(),
        Some(index) => format!("index {:?}", index.value()),
    }
}

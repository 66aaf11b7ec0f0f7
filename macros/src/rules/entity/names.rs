//! Generated functions and constants must have different names.

use syn::ext::IdentExt;

use super::describe_place_of;
use crate::{
    errors::Errors,
    model::entity::{Constant, Entity, Field, Key, RESERVED, backticked},
    read::entity::Purpose,
};

pub(super) fn check(entity: &Entity<'_>, errors: &Errors) {
    check_queries(&entity.keys, errors);
    let constants = entity.field_constants();
    for (at, second) in constants.iter().enumerate() {
        if let Some(first) = constants.iter().take(at).find(|first| first.name == second.name) {
            check_constants(first, second, entity, errors);
        }
    }
    check_functions(&constants, entity, errors);
}

/// KW020: each key has its own query.
fn check_queries(keys: &[Key], errors: &Errors) {
    for (at, key) in keys.iter().enumerate() {
        let query = &key.query;
        if RESERVED.iter().any(|taken| query == taken) {
            errors.on(query, format!("KW020: `{query}` is another generated function; give the query another name"));
        } else if let Some(first) = keys.iter().take(at).find(|first| first.query == *query) {
            let message = format!("KW020: two queries are named `{query}`; rename one, as in `query = by_brand`");
            // Without `query = ..`, the table's query has no span of its own.
            let place = if first.index.is_none() && query == "query" {
                first.partition.literal.span()
            } else {
                first.query.span()
            };
            errors.duplicate(place, query.span(), message);
        }
    }
}

/// KW020: a constant belongs to one field, or to the fields that are set together.
fn check_constants(first: &Constant, second: &Constant, entity: &Entity<'_>, errors: &Errors) {
    let constant = format!("`{}::{}`", entity.name, first.name);
    let (of_first, of_second) = (entity.fields_of(first), entity.fields_of(second));
    match (of_first.as_slice(), of_second.as_slice()) {
        ([first], [second]) => {
            let message = format!(
                "KW020: `{}` and `{}` would both be the constant {constant}; rename one of the two, {}",
                first.name,
                second.name,
                keep(second)
            );
            errors.duplicate(first.ident.span(), second.ident.span(), message);
        }
        ([field], together) => {
            let message = format!(
                "KW020: `{}` would be the constant {constant}, by which {} are set together; rename the field, {}",
                field.name,
                backticked(together),
                keep(field)
            );
            errors.on(field.ident, message);
        }
        (first, second) => {
            let message = format!(
                "KW020: {} are set together, and so are {}, and both would be the constant {constant}; rename one of \
                 the fields, and keep its attribute with `#[serde(rename = \"..\")]`",
                backticked(first),
                backticked(second)
            );
            errors.on(entity.ident, message);
        }
    }
}

/// KW020: a function name without lower-case letters is also the name of a constant.
fn check_functions(constants: &[Constant], entity: &Entity<'_>, errors: &Errors) {
    let constant = |name: &str| constants.iter().find(|constant| constant.name == name);
    for key in &entity.keys {
        let query = key.query.unraw().to_string();
        if let Some(of) = constant(&query) {
            let message = format!(
                "KW020: the query of {} and the constant of {} would both be `{}::{query}`; give the query another \
                 name, as in `query = by_status`",
                describe_place_of(key),
                backticked(&entity.fields_of(of)),
                entity.name
            );
            errors.on(&key.query, message);
        }
    }
    for field in entity.fields.stored.iter().filter(|field| field.is(Purpose::Counter)) {
        if constant(&field.name).is_some() {
            let message = format!(
                "KW020: the counter's function and its constant would both be `{}::{}`; write the field's name in \
                 lower case, {}",
                entity.name,
                field.name,
                keep(field)
            );
            errors.on(field.ident, message);
        }
    }
}

fn keep(field: &Field<'_>) -> String {
    format!("and keep its attribute with `#[serde(rename = {:?})]`", field.attribute)
}

//! The rules of names in keys. A key consists of the entity's own fields.

use syn::{Ident, ext::IdentExt};

use super::templates;
use crate::{
    errors::Errors,
    model::entity::Entity,
    read::entity::Attrs,
    suggest::{list, nearest},
    template::Template,
};

pub(super) fn check(attrs: &Attrs, entity: &Entity<'_>, errors: &Errors) {
    for template in templates::all(attrs) {
        check_placeholders(template, entity, errors);
    }
    let hashed = attrs.keys.iter().flat_map(|key| {
        let older = key.legacy.iter().filter_map(|legacy| legacy.hash.as_ref());
        key.shard.iter().filter_map(|shard| shard.hash.as_ref()).chain(older)
    });
    let within = attrs.fields.iter().filter_map(|field| field.unique.as_ref()).flat_map(|unique| unique.within());
    for name in hashed.flat_map(|hash| &hash.value.fields).chain(within) {
        check_named(name, entity, errors);
    }
}

/// KW006: each placeholder is a field that an item stores.
fn check_placeholders(template: &Template, entity: &Entity<'_>, errors: &Errors) {
    for placeholder in template.placeholders() {
        if let Some(Unknown { what, help, known }) = unknown(&placeholder.name, entity) {
            let known = known.map_or_else(String::new, |known| format!("\n    {known}"));
            let problem = template.problem(&placeholder.place, what, help);
            errors.on(&template.literal, format!("{problem}{known}"));
        }
    }
}

/// KW006: hashed fields, and those of `within`, are fields that an item stores.
fn check_named(name: &Ident, entity: &Entity<'_>, errors: &Errors) {
    if let Some(Unknown { what, help, known }) = unknown(&name.unraw().to_string(), entity) {
        let known = known.map_or_else(String::new, |known| format!(" ({known})"));
        errors.on(name, format!("{what}; {help}{known}"));
    }
}

/// The error about a name that is not that of a stored field.
struct Unknown {
    what: String,
    help: String,
    /// The existing fields.
    known: Option<String>,
}

fn unknown(name: &str, entity: &Entity<'_>) -> Option<Unknown> {
    let (fields, entity) = (&entity.fields, &entity.name);
    if fields.place(name).is_some() {
        return None;
    }
    if let Some(why) = fields.why_unstored(name) {
        return Some(Unknown {
            what: format!("KW006: serde {why} `{name}`, so items of `{entity}` do not contain it"),
            help: format!("drop it from the key, or `#[serde(..)]` from the field `{name}`"),
            known: None,
        });
    }
    let names = fields.names();
    let near = nearest(name, &names);
    Some(Unknown {
        what: format!("KW006: `{entity}` has no field `{name}`"),
        help: near.map_or("write a field's name".to_owned(), |near| format!("did you mean `{near}`?")),
        known: (!names.is_empty()).then(|| format!("its fields are {}", list(&names))),
    })
}

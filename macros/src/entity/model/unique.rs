//! Among which items a field is unique, their fields looked up.

use proc_macro2::Span;
use syn::{Ident, ext::IdentExt};

use super::{
    super::attr::UniqueAttr,
    Fields,
    template::{Unresolved, resolve},
};
use crate::errors::Errors;

pub(crate) struct Unique {
    pub(crate) place: Span,
    /// The fields in which these items agree.
    pub(crate) within: Vec<u8>,
}

impl Unique {
    pub(super) fn new(field: u8, attr: &UniqueAttr, entity: &str, fields: &Fields<'_>, errors: &Errors) -> Self {
        let mut within: Vec<u8> = Vec::new();
        for name in &attr.within {
            let Some(place) = look_up(name, entity, fields, errors) else { continue };
            if place == field {
                let message = format!("KW020: `{name}` is unique within itself; name another field, or write `unique`");
                errors.on(name, message);
            } else if within.contains(&place) {
                errors.on(name, format!("KW020: `{name}` is given twice; keep one of the two"));
            } else {
                within.push(place);
            }
        }
        Self { place: attr.place, within }
    }
}

fn look_up(name: &Ident, entity: &str, fields: &Fields<'_>, errors: &Errors) -> Option<u8> {
    resolve(&name.unraw().to_string(), entity, fields, |unresolved| {
        let Unresolved { what, help, known } = unresolved;
        let known = known.map_or_else(String::new, |known| format!(" ({known})"));
        errors.on(name, format!("{what}; {help}{known}"));
    })
}

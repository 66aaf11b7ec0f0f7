//! The rules of a list of entities that need only the paths in the list.

use crate::{errors::Errors, model::schema::same_text, read::schema::Entities};

pub(crate) fn check(entities: &Entities, errors: &Errors) {
    check_listed_once(entities, errors);
}

/// KW020: an entity that is compared with itself collides in every key.
fn check_listed_once(entities: &Entities, errors: &Errors) {
    for (at, second) in entities.paths.iter().enumerate() {
        if let Some(first) = entities.paths.iter().take(at).find(|first| same_text(first, second)) {
            let message = "KW020: this entity is listed twice; keep one of the two";
            let mut error = syn::Error::new_spanned(second, message);
            error.combine(syn::Error::new_spanned(first, "first listed here"));
            errors.push(error);
        }
    }
}

//! The rules of single values.

use syn::LitStr;

use crate::{errors::Errors, read::entity::Attrs};

pub(super) fn check(attrs: &Attrs, errors: &Errors) {
    if let Some(name) = &attrs.name {
        check_filled("name", name, "ops_log", errors);
    }
    for key in &attrs.keys {
        if let Some(why) = &key.allow_hot {
            check_filled("allow_hot", &why.value, "50 writes a day", errors);
        }
    }
}

/// KW020: a discriminator names an entity, and a reason for a hot key says something.
fn check_filled(option: &str, text: &LitStr, example: &str, errors: &Errors) {
    if text.value().trim().is_empty() {
        errors.on(text, format!("KW020: `{option}` is empty; write `{option} = \"{example}\"`"));
    }
}

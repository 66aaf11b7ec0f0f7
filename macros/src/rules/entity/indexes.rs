//! The rules of keys in indexes.

use syn::LitStr;

use crate::{errors::Errors, model::entity::Key};

pub(super) fn check(keys: &[Key], errors: &Errors) {
    for (at, key) in keys.iter().enumerate() {
        let Some(index) = &key.index else { continue };
        let earlier = keys.iter().take(at).filter_map(|key| key.index.as_ref());
        check_one_key(earlier, index, errors);
    }
}

/// KW020: an item has one key in an index.
fn check_one_key<'a>(mut earlier: impl Iterator<Item = &'a LitStr>, index: &LitStr, errors: &Errors) {
    // An empty name comes from an expansion with an error.
    if index.value().is_empty() {
        return;
    }
    if let Some(first) = earlier.find(|first| first.value() == index.value()) {
        let message = format!("KW020: the index {:?} is given twice; an item has one key in it", index.value());
        errors.duplicate(first.span(), index.span(), message);
    }
}

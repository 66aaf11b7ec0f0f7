//! Items that have a field under an earlier name of its attribute, as with serde's `alias`.
//!
//! The current name wins: if an item has both, because an earlier release wrote it after a later one, the attribute of
//! the earlier name is neither read nor passed to other fields, and the next write of the field removes it.

use std::borrow::Cow;

use super::attributed::Attributed;
use crate::{
    Item,
    schema::{EntitySchema, Field},
};

/// Returns whether an item has an attribute under an earlier name.
pub(crate) fn has_earlier_names(entity: &EntitySchema, item: &impl Attributed) -> bool {
    let mut aliases = entity.fields.iter().flat_map(|field| field.aliases);
    aliases.any(|alias| item.attribute(alias).is_some())
}

/// Returns the names of a field's attribute, the current one first.
pub(crate) fn names(field: &Field) -> impl Iterator<Item = &'static str> {
    std::iter::once(field.attribute).chain(field.aliases.iter().copied())
}

/// Gives each field the current name of its attribute, and removes the attributes of its earlier names.
pub(crate) fn rename_to_current(entity: &EntitySchema, item: &mut Item) {
    for field in entity.fields.iter().filter(|field| !field.aliases.is_empty()) {
        for alias in field.aliases {
            if let Some(value) = item.remove(*alias)
                && !item.contains_key(field.attribute)
            {
                item.insert(field.attribute.to_owned(), value);
            }
        }
    }
}

/// Returns the item under the current names. Copies it only if it has an earlier one.
pub(crate) fn under_current_names<'i>(entity: &EntitySchema, item: &'i Item) -> Cow<'i, Item> {
    if !has_earlier_names(entity, item) {
        return Cow::Borrowed(item);
    }
    let mut item = item.clone();
    rename_to_current(entity, &mut item);
    Cow::Owned(item)
}

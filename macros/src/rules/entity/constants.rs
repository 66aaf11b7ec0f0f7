//! The rules of attributes with a constant text: `constants(..)`, and serde's tag.

use crate::{errors::Errors, model::entity::Entity, read::entity::Attrs};

pub(super) fn check(attrs: &Attrs, entity: &Entity<'_>, errors: &Errors) {
    check_given_once(attrs, errors);
    check_not_a_field(entity, errors);
    check_tag_not_constant(entity, errors);
}

/// KW020: an attribute has only one text.
fn check_given_once(attrs: &Attrs, errors: &Errors) {
    let constants = &attrs.constants.list;
    for (at, (name, _)) in constants.iter().enumerate() {
        if let Some((first, _)) = constants.iter().take(at).find(|(first, _)| first.value() == name.value()) {
            let message = format!("KW020: the constant {:?} is given twice; keep one of the two", name.value());
            errors.duplicate(first.span(), name.span(), message);
        }
    }
}

/// KW014: a constant attribute would overwrite the field with its name.
fn check_not_a_field(entity: &Entity<'_>, errors: &Errors) {
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
}

/// KW014: serde writes its tag itself.
fn check_tag_not_constant(entity: &Entity<'_>, errors: &Errors) {
    let Some((tag, _)) = &entity.tag else { return };
    if let Some((constant, _)) = entity.constants.iter().find(|(constant, _)| constant.value() == tag.value()) {
        let message = format!("KW014: serde writes {:?} as its tag already; drop the constant", tag.value());
        errors.duplicate(tag.span(), constant.span(), message);
    }
}

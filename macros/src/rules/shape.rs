//! The shapes of types that the derives accept. No impl is possible for another shape, so only the shape is reported.

use syn::{Data, DeriveInput, Field, Fields, FieldsNamed};

use crate::errors::Errors;

/// An entity and a projection are structs with named fields and no generic parameters, because items consist of named
/// fields.
pub(crate) fn check_named_fields<'a>(noun: &str, input: &'a DeriveInput, errors: &Errors) -> Option<&'a FieldsNamed> {
    let ident = &input.ident;
    let (article, a_struct) = match noun {
        "entity" => ("an", "a struct with named fields"),
        _ => ("a", "a struct with the names of the entity's fields"),
    };
    if !input.generics.params.is_empty() {
        let message =
            format!("`{ident}` has generic parameters, and {article} {noun} has none; name the types of its fields");
        errors.on(&input.generics.params, message);
        return None;
    }
    let what = match &input.data {
        Data::Struct(data) => match &data.fields {
            Fields::Named(fields) => return Some(fields),
            Fields::Unnamed(_) => "a tuple struct",
            Fields::Unit => "a unit struct",
        },
        Data::Enum(_) => "an enum",
        Data::Union(_) => "a union",
    };
    let message = format!("`{ident}` is {what}, and {article} {noun} is {a_struct}; write `struct {ident} {{ .. }}`");
    errors.on(ident, message);
    None
}

/// A table and a list of entities are structs without generic parameters, because each is a single type. An enum gets
/// its impls despite the error. `noun` is the name in messages.
pub(crate) fn check_plain_struct(derive: &str, noun: &str, input: &DeriveInput, errors: &Errors) -> Option<()> {
    let ident = &input.ident;
    let generics = &input.generics.params;
    if !generics.is_empty() {
        errors.on(generics, format!("a {noun} has no generic parameters; declare it as `struct {ident};`"));
    } else if !matches!(input.data, Data::Struct(_)) {
        errors.on(ident, format!("`{derive}` is derived for a struct; declare the {noun} as `struct {ident};`"));
    }
    generics.is_empty().then_some(())
}

/// A collection is an enum or a struct without generic parameters, because a union cannot distinguish its entities.
pub(crate) fn check_plain_type(input: &DeriveInput, errors: &Errors) -> Option<()> {
    let ident = &input.ident;
    let generics = &input.generics.params;
    if !generics.is_empty() {
        errors.on(generics, format!("a `Collection` has no generic parameters; name the entities in `{ident}`"));
    } else if matches!(input.data, Data::Union(_)) {
        errors.on(ident, "`Collection` is derived for an enum or a struct; a union cannot distinguish its entities");
    }
    generics.is_empty().then_some(())
}

/// A `KeyEnum` is an enum without generic parameters, because each variant is one text.
pub(crate) fn check_plain_enum(input: &DeriveInput, errors: &Errors) -> Option<()> {
    let ident = &input.ident;
    let generics = &input.generics.params;
    if !generics.is_empty() {
        errors.on(generics, format!("a `KeyEnum` has no generic parameters; declare it as `enum {ident} {{ .. }}`"));
    } else if !matches!(input.data, Data::Enum(_)) {
        let message = format!("`{ident}` is not an enum; for a newtype, derive `keywright::KeyField`");
        errors.on(ident, message);
    }
    generics.is_empty().then_some(())
}

/// A `KeyField` is a struct with one field and no generic parameters, because it is written in keys like that field.
pub(crate) fn check_newtype<'a>(input: &'a DeriveInput, errors: &Errors) -> Option<&'a Field> {
    let ident = &input.ident;
    let generics = &input.generics.params;
    if !generics.is_empty() {
        let message = format!("a `KeyField` has no generic parameters; name the type of the field of `{ident}`");
        errors.on(generics, message);
        return None;
    }
    let what = match &input.data {
        Data::Struct(data) => match (data.fields.iter().next(), data.fields.len()) {
            (Some(field), 1) => return Some(field),
            (_, 0) => "has no field",
            _ => "has several fields",
        },
        Data::Enum(_) => {
            let message = format!("`{ident}` is an enum; derive `keywright::KeyEnum`, which gives each variant a text");
            errors.on(ident, message);
            return None;
        }
        Data::Union(_) => "is a union",
    };
    let message = format!(
        "`{ident}` {what}, and a `KeyField` is a struct of one, as `struct {ident}(String);`; put several fields into \
         the template one by one"
    );
    errors.on(ident, message);
    None
}

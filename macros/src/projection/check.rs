//! The rules that need only the struct itself. One rule, one function.

use syn::{Data, DeriveInput, FieldsNamed};

use super::model::Projection;
use crate::errors::Errors;

/// The named fields, if an impl for the input can be written.
pub(super) fn check_shape<'a>(input: &'a DeriveInput, errors: &Errors) -> Option<&'a FieldsNamed> {
    let ident = &input.ident;
    if !input.generics.params.is_empty() {
        let message =
            format!("`{ident}` has generic parameters, and a projection has none; name the types of its fields");
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
    let message = format!(
        "`{ident}` is {what}, and a projection is a struct with the names of the entity's fields; write \
         `struct {ident} {{ .. }}`"
    );
    errors.on(ident, message);
    None
}

pub(super) fn check(projection: &Projection<'_>, errors: &Errors) {
    check_flattened(projection, errors);
    check_stand_in(projection, errors);
    check_fields(projection, errors);
}

// What a flattened field takes from an item is not known here, and neither is which attributes to ask for.
fn check_flattened(projection: &Projection<'_>, errors: &Errors) {
    for field in &projection.flattened {
        let message = format!(
            "KW020: `{field}` is flattened, and a projection names the entity's fields one by one; write them out here"
        );
        errors.on(field, message);
    }
}

// Then the names of its fields are not what serde reads.
fn check_stand_in(projection: &Projection<'_>, errors: &Errors) {
    if let Some(place) = projection.stand_in {
        let message = "KW020: a projection is read by its own fields, and this has serde read something else; derive \
                       `Projection` for the type that is read, and convert it";
        errors.at(place, message);
    }
}

// Without an attribute to ask for, DynamoDB would return whole items.
fn check_fields(projection: &Projection<'_>, errors: &Errors) {
    if projection.fields.is_empty() && errors.is_empty() {
        let message = format!(
            "KW020: `{}` has none of the entity's fields; name at least one, or ask for `.keys()` or `.count(..)`",
            projection.ident
        );
        errors.on(projection.ident, message);
    }
}

//! The rules of a projection that need only the struct itself. Each rule is one function.

use crate::{errors::Errors, model::projection::Projection};

pub(crate) fn check(projection: &Projection<'_>, errors: &Errors) {
    check_flattened(projection, errors);
    check_serde_proxy(projection, errors);
    check_fields(projection, errors);
}

/// KW020: the attributes that a flattened field needs are not known, so they cannot be requested.
fn check_flattened(projection: &Projection<'_>, errors: &Errors) {
    for field in &projection.flattened {
        let message = format!(
            "KW020: `{field}` is flattened, and a projection names the entity's fields one by one; write them out here"
        );
        errors.on(field, message);
    }
}

/// KW020: serde would not read the struct by the names of its fields.
fn check_serde_proxy(projection: &Projection<'_>, errors: &Errors) {
    if let Some(place) = projection.serde_proxy {
        let message = "KW020: a projection is read by its own fields, but this makes serde read something else; derive \
                       `Projection` for the type that is read, and convert it";
        errors.at(place, message);
    }
}

/// KW020: without an attribute to request, DynamoDB would return whole items.
fn check_fields(projection: &Projection<'_>, errors: &Errors) {
    if projection.fields.is_empty() && errors.is_empty() {
        let message = format!(
            "KW020: `{}` has none of the entity's fields; name at least one, or use `.keys()` or `.count(..)`",
            projection.ident
        );
        errors.on(projection.ident, message);
    }
}

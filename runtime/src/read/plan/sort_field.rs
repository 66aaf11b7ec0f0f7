//! The fields of a sort key that a query can set.

use crate::schema::{Form, Segment, Template};

/// Returns the sort key's fields in order, without the `given` ones: those that `then` and `between` refer to.
pub(crate) fn open_fields(sort: Option<&Template>, given: impl Fn(u8) -> bool) -> Vec<(u8, Form)> {
    let mut open: Vec<(u8, Form)> = Vec::new();
    for segment in sort.map_or(&[][..], |template| template.segments) {
        if let Segment::Field { field, form, .. } = *segment
            && !given(field)
            && !open.iter().any(|(known, _)| *known == field)
        {
            open.push((field, form));
        }
    }
    open
}

//! The fields of a sort key that a query can give.

use crate::schema::{Form, Segment, Template};

/// The sort key's fields in order, each once, without those that `given` has: what `then` and `between` speak of.
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

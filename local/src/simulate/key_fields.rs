//! Properties of fields in keys.

use keywright::key::FieldKind;
use keywright::schema::{Field, Purpose, Segment, Template};

/// Returns whether the values of a field are points in time. A `ttl` of an integer type contains seconds.
pub(super) fn is_point_in_time(field: &Field) -> bool {
    matches!(field.kind, Some(FieldKind::Time | FieldKind::CivilTime | FieldKind::Date)) || is_ttl(field)
}

/// Returns whether items store a field in whole seconds.
pub(super) fn is_ttl(field: &Field) -> bool {
    field.kind.is_some() && field.purpose == Purpose::Ttl
}

pub(super) fn has_field(template: &Template, field: usize) -> bool {
    let holds =
        |segment: &Segment| matches!(segment, Segment::Field { field: held, .. } if usize::from(*held) == field);
    template.segments.iter().any(holds)
}

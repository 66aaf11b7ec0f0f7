//! Properties of fields in keys.

use keywright::key::FieldKind;
use keywright::schema::{Field, Segment, Template};

/// Returns whether the values of a field are points in time.
pub(super) fn is_point_in_time(field: &Field) -> bool {
    matches!(field.kind, Some(FieldKind::Time | FieldKind::Date))
}

pub(super) fn has_field(template: &Template, field: usize) -> bool {
    let holds =
        |segment: &Segment| matches!(segment, Segment::Field { field: held, .. } if usize::from(*held) == field);
    template.segments.iter().any(holds)
}

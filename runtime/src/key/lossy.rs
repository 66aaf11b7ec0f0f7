//! Fields that the table key contains only in part: as a bucket, with less precision, or in another case.

use super::{KeyPart, is_native};
use crate::schema::{EntitySchema, Form, Segment, TimeForm};

/// The positions of the fields that the table key contains only in part.
///
/// Two items that differ only in such a field have equal keys. A field that is the key's attribute itself is not
/// included, because its remaining part is not stored anywhere.
pub(crate) fn lossy_fields(entity: &EntitySchema) -> Vec<u8> {
    let Some(key) = entity.keys.first() else { return Vec::new() };
    let partition = Some(key.partition).filter(|_| !is_native(entity, 0, KeyPart::Partition));
    let sort = key.sort.filter(|_| !is_native(entity, 0, KeyPart::Sort));
    let segments = || [partition, sort].into_iter().flatten().flat_map(|template| template.segments);
    let full = |of: u8| {
        segments()
            .any(|segment| matches!(segment, Segment::Field { field, form, .. } if *field == of && !is_lossy(*form)))
    };
    let mut fields = Vec::new();
    for segment in segments() {
        if let Segment::Field { field, .. } = segment
            && !full(*field)
            && !fields.contains(field)
        {
            fields.push(*field);
        }
    }
    fields
}

fn is_lossy(form: Form) -> bool {
    match form {
        Form::Default | Form::Plain | Form::Width(_) | Form::Time(TimeForm::Nanos) => false,
        Form::Bucket(_) | Form::Time(_) | Form::Lower | Form::Upper => true,
    }
}

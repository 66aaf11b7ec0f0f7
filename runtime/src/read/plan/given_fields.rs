//! Given fields of the partition key that not every stored key contains as the query gives them.

use super::resolve::{form_in, form_of};
use crate::{
    key::KeyValue,
    schema::{EntitySchema, Form, KeySchema, Segment},
};

/// A field whose value the query gives, but which an older partition key does not contain, or a sort key whose template
/// does not determine its text. Each item is checked on its own field.
#[derive(Debug, Clone)]
pub(crate) struct GivenField {
    pub(crate) field: u8,
    /// The form in which the current key writes it. Values that it writes alike are equal for the query.
    form: Form,
    value: KeyValue<'static>,
}

impl GivenField {
    /// Returns the given fields of a query's partition key that are to be checked.
    pub(super) fn of(entity: &EntitySchema, schema: &KeySchema, partition: &[(u8, KeyValue<'static>)]) -> Vec<Self> {
        let undetermined_sort = schema.sort.filter(|_| entity.determined_sort(schema).is_none());
        // As in a sort key that is determined, the parts before the first field that is not given are asked for.
        let is_open = |segment: &Segment| match segment {
            Segment::Field { field, .. } => partition.iter().all(|(given, _)| given != field),
            _ => false,
        };
        let leading = undetermined_sort.map_or(&[][..], |sort| sort.segments);
        let leading = leading.split(is_open).next().unwrap_or_default();
        let given = partition.iter().filter_map(|(field, value)| {
            let form = form_of(&schema.partition, *field)?;
            let in_sort = form_in(leading, *field).filter(|_| !is_exact(form));
            if let Some(form) = in_sort.filter(|in_sort| *in_sort != form) {
                return Some(Self { field: *field, form, value: value.clone() });
            }
            let is_equivalent_form = |older: Form| older == form || is_exact(older);
            let contains_value = |legacy: &_| form_of(legacy, *field).is_some_and(is_equivalent_form);
            let all_contain_value = schema.legacy.iter().all(|legacy| contains_value(&legacy.partition));
            (!all_contain_value).then(|| Self { field: *field, form, value: value.clone() })
        });
        given.collect()
    }

    /// Returns whether the current partition key writes a value like the given one.
    pub(super) fn admits(&self, value: &KeyValue<'_>) -> bool {
        match (self.form, value, &self.value) {
            (Form::Lower, KeyValue::Text(value), KeyValue::Text(given)) => value.to_lowercase() == given.to_lowercase(),
            (Form::Upper, KeyValue::Text(value), KeyValue::Text(given)) => value.to_uppercase() == given.to_uppercase(),
            (form, KeyValue::Time(value), KeyValue::Time(given)) => value.truncated(form) == given.truncated(form),
            (_, value, given) => value == given,
        }
    }
}

const fn is_exact(form: Form) -> bool {
    matches!(form, Form::Default | Form::Plain | Form::Width(_))
}

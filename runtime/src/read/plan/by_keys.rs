//! Reads that see only the keys of items: `keys` and `count` of an index that does not contain whole items.

use std::ops::Bound;

use super::{
    Plan,
    resolve::{self, Design},
};
use crate::{
    Error, ErrorKind, Result,
    key::{KeyValue, ParsedValue, bucket, is_stored_part, loss, range::ValueRange},
    read::spec::SharedSpec,
    schema::{Form, Segment, Template},
};

impl Plan {
    /// Rejects a range that begins or ends within a part of a field, such as a day, if only that part is in the keys.
    ///
    /// # Errors
    ///
    /// `InvalidArgument`, with the field.
    pub(crate) fn check_by_keys(&self, spec: &SharedSpec) -> Result<()> {
        if !self.keys_suffice() {
            return Ok(());
        }
        let spec = &*resolve::as_stored(self.entity, self.schema, spec);
        let design = Design::new(self.entity, self.key, self.schema, spec)?;
        for (field, range) in design.rechecks(spec, &design.given(spec)) {
            let Some(form) =
                self.form_in_keys(field).filter(|form| is_stored_part(self.entity, usize::from(field), *form))
            else {
                continue;
            };
            if !is_aligned(&range, form) {
                let name = self.entity.fields.get(usize::from(field)).map_or("", |field| field.name);
                let message = format!(
                    "the keys in the index contain only a part of `{name}`, and `keys` and `count` read nothing else \
                     of an item; begin and end the range with such a part, as with a whole day, or read the items with \
                     `hydrate`"
                );
                let error = Error::new(ErrorKind::InvalidArgument, message).operation(self.schema.query);
                return Err(error.of_entity(self.entity.name).on_index(self.schema.index));
            }
        }
        Ok(())
    }

    /// Returns whether the values in an item's keys match the query. A part of a time matches if one of its instants
    /// does.
    pub(crate) fn accepts_keys<'p>(&self, value: &dyn Fn(u8) -> Option<&'p ParsedValue>) -> bool {
        let matches = |(field, range): &(u8, ValueRange)| match value(*field) {
            Some(ParsedValue { form, value: KeyValue::Time(at), .. })
                if is_stored_part(self.entity, usize::from(*field), *form) =>
            {
                !bucket::equivalent_range(*form, *at).intersected(range.clone()).is_empty()
            }
            Some(known) => range.contains(&known.value),
            None => true,
        };
        self.rechecks.iter().all(matches)
            && self.given.iter().all(|given| value(given.field).is_none_or(|known| given.admits(&known.value)))
    }

    /// Returns the most precise form of a field in the keys of the table and of the index. Of a key with older
    /// designs, the least precise one counts.
    fn form_in_keys(&self, of: u8) -> Option<Form> {
        let keys = [0, self.key].into_iter().filter_map(|key| self.entity.keys.get(key));
        let forms = keys.filter_map(|key| {
            let in_sort = key.sort.as_ref().and_then(|sort| most_precise(sort, of));
            let designs = key.generations().map(|(_, partition, _)| {
                let forms = [most_precise(partition, of), in_sort];
                forms.into_iter().flatten().min_by_key(|form| loss(*form))
            });
            designs.collect::<Option<Vec<_>>>()?.into_iter().max_by_key(|form| loss(*form))
        });
        forms.min_by_key(|form| loss(*form))
    }
}

fn most_precise(template: &Template, of: u8) -> Option<Form> {
    let forms = template.segments.iter().filter_map(|segment| match *segment {
        Segment::Field { field, form, .. } if field == of => Some(form),
        _ => None,
    });
    forms.min_by_key(|form| loss(*form))
}

/// Returns whether the ends of a range are those of parts that a form writes.
fn is_aligned(range: &ValueRange, form: Form) -> bool {
    let begins_part = |bound: &KeyValue<'_>| match bound {
        KeyValue::Time(at) => at.truncated(form) == *at,
        _ => false,
    };
    let lower = match &range.lower {
        Bound::Included(from) => begins_part(from),
        Bound::Excluded(_) => false,
        Bound::Unbounded => true,
    };
    let upper = match &range.upper {
        Bound::Excluded(until) => begins_part(until),
        Bound::Included(_) => false,
        Bound::Unbounded => true,
    };
    lower && upper
}

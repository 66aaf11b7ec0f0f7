//! From field values to intervals of sort keys.

use std::ops::Bound;

use super::{
    interval::{Interval, successor},
    range::ValueRange,
};
use crate::{
    Error, ErrorKind, Result,
    key::{self, KeyPart, KeyScalar, KeyValue},
    schema::{EntitySchema, Form, Segment, Template},
};

/// The sort keys of one entity in one lane: which of them hold the given values.
pub(crate) struct SortKeys<'a> {
    pub(crate) entity: &'static EntitySchema,
    pub(crate) key: usize,
    pub(crate) template: Option<&'static Template>,
    /// The values that are given: the partition key's and the sort key's first.
    pub(crate) known: &'a [(u8, KeyValue<'static>)],
    /// The sort key's next field.
    pub(crate) next: Option<(u8, Form)>,
}

/// What some values make of a sort key.
enum Rendered {
    /// All of it.
    Whole(KeyScalar),
    /// Its beginning; more fields follow.
    Prefix(String),
}

impl SortKeys<'_> {
    /// The keys whose next field lies in a range.
    pub(crate) fn interval(&self, range: &ValueRange) -> Result<Interval> {
        let all = match self.rendered(None)? {
            None => return Ok(Interval::ALL),
            Some(Rendered::Whole(key)) => return Ok(Interval::equal(key)),
            Some(Rendered::Prefix(prefix)) => Interval::prefix(prefix),
        };
        let lower = self.lower(&range.lower)?;
        let upper = self.upper(&range.upper)?;
        Ok(all.intersected(Interval { lower, upper }))
    }

    /// The keys whose next field is a text that begins so.
    pub(crate) fn beginning(&self, beginning: &str) -> Result<Interval> {
        let (Some(template), Some((field, form))) = (self.template, self.next) else { return Ok(Interval::ALL) };
        if beginning.is_empty() {
            return self.interval(&ValueRange::ALL);
        }
        if form == Form::Lower && beginning.ends_with('Σ') {
            return Err(
                self.refuse("a text that ends in `Σ` is lower-cased differently where more follows; leave it out")
            );
        }
        let value = KeyValue::Text(beginning.into());
        let Some(rendered) = self.rendered(Some(&value))? else { return Ok(Interval::ALL) };
        let text = match rendered {
            Rendered::Whole(KeyScalar::S(text)) | Rendered::Prefix(text) => text,
            Rendered::Whole(_) => return Err(self.refuse("a number or bytes have no beginning; use `between(..)`")),
        };
        let after = template.segments.iter().skip_while(|segment| !is_field(segment, field)).skip(1);
        let mut tail = String::new();
        for segment in after {
            match segment {
                Segment::Literal(literal) => tail.push_str(literal),
                Segment::Delimiter => tail.push(char::from(self.entity.table.delimiter)),
                Segment::Field { .. } | Segment::Shard { .. } => break,
            }
        }
        match text.strip_suffix(&tail) {
            Some(text) => Ok(Interval::prefix(text.to_owned())),
            None => Err(self.refuse("a given field stands right behind the text; use `between(..)`")),
        }
    }

    fn lower(&self, bound: &Bound<KeyValue<'static>>) -> Result<Bound<KeyScalar>> {
        let (value, excluded) = match bound {
            Bound::Unbounded => return Ok(Bound::Unbounded),
            Bound::Included(value) => (value, false),
            Bound::Excluded(value) => (value, !self.truncates()),
        };
        Ok(match (self.rendered(Some(value))?, excluded) {
            (None, _) => Bound::Unbounded,
            (Some(Rendered::Whole(key)), false) => Bound::Included(key),
            (Some(Rendered::Whole(key)), true) => Bound::Excluded(key),
            (Some(Rendered::Prefix(prefix)), false) => Bound::Included(KeyScalar::S(prefix)),
            (Some(Rendered::Prefix(prefix)), true) => match successor(&prefix) {
                Some(next) => Bound::Included(KeyScalar::S(next)),
                None => Bound::Excluded(KeyScalar::S(prefix)),
            },
        })
    }

    fn upper(&self, bound: &Bound<KeyValue<'static>>) -> Result<Bound<KeyScalar>> {
        let (value, included) = match bound {
            Bound::Unbounded => return Ok(Bound::Unbounded),
            Bound::Included(value) => (value, true),
            Bound::Excluded(value) => (value, self.loses(value)),
        };
        Ok(match (self.rendered(Some(value))?, included) {
            (None, _) => Bound::Unbounded,
            (Some(Rendered::Whole(key)), true) => Bound::Included(key),
            (Some(Rendered::Whole(key)), false) => Bound::Excluded(key),
            (Some(Rendered::Prefix(prefix)), false) => Bound::Excluded(KeyScalar::S(prefix)),
            (Some(Rendered::Prefix(prefix)), true) => {
                successor(&prefix).map_or(Bound::Unbounded, |next| Bound::Excluded(KeyScalar::S(next)))
            }
        })
    }

    /// Whether items of later times can have the key of a value: then they are taken in, and their own field decides.
    fn truncates(&self) -> bool {
        matches!(self.next, Some((_, Form::Bucket(_) | Form::Time(_))))
    }

    /// Whether the key holds less than this value: items of earlier times can have its key.
    fn loses(&self, value: &KeyValue<'_>) -> bool {
        match (value, self.next) {
            (KeyValue::Time(time), Some((_, form))) => time.truncated(form) != *time,
            _ => false,
        }
    }

    /// The sort key of the given values and, if there is one, a value of the next field.
    fn rendered(&self, value: Option<&KeyValue<'_>>) -> Result<Option<Rendered>> {
        let Some(template) = self.template else { return Ok(None) };
        let next = self.next;
        let cut = value.map(|value| match (value, next) {
            (KeyValue::Time(time), Some((_, form))) => KeyValue::Time(time.truncated(form)),
            _ => value.clone(),
        });
        let values = |field: u8| match (&cut, next) {
            (Some(value), Some((of, _))) if of == field => Some(value.clone()),
            _ => lookup(self.known, field),
        };
        let rendered = if key::is_native(self.entity, self.key, KeyPart::Sort) {
            if cut.is_none() && next.is_some() {
                return Ok(Some(Rendered::Prefix(String::new())));
            }
            key::sort_key(self.entity, self.key, &values)?.map(Rendered::Whole)
        } else {
            let mut text = String::with_capacity(64);
            let whole = key::render(self.entity, template, KeyPart::Sort, &values, None, &mut text)?;
            Some(if whole { Rendered::Whole(KeyScalar::S(text)) } else { Rendered::Prefix(text) })
        };
        if let Some(Rendered::Whole(KeyScalar::S(text)) | Rendered::Prefix(text)) = &rendered
            && text.len() > KeyPart::Sort.limit()
        {
            return Err(self.too_long(text.len()));
        }
        Ok(rendered)
    }

    fn refuse(&self, why: &str) -> Error {
        Error::new(ErrorKind::InvalidArgument, why).of_entity(self.entity.name).operation("begins_with")
    }

    fn too_long(&self, bytes: usize) -> Error {
        let limit = KeyPart::Sort.limit();
        let message =
            format!("the sort key asked for has {bytes} bytes, and DynamoDB takes {limit}; ask for less of it");
        Error::new(ErrorKind::KeyTooLong, message).of_entity(self.entity.name)
    }
}

fn is_field(segment: &Segment, of: u8) -> bool {
    matches!(segment, Segment::Field { field, .. } if *field == of)
}

/// The value of a field among some.
pub(crate) fn lookup<'v>(values: &'v [(u8, KeyValue<'static>)], field: u8) -> Option<KeyValue<'v>> {
    let (_, value) = values.iter().find(|(of, _)| *of == field)?;
    Some(match value {
        KeyValue::Text(text) => KeyValue::Text(text.as_ref().into()),
        KeyValue::Integer(integer) => KeyValue::Integer(*integer),
        KeyValue::Time(time) => KeyValue::Time(*time),
        KeyValue::Binary(bytes) => KeyValue::Binary(bytes.as_ref().into()),
    })
}

//! Converts field values into intervals of sort keys.

use std::ops::Bound;

use super::{
    interval::{Interval, successor},
    known::KnownValues,
};
use crate::{
    Error, ErrorKind, Result,
    key::{self, KeyPart, KeyScalar, KeyScalars, KeyValue, TemplateRef, range::ValueRange},
    schema::{EntitySchema, Form, Segment, Template},
};

/// Finds the sort keys of one entity in one lane that contain the given values.
pub(crate) struct SortKeys<'a> {
    pub(crate) entity: &'static EntitySchema,
    pub(crate) key: usize,
    pub(crate) template: Option<&'static Template>,
    /// The given values: those of the partition key and of the first fields of the sort key.
    pub(crate) known: &'a KnownValues,
    /// The sort key's next field.
    pub(crate) next: Option<(u8, Form)>,
}

/// An attribute rendered from some values.
enum Rendered {
    /// The whole attribute.
    Whole(KeyScalar),
    /// Its beginning. More fields follow.
    Prefix(String),
}

impl SortKeys<'_> {
    /// Returns the keys whose next field is in a range.
    pub(crate) fn interval(&self, range: &ValueRange) -> Result<Interval> {
        match self.open()? {
            None => Ok(Interval::ALL),
            Some(Open::Nothing(values)) => Ok(Interval::equal(KeyScalar::of(values))),
            Some(Open::Attribute(attribute)) => Ok(attribute.lifted(attribute.interval(range)?)),
        }
    }

    /// Returns the keys whose next field is a text that begins with `beginning`.
    pub(crate) fn beginning(&self, beginning: &str) -> Result<Interval> {
        match (self.open()?, self.next) {
            (Some(Open::Attribute(attribute)), Some(next)) => {
                Ok(attribute.lifted(attribute.beginning(beginning, next)?))
            }
            _ => Ok(Interval::ALL),
        }
    }

    /// Returns the first attribute that the given values do not complete. A single-attribute key always has one.
    fn open(&self) -> Result<Option<Open<'_>>> {
        let Some(template) = self.template else { return Ok(None) };
        let count = template.attributes();
        let mut before = Vec::new();
        for (place, template) in (0..count).filter_map(|place| Some((place, template.attribute(place)?))) {
            let is_given = |segment: &Segment| match segment {
                Segment::Field { field, .. } => self.known.get(*field).is_some(),
                _ => true,
            };
            let value = |field: u8| self.known.get(field);
            let given = match count > 1 && template.segments.iter().all(is_given) {
                true => key::attribute_value(
                    (self.key, place),
                    TemplateRef::new(self.entity, KeyPart::Sort, &template),
                    &value,
                    None,
                )?,
                false => None,
            };
            match given {
                Some(given) => before.push(given),
                None => return Ok(Some(Open::Attribute(OpenAttribute { keys: self, template, place, count, before }))),
            }
        }
        Ok(Some(Open::Nothing(before)))
    }
}

/// The part of a sort key that the given values leave open.
enum Open<'a> {
    /// Nothing is open: the values of its attributes.
    Nothing(Vec<KeyScalar>),
    Attribute(OpenAttribute<'a>),
}

/// The attribute of a sort key that contains the next field.
struct OpenAttribute<'a> {
    keys: &'a SortKeys<'a>,
    template: Template,
    place: usize,
    /// The number of attributes of the sort key.
    count: usize,
    /// The values of the attributes before it.
    before: Vec<KeyScalar>,
}

impl OpenAttribute<'_> {
    /// Converts an interval of the attribute into one of sort keys.
    fn lifted(&self, Interval { lower, upper }: Interval) -> Interval {
        if self.count == 1 {
            return Interval { lower, upper };
        }
        let (is_first, is_last) = (self.before.is_empty(), self.place + 1 == self.count);
        let with = |value| self.before.iter().cloned().chain([value]).collect();
        let key = |values| KeyScalar::Several(KeyScalars::new(values));
        let end = |values| KeyScalar::Several(KeyScalars::end(values));
        Interval {
            lower: match lower {
                Bound::Unbounded if is_first => Bound::Unbounded,
                Bound::Unbounded => Bound::Included(key(self.before.clone())),
                Bound::Included(value) => Bound::Included(key(with(value))),
                Bound::Excluded(value) if is_last => Bound::Excluded(key(with(value))),
                Bound::Excluded(value) => Bound::Included(end(with(value))),
            },
            upper: match upper {
                Bound::Unbounded if is_first => Bound::Unbounded,
                Bound::Unbounded => Bound::Excluded(end(self.before.clone())),
                Bound::Included(value) if is_last => Bound::Included(key(with(value))),
                Bound::Included(value) => Bound::Excluded(end(with(value))),
                Bound::Excluded(value) => Bound::Excluded(key(with(value))),
            },
        }
    }

    fn interval(&self, range: &ValueRange) -> Result<Interval> {
        let all = match self.rendered(None)? {
            Rendered::Whole(key) => return Ok(Interval::equal(key)),
            Rendered::Prefix(prefix) => Interval::prefix(prefix),
        };
        let lower = self.lower(&range.lower)?;
        let upper = self.upper(&range.upper)?;
        Ok(all.intersected(Interval { lower, upper }))
    }

    fn beginning(&self, beginning: &str, (field, form): (u8, Form)) -> Result<Interval> {
        if beginning.is_empty() {
            return self.interval(&ValueRange::ALL);
        }
        if form == Form::Lower && beginning.ends_with('Σ') {
            return Err(self.refuse("a `Σ` at the end is lower-cased differently if more text follows; leave it out"));
        }
        let value = KeyValue::Text(beginning.into());
        let text = match self.rendered(Some(&value))? {
            Rendered::Whole(KeyScalar::S(text)) | Rendered::Prefix(text) => text,
            Rendered::Whole(_) => return Err(self.refuse("a number or bytes have no prefix; use `between(..)`")),
        };
        let after = self.template.segments.iter().skip_while(|segment| !is_field(segment, field)).skip(1);
        let mut tail = String::new();
        for segment in after {
            match segment {
                Segment::Literal(literal) => tail.push_str(literal),
                Segment::Delimiter => tail.push(char::from(self.keys.entity.table.delimiter)),
                Segment::Field { .. } | Segment::Shard { .. } | Segment::NextAttribute(_) => break,
            }
        }
        match text.strip_suffix(&tail) {
            Some(text) => Ok(Interval::prefix(text.to_owned())),
            None => Err(self.refuse("a given field follows directly after the text; use `between(..)`")),
        }
    }

    fn lower(&self, bound: &Bound<KeyValue<'static>>) -> Result<Bound<KeyScalar>> {
        let (value, excluded) = match bound {
            Bound::Unbounded => return Ok(Bound::Unbounded),
            Bound::Included(value) => (value, false),
            Bound::Excluded(value) => (value, !self.truncates()),
        };
        Ok(match (self.rendered(Some(value))?, excluded) {
            (Rendered::Whole(key), false) => Bound::Included(key),
            (Rendered::Whole(key), true) => Bound::Excluded(key),
            (Rendered::Prefix(prefix), false) => Bound::Included(KeyScalar::S(prefix)),
            (Rendered::Prefix(prefix), true) => match successor(&prefix) {
                Some(next) => Bound::Included(KeyScalar::S(next)),
                None => Bound::Excluded(KeyScalar::S(prefix)),
            },
        })
    }

    fn upper(&self, bound: &Bound<KeyValue<'static>>) -> Result<Bound<KeyScalar>> {
        let (value, included) = match bound {
            Bound::Unbounded => return Ok(Bound::Unbounded),
            Bound::Included(value) => (value, true),
            Bound::Excluded(value) => (value, self.is_truncated(value)),
        };
        Ok(match (self.rendered(Some(value))?, included) {
            (Rendered::Whole(key), true) => Bound::Included(key),
            (Rendered::Whole(key), false) => Bound::Excluded(key),
            (Rendered::Prefix(prefix), false) => Bound::Excluded(KeyScalar::S(prefix)),
            (Rendered::Prefix(prefix), true) => {
                successor(&prefix).map_or(Bound::Unbounded, |next| Bound::Excluded(KeyScalar::S(next)))
            }
        })
    }

    /// Whether items of later times can have the key of a value. They are included, and checked on their own field.
    fn truncates(&self) -> bool {
        matches!(self.keys.next, Some((_, Form::Bucket(_) | Form::Time(_))))
    }

    /// Returns whether the key contains only a part of this value, so that items of earlier times can have its key.
    fn is_truncated(&self, value: &KeyValue<'_>) -> bool {
        match (value, self.keys.next) {
            (KeyValue::Time(time), Some((_, form))) => time.truncated(form) != *time,
            _ => false,
        }
    }

    /// Renders the attribute from the given values and optionally a value of the next field.
    fn rendered(&self, value: Option<&KeyValue<'_>>) -> Result<Rendered> {
        let SortKeys { entity, key, known, next, .. } = *self.keys;
        let cut = value.map(|value| match (value, next) {
            (KeyValue::Time(time), Some((_, form))) => KeyValue::Time(time.truncated(form)),
            _ => value.clone(),
        });
        let values = |field: u8| match (&cut, next) {
            (Some(value), Some((of, _))) if of == field => Some(value.clone()),
            _ => known.get(field),
        };
        let (part, template) = (KeyPart::Sort, &self.template);
        let of = TemplateRef::new(entity, part, template);
        let rendered = if key::is_native_template(entity, key, part, self.place, template) {
            match key::attribute_value((key, self.place), of, &values, None)? {
                Some(value) => Rendered::Whole(value),
                None => Rendered::Prefix(String::new()),
            }
        } else {
            let mut text = String::new();
            let whole = of.render(&values, None, &mut text)?;
            if whole { Rendered::Whole(KeyScalar::S(text)) } else { Rendered::Prefix(text) }
        };
        let bytes = match &rendered {
            Rendered::Whole(value) => value.size(),
            Rendered::Prefix(text) => text.len(),
        };
        if bytes > part.limit() { Err(self.too_long(bytes)) } else { Ok(rendered) }
    }

    fn refuse(&self, why: &str) -> Error {
        Error::new(ErrorKind::InvalidArgument, why).of_entity(self.keys.entity.name).operation("begins_with")
    }

    fn too_long(&self, bytes: usize) -> Error {
        let limit = KeyPart::Sort.limit();
        let message = format!("the requested sort key has {bytes} bytes, and DynamoDB accepts {limit}; shorten it");
        Error::new(ErrorKind::KeyTooLong, message).of_entity(self.keys.entity.name)
    }
}

fn is_field(segment: &Segment, of: u8) -> bool {
    matches!(segment, Segment::Field { field, .. } if *field == of)
}

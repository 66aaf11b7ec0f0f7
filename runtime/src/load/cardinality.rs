//! Computes how many values a partition key has at one moment.

use crate::{
    key::FieldKind,
    schema::{Bucket, EntitySchema, Field, Form, Segment, Template, TimeForm},
    template::segment::field_of,
};

/// The number of values of an 8-bit integer, which has up to 3 digits.
const BYTE_VALUES: u64 = 256;

/// The varying parts of a partition key, without its shard.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct KeyCardinality {
    /// The number of values of the fields that are not points in time. `None` if it is not known.
    fields: Option<u64>,
    /// How long one value of the finest point in time in the key lasts.
    clock: Option<Span>,
}

/// How long one value of a point in time lasts in a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Span {
    /// Less than a second: one second has many, evenly loaded keys.
    Instant,
    /// A second.
    Second,
    /// A bucket. A date lasts one day.
    Bucket(Bucket),
}

impl KeyCardinality {
    pub(crate) const fn of(entity: &EntitySchema, template: &Template) -> Self {
        let mut cardinality = Self { fields: Some(1), clock: None };
        let mut segments = template.segments;
        let mut at = 0;
        while let [segment, rest @ ..] = segments {
            if let Segment::Field { form, .. } = *segment {
                let (kind, form) = stored(entity, *segment, form);
                match (span_of(kind, form), values_of(kind, form)) {
                    (Some(span), _) => cardinality.clock = Some(finer(cardinality.clock, span)),
                    (None, Some(values)) => {
                        if let Some(fields) = cardinality.fields
                            && !stands_before(template, at)
                        {
                            cardinality.fields = Some(fields.saturating_mul(values));
                        }
                    }
                    (None, None) => cardinality.fields = None,
                }
            }
            segments = rest;
            at += 1;
        }
        cardinality
    }

    /// Whether [`values`](Self::values) are not known. Stops at the first placeholder that shows it.
    pub(crate) const fn has_unknown_values(entity: &EntitySchema, template: &Template) -> bool {
        let mut segments = template.segments;
        while let [segment, rest @ ..] = segments {
            if let Segment::Field { form, .. } = *segment {
                let (kind, form) = stored(entity, *segment, form);
                match span_of(kind, form) {
                    Some(Span::Instant) => return true,
                    Some(_) => {}
                    None if values_of(kind, form).is_none() => return true,
                    None => {}
                }
            }
            segments = rest;
        }
        false
    }

    /// The number of values at one moment. `None` if it is not known, or if there are many because a point in time
    /// lasts less than a second.
    pub(crate) const fn values(self) -> Option<u64> {
        match (self.fields, self.clock) {
            (_, Some(Span::Instant)) => None,
            (fields, _) => fields,
        }
    }

    /// Whether the key has only one value.
    pub(crate) const fn is_constant(self) -> bool {
        matches!(self, Self { fields: Some(1), clock: None })
    }

    /// How long the only value of the key lasts, if only time varies in it.
    pub(crate) const fn moving(self) -> Option<Span> {
        match (self.values(), self.clock) {
            (Some(1), Some(span)) => Some(span),
            _ => None,
        }
    }

    /// The number of values at one moment, if it is known and more than one.
    pub(crate) const fn few(self) -> Option<u64> {
        match self.values() {
            Some(values) if values > 1 => Some(values),
            _ => None,
        }
    }

    /// How long a key is written, if time makes new keys.
    pub(crate) const fn clock(self) -> Option<Span> {
        self.clock
    }

    /// How long a key is written, if time makes new keys and this is at least a second.
    pub(crate) const fn roll_over(self) -> Option<Span> {
        match self.clock {
            Some(Span::Instant) | None => None,
            span => span,
        }
    }

    /// Whether one second has many, evenly loaded keys, because each lasts less than a second.
    pub(crate) const fn is_even(self) -> bool {
        matches!(self.clock, Some(Span::Instant))
    }
}

impl Span {
    /// Returns the English name, such as `day`.
    #[must_use]
    pub const fn noun(self) -> &'static str {
        match self {
            Self::Instant => "instant",
            Self::Second => "second",
            Self::Bucket(bucket) => crate::template::segment::bucket_name(bucket),
        }
    }

    /// Returns the minimum length in seconds: 0 for less than a second, 28 days for a month and 365 days for a year.
    #[must_use]
    pub const fn seconds(self) -> u64 {
        const DAY: u64 = 86_400;
        match self {
            Self::Instant => 0,
            Self::Second => 1,
            Self::Bucket(Bucket::Minute) => 60,
            Self::Bucket(Bucket::Hour) => 3_600,
            Self::Bucket(Bucket::Day) => DAY,
            Self::Bucket(Bucket::Week) => 7 * DAY,
            Self::Bucket(Bucket::Month) => 28 * DAY,
            Self::Bucket(Bucket::Year) => 365 * DAY,
        }
    }
}

/// The type of a placeholder, and the form in which the values that items store differ in it.
const fn stored(entity: &EntitySchema, segment: Segment, form: Form) -> (Option<FieldKind>, Form) {
    match field_of(entity, segment) {
        Some(field) => stored_as(field, form),
        None => (None, form),
    }
}

/// The type of a field and a form, as its stored values differ. A `ttl` of an integer type is a time in seconds.
const fn stored_as(field: &Field, form: Form) -> (Option<FieldKind>, Form) {
    match field.kind {
        Some(FieldKind::Integer { .. }) if field.is_in_whole_seconds() => {
            (Some(FieldKind::Time), Form::Time(TimeForm::Seconds))
        }
        kind => (kind, field.stored_form(form)),
    }
}

/// How long one value of a placeholder lasts, if its field is a point in time.
pub(super) const fn span_of_placeholder(entity: &EntitySchema, segment: Segment) -> Option<Span> {
    let Segment::Field { form, .. } = segment else { return None };
    let (kind, form) = stored(entity, segment, form);
    span_of(kind, form)
}

/// How long one value of a field lasts as items store it, if it is a point in time.
pub(crate) const fn span_of_field(field: &Field) -> Option<Span> {
    let (kind, form) = stored_as(field, Form::Default);
    span_of(kind, form)
}

/// How long a point in time in this form lasts. `None` for other fields.
const fn span_of(kind: Option<FieldKind>, form: Form) -> Option<Span> {
    match (kind, form) {
        (Some(FieldKind::Date), _) => Some(Span::Bucket(Bucket::Day)),
        (Some(FieldKind::Time | FieldKind::CivilTime), Form::Bucket(bucket)) => Some(Span::Bucket(bucket)),
        (Some(FieldKind::Time | FieldKind::CivilTime), Form::Time(TimeForm::Seconds | TimeForm::Epoch)) => {
            Some(Span::Second)
        }
        (Some(FieldKind::Time | FieldKind::CivilTime), _) => Some(Span::Instant),
        _ => None,
    }
}

/// The number of values of a field, if they are few enough to be known.
pub(super) const fn values_of(kind: Option<FieldKind>, form: Form) -> Option<u64> {
    match (kind, form) {
        (Some(FieldKind::OneOf(texts)), _) => Some(if texts.is_empty() { 1 } else { texts.len() as u64 }),
        (Some(FieldKind::Integer { .. }), Form::Width(1)) => Some(10),
        (Some(FieldKind::Integer { .. }), Form::Width(2)) => Some(100),
        (Some(FieldKind::Integer { digits: 0..=3, .. }), _) => Some(BYTE_VALUES),
        _ => None,
    }
}

const fn finer(a: Option<Span>, b: Span) -> Span {
    match a {
        Some(a) if a.seconds() < b.seconds() => a,
        _ => b,
    }
}

/// Whether the field of the segment at `at` also occurs in an earlier segment.
const fn stands_before(template: &Template, at: usize) -> bool {
    let Segment::Field { field: wanted, .. } = template.segments[at] else {
        return false;
    };
    let mut earlier = 0;
    while earlier < at {
        if let Segment::Field { field, .. } = template.segments[earlier]
            && field == wanted
        {
            return true;
        }
        earlier += 1;
    }
    false
}

#[cfg(test)]
mod tests;

//! Parses stored keys into field values, by one of the templates of a key.

use super::{
    KeyPart, KeyScalar, KeyValue,
    key_schema::schema,
    native::is_native_template,
    placeholder::{Placeholder, fold, is_exact},
    render::push_shard,
    scalar::ItemKey,
    template_ref::TemplateRef,
};
use crate::{
    Error, ErrorKind, Result,
    schema::{Bucket, EntitySchema, Form, Segment, Template, TimeForm},
};

/// The values in a stored key.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct ParsedKey {
    /// The value of each placeholder, in order. A field may have several.
    pub(crate) values: Vec<ParsedValue>,
    /// The shard.
    pub(crate) shard: Option<u32>,
}

/// The value that one placeholder contains of its field.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct ParsedValue {
    /// The field's index in the entity.
    pub(crate) field: u8,
    /// The form in which the value is written, which determines what it may have lost.
    pub(crate) form: Form,
    /// The value. For a time, the first one that is written like this.
    pub(crate) value: KeyValue<'static>,
    /// The part of the key that contains it.
    pub(crate) part: KeyPart,
}

impl ParsedKey {
    /// Returns the most precise value of a field in the key.
    pub(crate) fn value(&self, field: u8) -> Option<&ParsedValue> {
        self.values.iter().filter(|value| value.field == field).min_by_key(|value| loss(value.form))
    }
}

/// Returns whether a stored key of the table is written by one of the partition key's templates, without regard to
/// other templates that have the same key.
pub(super) fn is_read_by(entity: &'static EntitySchema, partition: &Template, stored: &ItemKey) -> bool {
    read_key(entity, 0, partition, stored).is_ok()
}

/// Parses a key with one of the partition key's templates: the current one or a legacy one.
///
/// # Errors
///
/// [`ErrorKind::KeyMismatch`] if the template did not write the key.
pub(super) fn read_key(
    entity: &'static EntitySchema,
    key: usize,
    partition: &Template,
    stored: &ItemKey,
) -> Result<ParsedKey> {
    let schema = schema(entity, key)?;
    let mut parsed = parse_partition(entity, key, partition, &stored.partition)?;
    match (&schema.sort, &stored.sort) {
        (None, None) => {}
        (Some(template), Some(sort)) => {
            read(key, TemplateRef::new(entity, KeyPart::Sort, template), sort, &mut parsed)
                .map_err(|error| error.on_index(schema.index))?;
            check_agreement(entity, template, &parsed).map_err(|error| error.on_index(schema.index))?;
        }
        (Some(template), None) => return Err(mismatch(entity, template, "it has no sort key").on_index(schema.index)),
        (None, Some(_)) => {
            let error = mismatch(entity, partition, "it has a sort key, and the entity's has none");
            return Err(error.on_index(schema.index));
        }
    }
    Ok(parsed)
}

/// Parses a partition key with one of the key's templates: the current one or a legacy one.
///
/// # Errors
///
/// Those of [`read_key`].
pub(crate) fn parse_partition(
    entity: &'static EntitySchema,
    key: usize,
    template: &Template,
    stored: &KeyScalar,
) -> Result<ParsedKey> {
    let index = schema(entity, key)?.index;
    let mut parsed = ParsedKey::default();
    read(key, TemplateRef::new(entity, KeyPart::Partition, template), stored, &mut parsed)
        .map_err(|error| error.on_index(index))?;
    check_agreement(entity, template, &parsed).map_err(|error| error.on_index(index))?;
    Ok(parsed)
}

fn read(key: usize, of: TemplateRef<'_>, stored: &KeyScalar, parsed: &mut ParsedKey) -> Result<()> {
    let TemplateRef { entity, part, template } = of;
    if stored.size() > part.limit() {
        return Err(mismatch(entity, template, "it is longer than DynamoDB accepts"));
    }
    let values = stored.values();
    if values.len() != template.attributes() {
        return Err(mismatch(entity, template, "it has another number of attributes"));
    }
    values.iter().enumerate().try_for_each(|(place, stored)| match template.attribute(place) {
        Some(template) => read_attribute((key, place), TemplateRef { template: &template, ..of }, stored, parsed),
        None => Ok(()),
    })
}

/// Returns the value of a field that is itself an attribute of a key.
#[cfg(feature = "client")]
pub(crate) fn native_value(
    entity: &'static EntitySchema,
    part: KeyPart,
    template: &Template,
    stored: &KeyScalar,
) -> Option<(u8, KeyValue<'static>)> {
    let [Segment::Field { field, form, raw }] = *template.segments else { return None };
    let place = Placeholder::new(TemplateRef::new(entity, part, template), 0, (field, form, raw)).ok()?;
    Some((field, place.read_native(stored)?))
}

/// Parses the attribute at one index of a part, with its own template.
fn read_attribute(
    (key, place): (usize, usize),
    of: TemplateRef<'_>,
    stored: &KeyScalar,
    parsed: &mut ParsedKey,
) -> Result<()> {
    let TemplateRef { entity, part, template } = of;
    if let [Segment::Field { field, form, raw }] = *template.segments
        && is_native_template(entity, key, part, place, template)
    {
        let place = Placeholder::new(of, 0, (field, form, raw))?;
        let value = place.read_native(stored).ok_or_else(|| mismatch(entity, template, "it is of another type"))?;
        parsed.values.push(ParsedValue { field, form, value, part });
        return Ok(());
    }
    match stored.as_s() {
        Some(text) => read_text(of, text, parsed),
        None => Err(mismatch(entity, template, "it is not a string")),
    }
}

fn read_text(of: TemplateRef<'_>, text: &str, parsed: &mut ParsedKey) -> Result<()> {
    let TemplateRef { entity, part, template } = of;
    let mut rest = text;
    for (at, segment) in template.segments.iter().enumerate() {
        let tail = match *segment {
            Segment::Literal(literal) => rest.strip_prefix(literal),
            Segment::Delimiter => rest.strip_prefix(char::from(entity.table.delimiter)),
            // Each attribute is parsed with its own template.
            Segment::NextAttribute(_) => None,
            Segment::Shard { width } => {
                let next = template.segments.iter().skip(at + 1).find(|next| **next != Segment::Literal(""));
                let (shard, tail) = read_shard(rest, width, next, entity.table.delimiter).unzip();
                let agrees = parsed.shard.is_none() || parsed.shard == shard;
                parsed.shard = parsed.shard.or(shard);
                tail.filter(|_| agrees)
            }
            Segment::Field { field, form, raw } => {
                let place = Placeholder::new(of, at, (field, form, raw))?;
                let split = place.extent(rest).and_then(|extent| rest.split_at_checked(extent));
                split.and_then(|(own, tail)| {
                    parsed.values.push(ParsedValue { field, form, value: place.read(own)?, part });
                    Some(tail)
                })
            }
        };
        rest = tail.ok_or_else(|| {
            let from = text.len() - rest.len();
            mismatch(entity, template, &format!("it differs after byte {from} of the {}", part.noun()))
        })?;
    }
    if rest.is_empty() {
        return Ok(());
    }
    let from = text.len() - rest.len();
    Err(mismatch(entity, template, &format!("it continues after byte {from} of the {}", part.noun())))
}

/// Parses the number of a shard: all digits or, if a value or a digit follows, the padded number of digits.
pub(crate) fn read_shard<'t>(
    text: &'t str,
    width: u8,
    next: Option<&Segment>,
    delimiter: u8,
) -> Option<(u32, &'t str)> {
    let ends_itself = match next {
        None => true,
        Some(Segment::Literal(literal)) => !literal.starts_with(|first: char| first.is_ascii_digit()),
        Some(Segment::Delimiter) => !delimiter.is_ascii_digit(),
        Some(Segment::NextAttribute(_)) => true,
        Some(Segment::Field { .. } | Segment::Shard { .. }) => false,
    };
    let digits = match width {
        1.. if !ends_itself => usize::from(width),
        _ => text.bytes().take_while(u8::is_ascii_digit).count(),
    };
    let (own, tail) = text.split_at_checked(digits)?;
    let shard = own.parse().ok()?;
    let mut again = String::with_capacity(digits);
    push_shard(shard, width, &mut again);
    (again == own).then_some((shard, tail))
}

/// Checks that several values of one field agree, if one determines the others.
fn check_agreement(entity: &EntitySchema, template: &Template, parsed: &ParsedKey) -> Result<()> {
    let disagrees = |other: &&ParsedValue| parsed.value(other.field).is_some_and(|best| !best.agrees(other));
    match parsed.values.iter().find(disagrees) {
        None => Ok(()),
        Some(value) => {
            let name = entity.fields.get(usize::from(value.field)).map_or("", |field| field.name);
            Err(mismatch(entity, template, &format!("field `{name}` has different values in its parts")))
        }
    }
}

impl ParsedValue {
    /// Returns whether this is the field's complete value.
    #[cfg(feature = "client")]
    pub(crate) const fn is_whole(&self) -> bool {
        loss(self.form) == 0
    }

    /// Returns whether this is a possible value of the field: the complete value, or one with less precision or in
    /// another case. A bucket is a span of time, not a value.
    #[cfg(feature = "client")]
    pub(crate) const fn is_a_value(&self) -> bool {
        !matches!(self.form, Form::Bucket(_))
    }

    /// Returns whether another value of this field can have been written from this one.
    pub(super) fn agrees(&self, other: &Self) -> bool {
        match (&self.value, &other.value) {
            (KeyValue::Time(here), KeyValue::Time(there)) => {
                !determines(self.form, other.form) || here.truncated(other.form) == *there
            }
            (KeyValue::Text(here), KeyValue::Text(there)) => {
                !is_exact(self.form) || fold(other.form, here) == fold(other.form, there)
            }
            (here, there) => here == there,
        }
    }
}

/// Returns the rank of a form by how much of a value it loses. 0 is nothing.
pub(crate) const fn loss(form: Form) -> u8 {
    match form {
        Form::Default | Form::Plain | Form::Width(_) | Form::Time(TimeForm::Nanos) => 0,
        Form::Lower | Form::Upper | Form::Time(TimeForm::Micros) => 1,
        Form::Time(TimeForm::Millis | TimeForm::EpochMillis) => 2,
        Form::Time(TimeForm::Seconds | TimeForm::Epoch) => 3,
        Form::Bucket(Bucket::Minute) => 4,
        Form::Bucket(Bucket::Hour) => 5,
        Form::Bucket(Bucket::Day) => 6,
        Form::Bucket(Bucket::Week) => 7,
        Form::Bucket(Bucket::Month) => 8,
        Form::Bucket(Bucket::Year) => 9,
    }
}

/// Whether a time in one form determines its text in the other. A week can span months and years.
const fn determines(form: Form, other: Form) -> bool {
    match (form, other) {
        (Form::Bucket(Bucket::Week), Form::Bucket(bucket)) => matches!(bucket, Bucket::Week),
        (Form::Bucket(Bucket::Month), Form::Bucket(bucket)) => matches!(bucket, Bucket::Month | Bucket::Year),
        _ => true,
    }
}

/// Returns the error for a key that a template did not write.
pub(super) fn mismatch(entity: &EntitySchema, template: &Template, why: &str) -> Error {
    let message =
        format!("a stored key is not a key of this template: {why}; was it written by another entity or tool?");
    Error::new(ErrorKind::KeyMismatch, message).of_entity(entity.name).at_key(template.source)
}

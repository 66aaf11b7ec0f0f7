//! Describes the texts that a template of a partition key writes.

use keywright::{
    key::FieldKind,
    schema::{Bucket, EntitySchema, Form, KeyAttribute, Segment, Sharding, Template, TimeForm},
};

use super::key_text::{KeyText, Piece};

/// The maximum number of alternatives of a template that a pattern lists, before a wildcard replaces an enum's names.
const MOST_TEXTS: usize = 16;

/// The template of one attribute of a partition key.
#[derive(Clone, Copy)]
pub(super) struct AttributeTemplate<'a> {
    pub(super) entity: &'static EntitySchema,
    pub(super) attribute: KeyAttribute,
    pub(super) template: Template,
    pub(super) shard: Option<Sharding>,
    /// The field that identifies the tenant.
    pub(super) tenant: Option<&'a str>,
}

impl AttributeTemplate<'_> {
    /// Returns the texts: one for each number of digits of a shard, and for each name of an enum.
    pub(super) fn texts(&self) -> Vec<KeyText> {
        let mut texts = vec![KeyText::default()];
        for (at, segment) in self.template.segments.iter().enumerate() {
            match *segment {
                Segment::Literal(text) => texts.iter_mut().for_each(|before| before.text(text)),
                Segment::Delimiter => texts.iter_mut().for_each(|before| before.text(&self.delimiter().to_string())),
                // Each attribute has a template of its own.
                Segment::NextAttribute(_) => {}
                Segment::Shard { width } => {
                    let shapes: Vec<_> = shard_shapes(self.shard, width).collect();
                    texts = each_with(&texts, &shapes, |text, shape| text.digits(shape));
                }
                Segment::Field { field, form, .. } => self.field(&mut texts, at, field, form),
            }
        }
        texts
    }

    fn field(&self, texts: &mut Vec<KeyText>, at: usize, place: u8, form: Form) {
        let field = self.entity.fields.get(usize::from(place));
        let is_without = !self.is_field_itself() && !self.entity.may_contain_delimiter(&self.template, at);
        let without = is_without.then(|| self.delimiter());
        let kind = field.and_then(|field| field.kind);
        if field.is_some_and(|field| Some(field.name) == self.tenant) && !is_time(kind) {
            return texts.iter_mut().for_each(|text| text.pieces.push(Piece::Tenant { without }));
        }
        if let Some(shape) = kind.and_then(|kind| fixed_shape(kind, form)) {
            return texts.iter_mut().for_each(|text| text.digits(&shape));
        }
        match kind {
            Some(FieldKind::OneOf(names)) if self.are_plain(names, at) && texts.len() * names.len() <= MOST_TEXTS => {
                *texts = each_with(texts, names, |text, name| text.text(name));
            }
            _ => texts.iter_mut().for_each(|text| text.pieces.push(Piece::Value { without })),
        }
    }

    /// Returns whether the names of an enum are written without escapes.
    fn are_plain(&self, names: &[&str], at: usize) -> bool {
        let after = self.template.segments.get(at + 1..).unwrap_or_default();
        let next = after.iter().find_map(|segment| match segment {
            Segment::Literal(text) => text.chars().next(),
            _ => None,
        });
        let is_plain = |c: char| (c.is_ascii_alphanumeric() || c == '_') && Some(c) != next && c != self.delimiter();
        names.iter().all(|name| name.chars().all(is_plain))
    }

    /// Returns whether the attribute is the field itself, which is not escaped.
    fn is_field_itself(&self) -> bool {
        match self.template.segments {
            [Segment::Field { field, .. }] => {
                let field = self.entity.fields.get(usize::from(*field));
                field.is_some_and(|field| field.attribute == self.attribute.name)
            }
            _ => false,
        }
    }

    fn delimiter(&self) -> char {
        char::from(self.entity.table.delimiter)
    }
}

fn each_with<T>(texts: &[KeyText], alternatives: &[T], append: impl Fn(&mut KeyText, &T)) -> Vec<KeyText> {
    let with = |text: &KeyText, alternative: &T| {
        let mut text = text.clone();
        append(&mut text, alternative);
        text
    };
    texts.iter().flat_map(|text| alternatives.iter().map(move |alternative| with(text, alternative))).collect()
}

/// Returns the shapes of a shard's number: of the numbers that fit into its width, and one for each more digit.
fn shard_shapes(shard: Option<Sharding>, width: u8) -> impl Iterator<Item = String> {
    let (first, last) = shard.map_or((0, 0), |shard| {
        let first = u64::from(shard.first);
        (first, first + u64::from(shard.last_count()).saturating_sub(1))
    });
    let digits = |number: u64| number.checked_ilog10().map_or(1, |log| log as usize + 1).max(usize::from(width));
    (digits(first)..=digits(last)).map(|digits| "0".repeat(digits))
}

fn is_time(kind: Option<FieldKind>) -> bool {
    kind.is_some_and(FieldKind::is_time)
}

/// Returns the text of a value in a partition key, with `0` in place of each digit, if it is of fixed width.
fn fixed_shape(kind: FieldKind, form: Form) -> Option<String> {
    match (kind, form) {
        (FieldKind::Integer { .. }, Form::Width(width)) => Some("0".repeat(usize::from(width))),
        (FieldKind::Date, _) => Some("0000-00-00".to_owned()),
        (kind, form) if kind.is_time() => time_shape(form, kind.zone()),
        _ => None,
    }
}

fn time_shape(form: Form, zone: &str) -> Option<String> {
    let digits = match form {
        Form::Bucket(bucket) => {
            let bucket = match bucket {
                Bucket::Minute => "0000-00-00T00:00",
                Bucket::Hour => "0000-00-00T00",
                Bucket::Day => "0000-00-00",
                Bucket::Week => "0000-W00",
                Bucket::Month => "0000-00",
                Bucket::Year => "0000",
            };
            return Some(bucket.to_owned());
        }
        Form::Default | Form::Time(TimeForm::Nanos) => "0000-00-00T00:00:00.000000000",
        Form::Time(TimeForm::Seconds) => "0000-00-00T00:00:00",
        Form::Time(TimeForm::Millis) => "0000-00-00T00:00:00.000",
        Form::Time(TimeForm::Micros) => "0000-00-00T00:00:00.000000",
        _ => return None,
    };
    Some(format!("{digits}{zone}"))
}

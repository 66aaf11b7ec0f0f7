//! Decides whether two entities have equal partition keys, byte for byte.

use super::{FieldKind, KeyPart, Timestamp, is_native_template};
use crate::schema::{Encoding, EntitySchema, Form, KeySchema, LegacyKey, Segment, ShardBy, Sharding, Template, same};

/// How two keys differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Difference {
    Templates,
    /// A field is itself the attribute in one entity, stored unescaped, and is escaped in the other.
    Escapes,
    Shards,
    Legacy,
    /// The times by which `since`, `until` and `grow` judge an item.
    Times,
}

/// A key of an entity.
#[derive(Clone, Copy)]
pub(crate) struct KeyOf<'a> {
    pub(crate) entity: &'a EntitySchema,
    pub(crate) place: usize,
}

impl<'a> KeyOf<'a> {
    const fn schema(self) -> &'a KeySchema {
        &self.entity.keys[self.place]
    }

    /// Returns how the partition keys of another entity differ, including those of older designs.
    pub(crate) const fn difference(self, other: Self) -> Option<Difference> {
        let (a, b) = (self.schema(), other.schema());
        if !self.same_template(&a.partition, other, &b.partition) {
            return Some(Difference::Templates);
        }
        if !self.same_escapes(&a.partition, other, &b.partition) {
            return Some(Difference::Escapes);
        }
        if !same_shards(a, a.shard, b, b.shard) {
            return Some(Difference::Shards);
        }
        if a.legacy.len() != b.legacy.len() || !same_instant(a.since, b.since) {
            return Some(Difference::Legacy);
        }
        let mut at = 0;
        while at < a.legacy.len() {
            let (older, others): (&LegacyKey, &LegacyKey) = (&a.legacy[at], &b.legacy[at]);
            if !self.same_template(&older.partition, other, &others.partition)
                || !self.same_escapes(&older.partition, other, &others.partition)
                || !same_shards(a, older.shard, b, others.shard)
                || !same_instant(older.since, others.since)
                || !same_instant(older.until, others.until)
            {
                return Some(Difference::Legacy);
            }
            at += 1;
        }
        None
    }

    /// Whether each field that is itself the attribute in one entity has equal bytes in the other, because nothing in
    /// it is escaped there.
    const fn same_escapes(self, a: &Template, other: Self, b: &Template) -> bool {
        let mut place = 0;
        while let (Some(of_a), Some(of_b)) = (a.attribute(place), b.attribute(place)) {
            if self.is_native(place, &of_a) != other.is_native(place, &of_b) && !self.is_never_escaped(&of_a) {
                return false;
            }
            place += 1;
        }
        true
    }

    /// Whether the text of a single field is never escaped in keys.
    const fn is_never_escaped(self, template: &Template) -> bool {
        let [Segment::Field { field, .. }] = template.segments else { return false };
        let field = *field as usize;
        if field >= self.entity.fields.len() {
            return false;
        }
        match self.entity.fields[field].kind {
            Some(FieldKind::Text | FieldKind::OneOf(_)) => matches!(self.entity.table.encoding, Encoding::Raw),
            Some(FieldKind::FixedText(_) | FieldKind::Date | FieldKind::Time | FieldKind::CivilTime) => true,
            // As attributes they are numbers and bytes, elsewhere they are text.
            Some(FieldKind::Integer { .. } | FieldKind::Binary) | None => false,
        }
    }

    const fn is_native(self, place: usize, template: &Template) -> bool {
        is_native_template(self.entity, self.place, KeyPart::Partition, place, template)
    }

    /// Whether two templates write equal text for equal values, even if their fields have different names.
    const fn same_template(self, a: &Template, other: Self, b: &Template) -> bool {
        if a.segments.len() != b.segments.len() {
            return false;
        }
        let mut at = 0;
        while at < a.segments.len() {
            let same_template = match (a.segments[at], b.segments[at]) {
                (Segment::Literal(a), Segment::Literal(b)) => same(a, b),
                (Segment::Delimiter, Segment::Delimiter) | (Segment::NextAttribute(_), Segment::NextAttribute(_)) => {
                    true
                }
                (Segment::Shard { width: a }, Segment::Shard { width: b }) => a == b,
                (
                    Segment::Field { field: a, form: form_a, raw: raw_a },
                    Segment::Field { field: b, form: form_b, raw: raw_b },
                ) => raw_a == raw_b && same_form(form_a, form_b) && same_kind(self.entity, a, other.entity, b),
                _ => false,
            };
            if !same_template {
                return false;
            }
            at += 1;
        }
        true
    }
}

pub(crate) const fn same_kind(a: &EntitySchema, field_a: u8, b: &EntitySchema, field_b: u8) -> bool {
    let (field_a, field_b) = (field_a as usize, field_b as usize);
    if field_a >= a.fields.len() || field_b >= b.fields.len() {
        return false;
    }
    match (a.fields[field_a].kind, b.fields[field_b].kind) {
        (Some(FieldKind::Text), Some(FieldKind::Text))
        | (Some(FieldKind::Time), Some(FieldKind::Time))
        | (Some(FieldKind::CivilTime), Some(FieldKind::CivilTime))
        | (Some(FieldKind::Binary), Some(FieldKind::Binary)) => true,
        (Some(a), Some(b)) if a.text_bytes().is_some() => match (a.text_bytes(), b.text_bytes()) {
            (Some(a), Some(b)) => a == b,
            _ => false,
        },
        (
            Some(FieldKind::Integer { digits: a, signed: signed_a }),
            Some(FieldKind::Integer { digits: b, signed: signed_b }),
        ) => a == b && signed_a == signed_b,
        (Some(FieldKind::OneOf(a)), Some(FieldKind::OneOf(b))) => same_texts(a, b),
        _ => false,
    }
}

const fn same_texts(a: &[&str], b: &[&str]) -> bool {
    if a.len() != b.len() {
        return false;
    }
    let mut at = 0;
    while at < a.len() {
        if !same(a[at], b[at]) {
            return false;
        }
        at += 1;
    }
    true
}

/// Equality of forms, in a `const fn`.
pub(crate) const fn same_form(a: Form, b: Form) -> bool {
    match (a, b) {
        (Form::Default, Form::Default)
        | (Form::Plain, Form::Plain)
        | (Form::Lower, Form::Lower)
        | (Form::Upper, Form::Upper) => true,
        (Form::Bucket(a), Form::Bucket(b)) => a as u8 == b as u8,
        (Form::Time(a), Form::Time(b)) => a as u8 == b as u8,
        (Form::Width(a), Form::Width(b)) => a == b,
        _ => false,
    }
}

/// Whether items are spread over the same shards. The hashed fields do not matter, because a collection reads all
/// shards, unless the partition key's own fields determine the shard.
const fn same_shards(key_a: &KeySchema, a: Option<Sharding>, key_b: &KeySchema, b: Option<Sharding>) -> bool {
    let (a, b) = match (a, b) {
        (Some(a), Some(b)) => (a, b),
        (None, None) => return true,
        _ => return false,
    };
    if a.count != b.count || a.first != b.first || a.grow.len() != b.grow.len() {
        return false;
    }
    let mut at = 0;
    while at < a.grow.len() {
        if a.grow[at].count != b.grow[at].count || !same_instant(Some(a.grow[at].at), Some(b.grow[at].at)) {
            return false;
        }
        at += 1;
    }
    match (decided_by(key_a, &a), decided_by(key_b, &b)) {
        (None, None) => true,
        (Some(of_a), Some(of_b)) => {
            same_fields(key_a, of_a, key_b, of_b) && has_builtin_hash(&a) && has_builtin_hash(&b)
        }
        _ => false,
    }
}

/// Returns the hashed fields, if all are arguments of a query of the partition key.
const fn decided_by(key: &KeySchema, sharding: &Sharding) -> Option<&'static [u8]> {
    let ShardBy::Hash { fields, .. } = sharding.by else {
        return None;
    };
    let mut at = 0;
    while at < fields.len() {
        if !key.is_argument(fields[at]) {
            return None;
        }
        at += 1;
    }
    Some(fields)
}

/// Functions cannot be compared, so a user's function counts as different from any other.
const fn has_builtin_hash(sharding: &Sharding) -> bool {
    matches!(sharding.by, ShardBy::Hash { with: None, .. })
}

const fn same_fields(key_a: &KeySchema, a: &[u8], key_b: &KeySchema, b: &[u8]) -> bool {
    if a.len() != b.len() {
        return false;
    }
    let mut at = 0;
    while at < a.len() {
        if !matches!(key_a.corresponding_field(key_b, a[at]), Some(found) if found == b[at]) {
            return false;
        }
        at += 1;
    }
    true
}

const fn same_instant(a: Option<Timestamp>, b: Option<Timestamp>) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => a.seconds == b.seconds && a.nanos == b.nanos,
        (None, None) => true,
        _ => false,
    }
}

//! What a declared share says about the most frequent value of a key.

use super::cardinality::{KeyCardinality, Span, span_of_placeholder};
use crate::{
    key::FieldKind,
    schema::{EntitySchema, Form, Segment, Template},
    template::{declared_key::DeclaredKey, segment::kind_of},
};

/// The share of the load that the most frequent value of a key has, before its shards.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct TopShare {
    /// At least this share. 0 if nothing is known.
    pub(crate) least: f64,
    /// At most this share. 1 if nothing is known.
    pub(crate) most: f64,
}

impl TopShare {
    const UNKNOWN: Self = Self { least: 0.0, most: 1.0 };

    /// Returns the share in the key's own peak. An index without one takes a bound from the table's share: the items of
    /// one value of the table's key at one moment are under one value of an index key that the table's key determines,
    /// which then has at least that share. Of the items of one value of an index key that determines the table's, none
    /// is under another value of the table's key, so the index key has at most that share.
    pub(super) const fn of(key: &DeclaredKey<'_>) -> Self {
        let share = match key.peak() {
            Some(peak) => peak.top_share,
            None => None,
        };
        let share = match share {
            Some(share) if share > 1.0 => 1.0,
            Some(share) if share > 0.0 => share,
            _ => return Self::UNKNOWN,
        };
        if key.key.index.is_none() || key.key.peak.is_some() {
            return Self { least: share, most: share };
        }
        let entity = key.entity;
        let (table, index) = (&entity.keys[0].partition, &key.key.partition);
        // The share of a table key of one value at a moment is that of a time that does not follow the clock.
        let times_differ = KeyCardinality::of(entity, table).moving().is_some();
        let is_constant = KeyCardinality::of(entity, index).is_constant();
        Self {
            least: if !is_constant && determines(entity, table, index, times_differ) { share } else { 0.0 },
            most: if determines(entity, index, table, times_differ) { share } else { 1.0 },
        }
    }

    /// Whether the share is declared for the key itself, or follows from the table's.
    pub(crate) const fn is_exact(&self) -> bool {
        self.least > 0.0 && self.least >= self.most
    }
}

/// Whether one key determines the other at one moment. Times that last a second or longer are then equal in all items,
/// unless `times_differ`.
const fn determines(entity: &EntitySchema, from: &Template, to: &Template, times_differ: bool) -> bool {
    let mut at = 0;
    while at < to.segments.len() {
        if let Segment::Field { field, form, .. } = to.segments[at]
            && !matches!(kind_of(entity, to.segments[at]), Some(FieldKind::OneOf([_])))
            && (times_differ
                || !matches!(span_of_placeholder(entity, to.segments[at]), Some(Span::Second | Span::Bucket(_))))
            && !contains(from, field, form)
        {
            return false;
        }
        at += 1;
    }
    true
}

/// Whether a template contains as much of a field as this form.
pub(super) const fn contains(template: &Template, wanted: u8, wanted_form: Form) -> bool {
    let mut at = 0;
    while at < template.segments.len() {
        if let Segment::Field { field, form, .. } = template.segments[at]
            && field == wanted
            && (matches!(form, Form::Default) || same_form(form, wanted_form))
        {
            return true;
        }
        at += 1;
    }
    false
}

const fn same_form(a: Form, b: Form) -> bool {
    match (a, b) {
        (Form::Bucket(a), Form::Bucket(b)) => a as u8 == b as u8,
        (Form::Time(a), Form::Time(b)) => a as u8 == b as u8,
        (Form::Plain | Form::Width(_), Form::Default | Form::Plain | Form::Width(_)) => true,
        (Form::Lower, Form::Lower) | (Form::Upper, Form::Upper) => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests;

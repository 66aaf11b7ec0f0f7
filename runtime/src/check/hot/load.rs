//! The declared load on a key.

use crate::{
    check::{key::DeclaredKey, segment::kind_of, variety::Variety},
    key::FieldKind,
    schema::{Form, Segment, Template},
};

/// A declared peak, in what it costs.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Load {
    /// Writes a second.
    pub(crate) writes: u64,
    /// Write capacity units of one.
    pub(crate) units: u64,
    /// The share of the most popular key; 0 if it is not known.
    pub(crate) top_share: f64,
}

impl Load {
    /// The load on the key at `place`, if its peak is declared.
    pub(crate) const fn of(key: &DeclaredKey<'_>, place: usize) -> Option<Self> {
        match (key.peak(), key.entity.write_units(place)) {
            (Some(peak), Some(units)) => {
                Some(Self { writes: peak.writes_per_second, units, top_share: top_share(key) })
            }
            _ => None,
        }
    }

    pub(crate) const fn units_per_second(&self) -> u64 {
        self.writes.saturating_mul(self.units)
    }

    /// The part of it that is on the most popular key.
    pub(crate) const fn popular(&self) -> Self {
        let writes = self.writes as f64 * self.top_share;
        let whole = writes as u64;
        Self { writes: whole + ((whole as f64) < writes) as u64, top_share: 1.0, ..*self }
    }
}

/// The share declared for this key. An index takes the table's where the table's key decides the index's: its most
/// popular key then has at least that share.
const fn top_share(key: &DeclaredKey<'_>) -> f64 {
    let share = match key.peak() {
        Some(peak) => peak.top_share,
        None => None,
    };
    let own = key.key.index.is_none() || key.key.peak.is_some();
    match share {
        Some(share) if share > 0.0 && (own || is_decided_by_table_key(key)) => {
            if share > 1.0 {
                1.0
            } else {
                share
            }
        }
        _ => 0.0,
    }
}

const fn is_decided_by_table_key(key: &DeclaredKey<'_>) -> bool {
    let table_key = &key.entity.keys[0].partition;
    let segments = key.key.partition.segments;
    let mut at = 0;
    while at < segments.len() {
        if let Segment::Field { field, form, .. } = segments[at]
            && !matches!(kind_of(key.entity, segments[at]), Some(FieldKind::OneOf([_])))
            && !decides(table_key, field, form)
        {
            return false;
        }
        at += 1;
    }
    !matches!(Variety::of(key.entity, &key.key.partition), Variety::Constant)
}

const fn decides(template: &Template, wanted: u8, wanted_form: Form) -> bool {
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

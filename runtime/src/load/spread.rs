//! Computes over how many shards the writes to one value of a partition key spread.

use super::{
    cardinality::{Span, span_of_field, values_of},
    top_share::contains,
};
use crate::{
    key::is_stored_part,
    schema::{EntitySchema, Form, Segment, ShardBy, Sharding, Template},
    template::segment::mentions,
};

/// The shards of a key, and the inputs of their hash within one value of it at one moment.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Shards {
    /// The declared number of shards, after the last `grow`. 1 without shards.
    pub(crate) declared: u64,
    /// The number of values that are hashed within one value of the key at one moment. `None` if they are many, or the
    /// shard is not a hash of fields.
    pub(crate) inputs: Option<u64>,
    /// Whether the hashed fields may have few values, or uneven ones: they are of unknown variety, and other items may
    /// have the same values.
    pub(crate) is_unknown: bool,
    /// Whether the shard is a hash of one field.
    pub(crate) hashes_one_field: bool,
    /// The declared share of the most frequent combination of hashed values within one value of the key.
    pub(crate) top_share: Option<f64>,
}

impl Shards {
    pub(crate) const fn of(entity: &EntitySchema, template: &Template, shard: Option<Sharding>) -> Self {
        let Some(shard) = shard else { return Self::even(1) };
        let declared = shard.last_count() as u64;
        match shard.by {
            ShardBy::Hash { fields, top_share, .. } => Self {
                declared,
                inputs: hashed_values(entity, template, fields),
                is_unknown: !spreads_evenly(entity, template, fields)
                    && hashed_values(entity, template, fields).is_none(),
                hashes_one_field: fields.len() == 1,
                top_share: match top_share {
                    Some(share) if share > 0.0 => Some(if share < 1.0 { share } else { 1.0 }),
                    _ => None,
                },
            },
            ShardBy::Random | ShardBy::TableKey => Self::even(declared),
        }
    }

    /// Shards that all items of a key are spread over evenly.
    const fn even(declared: u64) -> Self {
        Self { declared, inputs: None, is_unknown: false, hashes_one_field: false, top_share: None }
    }

    /// The number of shards that writes to one value reach at one moment.
    pub(crate) const fn reached(&self) -> u64 {
        match self.inputs {
            Some(inputs) if inputs < self.declared => inputs,
            _ => self.declared,
        }
    }
}

/// The number of hashed values within one value of the key at one moment. `None` if they are many. Dates, a `ttl`, of
/// which items store whole seconds, and fields that the key contains do not count.
pub(crate) const fn hashed_values(entity: &EntitySchema, template: &Template, fields: &[u8]) -> Option<u64> {
    let mut inputs: u64 = 1;
    let mut at = 0;
    while at < fields.len() {
        if fields[at] as usize >= entity.fields.len() {
            return None;
        }
        let field = &entity.fields[fields[at] as usize];
        match (span_of_field(field), values_of(field.kind, Form::Default)) {
            (Some(Span::Second | Span::Bucket(_)), _) => {}
            (_, Some(values)) => {
                if !mentions(template, fields[at]) {
                    inputs = inputs.saturating_mul(values);
                }
            }
            _ => {
                if !stands_whole(entity, template, fields[at]) {
                    return None;
                }
            }
        }
        at += 1;
    }
    Some(inputs)
}

/// Whether a hash of these fields has many, evenly loaded values within one value of the key: they contain a point in
/// time that lasts less than a second, or distinguish items, because together with the key they are the table's key.
pub(crate) const fn spreads_evenly(entity: &EntitySchema, template: &Template, fields: &[u8]) -> bool {
    let mut at = 0;
    while at < fields.len() {
        if (fields[at] as usize) < entity.fields.len()
            && matches!(span_of_field(&entity.fields[fields[at] as usize]), Some(Span::Instant))
        {
            return true;
        }
        at += 1;
    }
    let Some((table, _)) = entity.keys.split_first() else { return false };
    let known = (entity, template, fields);
    determine_all(known, &table.partition)
        && match &table.sort {
            Some(sort) => determine_all(known, sort),
            None => true,
        }
}

/// Whether each field of a part of the table's key is hashed, or the same in all items of one value of the key.
const fn determine_all((entity, template, fields): (&EntitySchema, &Template, &[u8]), part: &Template) -> bool {
    let mut at = 0;
    while at < part.segments.len() {
        if let Segment::Field { field, form, .. } = part.segments[at]
            && !holds(fields, field)
            && !stands_whole(entity, template, field)
            && !contains(template, field, form)
        {
            return false;
        }
        at += 1;
    }
    true
}

/// Whether a field is among these.
pub(crate) const fn holds(fields: &[u8], wanted: u8) -> bool {
    let mut at = 0;
    while at < fields.len() {
        if fields[at] == wanted {
            return true;
        }
        at += 1;
    }
    false
}

/// Whether the template contains a whole field, so that one partition key has only one value of it.
pub(crate) const fn stands_whole(entity: &EntitySchema, template: &Template, wanted: u8) -> bool {
    let mut at = 0;
    while at < template.segments.len() {
        if let Segment::Field { field, form, .. } = template.segments[at]
            && field == wanted
            && (wanted as usize) < entity.fields.len()
            && !is_stored_part(entity, wanted as usize, form)
        {
            return true;
        }
        at += 1;
    }
    false
}

#[cfg(test)]
mod tests;

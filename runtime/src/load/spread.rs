//! Computes over how many shards the writes to one value of a partition key spread.

use super::cardinality::{Span, span_of_field, values_of};
use crate::{
    schema::{EntitySchema, Form, Segment, ShardBy, Sharding, Template},
    template::segment::mentions,
};

/// The shards of a key, and the inputs of their hash within one value of it at one moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Shards {
    /// The declared number of shards, after the last `grow`. 1 without shards.
    pub(crate) declared: u64,
    /// The number of values that are hashed within one value of the key at one moment. `None` if they are many, or the
    /// shard is not a hash of fields.
    pub(crate) inputs: Option<u64>,
    /// Whether the shard is a hash of one field.
    pub(crate) hashes_one_field: bool,
}

impl Shards {
    pub(crate) const fn of(entity: &EntitySchema, template: &Template, shard: Option<Sharding>) -> Self {
        let Some(shard) = shard else {
            return Self { declared: 1, inputs: None, hashes_one_field: false };
        };
        let declared = shard.last_count() as u64;
        match shard.by {
            ShardBy::Hash { fields, .. } => {
                Self { declared, inputs: inputs(entity, template, fields), hashes_one_field: fields.len() == 1 }
            }
            ShardBy::Random | ShardBy::TableKey => Self { declared, inputs: None, hashes_one_field: false },
        }
    }

    /// The number of shards that writes to one value reach at one moment.
    pub(crate) const fn reached(&self) -> u64 {
        match self.inputs {
            Some(inputs) if inputs < self.declared => inputs,
            _ => self.declared,
        }
    }

    /// The number of shards that one hashed value reaches if it has the whole load: 1 if there are few hashed values.
    pub(crate) const fn reached_by_one(&self) -> u64 {
        if self.inputs.is_some() { 1 } else { self.declared }
    }
}

/// The number of hashed values within one value of the key at one moment. Dates, a `ttl`, of which items store whole
/// seconds, and fields that the key contains do not count.
const fn inputs(entity: &EntitySchema, template: &Template, fields: &[u8]) -> Option<u64> {
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

/// Whether the template contains a whole field, so that one partition key has only one value of it.
pub(super) const fn stands_whole(entity: &EntitySchema, template: &Template, wanted: u8) -> bool {
    let mut at = 0;
    while at < template.segments.len() {
        if let Segment::Field { field, form, .. } = template.segments[at]
            && field == wanted
            && !entity.fields[wanted as usize].is_lossy(form)
        {
            return true;
        }
        at += 1;
    }
    false
}

#[cfg(test)]
mod tests;

//! The bounds of a collection's sort keys, given by queries of its entities.

use std::ops::Bound;

use super::{order, resolve::Design};
use crate::{
    Error, ErrorKind, Result,
    key::{KeyScalar, KeyValue, range::ValueRange},
    read::SortBound,
    read::{interval::Interval, known::lookup, spec::QuerySpec},
    schema::{EntitySchema, Form},
};

/// A field on which the items of one of a collection's entities are checked, because their keys contain less than a
/// bound.
#[derive(Debug, Clone)]
pub(crate) struct Recheck {
    entity: &'static EntitySchema,
    field: u8,
    range: ValueRange,
}

impl Recheck {
    /// Returns whether an item of an entity may be returned.
    #[cfg(feature = "client")]
    pub(crate) fn admits<'v>(&self, entity: &EntitySchema, value: impl Fn(u8) -> Option<KeyValue<'v>>) -> bool {
        !is_same(self.entity, entity) || value(self.field).is_none_or(|value| self.range.contains(&value))
    }
}

impl Design {
    /// Returns the sort keys within all bounds, and the fields on which items must be checked.
    pub(super) fn bounded(&self, spec: &QuerySpec) -> Result<(Interval, Vec<Recheck>)> {
        let (mut within, mut rechecks) = (Interval::ALL, Vec::new());
        for bound in &spec.bounds {
            let (interval, recheck) = self.bound(bound, spec)?;
            within = within.intersected(interval);
            rechecks.extend(recheck);
        }
        Ok((within, rechecks))
    }

    fn bound(&self, bound: &SortBound, spec: &QuerySpec) -> Result<(Interval, Option<Recheck>)> {
        self.check_bound(bound, spec)?;
        let Some(schema) = bound.entity.keys.get(bound.key) else { return Err(refused(bound, "has no such key")) };
        let design = Design::new(bound.entity, bound.key, schema, &bound.spec)?;
        order::check(&design, &bound.spec)?;
        if bound.spec.range.is_empty() {
            return Ok((empty_interval(), None));
        }
        let Interval { lower, upper } = match &bound.spec.begins_with {
            Some(beginning) => design.sort_keys().beginning(beginning)?,
            None => design.sort_keys().interval(&bound.spec.range)?,
        };
        let ValueRange { lower: from, upper: until } = bound.spec.range.clone();
        let range = ValueRange {
            lower: if bound.is_lower { from } else { Bound::Unbounded },
            upper: if bound.is_upper { until } else { Bound::Unbounded },
        };
        let recheck = match design.next {
            Some((field, Form::Bucket(_) | Form::Time(_))) if range != ValueRange::ALL => {
                Some(Recheck { entity: bound.entity, field, range })
            }
            _ => None,
        };
        let interval = Interval {
            lower: if bound.is_lower { lower } else { Bound::Unbounded },
            upper: if bound.is_upper { upper } else { Bound::Unbounded },
        };
        Ok((interval, recheck))
    }

    fn check_bound(&self, bound: &SortBound, spec: &QuerySpec) -> Result<()> {
        let SortBound { entity, key, spec: of, .. } = bound;
        if !spec.entities.iter().any(|member| is_same(member, entity)) {
            return Err(refused(bound, "is not an entity of the collection"));
        }
        let Some(own) = entity.keys.get(*key).filter(|own| own.index == self.schema.index) else {
            return Err(refused(bound, "reads another key than the collection"));
        };
        // The bound's other fields belong to the buckets, which the collection's own query selects.
        let is_ours = |(field, value): &(u8, KeyValue<'static>)| {
            let shared = own.corresponding_field(self.schema, *field);
            shared.and_then(|shared| lookup(&spec.partition, shared)).as_ref() == Some(value)
        };
        if !of.partition.iter().all(is_ours) {
            return Err(refused(bound, "has another partition key than the collection"));
        }
        #[cfg(feature = "client")]
        let has_filter = of.filter.is_some();
        #[cfg(not(feature = "client"))]
        let has_filter = false;
        let asks_more = has_filter
            || of.limit.is_some()
            || of.scan_limit.is_some()
            || of.cursor.is_some()
            || of.hashed.is_some()
            || of.during != ValueRange::ALL;
        if asks_more {
            return Err(refused(bound, "selects by more than its sort key"));
        }
        Ok(())
    }
}

/// Returns an empty interval, whose intersection with any other is empty too.
pub(super) fn empty_interval() -> Interval {
    let end = || Bound::Excluded(KeyScalar::S(String::new()));
    Interval { lower: end(), upper: end() }
}

fn is_same(one: &EntitySchema, other: &EntitySchema) -> bool {
    (one.name, one.discriminator) == (other.name, other.discriminator)
}

fn refused(bound: &SortBound, why: &str) -> Error {
    let message = format!(
        "`{}`, whose query bounds the sort keys, {why}; give the query of an entity of the collection, by the same key \
         and partition key, with values and a range of its sort key only",
        bound.entity.name
    );
    Error::new(ErrorKind::InvalidArgument, message)
}

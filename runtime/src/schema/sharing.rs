//! Compares the keys of several entities.

use super::{EntitySchema, Form, KeySchema, Segment, Template, same};

impl EntitySchema {
    /// Returns the position of the key that the entity writes for an index.
    pub(crate) const fn key_on(&self, index: &str) -> Option<usize> {
        let mut at = 0;
        while at < self.keys.len() {
            if let Some(name) = self.keys[at].index
                && same(name, index)
            {
                return Some(at);
            }
            at += 1;
        }
        None
    }
}

impl KeySchema {
    /// Returns the field of a query's argument at this position. The arguments are the partition key's fields in order,
    /// without duplicates, and without those of which it contains only a bucket.
    pub(crate) const fn argument(&self, place: usize) -> Option<u8> {
        let mut found = 0;
        let mut at = 0;
        while at < self.partition.segments.len() {
            if let Some(field) = argument_at(&self.partition, at) {
                if found == place {
                    return Some(field);
                }
                found += 1;
            }
            at += 1;
        }
        None
    }

    /// Returns the field of which the partition key or, failing that, an older key contains only a bucket.
    pub(crate) const fn bucket_field(&self) -> Option<u8> {
        if let Some(field) = self.bucket_in(&self.partition) {
            return Some(field);
        }
        let mut at = 0;
        while at < self.legacy.len() {
            if let Some(field) = self.bucket_in(&self.legacy[at].partition) {
                return Some(field);
            }
            at += 1;
        }
        None
    }

    const fn bucket_in(&self, template: &Template) -> Option<u8> {
        let mut at = 0;
        while at < template.segments.len() {
            if let Segment::Field { field, form: Form::Bucket(_), .. } = template.segments[at]
                && !self.is_argument(field)
            {
                return Some(field);
            }
            at += 1;
        }
        None
    }

    pub(crate) const fn is_argument(&self, field: u8) -> bool {
        let mut place = 0;
        while let Some(argument) = self.argument(place) {
            if argument == field {
                return true;
            }
            place += 1;
        }
        false
    }

    /// Returns the field that another entity's partition keys contain at the position of `field`.
    pub(crate) const fn corresponding_field(&self, other: &Self, field: u8) -> Option<u8> {
        let mut found = corresponding_field(&self.partition, &other.partition, field);
        let mut at = 0;
        while at < self.legacy.len() && at < other.legacy.len() {
            if found.is_none() {
                found = corresponding_field(&self.legacy[at].partition, &other.legacy[at].partition, field);
            }
            at += 1;
        }
        found
    }
}

const fn corresponding_field(of: &Template, other: &Template, wanted: u8) -> Option<u8> {
    let mut at = 0;
    while at < of.segments.len() && at < other.segments.len() {
        if let (Segment::Field { field, .. }, Segment::Field { field: other_field, .. }) =
            (of.segments[at], other.segments[at])
            && field == wanted
        {
            return Some(other_field);
        }
        at += 1;
    }
    None
}

/// Returns the field of a segment, if it is the first segment that contains more than a bucket of the field.
const fn argument_at(template: &Template, at: usize) -> Option<u8> {
    let Some(wanted) = whole(template.segments[at]) else {
        return None;
    };
    let mut before = 0;
    while before < at {
        if let Some(field) = whole(template.segments[before])
            && field == wanted
        {
            return None;
        }
        before += 1;
    }
    Some(wanted)
}

const fn whole(segment: Segment) -> Option<u8> {
    match segment {
        Segment::Field { form: Form::Bucket(_), .. } => None,
        Segment::Field { field, .. } => Some(field),
        _ => None,
    }
}

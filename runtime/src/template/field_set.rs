//! Sets of an entity's fields. They are evaluated at compile time for each entity, where sets take fewer steps than
//! searches.

use crate::schema::{Segment, ShardBy, Sharding, Template};

/// Fields, by their positions in the entity.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct FieldSet {
    /// The fields below 128, then the others.
    low: u128,
    high: u128,
}

impl FieldSet {
    pub(crate) const EMPTY: Self = Self { low: 0, high: 0 };

    const fn insert(&mut self, field: u8) {
        match field < 128 {
            true => self.low |= 1 << field,
            false => self.high |= 1 << (field - 128),
        }
    }

    /// Returns these fields.
    pub(crate) const fn of(mut fields: &[u8]) -> Self {
        let mut set = Self::EMPTY;
        while let [field, rest @ ..] = fields {
            set.insert(*field);
            fields = rest;
        }
        set
    }

    /// Returns the fields of a template's placeholders.
    pub(crate) const fn of_template(template: &Template) -> Self {
        let mut fields = Self::EMPTY;
        let mut segments = template.segments;
        while let [segment, rest @ ..] = segments {
            match segment {
                Segment::Field { field, .. } if *field < 128 => fields.low |= 1 << *field,
                Segment::Field { field, .. } => fields.insert(*field),
                _ => {}
            }
            segments = rest;
        }
        fields
    }

    /// Returns the fields of which a shard is a hash.
    pub(crate) const fn hashed(shard: Option<Sharding>) -> Self {
        let mut hashed = Self::EMPTY;
        if let Some(Sharding { by: ShardBy::Hash { mut fields, .. }, .. }) = shard {
            while let [field, rest @ ..] = fields {
                hashed.insert(*field);
                fields = rest;
            }
        }
        hashed
    }

    pub(crate) const fn has(self, field: u8) -> bool {
        match field < 128 {
            true => self.low >> field & 1 == 1,
            false => self.high >> (field - 128) & 1 == 1,
        }
    }

    pub(crate) const fn is_empty(self) -> bool {
        self.low == 0 && self.high == 0
    }

    pub(crate) const fn union(self, other: Self) -> Self {
        Self { low: self.low | other.low, high: self.high | other.high }
    }

    pub(crate) const fn intersection(self, other: Self) -> Self {
        Self { low: self.low & other.low, high: self.high & other.high }
    }

    pub(crate) const fn without(self, other: Self) -> Self {
        Self { low: self.low & !other.low, high: self.high & !other.high }
    }

    pub(crate) const fn without_one(self, field: u8) -> Self {
        match field < 128 {
            true => Self { low: self.low & !(1 << field), ..self },
            false => Self { high: self.high & !(1 << (field - 128)), ..self },
        }
    }

    /// Returns the first field, and the set without it.
    pub(crate) const fn split_first(self) -> Option<(u8, Self)> {
        match (self.low, self.high) {
            (0, 0) => None,
            (0, high) => Some((128 + high.trailing_zeros() as u8, Self { low: 0, high: high & (high - 1) })),
            (low, high) => Some((low.trailing_zeros() as u8, Self { low: low & (low - 1), high })),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    fn set(fields: &BTreeSet<u8>) -> FieldSet {
        fields.iter().fold(FieldSet::EMPTY, |mut set, field| {
            set.insert(*field);
            set
        })
    }

    proptest! {
        #[test]
        fn sets_equal_sorted_sets(a: BTreeSet<u8>, b: BTreeSet<u8>, field: u8) {
            let (x, y) = (set(&a), set(&b));
            prop_assert_eq!(x.union(y), set(&(&a | &b)));
            prop_assert_eq!(x.intersection(y), set(&(&a & &b)));
            prop_assert_eq!(x.without(y), set(&(&a - &b)));
            prop_assert_eq!(x.has(field), a.contains(&field));
            prop_assert_eq!(x.is_empty(), a.is_empty());
            let rest = a.iter().skip(1).copied().collect();
            prop_assert_eq!(x.split_first(), a.first().map(|first| (*first, set(&rest))));
        }
    }
}

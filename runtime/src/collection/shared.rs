//! The common part of a collection's entities, as the schema of one entity. The planner plans queries for it.

use std::marker::PhantomData;

use super::{
    Collection,
    leading::{Leading, leading},
};
use crate::{
    entity::Table,
    schema::{EntitySchema, Form, KeySchema, Segment, Template},
};

/// The shared schema of a collection. Its fields and partition keys are those of its first entity.
pub(crate) struct Shared<C>(PhantomData<C>);

/// The part after the shared beginning of the sort keys. No field has this index, so its value is always unknown.
const REST: Segment = Segment::Field { field: u8::MAX, form: Form::Default, raw: false };

impl<C: Collection> Shared<C> {
    /// The index of the shared key in [`SCHEMA`](Self::SCHEMA).
    pub(crate) const KEY: usize = if C::SCHEMA.index.is_none() { 0 } else { 1 };

    pub(crate) const SCHEMA: EntitySchema = EntitySchema {
        name: C::SCHEMA.name,
        docs: C::SCHEMA.docs,
        // Cursors are bound to the collection's entities, not to its name.
        discriminator: "",
        constants: &[],
        fields: match C::SCHEMA.lead() {
            Some(lead) => lead.fields,
            None => &[],
        },
        keys: match (Self::LEAD, C::SCHEMA.index) {
            (None, _) => &[],
            (Some(_), None) => Self::OF_TABLE,
            (Some(_), Some(_)) => Self::OF_INDEX,
        },
        unasked: &[],
        peak: None,
        flattens: false,
        may_overlap: None,
        table: const { &<C::Table as Table>::SCHEMA },
    };

    const OF_TABLE: &'static [KeySchema] = &[Self::SHARED];
    const OF_INDEX: &'static [KeySchema] = &[Self::TABLE_KEY, Self::SHARED];

    /// The first entity, and the index of the shared key in it.
    const LEAD: Option<(&'static EntitySchema, usize)> = match C::SCHEMA.lead() {
        Some(lead) => match C::SCHEMA.place_in(lead) {
            Some(key) => Some((lead, key)),
            None => None,
        },
        None => None,
    };

    const TABLE_KEY: KeySchema = match Self::LEAD {
        Some((lead, _)) => lead.keys[0],
        None => NO_KEY,
    };

    const SHARED: KeySchema = match Self::LEAD {
        Some((lead, key)) => KeySchema {
            query: C::SCHEMA.query,
            sort: match Self::LEADING {
                Some(_) => Some(Template::new("", Self::SORT)),
                None => None,
            },
            peak: None,
            retention: Self::RETENTION,
            // The limits of one entity's pages are not those of the collection.
            page: None,
            ..lead.keys[key]
        },
        None => NO_KEY,
    };

    const SORT: &'static [Segment] = match Self::LEADING {
        Some(Leading { is_whole: true, .. }) => &[Self::FIELD],
        Some(Leading { after, .. }) if after.is_empty() => &[Self::FIELD, REST],
        _ => &[Self::FIELD, Segment::Literal(Self::AFTER), REST],
    };

    const FIELD: Segment = match Self::LEADING {
        Some(leading) => leading.field,
        None => REST,
    };

    const AFTER: &'static str = match Self::LEADING {
        Some(leading) => leading.after,
        None => "",
    };

    /// The field with which every entity's sort key begins. If it is the bucket's field, buckets follow one another in
    /// the order of the sort keys.
    const LEADING: Option<Leading> = leading(&C::SCHEMA);

    /// How far back an open range must extend to include the items of every entity, in seconds.
    const RETENTION: Option<u64> = {
        let mut longest = Some(0);
        let mut at = 0;
        while at < C::SCHEMA.entities.len() {
            let entity = C::SCHEMA.entities[at];
            longest = match (longest, C::SCHEMA.place_in(entity)) {
                (Some(longest), Some(key)) => match entity.keys[key].retention {
                    Some(retention) if retention > longest => Some(retention),
                    Some(_) => Some(longest),
                    None => None,
                },
                (longest, _) => longest,
            };
            at += 1;
        }
        longest
    };
}

const NO_KEY: KeySchema = KeySchema::BARE;

//! What the entities of a collection share, as the schema of one entity: queries are planned over it.

use std::marker::PhantomData;

use super::Collection;
use crate::{
    entity::Table,
    schema::{AttributeKind, EntitySchema, Form, KeyAttribute, KeySchema, Segment, Template, same_form},
};

/// The shared schema of a collection: its fields and partition keys are those of its first entity.
pub(crate) struct Shared<C>(PhantomData<C>);

/// No field has this place: what follows the shared beginning of the sort keys has no value that could be known.
const REST: u8 = u8::MAX;

impl<C: Collection> Shared<C> {
    /// The place of the shared key in [`SCHEMA`](Self::SCHEMA).
    pub(crate) const KEY: usize = if C::SCHEMA.index.is_none() { 0 } else { 1 };

    pub(crate) const SCHEMA: EntitySchema = EntitySchema {
        name: C::SCHEMA.name,
        docs: C::SCHEMA.docs,
        // Its entities are what it is bound to, not its name.
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
        peak: None,
        table: const { &<C::Table as Table>::SCHEMA },
    };

    const OF_TABLE: &'static [KeySchema] = &[Self::SHARED];
    const OF_INDEX: &'static [KeySchema] = &[Self::TABLE_KEY, Self::SHARED];

    /// The first entity, and the place of the shared key in it.
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
            sort: match Self::BEGINNING {
                Some(_) => Some(Template { source: "", segments: Self::SORT }),
                None => None,
            },
            peak: None,
            retention: Self::RETENTION,
            ..lead.keys[key]
        },
        None => NO_KEY,
    };

    const SORT: &'static [Segment] = &[
        match Self::BEGINNING {
            Some(segment) => segment,
            None => Segment::Delimiter,
        },
        Segment::Field { field: REST, form: Form::Default, raw: false },
    ];

    /// The bucket's field, where every entity's sort key begins with it and goes on: then buckets follow one another in
    /// the order of the sort keys.
    const BEGINNING: Option<Segment> = {
        let mut beginning = None;
        if let Some((lead, key)) = Self::LEAD
            && let Some(bucket) = lead.keys[key].bucket_field()
            && matches!(sort_attribute::<C>(), Some(KeyAttribute { kind: AttributeKind::S, .. }))
        {
            beginning = first_field(&lead.keys[key], bucket);
            let mut at = 1;
            while at < C::SCHEMA.entities.len() {
                let other = C::SCHEMA.entities[at];
                beginning = match (beginning, C::SCHEMA.place_in(other)) {
                    (Some(first), Some(place)) if begins_alike(&lead.keys[key], &other.keys[place], first) => {
                        Some(first)
                    }
                    _ => None,
                };
                at += 1;
            }
        }
        beginning
    };

    /// How far back an open range has to reach so that it finds the items of every entity.
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

const NO_KEY: KeySchema = crate::__private::KEY;

const fn sort_attribute<C: Collection>() -> Option<KeyAttribute> {
    let table = const { &<C::Table as Table>::SCHEMA };
    match C::SCHEMA.index {
        None => table.sort_key,
        Some(name) => match table.index(name) {
            Some(index) => match index.sort_key {
                Some(sort) if sort.more.is_empty() => Some(sort.first),
                _ => None,
            },
            None => None,
        },
    }
}

/// The sort key's first segment, if it is this field and others follow.
const fn first_field(key: &KeySchema, wanted: u8) -> Option<Segment> {
    match key.sort {
        Some(Template { segments: [first @ Segment::Field { field, .. }, _, ..], .. }) if *field == wanted => {
            Some(*first)
        }
        _ => None,
    }
}

/// Whether another entity's sort key begins as the first one's does.
const fn begins_alike(lead: &KeySchema, other: &KeySchema, first: Segment) -> bool {
    let Segment::Field { field, form, .. } = first else {
        return false;
    };
    match lead.twin(other, field) {
        Some(twin) => match first_field(other, twin) {
            Some(Segment::Field { form: other, .. }) => same_form(form, other),
            _ => false,
        },
        None => false,
    }
}

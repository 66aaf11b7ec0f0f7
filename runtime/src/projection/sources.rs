//! The source of each field of a projection, determined in constant evaluation.

use super::{ProjectedField, holds, place};
use crate::{Entity, Projection, read::Access, schema::EntitySchema};

/// The source of a field. The numbers are indices of the entity's fields.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Source {
    /// The attribute of this field.
    Attribute(u8),
    /// The item's keys, which contain this field.
    Key(u8),
    /// No source, because a compile error is reported.
    Nowhere,
}

/// The sources of a projection's fields, in order. An entity has at most 255 fields.
pub(crate) type Sources = [Source; 255];

/// Returns the sources in the key that `A` reads.
pub(crate) const fn sources_in_key<A: Access, P: Projection>() -> &'static Sources {
    const { &sources(&<P::Of as Entity>::SCHEMA, A::KEY, P::FIELDS) }
}

/// Returns the sources in the table.
pub(crate) const fn sources_in_table<P: Projection>() -> &'static Sources {
    const { &sources(&<P::Of as Entity>::SCHEMA, 0, P::FIELDS) }
}

const fn sources(entity: &EntitySchema, key: usize, fields: &[ProjectedField]) -> Sources {
    let mut sources = [Source::Nowhere; 255];
    let mut at = 0;
    while at < fields.len() && at < sources.len() {
        if let Some(place) = place(entity, fields[at].name)
            && place < sources.len()
        {
            sources[at] =
                if holds(entity, key, place) { Source::Attribute(place as u8) } else { Source::Key(place as u8) };
        }
        at += 1;
    }
    sources
}

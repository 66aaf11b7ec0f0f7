//! What expansions name. Not part of the public interface.

pub use std::{
    boxed::Box,
    convert::{From, TryFrom},
    default::Default,
    option::Option,
    result::Result::Ok,
    string::String,
    vec::Vec,
};

pub use serde::{Serialize, Serializer};

pub use crate::{
    __held_by_key as held_by_key, check, lint, physics::limits::DEFAULT_TABLE_WRITE_UNITS as DEFAULT_QUOTA,
};

pub use crate::{
    Attributes, Result,
    collection::{
        Assembly, AssemblyQuery, Collection, CollectionQuery, CollectionSchema, Leads, NoLead, Partition, Visit,
        at_most_one, key_on, one, sorts_alike,
    },
    counter::{Counter, CounterField},
    entity::{
        Entity, Held, IsEntity, IsTable, Key, KnownKey, Reads, SameTable, Schema, Serialized, StoredField, Table,
        Versioned,
    },
    expression::{
        Comparable, Field as FieldOf, Fixed, Free, Joined, Joint, KeyOnly, Keyed, Known, KnownRole, Probe, Textual,
    },
    key::{KeyArg, KeyField, KeyValue, Ordered, TextField},
    lifecycle::TimeField,
    projection::{InKeys, NotInKeys, ProjectedField, Projection as Projects, held, same_type},
    read::{ByKey, During, End, Find, Hashed, Is, NoBucket, NoHash, Part, Query, Readable},
    schema::*,
    version::VersionField,
};

/// The type that a caller passes for a field: the type within an `Option`.
pub type Scalar<F> = <F as KeyField>::Scalar;

/// The role of a field of an entity that may be the attribute of an index key itself; `R` where others decide with it.
pub type RoleOf<const INDEPENDENCE: u8, R> = <Known<INDEPENDENCE, R> as KnownRole>::Role;

/// What a read can do. An alias, because a constant in a type costs the compiler a body of its own.
pub type Can = Is<true>;

/// What a read cannot do.
pub type Cannot = Is<false>;

/// How an update can change a field that stands in index keys: 0 with others, 1 by its value, 2 in place.
pub const fn independence(entity: &EntitySchema, field: u8) -> u8 {
    crate::template::independence::independence(entity, field) as u8
}

/// A field that stands in a key.
pub const fn key_field<F: KeyField>(name: &'static str, attribute: &'static str, docs: &'static str) -> Field {
    Field::new(name, attribute, docs).in_keys(F::KIND, F::OPTIONAL)
}

/// A field that stands in a key, from the type's `__IN_KEYS`: a type that cannot be used in a key is refused where that
/// is named.
pub const fn field_in_keys(
    name: &'static str,
    attribute: &'static str,
    docs: &'static str,
    rust_type: &'static str,
    (kind, optional): (FieldKind, bool),
) -> Field {
    Field { rust_type, kind: Some(kind), optional, omits_none: optional, ..Field::new(name, attribute, docs) }
}

/// A field that is not in a key.
pub const fn field(name: &'static str, attribute: &'static str, docs: &'static str, rust_type: &'static str) -> Field {
    Field { rust_type, ..Field::new(name, attribute, docs) }
}

/// A field that stands in no key, and is an `Option`.
pub const fn option(name: &'static str, attribute: &'static str, docs: &'static str, rust_type: &'static str) -> Field {
    Field { rust_type, omits_none: true, ..Field::new(name, attribute, docs) }
}

/// The table of an entity. One that is not a table is refused where `#[entity(table = ..)]` names it, and only there.
pub const fn table_of<E: Entity>() -> &'static TableSchema {
    &<E::Table as Table>::SCHEMA
}

/// Whether an index holds whole items.
pub const fn holds_whole_items(table: &TableSchema, index: &str) -> bool {
    match table.index(index) {
        Some(index) => matches!(index.projection, IndexProjection::All),
        // Undeclared: KW013 has said so already.
        None => true,
    }
}

/// The text of an enum's variant, as a key value.
pub const fn text(text: &'static str) -> KeyValue<'static> {
    KeyValue::Text(std::borrow::Cow::Borrowed(text))
}

/// The text of a key value.
pub fn as_text<'a>(value: &'a KeyValue<'_>) -> Option<&'a str> {
    match value {
        KeyValue::Text(text) => Some(text),
        _ => None,
    }
}

/// Text of a template.
pub const fn literal(text: &'static str) -> Segment {
    Segment::Literal(text)
}

/// A field of a template, written as its type is.
pub const fn part(field: u8) -> Segment {
    part_as(field, Form::Default)
}

/// A field of a template, written in this form.
pub const fn part_as(field: u8, form: Form) -> Segment {
    Segment::Field { field, form, raw: false }
}

/// A field of a template, written in this form without escaping.
pub const fn raw_part(field: u8, form: Form) -> Segment {
    Segment::Field { field, form, raw: true }
}

/// A table's key without options: what an expansion does not say.
pub const KEY: KeySchema = KeySchema::BARE;

/// An entity without options: what an expansion does not say.
pub const ENTITY: EntitySchema = EntitySchema::BARE;

/// The table of an entity that names no table: an error is reported for it.
pub enum NoTable {}

impl Table for NoTable {
    const SCHEMA: TableSchema = TableSchema { undeclared_peak: UndeclaredPeak::Allow, ..TableSchema::BARE };
}

/// The schema of an entity in the list of its table's entities. One of another table is KW021.
pub const fn listed_entity<T: Table, E: Entity<Table: SameTable<T>>>() -> &'static EntitySchema {
    &E::SCHEMA
}

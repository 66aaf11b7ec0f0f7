//! Items that macro expansions use. Not part of the public API.

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
    __held_by_key as held_by_key, check, lint,
    physics::limits::{DEFAULT_TABLE_READ_UNITS as DEFAULT_READ_QUOTA, DEFAULT_TABLE_WRITE_UNITS as DEFAULT_QUOTA},
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
        Transactional, Versioned,
    },
    expression::{
        Comparable, Field as FieldOf, Fixed, Free, Joined, Joint, KeyOnly, Keyed, Known, KnownGroup, KnownRole, Probe,
        Textual,
    },
    key::{KeyArg, KeyField, KeyValue, Ordered, TextField},
    lifecycle::TimeField,
    projection::{InKeys, NotInKeys, ProjectedField, Projection as Projects, contains_all_fields, same_type},
    read::{ByKey, During, End, Find, Hashed, Is, NoBucket, NoHash, Part, Query, Readable},
    schema::*,
    version::VersionField,
};

/// The type that a caller passes for a field: the type within an `Option`.
pub type Scalar<F> = <F as KeyField>::Scalar;

/// The role of a field that may itself be an attribute of index keys. `R` if they depend on it and other fields
/// jointly.
pub type RoleOf<const INDEPENDENCE: u8, R> = <Known<INDEPENDENCE, R> as KnownRole>::Role;

/// The role of a field in a group of fields, or of the group: `A` if an update can set the group's fields without
/// others.
pub type GroupOf<const IS_GROUP: bool, A, B> = <KnownGroup<IS_GROUP, A, B> as KnownRole>::Role;

/// A capability that a read has. An alias, because each constant in a type costs the compiler a separate body.
pub type Can = Is<true>;

/// A capability that a read does not have.
pub type Cannot = Is<false>;

/// Returns how an update can change a field of index keys: 0 together with others, 1 by its value, 2 in place.
pub const fn independence(entity: &EntitySchema, field: u8) -> u8 {
    crate::template::independence::independence(entity, field) as u8
}

/// Returns whether an update can set these fields without others: the index keys that they determine depend on no other
/// field.
pub const fn is_group(entity: &EntitySchema, fields: &[u8]) -> bool {
    crate::template::independence::is_group(entity, fields)
}

/// Creates a field that is in a key.
pub const fn key_field<F: KeyField>(name: &'static str, attribute: &'static str, docs: &'static str) -> Field {
    Field::new(name, attribute, docs).in_keys(F::KIND, F::OPTIONAL)
}

/// Creates a field that is in a key, from the type's `__IN_KEYS`. The compiler reports a type that cannot be used in a
/// key where `__IN_KEYS` is named.
pub const fn field_in_keys(
    name: &'static str,
    attribute: &'static str,
    docs: &'static str,
    rust_type: &'static str,
    (kind, optional): (FieldKind, bool),
) -> Field {
    Field { rust_type, kind: Some(kind), optional, omits_none: optional, ..Field::new(name, attribute, docs) }
}

/// Creates a field that is not in a key.
pub const fn field(name: &'static str, attribute: &'static str, docs: &'static str, rust_type: &'static str) -> Field {
    Field { rust_type, ..Field::new(name, attribute, docs) }
}

/// Creates a field that is not in a key, and is an `Option`.
pub const fn option(name: &'static str, attribute: &'static str, docs: &'static str, rust_type: &'static str) -> Field {
    Field { rust_type, omits_none: true, ..Field::new(name, attribute, docs) }
}

/// Returns the table of an entity. A type that is not a table is reported only where `#[entity(table = ..)]` names it.
pub const fn table_of<E: Entity>() -> &'static TableSchema {
    &<E::Table as Table>::SCHEMA
}

/// Returns whether an index contains whole items.
pub const fn holds_whole_items(table: &TableSchema, index: &str) -> bool {
    match table.index(index) {
        Some(index) => matches!(index.projection, IndexProjection::All),
        // KW013 reports an undeclared index.
        None => true,
    }
}

/// Returns the text of an enum's variant as a key value.
pub const fn text(text: &'static str) -> KeyValue<'static> {
    KeyValue::Text(std::borrow::Cow::Borrowed(text))
}

/// Returns the text of a key value.
pub fn as_text<'a>(value: &'a KeyValue<'_>) -> Option<&'a str> {
    match value {
        KeyValue::Text(text) => Some(text),
        _ => None,
    }
}

/// Creates the literal text of a template.
pub const fn literal(text: &'static str) -> Segment {
    Segment::Literal(text)
}

/// Creates a field of a template in the default form of its type.
pub const fn part(field: u8) -> Segment {
    part_as(field, Form::Default)
}

/// Creates a field of a template in this form.
pub const fn part_as(field: u8, form: Form) -> Segment {
    Segment::Field { field, form, raw: false }
}

/// Creates a field of a template in this form, without escaping.
pub const fn raw_part(field: u8, form: Form) -> Segment {
    Segment::Field { field, form, raw: true }
}

/// A table's key without options, as the base of expansions.
pub const KEY: KeySchema = KeySchema::BARE;

/// An entity without options, as the base of expansions.
pub const ENTITY: EntitySchema = EntitySchema::BARE;

/// The table of an entity that names no table, for which an error is reported.
pub enum NoTable {}

impl Table for NoTable {
    const SCHEMA: TableSchema = TableSchema { undeclared_peak: UndeclaredPeak::Allow, ..TableSchema::BARE };
}

/// Returns the schema of an entity in its table's list, with the indexes that its items enter unasked. An entity of
/// another table is reported as KW021.
pub const fn listed_entity<T: Table, E: Entity<Table: SameTable<T>>>() -> &'static EntitySchema {
    &crate::entity::listed::Listed::<E>::SCHEMA
}

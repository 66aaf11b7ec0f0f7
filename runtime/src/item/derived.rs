//! Determines at compile time which attributes of an entity do not belong to a field.

use std::cell::Cell;

use crate::{
    Entity,
    schema::{AttributeForm, EntitySchema, IndexSchema, KeyAttribute, KeyAttributes, Purpose, same},
};

/// The attributes that belong to no field: those of keys and indexes, the discriminator, the write id, and constants.
pub(crate) struct Derived {
    names: [&'static str; CAPACITY],
    count: usize,
    /// The number of names of the entity itself. The other names are keys of indexes that only other entities write.
    own: usize,
    /// One bit for each length of a name. The highest bit represents all lengths of 63 or more.
    lengths: u64,
    /// One bit for each first byte of a name, modulo 64. Upper-case and lower-case letters share no bit.
    first_bytes: u64,
    /// Whether all names fit into the list.
    pub(crate) is_whole: bool,
    /// Whether every field is read in its stored form. This excludes key attributes that are themselves fields, times
    /// of the item, its version, sets, and an `Option` of an `Option`.
    pub(crate) has_plain_fields: bool,
    /// Whether a field of a key can be absent.
    pub(crate) has_sparse_fields: bool,
    /// Whether a field is stored only in the table's key.
    pub(crate) has_key_only_fields: bool,
    /// Whether a field has an earlier name.
    pub(crate) has_aliases: bool,
    /// The positions of the table's partition and sort key among the names. `None` for a key that is itself a field.
    partition: Option<usize>,
    sort: Option<usize>,
}

/// The texts of an item's table key, except keys that are themselves fields.
#[derive(Default)]
pub(crate) struct TableKey<'v> {
    pub(crate) partition: Cell<Option<&'v str>>,
    pub(crate) sort: Cell<Option<&'v str>>,
}

/// The capacity of the list: enough for 26 keys with two attributes each, and some constants.
const CAPACITY: usize = 64;

const fn first_byte_bit(name: &str) -> u64 {
    match name.as_bytes() {
        [first, ..] => 1 << (*first % 64),
        [] => 1,
    }
}

const fn length_bit(name: &str) -> u64 {
    let length = name.len();
    1 << if length < 63 { length } else { 63 }
}

impl Derived {
    /// Returns the derived attributes of one entity.
    pub(crate) const fn of<E: Entity>() -> &'static Self {
        const { &Self::of_schema(&E::SCHEMA) }
    }

    /// Returns the names of the attributes. The list is incomplete unless it is [whole](Self::is_whole).
    pub(crate) fn names(&self) -> &[&'static str] {
        self.names.get(..self.own).unwrap_or_default()
    }

    const fn of_schema(entity: &EntitySchema) -> Self {
        let mut derived = Self {
            names: [""; CAPACITY],
            count: 0,
            own: 0,
            lengths: 0,
            first_bytes: 0,
            is_whole: true,
            has_plain_fields: true,
            has_sparse_fields: false,
            has_key_only_fields: false,
            has_aliases: false,
            partition: None,
            sort: None,
        };
        if let Some(name) = entity.table.discriminator {
            derived.add(entity, name);
        }
        if let Some(name) = entity.table.write_id {
            derived.add(entity, name);
        }
        let mut at = 0;
        while at < entity.constants.len() {
            derived.add(entity, entity.constants[at].0);
            at += 1;
        }
        let mut at = 0;
        while at < entity.keys.len() {
            let attributes = match entity.keys[at].index {
                None => Some(IndexSchema::of_table(entity.table)),
                Some(name) => entity.table.index(name),
            };
            if let Some(IndexSchema { partition_key, sort_key, .. }) = attributes {
                derived.add_key(entity, &partition_key);
                if let Some(sort_key) = sort_key {
                    derived.add_key(entity, &sort_key);
                }
            }
            at += 1;
        }
        let mut at = 0;
        while at < entity.fields.len() {
            let field = &entity.fields[at];
            derived.has_plain_fields &= matches!(field.purpose, Purpose::Value | Purpose::Counter)
                && matches!(field.form, AttributeForm::Plain);
            derived.has_sparse_fields |= field.optional && field.is_read_from_keys();
            derived.has_key_only_fields |= field.key_only;
            derived.has_aliases |= !field.aliases.is_empty();
            at += 1;
        }
        derived.own = derived.count;
        derived.add_other_keys(entity);
        derived.partition = derived.place_of(Some(entity.table.partition_key));
        derived.sort = derived.place_of(entity.table.sort_key);
        derived
    }

    /// Returns whether the attribute with this name is derived. Stores its text in `key` if it is a key of the table.
    ///
    /// Reads call this for every attribute. Most names differ from all derived names in their length or first byte.
    #[inline]
    pub(crate) fn is_derived_name<'v>(
        &self,
        name: &str,
        key: &TableKey<'v>,
        text: impl FnOnce() -> Option<&'v str>,
    ) -> bool {
        if self.lengths & length_bit(name) == 0 || self.first_bytes & first_byte_bit(name) == 0 {
            return false;
        }
        let place = self.names.get(..self.count).unwrap_or_default().iter().position(|of| *of == name);
        match place {
            None => return false,
            _ if place == self.partition => key.partition.set(text()),
            _ if place == self.sort => key.sort.set(text()),
            _ => {}
        }
        true
    }

    const fn place_of(&self, attribute: Option<KeyAttribute>) -> Option<usize> {
        let Some(attribute) = attribute else { return None };
        let mut at = 0;
        while at < self.count {
            if same(self.names[at], attribute.name) {
                return Some(at);
            }
            at += 1;
        }
        None
    }

    /// Adds the attributes of the table that the entity does not write: keys of other entities' indexes, and the TTL.
    const fn add_other_keys(&mut self, entity: &EntitySchema) {
        let table = entity.table;
        let mut at = 0;
        while at < table.indexes.len() {
            self.add_other_key(entity, &table.indexes[at].partition_key);
            if let Some(sort_key) = table.indexes[at].sort_key {
                self.add_other_key(entity, &sort_key);
            }
            at += 1;
        }
        let mut at = 0;
        while at < table.local_indexes.len() {
            self.add_other(entity, table.local_indexes[at].sort_key.name);
            at += 1;
        }
        if let Some(name) = table.ttl {
            self.add_other(entity, name);
        }
    }

    const fn add_other_key(&mut self, entity: &EntitySchema, attributes: &KeyAttributes) {
        let mut at = 0;
        while let Some(attribute) = attributes.at(at) {
            self.add_other(entity, attribute.name);
            at += 1;
        }
    }

    const fn add_other(&mut self, entity: &EntitySchema, name: &'static str) {
        let mut at = 0;
        while at < entity.fields.len() {
            if same(entity.fields[at].attribute, name) {
                return;
            }
            at += 1;
        }
        self.add(entity, name);
    }

    const fn add_key(&mut self, entity: &EntitySchema, attributes: &KeyAttributes) {
        let mut at = 0;
        while let Some(attribute) = attributes.at(at) {
            self.add(entity, attribute.name);
            at += 1;
        }
    }

    const fn add(&mut self, entity: &EntitySchema, name: &'static str) {
        let mut at = 0;
        while at < entity.fields.len() {
            if same(entity.fields[at].attribute, name) {
                self.has_plain_fields = false;
                return;
            }
            at += 1;
        }
        let mut at = 0;
        while at < self.count {
            if same(self.names[at], name) {
                return;
            }
            at += 1;
        }
        if self.count == CAPACITY {
            self.is_whole = false;
            return;
        }
        self.names[self.count] = name;
        self.lengths |= length_bit(name);
        self.first_bytes |= first_byte_bit(name);
        self.count += 1;
    }
}

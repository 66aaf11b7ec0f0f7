//! A key of an entity, together with where the table stores it.

use crate::{
    key::{KeyPart, is_field_itself},
    schema::{EntitySchema, IndexSchema, KeyAttribute, KeySchema, LegacyKey, Peak, Projection, Sharding, Template},
};

/// A key of an entity whose index, if it has one, the table declares.
#[derive(Clone, Copy)]
pub(crate) struct DeclaredKey<'a> {
    pub(crate) entity: &'a EntitySchema,
    pub(crate) key: &'a KeySchema,
    pub(crate) partition: KeyAttribute,
    pub(crate) sort: Option<KeyAttribute>,
    pub(crate) projection: Projection,
}

/// A template of a key, and the part of the key that it writes.
#[derive(Clone, Copy)]
pub(crate) struct Part<'a> {
    pub(crate) entity: &'a EntitySchema,
    pub(crate) index: Option<&'a str>,
    pub(crate) part: KeyPart,
    pub(crate) attribute: KeyAttribute,
    pub(crate) template: &'a Template,
    pub(crate) shard: Option<Sharding>,
}

impl<'a> DeclaredKey<'a> {
    /// `None` beside an error: an entity without keys, or an index that KW013 speaks of.
    pub(crate) const fn of(entity: &'a EntitySchema, key: usize) -> Option<Self> {
        if key >= entity.keys.len() {
            return None;
        }
        let key = &entity.keys[key];
        let table = entity.table;
        match key.index {
            None => Some(Self {
                entity,
                key,
                partition: table.partition_key,
                sort: table.sort_key,
                projection: Projection::All,
            }),
            Some(name) => match table.index(name) {
                Some(index) => Some(Self::on_index(entity, key, index)),
                None => None,
            },
        }
    }

    const fn on_index(entity: &'a EntitySchema, key: &'a KeySchema, index: &IndexSchema) -> Self {
        Self { entity, key, partition: index.partition_key, sort: index.sort_key, projection: index.projection }
    }

    /// The declared peak: the key's own or else the entity's.
    pub(crate) const fn peak(&self) -> Option<Peak> {
        match self.key.peak {
            Some(peak) => Some(peak),
            None => self.entity.peak,
        }
    }

    pub(crate) const fn partition_part(&self) -> Part<'a> {
        Part {
            entity: self.entity,
            index: self.key.index,
            part: KeyPart::Partition,
            attribute: self.partition,
            template: &self.key.partition,
            shard: self.key.shard,
        }
    }

    /// `None` where the key, or the table or index it goes to, has no sort key.
    pub(crate) const fn sort_part(&self) -> Option<Part<'a>> {
        match (&self.key.sort, self.sort) {
            (Some(template), Some(attribute)) => Some(Part {
                entity: self.entity,
                index: self.key.index,
                part: KeyPart::Sort,
                attribute,
                template,
                shard: None,
            }),
            _ => None,
        }
    }

    pub(crate) const fn part(&self, part: KeyPart) -> Option<Part<'a>> {
        match part {
            KeyPart::Partition => Some(self.partition_part()),
            KeyPart::Sort => self.sort_part(),
        }
    }

    /// An older partition key.
    pub(crate) const fn legacy_part(&self, legacy: &'a LegacyKey) -> Part<'a> {
        Part {
            entity: self.entity,
            index: self.key.index,
            part: KeyPart::Partition,
            attribute: self.partition,
            template: &legacy.partition,
            shard: legacy.shard,
        }
    }
}

impl Part<'_> {
    /// Whether the attribute is the field itself.
    pub(crate) const fn is_native(&self) -> bool {
        is_field_itself(self.entity, self.template, self.attribute.name)
    }

    /// The word of the attribute that declares it.
    pub(crate) const fn word(&self) -> &'static str {
        match self.part {
            KeyPart::Partition => "pk",
            KeyPart::Sort => "sk",
        }
    }
}

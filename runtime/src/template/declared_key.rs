//! A key of an entity, with its attributes in the table or index.

use crate::{
    key::{KeyPart, is_field_itself},
    schema::{
        EntitySchema, IndexProjection, IndexSchema, KeyAttribute, KeyAttributes, KeySchema, LegacyKey, Peak, Sharding,
        Template, same,
    },
};

/// A key of an entity. If it is an index key, the table declares the index.
#[derive(Clone, Copy)]
pub struct DeclaredKey<'a> {
    pub(crate) entity: &'a EntitySchema,
    pub(crate) key: &'a KeySchema,
    /// Its position among the keys of the entity.
    pub(crate) place: usize,
    pub(crate) partition: KeyAttributes,
    pub(crate) sort: Option<KeyAttributes>,
    pub(crate) projection: IndexProjection,
}

/// A template of a key, and the part of the key that it writes: the whole part, or one of its attributes.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Part<'a> {
    pub(crate) entity: &'a EntitySchema,
    pub(crate) index: Option<&'a str>,
    pub(crate) part: KeyPart,
    pub(crate) attribute: KeyAttribute,
    pub(crate) template: Template,
    pub(crate) shard: Option<Sharding>,
}

impl Part<'_> {
    /// Returns the part of a key in whose form the values are written.
    pub(crate) const fn form(&self) -> KeyPart {
        self.template.form_of(self.part)
    }
}

impl<'a> DeclaredKey<'a> {
    /// Returns a key that the entity declares, or that of an index that its items enter unasked. `None` if an error is
    /// reported elsewhere: an entity without keys, or an index that KW013 reports.
    pub(crate) const fn of(entity: &'a EntitySchema, place: usize) -> Option<Self> {
        let Some(key) = entity.key_at(place) else {
            return None;
        };
        let table = entity.table;
        match key.index {
            None => Some(Self {
                entity,
                key,
                place,
                partition: KeyAttributes::one(table.partition_key),
                sort: match table.sort_key {
                    Some(sort) => Some(KeyAttributes::one(sort)),
                    None => None,
                },
                projection: IndexProjection::All,
            }),
            Some(name) => match table.index(name) {
                Some(index)
                    if table.local_index(name).is_some() == key.local && has_equal_attribute_counts(key, &index) =>
                {
                    let (partition, sort) = (index.partition_key, index.sort_key);
                    Some(Self { entity, key, place, partition, sort, projection: index.projection })
                }
                _ => None,
            },
        }
    }

    /// Returns whether the parts of the key match those of the table or index in number and attributes, as KW013
    /// requires.
    pub(crate) const fn has_parts_of_index(&self) -> bool {
        let Self { key, .. } = self;
        match (&self.sort, &key.sort) {
            // `of` compares the attributes of indexes.
            (Some(_), Some(sort)) => key.index.is_some() || (sort.attributes() == 1 && key.partition.attributes() == 1),
            (None, None) => key.index.is_some() || key.partition.attributes() == 1,
            _ => false,
        }
    }

    /// Returns the declared peak of the key, or of the entity if the key has none.
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
            attribute: self.partition.first,
            template: self.key.partition,
            shard: self.key.shard,
        }
    }

    /// Returns the sort key's part. `None` if the key, or its table or index, has no sort key.
    pub(crate) const fn sort_part(&self) -> Option<Part<'a>> {
        match (self.key.sort, self.sort) {
            (Some(template), Some(attributes)) => Some(Part {
                entity: self.entity,
                index: self.key.index,
                part: KeyPart::Sort,
                attribute: attributes.first,
                template,
                shard: None,
            }),
            _ => None,
        }
    }

    /// Returns the template of the attribute at this position in a part.
    pub(crate) const fn attribute_part(&self, part: KeyPart, place: usize) -> Option<Part<'a>> {
        let whole = match part {
            KeyPart::Partition => Some((self.partition_part(), self.partition)),
            KeyPart::Sort => match (self.sort_part(), self.sort) {
                (Some(part), Some(attributes)) => Some((part, attributes)),
                _ => None,
            },
        };
        match whole {
            // A key has the same number of attributes as the table or the index. KW013 rejects others.
            Some((whole, KeyAttributes { more: [], .. })) if place == 0 => Some(whole),
            Some((whole, attributes)) => match (attributes.at(place), whole.template.attribute(place)) {
                (Some(attribute), Some(template)) => Some(Part { attribute, template, ..whole }),
                _ => None,
            },
            None => None,
        }
    }

    /// Returns the part of the key that contains an attribute with this name, if any.
    pub(crate) const fn part_of(&self, name: &str) -> Option<KeyPart> {
        part_of(self.partition, self.sort, name)
    }

    /// Returns the part of the key that contains an attribute with this name, and its position in that part.
    pub(crate) const fn place_of(&self, name: &str) -> Option<(KeyPart, usize)> {
        place_of(self.partition, self.sort, name)
    }

    /// Returns the part of an older partition key.
    pub(crate) const fn legacy_part(&self, legacy: &'a LegacyKey) -> Part<'a> {
        Part {
            entity: self.entity,
            index: self.key.index,
            part: KeyPart::Partition,
            attribute: self.partition.first,
            template: legacy.partition,
            shard: legacy.shard,
        }
    }
}

/// Whether each part that the key and the index have in common has the same number of attributes.
const fn has_equal_attribute_counts(key: &KeySchema, index: &IndexSchema) -> bool {
    let same_sort = match (&key.sort, index.sort_key) {
        (Some(sort), Some(attributes)) => sort.attributes() == attributes.count(),
        _ => true,
    };
    same_sort && key.partition.attributes() == index.partition_key.count()
}

/// Returns the part of a key with these attributes that contains the attribute with this name.
pub(crate) const fn part_of(partition: KeyAttributes, sort: Option<KeyAttributes>, name: &str) -> Option<KeyPart> {
    match place_of(partition, sort, name) {
        Some((part, _)) => Some(part),
        None => None,
    }
}

/// Returns the part that contains the attribute with this name, and its position there.
const fn place_of(partition: KeyAttributes, sort: Option<KeyAttributes>, name: &str) -> Option<(KeyPart, usize)> {
    if let Some(place) = place_among(partition, name) {
        return Some((KeyPart::Partition, place));
    }
    if let Some(sort) = sort
        && let Some(place) = place_among(sort, name)
    {
        return Some((KeyPart::Sort, place));
    }
    None
}

const fn place_among(attributes: KeyAttributes, name: &str) -> Option<usize> {
    let mut place = 0;
    while let Some(attribute) = attributes.at(place) {
        if same(attribute.name, name) {
            return Some(place);
        }
        place += 1;
    }
    None
}

impl Part<'_> {
    /// Returns whether the attribute is itself the field.
    pub(crate) const fn is_native(&self) -> bool {
        is_field_itself(self.entity, &self.template, self.attribute.name)
    }

    /// Returns the derive attribute that declares the part: `pk` or `sk`.
    pub(crate) const fn derive_attribute(&self) -> &'static str {
        match self.part {
            KeyPart::Partition => "pk",
            KeyPart::Sort => "sk",
        }
    }
}

//! Makes the lock of a schema.

use keywright::{
    Schema,
    schema::{
        self, Encoding, EntitySchema, Field, IndexSchema, KeyAttribute, KeySchema, LegacyKey, LocalIndexSchema,
        Purpose, Regions, Segment, ShardBy, Sharding, TableSchema,
    },
};

use super::{
    form::{canonical, written},
    model::{
        Attribute, By, Design, Entity, FieldPart, Index, IndexProjection, Key, KeyAttributes, Legacy, LocalIndex, Lock,
        Part, Shards, StoredAttribute, Table, Template, Times, Unique,
    },
};
use crate::bill::Loads;

impl Lock {
    /// Makes the lock of a schema, without a history.
    pub fn of<S: Schema>() -> Self {
        Self::of_parts(&<S::Table as keywright::Table>::SCHEMA, S::ENTITIES)
    }

    /// Makes the lock of a table and its entities, without a history.
    pub fn of_parts(table: &TableSchema, entities: &[&EntitySchema]) -> Self {
        let indexes = table.indexes.iter().map(index).collect();
        let local_indexes = table.local_indexes.iter().map(local_index).collect();
        let loads = Loads { undeclared: Vec::new(), ..Loads::of(table, entities) };
        let entities = entities.iter().map(|of| entity(table, of)).collect();
        let table = Table {
            name: table.name.to_owned(),
            key: key_attributes(one(table.partition_key), table.sort_key.map(one)),
            discriminator: table.discriminator.map(str::to_owned),
            ttl: table.ttl.map(str::to_owned),
            has_strong_regions: table.regions == Regions::Strong,
            delimiter: char::from(table.delimiter),
            encoding: table.encoding,
        };
        Self { table, indexes, local_indexes, entities, loads, history: Vec::new() }.sorted()
    }
}

fn index(index: &IndexSchema) -> Index {
    Index {
        name: index.name.to_owned(),
        key: key_attributes(index.partition_key, index.sort_key),
        projection: projection(index.projection),
    }
}

fn local_index(index: &LocalIndexSchema) -> LocalIndex {
    LocalIndex {
        name: index.name.to_owned(),
        sort: attribute(index.sort_key),
        projection: projection(index.projection),
    }
}

fn projection(projection: schema::IndexProjection) -> IndexProjection {
    match projection {
        schema::IndexProjection::All => IndexProjection::All,
        schema::IndexProjection::KeysOnly => IndexProjection::KeysOnly,
        schema::IndexProjection::Include(attributes) => {
            let mut attributes: Vec<_> = attributes.iter().map(|&name| name.to_owned()).collect();
            attributes.sort();
            IndexProjection::Include(attributes)
        }
    }
}

fn key_attributes(partition: schema::KeyAttributes, sort: Option<schema::KeyAttributes>) -> KeyAttributes {
    let sort = sort.into_iter().flat_map(schema::KeyAttributes::iter);
    KeyAttributes { partition: partition.iter().map(attribute).collect(), sort: sort.map(attribute).collect() }
}

fn one(attribute: KeyAttribute) -> schema::KeyAttributes {
    schema::KeyAttributes::one(attribute)
}

fn attribute(of: KeyAttribute) -> Attribute {
    Attribute { name: of.name.to_owned(), kind: of.kind }
}

fn entity(table: &TableSchema, entity: &EntitySchema) -> Entity {
    let constant = |(name, text): &(&str, &str)| ((*name).to_owned(), (*text).to_owned());
    let reader = Reader { table, entity };
    Entity {
        name: entity.name.to_owned(),
        discriminator: table.discriminator.map(|_| entity.discriminator.to_owned()),
        constants: entity.constants.iter().map(constant).collect(),
        expires: entity.ttl_attribute().is_some(),
        version: entity.field_for(Purpose::Version).map(|(_, field)| field.attribute.to_owned()),
        unique: entity.fields.iter().filter_map(|field| reader.unique(field)).collect(),
        other_attributes: entity.flattens,
        attributes: entity.fields.iter().filter(|field| !field.key_only).map(stored_attribute).collect(),
        keys: entity.keys.iter().map(|of| reader.key(of)).collect(),
    }
}

/// Looks up a key's field numbers and its encoding.
struct Reader<'a> {
    table: &'a TableSchema,
    entity: &'a EntitySchema,
}

impl Reader<'_> {
    fn key(&self, key: &KeySchema) -> Key {
        let (partition, sort) = match key.index.and_then(|name| self.table.index(name)) {
            Some(index) => (index.partition_key, index.sort_key),
            None => (one(self.table.partition_key), self.table.sort_key.map(one)),
        };
        let design = |template: &schema::Template, shards: Option<&Sharding>| Design {
            template: self.template(template, Some(partition), false),
            shards: shards.map(|shards| self.shards(shards)),
        };
        let legacy = |legacy: &LegacyKey| Legacy {
            design: design(&legacy.partition, legacy.shard.as_ref()),
            times: Times { since: legacy.since, until: legacy.until },
        };
        Key {
            index: key.index.map(str::to_owned),
            partition: design(&key.partition, key.shard.as_ref()),
            since: key.since,
            legacy: key.legacy.iter().map(legacy).collect(),
            sort: key.sort.map(|template| self.template(&template, sort, true)),
        }
    }

    fn template(
        &self,
        template: &schema::Template,
        attributes: Option<schema::KeyAttributes>,
        in_sort_key: bool,
    ) -> Template {
        let is_native = |place: usize| match template.attribute(place).map(|own| own.segments) {
            Some([Segment::Field { field, .. }]) => attributes
                .and_then(|attributes| attributes.at(place))
                .is_some_and(|attribute| self.attribute(*field) == attribute.name),
            _ => false,
        };
        let (mut parts, mut place, mut native) = (Vec::new(), 0, is_native(0));
        for segment in template.segments {
            match *segment {
                Segment::Literal(text) => push_literal(&mut parts, text),
                Segment::Delimiter => {
                    push_literal(&mut parts, char::from(self.table.delimiter).encode_utf8(&mut [0; 4]))
                }
                Segment::NextAttribute(_) => {
                    place += 1;
                    native = is_native(place);
                    parts.push(Part::NextAttribute { native });
                }
                Segment::Shard { width } => parts.push(Part::Shard { width }),
                Segment::Field { field, form, raw } => {
                    let kind = self.entity.fields.get(usize::from(field)).and_then(|field| field.kind);
                    let raw = (raw || self.table.encoding == Encoding::Raw) && !native;
                    let (form, texts) = written(kind, form, raw, in_sort_key && !native);
                    parts.push(Part::Field(FieldPart { attribute: self.attribute(field).to_owned(), form, texts }));
                }
            }
        }
        Template { source: template.source.to_owned(), native: is_native(0), parts }
    }

    fn shards(&self, shards: &Sharding) -> Shards {
        let by = match shards.by {
            ShardBy::Random => By::Random,
            ShardBy::TableKey => By::TableKey,
            ShardBy::Hash { fields, with, .. } => By::Hash { fields: self.hashed(fields), own: with.is_some() },
        };
        Shards { count: shards.count, first: shards.first, by, grow: shards.grow.to_vec() }
    }

    /// Returns a unique field, with the keys of its sentinels.
    fn unique(&self, field: &Field) -> Option<Unique> {
        let within = self.hashed(field.unique?.within);
        let prefix = self.entity.sentinel_prefix(field);
        Some(Unique { prefix, within, field: canonical_part(field) })
    }

    /// Returns fields in the form in which they are hashed.
    fn hashed(&self, fields: &[u8]) -> Vec<FieldPart> {
        fields.iter().filter_map(|field| self.entity.fields.get(usize::from(*field))).map(canonical_part).collect()
    }

    fn attribute(&self, field: u8) -> &'static str {
        self.entity.fields.get(usize::from(field)).map_or("", |field| field.attribute)
    }
}

fn stored_attribute(field: &Field) -> StoredAttribute {
    StoredAttribute {
        name: field.attribute.to_owned(),
        optional: field.may_be_missing(),
        aliases: field.aliases.iter().map(|&alias| alias.to_owned()).collect(),
    }
}

fn canonical_part(field: &Field) -> FieldPart {
    let (form, texts) = canonical(field.kind);
    FieldPart { attribute: field.attribute.to_owned(), form, texts }
}

fn push_literal(parts: &mut Vec<Part>, text: &str) {
    match parts.last_mut() {
        _ if text.is_empty() => {}
        Some(Part::Literal(before)) => before.push_str(text),
        _ => parts.push(Part::Literal(text.to_owned())),
    }
}

#[cfg(test)]
mod tests;

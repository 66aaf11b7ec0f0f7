//! The parts of a table's keys and indexes that determine units and positions.

use std::collections::BTreeSet;

use dynoxide::actions::TableDescription;
use dynoxide::types::{
    AttributeDefinition, AttributeValue, Item, KeySchemaElement, KeyType, Projection, ProjectionType,
};

use super::keys::{Keys, SortKey};

#[derive(Debug)]
pub(super) struct Schema {
    pub(super) table: String,
    pub(super) key: Key,
    pub(super) indexes: Vec<Index>,
    /// The definitions of the key's attributes.
    pub(super) definitions: Vec<AttributeDefinition>,
}

#[derive(Debug)]
pub(super) struct Index {
    pub(super) name: String,
    pub(super) is_global: bool,
    pub(super) key: Key,
    /// The projected attributes. `None` for all of them.
    projected: Option<BTreeSet<String>>,
}

#[derive(Debug)]
pub(super) struct Key {
    pub(super) elements: Vec<KeySchemaElement>,
}

impl Schema {
    pub(super) fn new(table: &TableDescription) -> Self {
        let key = Key { elements: table.key_schema.clone() };
        let global = table.global_secondary_indexes.iter().flatten();
        let global = global.map(|index| (&index.index_name, true, &index.key_schema, &index.projection));
        let local = table.local_secondary_indexes.iter().flatten();
        let local = local.map(|index| (&index.index_name, false, &index.key_schema, &index.projection));
        let index = |(name, is_global, elements, projection): (&String, bool, &Vec<_>, &Projection)| {
            let index_key = Key { elements: elements.clone() };
            let projected = projected(projection, [&key, &index_key]);
            Index { name: name.clone(), is_global, key: index_key, projected }
        };
        let indexes = global.chain(local).map(index).collect();
        let definitions = table.attribute_definitions.iter();
        let definitions = definitions.filter(|definition| key.has(&definition.attribute_name)).cloned().collect();
        Self { table: table.table_name.clone(), key, indexes, definitions }
    }

    pub(super) fn has_local_index(&self) -> bool {
        self.indexes.iter().any(|index| !index.is_global)
    }

    pub(super) fn is_global(&self, index: &str) -> bool {
        self.indexes.iter().any(|found| found.is_global && found.name == index)
    }
}

impl Index {
    /// Returns the index's entry for an item. `None` if the item lacks a key attribute.
    pub(super) fn entry(&self, item: &Item) -> Option<Item> {
        if !self.key.elements.iter().all(|element| item.contains_key(&element.attribute_name)) {
            return None;
        }
        let is_projected = |name: &String| self.projected.as_ref().is_none_or(|projected| projected.contains(name));
        let attributes = item.iter().filter(|(name, _)| is_projected(name));
        Some(attributes.map(|(name, value)| (name.clone(), value.clone())).collect())
    }
}

impl Key {
    /// Returns the key of an item. `None` if an attribute is missing.
    pub(super) fn of(&self, item: &Item) -> Option<Item> {
        let attribute = |element: &KeySchemaElement| {
            let (name, value) = item.get_key_value(&element.attribute_name)?;
            Some((name.clone(), value.clone()))
        };
        self.elements.iter().map(attribute).collect()
    }

    /// Returns the partition key value, in the spelling of [`Target::lane`](crate::request::Target::lane).
    pub(super) fn lane(&self, item: &Item) -> Option<String> {
        let hash = self.elements.iter().filter(|element| element.key_type == KeyType::HASH);
        let values: Vec<String> =
            hash.map(|element| text(item.get(&element.attribute_name)?)).collect::<Option<_>>()?;
        Some(values.join("#"))
    }

    /// Returns the partition key value and the sort key. Of several sort attributes only the first one is used.
    pub(super) fn keys(&self, item: &Item) -> Option<Keys> {
        let mut sort = self.elements.iter().filter(|element| element.key_type == KeyType::RANGE);
        let sort = sort.next().and_then(|element| SortKey::of(item.get(&element.attribute_name)?));
        Some(Keys { lane: self.lane(item)?, sort })
    }

    fn has(&self, attribute: &str) -> bool {
        self.elements.iter().any(|element| element.attribute_name == attribute)
    }
}

fn text(value: &AttributeValue) -> Option<String> {
    match value {
        AttributeValue::S(text) | AttributeValue::N(text) => Some(text.clone()),
        AttributeValue::B(_) => Some(serde_json::to_value(value).ok()?.get("B")?.as_str()?.to_owned()),
        _ => None,
    }
}

fn projected(projection: &Projection, keys: [&Key; 2]) -> Option<BTreeSet<String>> {
    if matches!(projection.projection_type, None | Some(ProjectionType::ALL)) {
        return None;
    }
    let keys = keys.into_iter().flat_map(|key| &key.elements).map(|element| element.attribute_name.clone());
    Some(keys.chain(projection.non_key_attributes.iter().flatten().cloned()).collect())
}

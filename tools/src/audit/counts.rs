//! Counts items, once the table's keys are known.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::{
    content::Content,
    item::StoredItem,
    learn::Sampled,
    options::AuditOptions,
    shape::{NoTable, TableShape},
    sketch::Top,
    space::{CutKey, Space, Widened, others, values},
    split::delimiter,
};

/// The patterns of the table and its indexes, with their statistics.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Counts {
    pub(crate) shape: TableShape,
    pub(crate) delimiter: char,
    pub(crate) table: Space,
    /// The contents of the table's groups, in the order of the groups.
    pub(crate) contents: Vec<Content>,
    pub(crate) indexes: Vec<Space>,
    /// The size of item collections, in bytes.
    pub(crate) collections: Top,
    /// The number of items kept for each pattern.
    pub(super) samples: usize,
}

impl Counts {
    pub(super) fn of(options: &AuditOptions, items: &[StoredItem]) -> Result<Self, NoTable> {
        let shape = match &options.shape {
            Some(shape) => shape.clone(),
            None => TableShape::guessed(items.iter())?,
        };
        let names = [&shape.partition_key].into_iter().chain(&shape.sort_key);
        let texts: Vec<_> = names.flat_map(|name| items.iter().filter_map(|item| item.scalar(name))).collect();
        Ok(Self {
            delimiter: options.delimiter.unwrap_or_else(|| delimiter(texts.iter().map(|(_, text)| *text))),
            table: Space::new(std::slice::from_ref(&shape.partition_key), shape.sort_key.as_slice()),
            indexes: shape.indexes.iter().map(|index| Space::new(&index.partition_key, &index.sort_key)).collect(),
            shape,
            contents: Vec::new(),
            collections: Top::default(),
            samples: options.samples,
        })
    }

    /// Counts an item if the patterns of all its keys are known.
    pub(super) fn try_add(&mut self, item: &StoredItem) -> bool {
        let Some(key) = self.table.cut(item, self.delimiter) else { return false };
        let Some(group) = self.table.group_of(&key) else { return false };
        let mut entries = Vec::new();
        for (position, index) in self.indexes.iter().enumerate() {
            let Some(key) = index.cut(item, self.delimiter) else { continue };
            let Some(group) = index.group_of(&key) else { return false };
            entries.push((position, group, key));
        }
        self.count(item, group, &key, &entries);
        true
    }

    fn count(&mut self, item: &StoredItem, group: usize, key: &CutKey<'_>, entries: &[(usize, usize, CutKey<'_>)]) {
        let bytes = item.bytes();
        self.table.count(group, key);
        self.collections.add(key.texts.first().copied().unwrap_or_default(), bytes);
        self.contents.resize_with(self.table.groups.len(), Content::default);
        let (Some(content), Some(table)) = (self.contents.get_mut(group), self.table.groups.get(group)) else { return };
        content.add(item, bytes, &key.texts, self.samples);
        let texts = |values: Vec<(_, _)>| values.into_iter().map(|(_, text)| text).collect::<Vec<&str>>();
        let of_table = texts(values(&table.pattern, key));
        let keys = self.shape.key_attributes();
        content.sources.narrow(&of_table, item, &of_table, |name| keys.contains(name));
        for (position, group, key) in entries {
            let Some(index) = self.indexes.get_mut(*position) else { continue };
            index.count(*group, key);
            let link = content.link(*position, *group);
            link.items += 1;
            let Some(of_index) = index.groups.get(*group).map(|group| texts(values(&group.pattern, key))) else {
                continue;
            };
            link.sources.narrow(&of_index, item, &of_table, |name| keys.contains(name));
        }
    }

    /// Learns patterns from items, and counts the items. Returns the number of items without a key.
    pub(super) fn learn(&mut self, items: &[StoredItem]) -> u64 {
        let keys: BTreeSet<String> = self.shape.key_attributes().into_iter().map(str::to_owned).collect();
        let keys: BTreeSet<&str> = keys.iter().map(String::as_str).collect();
        let widened = self.table.learn(&sample(&self.table, items, &keys, self.delimiter));
        for (group, value) in widened {
            self.insert_value(group, &value);
        }
        for position in 0..self.indexes.len() {
            let Some(index) = self.indexes.get_mut(position) else { continue };
            let sampled = sample(index, items, &keys, self.delimiter);
            for (group, value) in index.learn(&sampled) {
                self.insert_index_value(position, group, &value);
            }
        }
        items.iter().filter(|item| !self.try_add(item)).count() as u64
    }

    /// Adds the places of a value of the table's key that has been a literal.
    pub(super) fn insert_value(&mut self, group: usize, Widened { position, literal }: &Widened) {
        let keys = self.shape.key_attributes();
        let items = self.table.groups.get(group).map_or(0, |group| group.items);
        let Some(content) = self.contents.get_mut(group) else { return };
        let places = content.places_of(literal, items, |name| keys.contains(name));
        content.sources.move_keys(*position);
        content.sources.insert(*position, places);
        content.links.iter_mut().for_each(|link| link.sources.move_keys(*position));
    }

    /// Adds a value of an index's key that has been a literal. No place is known to hold it.
    pub(super) fn insert_index_value(&mut self, index: usize, group: usize, Widened { position, .. }: &Widened) {
        let links = self.contents.iter_mut().flat_map(|content| &mut content.links);
        let of_group = links.filter(|link| (link.index, link.group) == (index, group));
        of_group.for_each(|link| link.sources.insert(*position, BTreeSet::new()));
    }
}

/// Selects the keys that do not match a known pattern.
fn sample<'a>(space: &Space, items: &'a [StoredItem], keys: &BTreeSet<&str>, delimiter: char) -> Vec<Sampled<'a>> {
    let mut sample = Vec::new();
    for item in items {
        let Some(key) = space.cut(item, delimiter) else { continue };
        if space.group_of(&key).is_none() {
            sample.push(Sampled { key: key.parts, others: others(item, keys) });
        }
    }
    sample
}

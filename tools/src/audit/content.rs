//! Collects statistics of the items of one pattern: sizes, attributes, and other places of their keys' values.

use std::collections::{BTreeMap, BTreeSet};

use keywright::physics::limits::ITEM_BYTES;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::{
    attribute::AttributeAudit,
    item::{Scalar, StoredItem},
};

/// The number of attribute names counted per pattern. Items whose attribute names contain data can have more.
const MAX_ATTRIBUTES: usize = 256;

/// The items of a pattern.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Content {
    pub(crate) bytes: u64,
    /// The bytes and the key of the largest item.
    pub(crate) largest: (u64, String),
    /// Items larger than four fifths of DynamoDB's limit.
    pub(crate) near_limit: u64,
    pub(crate) attributes: BTreeMap<String, AttributeAudit>,
    /// Whether the items have more attributes than are counted.
    pub(crate) has_more: bool,
    /// Where else each value of the table's key is stored.
    pub(crate) sources: Sources,
    /// The items' entries in indexes.
    pub(crate) links: Vec<Link>,
    /// The first items, if samples are requested.
    pub(crate) samples: Vec<Map<String, Value>>,
}

/// The entries that items of a pattern have in an index.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Link {
    pub(crate) index: usize,
    pub(crate) group: usize,
    pub(crate) items: u64,
    /// Where else each value of the index's key is stored.
    pub(crate) sources: Sources,
}

/// For each value of a key, the places that have held the same value in every item.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Sources {
    values: Vec<BTreeSet<Source>>,
    is_started: bool,
}

/// A place that repeats the value of a part of a key.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Source {
    /// A value of the table's key, by its position among them.
    Key(usize),
    /// An attribute.
    Attribute(String),
}

impl Sources {
    /// Keeps only the places that hold the given values of a key in this item, too.
    ///
    /// For the key of an index, `table` contains the values of the table's key. Attributes for which `is_key` returns
    /// true are ignored.
    pub(crate) fn narrow(&mut self, values: &[&str], item: &StoredItem, table: &[&str], is_key: impl Fn(&str) -> bool) {
        if !self.is_started {
            self.is_started = true;
            let names = item.attributes().keys().filter(|name| !is_key(name)).cloned().map(Source::Attribute);
            let all: BTreeSet<_> = names.chain((0..table.len()).map(Source::Key)).collect();
            self.values = vec![all; values.len()];
            // A value always equals itself, so only earlier values of the table's key are compared.
            if std::ptr::eq(values, table) {
                for (position, sources) in self.values.iter_mut().enumerate() {
                    sources.retain(|source| !matches!(source, Source::Key(other) if *other >= position));
                }
            }
        }
        for (sources, value) in self.values.iter_mut().zip(values) {
            sources.retain(|source| match source {
                Source::Key(position) => table.get(*position) == Some(value),
                Source::Attribute(name) => item.scalar(name).is_some_and(|(scalar, text)| match scalar {
                    Scalar::String => text == *value,
                    Scalar::Number => text == *value || text == unpadded(value),
                    Scalar::Binary => false,
                }),
            });
        }
    }

    /// Returns the places that repeat a value.
    pub(crate) fn of(&self, value: usize) -> impl Iterator<Item = &Source> {
        self.values.get(value).into_iter().flatten()
    }

    /// Inserts a value with the places that are known to hold it, after a literal has become a value.
    pub(crate) fn insert(&mut self, value: usize, places: BTreeSet<Source>) {
        if self.is_started {
            self.values.insert(value.min(self.values.len()), places);
        }
    }

    /// Keeps only the places that have held the same values in other items, too.
    fn merge(&mut self, other: Self) {
        if !self.is_started {
            *self = other;
        } else if other.is_started {
            for (own, others) in self.values.iter_mut().zip(&other.values) {
                own.retain(|source| others.contains(source));
            }
        }
    }

    /// Shifts references to the table's key, after a literal of the table's key has become a value.
    pub(crate) fn move_keys(&mut self, from: usize) {
        let moved = |source: Source| match source {
            Source::Key(position) if position >= from => Source::Key(position + 1),
            source => source,
        };
        for sources in &mut self.values {
            *sources = std::mem::take(sources).into_iter().map(moved).collect();
        }
    }
}

impl Content {
    /// Counts an item.
    pub(crate) fn add(&mut self, item: &StoredItem, bytes: u64, key: &[&str], samples: usize) {
        self.bytes = self.bytes.saturating_add(bytes);
        if bytes > self.largest.0 {
            self.largest = (bytes, key.join(" "));
        }
        self.near_limit += u64::from(bytes > ITEM_BYTES / 5 * 4);
        for (name, value) in item.attributes() {
            if self.attributes.len() >= MAX_ATTRIBUTES && !self.attributes.contains_key(name) {
                self.has_more = true;
                continue;
            }
            match self.attributes.get_mut(name) {
                Some(attribute) => attribute.add(value),
                None => self.attributes.entry(name.clone()).or_default().add(value),
            }
        }
        if self.samples.len() < samples {
            self.samples.push(item.attributes().clone());
        }
    }

    /// Returns the attributes that have held a text in each of the items.
    pub(crate) fn places_of(&self, text: &str, items: u64, is_key: impl Fn(&str) -> bool) -> BTreeSet<Source> {
        let holds = |attribute: &AttributeAudit| attribute.items == items && attribute.only.as_deref() == Some(text);
        let places = self.attributes.iter().filter(|(name, attribute)| holds(attribute) && !is_key(name));
        places.map(|(name, _)| Source::Attribute(name.clone())).collect()
    }

    /// Adds other items of the pattern. `group_of` maps a group of an index in `other` to the group in `self`.
    pub(crate) fn merge(&mut self, other: Self, samples: usize, group_of: impl Fn(usize, usize) -> Option<usize>) {
        self.bytes = self.bytes.saturating_add(other.bytes);
        if other.largest.0 > self.largest.0 {
            self.largest = other.largest;
        }
        self.near_limit += other.near_limit;
        self.has_more |= other.has_more;
        for (name, attribute) in other.attributes {
            if self.attributes.len() >= MAX_ATTRIBUTES && !self.attributes.contains_key(&name) {
                self.has_more = true;
            } else {
                self.attributes.entry(name).or_default().merge(attribute);
            }
        }
        self.sources.merge(other.sources);
        for Link { index, group, items, sources } in other.links {
            let Some(group) = group_of(index, group) else { continue };
            let link = self.link(index, group);
            link.items += items;
            link.sources.merge(sources);
        }
        let room = samples.saturating_sub(self.samples.len());
        self.samples.extend(other.samples.into_iter().take(room));
    }

    /// Returns the entries in a group of an index.
    pub(crate) fn link(&mut self, index: usize, group: usize) -> &mut Link {
        let found = self.links.iter().position(|link| (link.index, link.group) == (index, group));
        let position = found.unwrap_or_else(|| {
            self.links.push(Link { index, group, ..Link::default() });
            self.links.len() - 1
        });
        &mut self.links[position]
    }
}

/// Returns a number without leading zeros.
fn unpadded(text: &str) -> &str {
    match text.trim_start_matches('0') {
        "" if !text.is_empty() => "0",
        digits => digits,
    }
}

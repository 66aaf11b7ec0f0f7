//! The items of one pattern: sizes, attributes, and what else holds the values of their keys.

use std::collections::{BTreeMap, BTreeSet};

use keywright::physics::limits::ITEM_BYTES;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::{
    attribute::AttributeAudit,
    item::{Scalar, StoredItem},
};

/// Names of attributes that are counted for a pattern. Items with names made of data have more.
const MOST_ATTRIBUTES: usize = 256;

/// The items of a pattern.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Content {
    pub(crate) bytes: u64,
    /// The bytes and the key of the largest item.
    pub(crate) largest: (u64, String),
    /// Items of more than four fifths of DynamoDB's limit.
    pub(crate) near_limit: u64,
    pub(crate) attributes: BTreeMap<String, AttributeAudit>,
    /// Whether there are more attributes than are counted.
    pub(crate) has_more: bool,
    /// What else holds each value of the table's key.
    pub(crate) sources: Sources,
    /// The entries of indexes.
    pub(crate) links: Vec<Link>,
    /// The first items, where they are asked for.
    pub(crate) samples: Vec<Map<String, Value>>,
}

/// The entries that items of a pattern have in an index.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Link {
    pub(crate) index: usize,
    pub(crate) group: usize,
    pub(crate) items: u64,
    /// What else holds each value of the index's key.
    pub(crate) sources: Sources,
}

/// For each value of a key, what else has held the same in every item.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Sources {
    values: Vec<BTreeSet<Source>>,
    is_started: bool,
}

/// What holds the value of a part of a key as well.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Source {
    /// A value of the table's key, by its position among them.
    Key(usize),
    /// An attribute.
    Attribute(String),
}

impl Sources {
    /// Keeps what holds these values of a key in this item, too.
    ///
    /// `table` are the values of the table's key, for the key of an index. Attributes that `is_key` knows are left out.
    pub(crate) fn narrow(&mut self, values: &[&str], item: &StoredItem, table: &[&str], is_key: impl Fn(&str) -> bool) {
        if !self.is_started {
            self.is_started = true;
            let names = item.attributes().keys().filter(|name| !is_key(name)).cloned().map(Source::Attribute);
            let all: BTreeSet<_> = names.chain((0..table.len()).map(Source::Key)).collect();
            self.values = vec![all; values.len()];
            // A value of the table's key is the same as itself: only those before it say something.
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

    /// What holds a value.
    pub(crate) fn of(&self, value: usize) -> impl Iterator<Item = &Source> {
        self.values.get(value).into_iter().flatten()
    }

    /// A literal has become this value: nothing is known of it.
    pub(crate) fn insert(&mut self, value: usize) {
        if self.is_started {
            self.values.insert(value.min(self.values.len()), BTreeSet::new());
        }
    }

    /// The same for a value of the table's key, which these sources name.
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
            if self.attributes.len() >= MOST_ATTRIBUTES && !self.attributes.contains_key(name) {
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

    /// The entries in a group of an index.
    pub(crate) fn link(&mut self, index: usize, group: usize) -> &mut Link {
        let found = self.links.iter().position(|link| (link.index, link.group) == (index, group));
        let position = found.unwrap_or_else(|| {
            self.links.push(Link { index, group, ..Link::default() });
            self.links.len() - 1
        });
        &mut self.links[position]
    }
}

/// A number without leading zeros.
fn unpadded(text: &str) -> &str {
    match text.trim_start_matches('0') {
        "" if !text.is_empty() => "0",
        digits => digits,
    }
}

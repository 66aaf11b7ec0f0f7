//! Groups the keys of a table or of an index by pattern, and counts them.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::{
    item::{Scalar, StoredItem},
    kind::Kind,
    learn::{Sampled, learn},
    pattern::{KeyPattern, Part},
    sketch::{Distinct, Top},
    slot::Slot,
    split::split,
};

/// The number of patterns counted separately. The patterns of further keys have no literals.
const MAX_PATTERNS: usize = 512;

/// The keys of a table or of an index.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Space {
    /// The attributes of the key, the partition key's first.
    pub(crate) attributes: Vec<String>,
    /// The number of attributes that form the partition key.
    pub(crate) partition_attributes: usize,
    pub(crate) groups: Vec<KeyGroup>,
}

/// The keys of one pattern.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct KeyGroup {
    pub(crate) pattern: KeyPattern,
    pub(crate) items: u64,
    /// The number of distinct partition keys.
    pub(crate) partitions: Distinct,
    /// Partition keys by their number of items.
    pub(crate) top: Top,
    /// The values of the pattern, in its order.
    pub(crate) slots: Vec<Slot>,
}

/// A literal that has become a value.
#[derive(Debug)]
pub(crate) struct Widened {
    /// Its position among the values of the pattern.
    pub(crate) position: usize,
    pub(crate) literal: String,
}

/// A key, cut into its parts.
#[derive(Debug, Clone)]
pub(crate) struct CutKey<'a> {
    pub(crate) texts: Vec<&'a str>,
    scalars: Vec<Scalar>,
    pub(crate) parts: Vec<Vec<&'a str>>,
}

impl Space {
    pub(crate) fn new(partition: &[String], sort: &[String]) -> Self {
        let attributes = partition.iter().chain(sort).cloned().collect();
        Self { attributes, partition_attributes: partition.len(), groups: Vec::new() }
    }

    /// Returns the key of an item, if the item has all attributes of the key.
    pub(crate) fn cut<'a>(&self, item: &'a StoredItem, delimiter: char) -> Option<CutKey<'a>> {
        let values = self.attributes.iter().map(|name| item.scalar(name)).collect::<Option<Vec<_>>>()?;
        let parts = |(scalar, text): &(Scalar, &'a str)| match scalar {
            Scalar::String => split(text, delimiter),
            Scalar::Number | Scalar::Binary => vec![*text],
        };
        Some(CutKey {
            parts: values.iter().map(parts).collect(),
            scalars: values.iter().map(|(scalar, _)| *scalar).collect(),
            texts: values.into_iter().map(|(_, text)| text).collect(),
        })
    }

    /// Returns the group whose pattern a key matches. If there are several, the one with the most literals.
    pub(crate) fn group_of(&self, key: &CutKey<'_>) -> Option<usize> {
        let groups = self.groups.iter().enumerate().filter(|(_, group)| group.pattern.matches(&key.parts));
        groups
            .max_by_key(|(position, group)| (group.pattern.literals(), usize::MAX - position))
            .map(|(position, _)| position)
    }

    /// Counts a key of a group.
    pub(crate) fn count(&mut self, group: usize, key: &CutKey<'_>) {
        let partition = key.texts.iter().take(self.partition_attributes).copied().collect::<Vec<_>>().join(" ");
        let Some(group) = self.groups.get_mut(group) else { return };
        group.items += 1;
        group.partitions.add(&partition);
        group.top.add(&partition, 1);
        for (slot, (kind, text)) in group.slots.iter_mut().zip(values(&group.pattern, key)) {
            slot.add(kind, text);
        }
    }

    /// Learns patterns from keys that do not match one yet. Returns the groups in which a literal has become a value.
    pub(crate) fn learn(&mut self, sample: &[Sampled<'_>]) -> Vec<(usize, Widened)> {
        let mut widened = Vec::new();
        // Patterns of one sample differ in the kinds of their items.
        let known = self.groups.len();
        for pattern in learn(sample) {
            let differing = |group: &KeyGroup| group.pattern.differing_value(&pattern);
            let mut groups = self.groups.iter().take(known).enumerate();
            let similar = groups.find_map(|(position, group)| Some((position, differing(group)?)));
            if let Some((position, (attribute, at))) = similar {
                widened.extend(self.widen(position, (attribute, at)).map(|value| (position, value)));
            } else if self.has_room() {
                self.groups.push(KeyGroup::new(pattern));
            } else {
                let attributes = pattern.attributes.iter().map(|parts| vec![Part::Value; parts.len()]).collect();
                let without_literals = KeyPattern { attributes };
                if !self.groups.iter().any(|group| group.pattern == without_literals) {
                    self.groups.push(KeyGroup::new(without_literals));
                }
            }
        }
        widened
    }

    /// Turns a literal of a group's pattern into a value.
    pub(crate) fn widen(&mut self, group: usize, (attribute, at): (usize, usize)) -> Option<Widened> {
        self.groups.get_mut(group)?.widen(attribute, at)
    }

    /// Adds a group of other keys. Returns the position of the group of its pattern.
    pub(crate) fn absorb(&mut self, group: KeyGroup) -> usize {
        match self.groups.iter_mut().position(|own| own.pattern == group.pattern) {
            Some(position) => {
                self.groups[position].merge(group);
                position
            }
            None => {
                self.groups.push(group);
                self.groups.len() - 1
            }
        }
    }

    /// Returns whether there is room for another pattern with literals.
    pub(crate) fn has_room(&self) -> bool {
        self.groups.len() < MAX_PATTERNS
    }
}

impl KeyGroup {
    fn new(pattern: KeyPattern) -> Self {
        let values = pattern.parts().filter(|part| **part == Part::Value).count();
        Self { pattern, slots: vec![Slot::default(); values], ..Self::default() }
    }

    /// Turns a literal of the pattern into a value, which has been the same in all items so far. Returns its position
    /// among the values.
    fn widen(&mut self, attribute: usize, at: usize) -> Option<Widened> {
        let (literal, position) = self.pattern.widen(attribute, at)?;
        let mut slot = Slot::default();
        if self.items > 0 {
            slot.add_many(Kind::of(&literal), &literal, self.items);
        }
        self.slots.insert(position.min(self.slots.len()), slot);
        Some(Widened { position, literal })
    }

    /// Adds the keys of a group of the same pattern.
    fn merge(&mut self, other: Self) {
        self.items += other.items;
        self.partitions.merge(other.partitions);
        self.top.merge(other.top);
        self.slots.iter_mut().zip(other.slots).for_each(|(own, other)| own.merge(other));
    }
}

/// Returns the values of a key of this pattern.
pub(crate) fn values<'a>(pattern: &KeyPattern, key: &CutKey<'a>) -> Vec<(Kind, &'a str)> {
    let mut values = Vec::new();
    for ((parts, texts), scalar) in pattern.attributes.iter().zip(&key.parts).zip(&key.scalars) {
        for (part, text) in parts.iter().zip(texts) {
            let kind = match scalar {
                Scalar::String => Kind::of(text),
                Scalar::Number => Kind::Number,
                Scalar::Binary => Kind::Binary,
            };
            if *part == Part::Value {
                values.push((kind, *text));
            }
        }
    }
    values
}

/// Returns the names of an item's attributes that are not keys.
pub(crate) fn others<'a>(item: &'a StoredItem, keys: &BTreeSet<&str>) -> BTreeSet<&'a str> {
    item.attributes().keys().map(String::as_str).filter(|name| !keys.contains(name)).collect()
}

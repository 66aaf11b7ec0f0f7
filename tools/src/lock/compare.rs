//! Finds the differences between two locks, and how old items are read after them.

mod attributes;
mod coverage;
mod indexes;
mod key;
mod names;
mod roles;
mod spans;

use keywright::key::Timestamp;

use self::{
    attributes::{Attributes, differ},
    coverage::CoverageContext,
    indexes::{LOCAL_INDEX_IS_FIXED, index, local_index, of_table},
    key::Keys,
    names::with_current_names,
};
use super::{
    change::{Change, Sign},
    evidence::Evidence,
    model::{Attribute, Design, Entity, Key, Lock, Template},
    text::encoding,
};

/// Returns the differences between a lock and a newer one, in the order of the newer: table, indexes, local secondary
/// indexes, entities.
///
/// `now` distinguishes future growth, which affects no old item, from growth that has begun: old items are assumed to
/// have earlier times.
pub fn compare(old: &Lock, new: &Lock, now: Timestamp) -> Vec<Change> {
    compare_with(old, new, now, &[])
}

/// Returns the differences as [`compare`] does, given evidence of older keys without items.
pub(super) fn compare_with(old: &Lock, new: &Lock, now: Timestamp, shown: &[Evidence]) -> Vec<Change> {
    let judge = CoverageContext { delimiters: (old.table.delimiter, new.table.delimiter), now };
    let mut compared = Compared { old, new, judge, shown, changes: Vec::new() };
    compared.table();
    compared.indexes();
    compared.local_indexes();
    compared.entities();
    compared.changes
}

struct Compared<'a> {
    old: &'a Lock,
    new: &'a Lock,
    judge: CoverageContext,
    shown: &'a [Evidence],
    changes: Vec<Change>,
}

impl<'a> Compared<'a> {
    fn table(&mut self) {
        let (old, new) = (&self.old.table, &self.new.table);
        let change = |fact: &str| Change::new(Sign::Changed, None, format!("table {fact}").trim_end());
        if old.name != new.name {
            self.changes.push(change("").before(&old.name).after(&new.name));
        }
        if old.key != new.key {
            let fix = "DynamoDB cannot change the key of a table: make another table, and copy the items";
            self.changes.push(change("key").before(&old.key).after(&new.key).unreadable(fix));
        }
        if old.discriminator != new.discriminator {
            let name = |of: &Option<String>| of.as_deref().unwrap_or("none").to_owned();
            let change = change("discriminator").before(name(&old.discriminator)).after(name(&new.discriminator));
            self.changes.push(change.note("the keys of older items tell their entity"));
        }
        self.changes.extend(roles::ttl_of_table(old, new));
        if old.has_strong_regions != new.has_strong_regions {
            let consistency = |is_strong| if is_strong { "strong" } else { "eventual" };
            let fix = "DynamoDB cannot change the consistency between the Regions of a table with items: make another \
                       table, and copy the items";
            let change = change("regions").before(consistency(old.has_strong_regions));
            self.changes.push(change.after(consistency(new.has_strong_regions)).unreadable(fix));
        }
        if old.delimiter != new.delimiter {
            let change = change("delimiter").before(old.delimiter).after(new.delimiter);
            self.changes.push(change.note("each key that it changes is named"));
        }
        if old.encoding != new.encoding {
            let change = change("encoding").before(encoding(old.encoding)).after(encoding(new.encoding));
            self.changes.push(change.note("each key that it changes is named"));
        }
    }

    fn indexes(&mut self) {
        for new in &self.new.indexes {
            match self.old.index(&new.name) {
                None => {
                    let note = "DynamoDB fills it with the items that have its attributes";
                    self.changes.push(Change::new(Sign::Added, None, &new.name).after(&new.key).note(note));
                }
                Some(old) => self.changes.extend(index(old, new)),
            }
        }
        for old in self.old.indexes.iter().filter(|old| self.new.index(&old.name).is_none()) {
            let note = "old items stay under the table's key";
            self.changes.push(Change::new(Sign::Removed, None, &old.name).before(&old.key).note(note));
        }
    }

    fn local_indexes(&mut self) {
        for new in &self.new.local_indexes {
            match self.old.local_index(&new.name) {
                None => {
                    let change = Change::new(Sign::Added, None, &new.name).after(of_table(new));
                    self.changes.push(change.unreadable(LOCAL_INDEX_IS_FIXED));
                }
                Some(old) => self.changes.extend(local_index(old, new)),
            }
        }
        for old in self.old.local_indexes.iter().filter(|old| self.new.local_index(&old.name).is_none()) {
            let note = "DynamoDB keeps it, and the units of its writes, until the table is recreated";
            self.changes.push(Change::new(Sign::Removed, None, &old.name).before(of_table(old)).note(note));
        }
    }

    fn entities(&mut self) {
        let mut pairs: Vec<(&Entity, &Entity)> = Vec::new();
        self.pair(&mut pairs, |compared, old, new| {
            compared.has_same_discriminator() && old.discriminator == new.discriminator
        });
        self.pair(&mut pairs, |_, old, new| old.name == new.name);
        self.pair(&mut pairs, |compared, old, new| {
            !compared.has_same_discriminator() && compared.have_one_key(old, new)
        });
        if !self.old.lists_attributes() && pairs.iter().any(|(old, new)| differ(old, new)) {
            let note = "the file does not list them yet, so they are not compared; run `lock` once";
            self.changes.push(Change::new(Sign::Added, None, "attributes").note(note));
        }
        for new in &self.new.entities {
            match pairs.iter().find(|(_, paired)| std::ptr::eq(*paired, new)) {
                Some((old, _)) => self.entity(old, new),
                None => self.changes.push(Change::new(Sign::Added, Some(&new.name), "").note("it has no old items")),
            }
        }
        let is_gone = |old: &&Entity| !pairs.iter().any(|(paired, _)| std::ptr::eq(*paired, *old));
        let gone: Vec<_> = self.old.entities.iter().filter(is_gone).collect();
        for old in gone {
            let is_renamed = |new: &&Entity| {
                !pairs.iter().any(|(_, paired)| std::ptr::eq(*paired, *new)) && self.have_one_key(old, new)
            };
            let fix = match (self.new.entities.iter().find(is_renamed), &old.discriminator) {
                (Some(new), Some(discriminator)) => {
                    format!("if `{}` is its new name, add `name = {discriminator:?}` to its `#[entity(..)]`", new.name)
                }
                _ => "keep the entity in the list until no item of it is left".to_owned(),
            };
            self.changes.push(Change::new(Sign::Removed, Some(&old.name), "").unreadable(fix));
        }
    }

    /// Pairs entities that are not paired yet.
    fn pair(&self, pairs: &mut Vec<(&'a Entity, &'a Entity)>, is_one: fn(&Self, &Entity, &Entity) -> bool) {
        for old in &self.old.entities {
            for new in &self.new.entities {
                let is_free = |(a, b): &(&Entity, &Entity)| !std::ptr::eq(*a, old) && !std::ptr::eq(*b, new);
                if is_one(self, old, new) && pairs.iter().all(is_free) {
                    pairs.push((old, new));
                }
            }
        }
    }

    /// Whether older items name their entity in the current discriminator attribute.
    fn has_same_discriminator(&self) -> bool {
        self.old.table.discriminator.is_some() && self.old.table.discriminator == self.new.table.discriminator
    }

    /// Whether two entities write the same table key, which is the first of their keys.
    fn have_one_key(&self, old: &Entity, new: &Entity) -> bool {
        match (old.keys.first(), new.keys.first()) {
            (Some(old), Some(new)) => {
                self.judge.coverage(&old.partition, &new.partition).is_ok()
                    && same_sort(&self.judge, old.sort.as_ref(), new.sort.as_ref())
            }
            _ => false,
        }
    }

    fn entity(&mut self, old: &Entity, new: &'a Entity) {
        let change = |sign, key: &str| Change::new(sign, Some(&new.name), key);
        if old.name != new.name {
            self.changes.push(change(Sign::Changed, "name").before(&old.name).after(&new.name));
        }
        if let (true, Some(before), Some(after)) =
            (self.has_same_discriminator(), &old.discriminator, &new.discriminator)
            && before != after
        {
            let change = change(Sign::Changed, "discriminator").before(before).after(after);
            let fix = format!("add `name = {before:?}` to `#[entity(..)]` of `{}`", new.name);
            self.changes.push(change.unreadable(fix));
        }
        if old.constants != new.constants {
            let text = |of: &Entity| {
                let all: Vec<_> = of.constants.iter().map(|(name, text)| format!("{name} = {text:?}")).collect();
                if all.is_empty() { "none".to_owned() } else { all.join(", ") }
            };
            let change = change(Sign::Changed, "constants").before(text(old)).after(text(new));
            self.changes.push(change.note("old items keep what they have until they are written again"));
        }
        let ttl = (roles::ttl_attribute(&self.old.table, old), roles::ttl_attribute(&self.new.table, new));
        let version = (old.version.as_deref(), new.version.as_deref());
        let attributes = self.old.lists_attributes().then(|| Attributes::new(old, new, [ttl, version]));
        self.changes.extend(roles::ttl(new, ttl, attributes.as_ref()));
        self.changes.extend(roles::version(new, version, attributes.as_ref()));
        let old = &with_current_names(old, new);
        self.changes.extend(roles::unique(old, new));
        self.changes.extend(attributes.iter().flat_map(Attributes::compare));
        for key in &new.keys {
            match old.keys.iter().find(|of| of.index == key.index && self.has_same_attributes(of, key)) {
                Some(old) => {
                    let keys = Keys { judge: self.judge, shown: self.shown, entity: new, old, new: key };
                    match self.new.is_local(key) {
                        true => keys.compare_sort_keys(&mut self.changes),
                        false => keys.compare(&mut self.changes),
                    }
                }
                None => self.new_key(old, new, key),
            }
        }
        for key in old.keys.iter().filter(|old| !new.keys.iter().any(|new| new.index == old.index)) {
            let is_declared = |name: &&str| self.new.index(name).is_some() || self.new.local_index(name).is_some();
            if let Some(name) = key.index.as_deref().filter(is_declared) {
                let note = "old items stay under the table's key";
                let change = change(Sign::Removed, name).before(self.old.source(key));
                self.changes.push(change.note(note));
            }
        }
    }

    /// Whether a key is stored in the same attributes. A table's key always is, otherwise the table is another one.
    fn has_same_attributes(&self, old: &Key, new: &Key) -> bool {
        new.index.is_none() || self.old.attributes(old) == self.new.attributes(new)
    }

    /// Compares a key in an index that is new for the entity, or whose attributes have changed.
    fn new_key(&mut self, old: &Entity, new: &Entity, key: &Key) {
        let (Some(name), Some(attributes)) = (&key.index, self.new.attributes(key)) else { return };
        let change = Change::new(Sign::Added, Some(&new.name), name).after(self.new.source(key));
        let judge = &self.judge;
        let partition = self.new.is_local(key)
            || key.partition.template.is_all_native()
            || self.single_attribute_texts(old, &attributes.partition).any(|written| match written {
                Written::Partition(design) => judge.coverage(design, &key.partition).is_ok(),
                Written::Sort(template) => is_plain(&key.partition, template, judge),
            });
        let sort = key.sort.as_ref().is_none_or(|sort| {
            sort.is_all_native()
                || self.single_attribute_texts(old, &attributes.sort).any(|written| match written {
                    Written::Partition(design) => is_plain(design, sort, judge),
                    Written::Sort(template) => judge.same_bytes(template, sort).is_ok(),
                })
        });
        self.changes.push(match partition && sort {
            true => change.note("old items have its attributes"),
            false => change.backfill(name),
        });
    }

    /// Returns what an entity wrote before into the only attribute of a part of a key. Nothing if the part has several
    /// attributes.
    fn single_attribute_texts<'k>(
        &'k self,
        old: &'k Entity,
        part: &'k [Attribute],
    ) -> impl Iterator<Item = Written<'k>> {
        old.keys.iter().flat_map(move |key| {
            let attributes = self.old.attributes(key);
            let is_partition = part.len() == 1 && attributes.as_ref().is_some_and(|of| is_named(&of.partition, part));
            let is_sort = part.len() == 1 && attributes.is_some_and(|of| is_named(&of.sort, part));
            let partition = is_partition.then_some(Written::Partition(&key.partition));
            partition.into_iter().chain(key.sort.as_ref().filter(|_| is_sort).map(Written::Sort))
        })
    }
}

/// Whether two parts of keys have equal attribute names, whatever their types.
fn is_named(a: &[Attribute], b: &[Attribute]) -> bool {
    a.iter().map(|of| &of.name).eq(b.iter().map(|of| &of.name))
}

/// The content of a key attribute.
enum Written<'a> {
    Partition(&'a Design),
    Sort(&'a Template),
}

/// Whether a design without shards writes the bytes of a template.
fn is_plain(design: &Design, template: &Template, judge: &CoverageContext) -> bool {
    design.shards.is_none() && judge.same_bytes(template, &design.template).is_ok()
}

fn same_sort(judge: &CoverageContext, old: Option<&Template>, new: Option<&Template>) -> bool {
    match (old, new) {
        (None, None) => true,
        (Some(old), Some(new)) => judge.same_bytes(old, new).is_ok(),
        _ => false,
    }
}

#[cfg(test)]
mod tests;

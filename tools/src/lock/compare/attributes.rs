//! Compares the attributes of an entity's fields: whether reads find the values that older items have, and whether
//! older items have what reads require.

mod describe;

use crate::lock::{
    change::Change,
    model::{Entity, StoredAttribute},
};

/// An entity in the old and in the new lock, both of which list attributes.
pub(super) struct Attributes<'a> {
    old: &'a Entity,
    new: &'a Entity,
    /// The attributes of special roles that have changed, before and after.
    roles: Vec<RoleChange<'a>>,
}

type RoleChange<'a> = (Option<&'a str>, Option<&'a str>);

/// How an attribute of older items is read.
enum Reader<'a> {
    /// By a field.
    Field,
    /// By a field, from items without this attribute.
    FieldAfter(&'a StoredAttribute),
    /// By a field that items now store only in the table's key.
    Key,
    Flattened,
    Nothing,
}

/// Returns whether the attributes of two entities differ.
pub(super) fn differ(old: &Entity, new: &Entity) -> bool {
    old.attributes != new.attributes || old.other_attributes != new.other_attributes
}

impl<'a> Attributes<'a> {
    /// `roles` are the attributes of each special role, before and after.
    pub(super) fn new(old: &'a Entity, new: &'a Entity, roles: impl IntoIterator<Item = RoleChange<'a>>) -> Self {
        Self { old, new, roles: roles.into_iter().filter(|(before, after)| before != after).collect() }
    }

    pub(super) fn compare(&self) -> Vec<Change> {
        if !differ(self.old, self.new) {
            return Vec::new();
        }
        let added: Vec<_> = self.new.attributes.iter().filter(|new| self.is_added(new)).collect();
        let removed: Vec<_> = self.old.attributes.iter().filter(|old| self.is_removed(old)).collect();
        let mut changes: Vec<_> = self.other_attributes().into_iter().collect();
        changes.extend(self.new.attributes.iter().filter_map(|new| match self.source(new) {
            Some(old) => self.changed(old, new),
            None if self.was_in_key(new) => Some(self.copied_from_key(new)),
            None => None,
        }));
        changes.extend(self.old.attributes.iter().filter_map(|old| self.moved(old)));
        if let ([old], [new]) = (removed.as_slice(), added.as_slice()) {
            changes.push(self.renamed(old, new));
            return changes;
        }
        let is_untold = |attribute: &&&StoredAttribute| !self.is_told(&attribute.name);
        changes.extend(added.iter().filter(is_untold).map(|new| self.added(new)));
        match added.is_empty() {
            true => changes.extend(removed.iter().filter(is_untold).map(|old| self.removed(old))),
            false => changes.extend(removed.iter().map(|old| self.lost(old, &added))),
        }
        changes
    }

    /// Returns whether reads require this attribute, and older items can lack it.
    pub(super) fn lacks(&self, name: &str) -> bool {
        self.new.attributes.iter().any(|new| new.name == name && self.is_lacking(new))
    }

    /// Returns whether no field reads this attribute of older items.
    pub(super) fn is_unread(&self, name: &str) -> bool {
        self.reading_field(name).is_none()
    }

    fn is_lacking(&self, new: &StoredAttribute) -> bool {
        let is_written = self.old.attributes.iter().any(|old| !old.optional && new.has_name(&old.name));
        !new.optional && !is_written && !self.was_in_key(new)
    }

    /// Returns the attribute of older items that a field reads.
    fn source(&self, new: &StoredAttribute) -> Option<&'a StoredAttribute> {
        new.names().find_map(|name| self.old.attributes.iter().find(|old| old.name == *name))
    }

    /// Returns the attribute of the field that reads this name.
    fn reading_field(&self, name: &str) -> Option<&'a StoredAttribute> {
        let mut all = self.new.attributes.iter();
        all.clone().find(|new| new.name == name).or_else(|| all.find(|new| new.has_name(name)))
    }

    fn reader(&self, old: &StoredAttribute) -> Reader<'a> {
        match self.reading_field(&old.name) {
            Some(new) => match self.source(new) {
                Some(source) if source != old => Reader::FieldAfter(source),
                _ => Reader::Field,
            },
            None if self.new.has_in_table_key(&old.name) => Reader::Key,
            None if self.new.other_attributes => Reader::Flattened,
            None => Reader::Nothing,
        }
    }

    /// Returns whether older items store the field of a new attribute only in their key.
    fn was_in_key(&self, new: &StoredAttribute) -> bool {
        self.source(new).is_none() && self.old.has_in_table_key(&new.name)
    }

    fn is_added(&self, new: &StoredAttribute) -> bool {
        self.source(new).is_none() && !self.was_in_key(new) && !self.is_exchanged(&new.name)
    }

    fn is_removed(&self, old: &StoredAttribute) -> bool {
        matches!(self.reader(old), Reader::Nothing) && !self.is_exchanged(&old.name)
    }

    /// Returns whether the change of a special role reports this attribute.
    fn is_told(&self, name: &str) -> bool {
        self.roles.iter().any(|(before, after)| [before, after].contains(&&Some(name)))
    }

    /// Returns whether the change of a special role reports what older items without this attribute are.
    pub(super) fn is_told_if_missing(&self, name: &str) -> bool {
        self.roles.iter().any(|(_, after)| *after == Some(name))
    }

    /// Returns whether the change of a special role reports that this attribute replaces another, or is replaced.
    fn is_exchanged(&self, name: &str) -> bool {
        let both = self.roles.iter().filter_map(|(before, after)| Some([(*before)?, (*after)?]));
        both.flatten().any(|of| of == name)
    }
}

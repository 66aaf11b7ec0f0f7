//! Describes the changes of attributes, what they mean for older items and for the release before, and what to do.

use std::fmt;

use super::{Attributes, Reader};
use crate::lock::{
    change::{Change, Sign},
    model::StoredAttribute,
    word::Word,
};

impl Attributes<'_> {
    pub(super) fn other_attributes(&self) -> Option<Change> {
        let change = |sign| Change::new(sign, Some(&self.new.name), "other_attributes");
        match (self.old.other_attributes, self.new.other_attributes) {
            (false, true) => {
                Some(change(Sign::Added).note("a flattened struct must not require what older items lack"))
            }
            (true, false) => Some(
                change(Sign::Removed)
                    .note("reads no longer return the attributes that no field names, and a put removes them"),
            ),
            _ => None,
        }
    }

    /// Compares the attribute of a field with the one that it reads in older items.
    pub(super) fn changed(&self, old: &StoredAttribute, new: &StoredAttribute) -> Option<Change> {
        if old == new {
            return None;
        }
        let is_renamed = old.name != new.name;
        let (mut notes, mut fixes) = (Vec::new(), Vec::new());
        let dropped: Vec<_> = old.aliases.iter().filter(|alias| !new.has_name(alias)).collect();
        if !dropped.is_empty() {
            let names = or(dropped.iter().map(|alias| Word(alias)));
            notes.push(match new.optional {
                true => format!("items that have it as {names} are read without its value"),
                false => format!("items that have it as {names} do not decode"),
            });
            let aliases: Vec<_> = dropped.iter().map(|alias| format!("`#[serde(alias = {alias:?})]`")).collect();
            fixes.push(format!(
                "keep {} until `update_each` has rewritten every item; then {ACCEPT}",
                aliases.join(" and ")
            ));
        }
        if self.is_lacking(new) && !self.is_told_if_missing(&new.name) {
            notes.push("older items without it do not decode".to_owned());
            fixes.push(format!("keep its `Option` or `#[serde(default)]`; if every item has it, {ACCEPT}"));
        }
        let is_lost = !fixes.is_empty();
        if is_renamed {
            let (was, is) = (&old.name, &new.name);
            notes.push(read_by_release_before(old, new));
            if !is_lost && !old.has_name(is) {
                let both = format!("`#[serde(rename = {was:?}, alias = {is:?})]`");
                fixes.push(format!("stop its replicas first, or first release {both}"));
            }
        } else if new.optional && !old.optional {
            notes.push("the release before does not decode items without it".to_owned());
        }
        let change = self.change(Sign::Changed, new);
        let mut change = match is_renamed {
            true => renamed(change, old, new),
            false => change.before(facts(old)).after(facts(new)),
        };
        if !notes.is_empty() {
            change = change.note(notes.join("; "));
        }
        match fixes.join("; ") {
            fix if is_lost => Some(change.unreadable(fix)),
            fix if !fix.is_empty() => Some(change.fix(fix)),
            _ => Some(change).filter(|_| !self.is_told(&new.name)),
        }
    }

    /// Compares a field that older items store only in their key.
    pub(super) fn copied_from_key(&self, new: &StoredAttribute) -> Change {
        self.change(Sign::Added, new).after(facts(new)).note("it is read from the key of items without it")
    }

    /// Compares an attribute that was a field's own, and that something else reads now.
    pub(super) fn moved(&self, old: &StoredAttribute) -> Option<Change> {
        let change = self.change(Sign::Removed, old).before(facts(old));
        match self.reader(old) {
            Reader::Field | Reader::Nothing => None,
            Reader::Key => Some(change.note("it is read from the table's key")),
            // The type of the flattened field is not known: it may not decode the attribute, and the field that had it
            // is read without it.
            Reader::Flattened => {
                let fix = format!(
                    "if it was renamed, add `#[serde(alias = {:?})]`; if the flattened field decodes it, {ACCEPT}",
                    old.name
                );
                Some(change.note("only the flattened field reads it").unreadable(fix))
            }
            Reader::FieldAfter(first) => {
                let fix = format!("give {} a field of its own; if no item has both, {ACCEPT}", tick(old));
                let note = format!("items that also have {} are read without its value", tick(first));
                Some(change.note(note).unreadable(fix))
            }
        }
    }

    /// Compares the only attribute that is gone with the only new one: they are probably of one field.
    pub(super) fn renamed(&self, old: &StoredAttribute, new: &StoredAttribute) -> Change {
        let change = renamed(self.change(Sign::Changed, new), old, new);
        let (was, entity) = (&old.name, &self.new.name);
        let is_unique = self.new.unique.iter().any(|of| of.field.attribute == new.name);
        // A unique field accepts no alias.
        let how = if is_unique { "rename" } else { "alias" };
        let keep = format!("add `#[serde({how} = {was:?})]` to {} of `{entity}`", tick(new));
        match self.is_lacking(new) {
            true => change.note("older items do not decode").unreadable(format!(
                "{keep}; if it is no rename, make the field an `Option` or add `#[serde(default)]`, and {ACCEPT}"
            )),
            false => change
                .note("older items are read without its value")
                .unreadable(format!("{keep}; if it is no rename, {ACCEPT}")),
        }
    }

    pub(super) fn added(&self, new: &StoredAttribute) -> Change {
        let change = self.change(Sign::Added, new).after(facts(new));
        if !self.is_lacking(new) {
            return change;
        }
        let fix = match self.new.keys.iter().any(|key| key.has_field(&new.name)) {
            true => "make its field an `Option`",
            false => "make its field an `Option`, or add `#[serde(default)]`",
        };
        change.note("older items lack it, and do not decode").unreadable(fix)
    }

    /// Compares an attribute that is gone without a new one.
    pub(super) fn removed(&self, old: &StoredAttribute) -> Change {
        let change = self.change(Sign::Removed, old).before(facts(old));
        self.ending(old, change, "reads no longer return it, and a put removes it")
    }

    /// Compares an attribute that is gone with the new ones, each of which can be its new name.
    pub(super) fn lost(&self, old: &StoredAttribute, added: &[&StoredAttribute]) -> Change {
        let change = self.change(Sign::Removed, old).before(facts(old));
        let (any, was) = (or(added.iter().map(|new| Word(&new.name))), &old.name);
        change.note("older items are read without its value").unreadable(format!(
            "if {any} of `{}` is its new name, add `#[serde(alias = {was:?})]`; if none is, {ACCEPT}",
            self.new.name
        ))
    }

    /// Adds this note, and whether the release before reads items without an attribute that is no longer written.
    fn ending(&self, old: &StoredAttribute, change: Change, note: &str) -> Change {
        match old.optional || self.old.has_in_table_key(&old.name) {
            true => change.note(note),
            false => change
                .note(format!("{note}; the release before does not decode items without it"))
                .fix("stop its replicas first, or first release its field as an `Option`"),
        }
    }

    fn change(&self, sign: Sign, attribute: &StoredAttribute) -> Change {
        Change::new(sign, Some(&self.new.name), Word(&attribute.name).to_string())
    }
}

const ACCEPT: &str = "run `lock --accept \"reason\"`";

fn read_by_release_before(old: &StoredAttribute, new: &StoredAttribute) -> String {
    match (old.has_name(&new.name), old.optional) {
        (true, _) => format!("the release before also reads {}", tick(new)),
        (false, true) => format!("the release before does not read {}", tick(new)),
        (false, false) => {
            format!("the release before does not read {}, and does not decode items without {}", tick(new), tick(old))
        }
    }
}

/// Describes an attribute under another name.
fn renamed(change: Change, old: &StoredAttribute, new: &StoredAttribute) -> Change {
    let optional = |of: &StoredAttribute| if of.optional && old.optional != new.optional { " optional" } else { "" };
    let named = |of: &StoredAttribute| format!("{}{}", Word(&of.name), optional(of));
    change.before(format!("attribute {}", named(old))).after(named(new))
}

/// Describes an attribute as the lock does, without its name.
fn facts(attribute: &StoredAttribute) -> String {
    format!("attribute{}", attribute.facts())
}

fn tick(attribute: &StoredAttribute) -> String {
    format!("`{}`", Word(&attribute.name))
}

fn or(names: impl Iterator<Item = impl fmt::Display>) -> String {
    names.map(|name| format!("`{name}`")).collect::<Vec<_>>().join(" or ")
}

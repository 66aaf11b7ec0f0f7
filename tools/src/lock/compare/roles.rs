//! Compares special roles of fields (`ttl`, `version` and `unique`), and what older items lack for them.

use super::{attributes::Attributes, coverage::same_values};
use crate::lock::{
    change::{Change, Readable, Sign},
    model::{Entity, FieldPart, Table, Unique},
};

/// The beginning of every fix, because items that an older program writes would lack it again.
const FIRST: &str = "once every writer has this schema,";

/// Compares the attribute by which the table's items expire.
pub(super) fn ttl_of_table(old: &Table, new: &Table) -> Option<Change> {
    let change = |sign| Change::new(sign, None, "table ttl");
    Some(match (&old.ttl, &new.ttl) {
        (None, Some(after)) => {
            let note = "DynamoDB deletes nothing until TTL is enabled on it, which the generated CloudFormation does";
            change(Sign::Added).after(after).note(note)
        }
        (Some(before), None) => {
            change(Sign::Removed).before(before).note("DynamoDB deletes by it until TTL is disabled")
        }
        (Some(before), Some(after)) if before != after => change(Sign::Changed)
            .before(before)
            .after(after)
            .note("DynamoDB has one TTL attribute: it continues to delete by the old one until that is changed")
            .fix("disable TTL, then enable it on the other attribute: each takes DynamoDB up to an hour"),
        _ => return None,
    })
}

/// Returns the attribute by which an entity's items expire.
pub(super) fn ttl_attribute<'a>(table: &'a Table, entity: &Entity) -> Option<&'a str> {
    table.ttl.as_deref().filter(|_| entity.expires)
}

/// Compares the attribute by which an entity's items expire.
pub(super) fn ttl(
    entity: &Entity,
    (old, new): (Option<&str>, Option<&str>),
    attributes: Option<&Attributes<'_>>,
) -> Option<Change> {
    let change = |sign| Change::new(sign, Some(&entity.name), "ttl");
    let lacks = |after| attributes.is_some_and(|attributes| attributes.lacks(after));
    let is_unread = |before| attributes.is_some_and(|attributes| attributes.is_unread(before));
    Some(match (old, new) {
        (None, Some(after)) if lacks(after) => {
            let note = format!("older items without `{after}` do not decode");
            let fix = format!("make the field an `Option`; {FIRST} write it into them with `update_each`");
            change(Sign::Added).after(after).note(note).unreadable(fix)
        }
        (None, Some(after)) => {
            let note =
                format!("older items without `{after}` never expire; those with a past time in it expire at once");
            let fix = format!("{FIRST} write it into them with `update_each`");
            change(Sign::Added).after(after).note(note).fix(fix)
        }
        (Some(before), None) => {
            let note = "DynamoDB still deletes older items by it while TTL is enabled, and reads return them \
                until then";
            change(Sign::Removed).before(before).note(note)
        }
        (Some(before), Some(after)) if before != after => {
            let fix = format!(
                "read both for a while: the new field as an `Option`, and `{before}: Option<i64>` next to it; {FIRST} \
                 set the new one from the old one with `update_each`"
            );
            let change = change(Sign::Changed).before(before).after(after);
            match lacks(after) {
                true => change.note(format!("older items have no `{after}`, and do not decode")).unreadable(fix),
                false => {
                    let change = change.note(format!("older items have no `{after}`, and never expire")).fix(fix);
                    if is_unread(before) { change.readable(Readable::No) } else { change }
                }
            }
        }
        _ => return None,
    })
}

/// Compares the attribute that counts the writes of an item.
pub(super) fn version(
    entity: &Entity,
    (old, new): (Option<&str>, Option<&str>),
    attributes: Option<&Attributes<'_>>,
) -> Option<Change> {
    let change = |sign| Change::new(sign, Some(&entity.name), "version");
    let lacks = |after: &str| {
        format!("older items without `{after}` read as version 0, and a put of version 0 overwrites them")
    };
    Some(match (old, new) {
        (None, Some(after)) => change(Sign::Added)
            .after(after)
            .note(lacks(after))
            .fix("write new items by `create`, and let every writer have this schema: others do not check it"),
        (Some(before), None) => {
            change(Sign::Removed).before(before).note("no write checks it any more; older programs still require it")
        }
        (Some(before), Some(after)) if before != after => {
            let fix =
                format!("add `#[serde(rename = {before:?})]` to the field; else write new items by `create` only");
            let change = change(Sign::Changed).before(before).after(after).note(lacks(after)).fix(fix);
            match attributes.is_some_and(|attributes| attributes.is_unread(before)) {
                true => change.readable(Readable::No),
                false => change,
            }
        }
        _ => return None,
    })
}

/// Compares the fields whose values are kept unique by sentinels.
pub(super) fn unique(old: &Entity, new: &Entity) -> Vec<Change> {
    let of = |entity: &'_ Entity, attribute: &str| entity.unique.iter().position(|of| of.field.attribute == attribute);
    let mut changes = Vec::new();
    for after in &new.unique {
        let before = of(old, &after.field.attribute).and_then(|place| old.unique.get(place));
        changes.extend(unique_field(&new.name, before, after));
    }
    for before in old.unique.iter().filter(|before| of(new, &before.field.attribute).is_none()) {
        let fix = format!(
            "before it is unique again, and when no older program is left, delete the items whose partition key begins \
             with {:?}",
            before.prefix
        );
        let change = Change::new(Sign::Removed, Some(&new.name), &before.field.attribute).before(scope(before));
        changes.push(change.note("its sentinels stay, but are no longer maintained").fix(fix));
    }
    changes
}

fn unique_field(entity: &str, before: Option<&Unique>, after: &Unique) -> Option<Change> {
    let change = |sign| Change::new(sign, Some(entity), &after.field.attribute);
    let Some(before) = before else {
        let change = change(Sign::Added).after(scope(after));
        let note = "older items have no sentinels, so that others can take their values";
        return Some(change.note(note).fix(format!("{FIRST} {REPLACE}")));
    };
    if before == after {
        return None;
    }
    let same_parts = before.within.len() == after.within.len()
        && parts(before).zip(parts(after)).all(|(old, new)| same_values(old, new));
    if before.prefix == after.prefix && same_parts {
        return Some(change(Sign::Changed).before(forms(before)).after(forms(after)));
    }
    let (was, is) = match scope(before) == scope(after) {
        false => (scope(before), scope(after)),
        true if before.prefix == after.prefix => (forms(before), forms(after)),
        true => (before.prefix.clone(), after.prefix.clone()),
    };
    let note = "older items have other sentinels, which can reserve values that no item has";
    let fix = format!("{FIRST} delete the items whose partition key begins with {:?}; then {REPLACE}", before.prefix);
    Some(change(Sign::Changed).before(was).after(is).note(note).fix(fix))
}

const REPLACE: &str = "read them with `scan` and `replace` each, with `when` if others change them meanwhile: it \
                       writes the sentinels, and is `NotUnique` where another item has the value";

fn scope(unique: &Unique) -> String {
    let within: Vec<_> = unique.within.iter().map(|field| field.attribute.as_str()).collect();
    match within.is_empty() {
        true => "unique".to_owned(),
        false => format!("unique within {}", within.join(", ")),
    }
}

fn forms(unique: &Unique) -> String {
    parts(unique).map(FieldPart::to_string).collect::<Vec<_>>().join(" ")
}

fn parts(unique: &Unique) -> impl Iterator<Item = &FieldPart> {
    unique.within.iter().chain([&unique.field])
}

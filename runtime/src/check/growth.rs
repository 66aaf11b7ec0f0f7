//! KW009: settings that depend on the time in a key, if the key contains no time, or if its text does not show the
//! instant of the change.

use super::text::Text;
use crate::{
    key::{KeyPart, Timestamp, is_native_template},
    schema::{EntitySchema, Form, KeySchema, LegacyKey, Segment, Template},
    template::{declared_key::DeclaredKey, independence::is_hashed},
};

/// The error at `grow` of the key's shards.
pub(crate) const fn grow_refusal(entity: &EntitySchema, key: usize) -> Option<Text> {
    let fix = "write another count; with hash shards, keep the older items readable with `legacy(..)`";
    refusal(entity, key, "grow", fix)
}

/// The error at `until` of an older key.
pub(crate) const fn until_refusal(entity: &EntitySchema, key: usize) -> Option<Text> {
    refusal(entity, key, "until", "leave `until` out: every read then visits the older key")
}

const TWO_RELEASES: &str =
    "change the template in two releases: the first reads the new key with `legacy(..)`, the second writes it";

/// The error at `since` of the key. The key must contain a time, no template may be a field itself, older keys must
/// distinguish the same items, and the text of the time must change at the instant.
pub(crate) const fn since_refusal(entity: &EntitySchema, key: usize) -> Option<Text> {
    if let Some(text) = refusal(entity, key, "since", TWO_RELEASES) {
        return Some(text);
    }
    let Some(declared) = DeclaredKey::of(entity, key) else {
        return None;
    };
    let (Some(since), Some(time)) = (declared.key.since, declared.key.time_field(entity)) else {
        return None;
    };
    if let Some(template) = native(entity, key) {
        let mut text = Text::opening("KW009", declared.key.index);
        text.push("`since` selects one of two templates, but in ").quoted(template.source);
        text.push(" of ").name(entity.name).push(" the field itself is the key attribute");
        text.line("fix").push("a template with a constant part, as in `USER#<id>`");
        text.line("or").push(TWO_RELEASES);
        return Some(text);
    }
    match identity_refusal(&declared) {
        Some(text) => Some(text),
        None => is_shown_refusal(&declared, time, since),
    }
}

/// Items that differ under the current key must also differ under the older keys, which are written before `since`.
const fn identity_refusal(declared: &DeclaredKey<'_>) -> Option<Text> {
    let key = declared.key;
    // On an index, the table's key identifies items.
    let mut older = if key.index.is_none() { 0 } else { key.legacy.len() };
    while older < key.legacy.len() {
        let mut field = 0;
        while field < declared.entity.fields.len() && field <= u8::MAX as usize {
            if !is_told(key, &key.legacy[older], field as u8) {
                let mut text = Text::opening("KW009", declared.key.index);
                text.push("before `since`, items of ").name(declared.entity.name).push(" that differ in ");
                text.name(declared.entity.fields[field].name).push(" alone would have the same key");
                text.line("key").push(key.legacy[older].partition.source);
                if let Some(sort) = key.sort {
                    text.push("  ").push(sort.source);
                }
                text.line("fix")
                    .push("add the field to the older key or to the sort key, as the current key writes it");
                text.line("or").push(TWO_RELEASES);
                return Some(text);
            }
            field += 1;
        }
        if key.legacy[older].since.is_none() {
            return None;
        }
        older += 1;
    }
    None
}

/// Whether an older key and the sort key determine what the current partition key contains of a field.
const fn is_told(key: &KeySchema, older: &LegacyKey, field: u8) -> bool {
    let sort = match &key.sort {
        Some(sort) => sort.segments,
        None => &[],
    };
    let segments = key.partition.segments;
    let mut at = 0;
    while at < segments.len() {
        if let Segment::Field { field: of, form, .. } = segments[at]
            && of == field
            && !tells(sort, field, form)
            && !tells(older.partition.segments, field, form)
        {
            return false;
        }
        at += 1;
    }
    !is_hashed(key.shard, field)
        || is_hashed(older.shard, field)
        || tells(sort, field, Form::Default)
        || tells(older.partition.segments, field, Form::Default)
}

/// Whether one of these segments determines what a form contains of a field.
const fn tells(segments: &[Segment], of: u8, form: Form) -> bool {
    let mut at = 0;
    while at < segments.len() {
        if let Segment::Field { field, form: held, .. } = segments[at]
            && field == of
        {
            let is_told = match (held, form) {
                (Form::Time(_), Form::Bucket(_)) | (Form::Lower, Form::Lower) | (Form::Upper, Form::Upper) => true,
                (Form::Bucket(held), Form::Bucket(of)) => held as u8 == of as u8,
                (Form::Time(held), Form::Time(of)) => held as u8 == of as u8,
                _ => segments[at].contains_all_of(of as usize),
            };
            if is_told {
                return true;
            }
        }
        at += 1;
    }
    false
}

/// The error at `since` of the older key at this position.
pub(crate) const fn legacy_since_refusal(entity: &EntitySchema, key: usize, legacy: usize) -> Option<Text> {
    let fix = "leave `since` out: every read then visits the older key";
    if let Some(text) = refusal(entity, key, "since", fix) {
        return Some(text);
    }
    let Some(declared) = DeclaredKey::of(entity, key) else {
        return None;
    };
    if declared.key.since.is_none() || legacy >= declared.key.legacy.len() {
        return None;
    }
    match (declared.key.legacy[legacy].since, declared.key.time_field(entity)) {
        (Some(since), Some(time)) => is_shown_refusal(&declared, time, since),
        _ => None,
    }
}

/// The current or older template of the partition key that is a field itself.
const fn native(entity: &EntitySchema, key: usize) -> Option<Template> {
    let schema = &entity.keys[key];
    if is_native_template(entity, key, KeyPart::Partition, 0, &schema.partition) {
        return Some(schema.partition);
    }
    let mut at = 0;
    while at < schema.legacy.len() {
        if is_native_template(entity, key, KeyPart::Partition, 0, &schema.legacy[at].partition) {
            return Some(schema.legacy[at].partition);
        }
        at += 1;
    }
    None
}

/// The text of a key must show on which side of the instant its item is, and the items of each side must be an interval
/// of sort keys.
const fn is_shown_refusal(declared: &DeclaredKey<'_>, time: u8, since: Timestamp) -> Option<Text> {
    let of_sort = match &declared.key.sort {
        Some(sort) => begins_apart(sort, time, since),
        None => None,
    };
    let is_shown = match (of_sort, begins_apart(&declared.key.partition, time, since)) {
        (Some(is_shown), _) | (None, Some(is_shown)) => is_shown,
        (None, None) => true,
    };
    if is_shown {
        return None;
    }
    let mut text = Text::opening("KW009", declared.key.index);
    text.push("`since` lies within one value of `");
    if (time as usize) < declared.entity.fields.len() {
        text.push(declared.entity.fields[time as usize].name);
    }
    text.push("` as the key of ").name(declared.entity.name).push(" writes it");
    text.line("key").push(declared.key.partition.source);
    if let Some(sort) = declared.key.sort {
        text.push("  ").push(sort.source);
    }
    text.line("fix").push("write the first instant of such a value, such as midnight UTC for `<at:day>`");
    Some(text)
}

/// Whether the text of all placeholders of a field changes at this instant. `None` without a placeholder.
const fn begins_apart(template: &Template, of: u8, since: Timestamp) -> Option<bool> {
    let mut found = None;
    let mut at = 0;
    while at < template.segments.len() {
        if let Segment::Field { field, form, .. } = template.segments[at]
            && field == of
        {
            let start = since.truncated(form);
            let begins = start.seconds == since.seconds && start.nanos == since.nanos;
            found = match found {
                Some(false) => Some(false),
                _ => Some(begins),
            };
        }
        at += 1;
    }
    found
}

const fn refusal(entity: &EntitySchema, key: usize, option: &str, fix: &str) -> Option<Text> {
    let Some(declared) = DeclaredKey::of(entity, key) else {
        return None;
    };
    if declared.key.time_field(entity).is_some() {
        return None;
    }
    let mut text = Text::opening("KW009", declared.key.index);
    text.name(option).push(" depends on the time of each item, but the key of ").name(entity.name);
    text.push(" contains none");
    text.line("key").push(declared.key.partition.source);
    if let Some(sort) = declared.key.sort {
        text.push("  ").push(sort.source);
    }
    text.line("fix")
        .push("add a time to the sort key, as in `<at>#..`, or its bucket to the partition key, as in `<at:day>`");
    text.line("or").push(fix);
    Some(text)
}

#[cfg(test)]
mod tests;

//! The texts of KW011.

use crate::{
    check::text::Text,
    schema::{EntitySchema, Segment, same},
    template::{
        declared_key::{DeclaredKey, Part},
        overlap::may_begin_with,
    },
};

pub(super) const fn same_discriminator(a: &EntitySchema, b: &EntitySchema, attribute: &str) -> Text {
    let mut text = Text::opening("KW011", None);
    text.name(a.name).push(" and ").name(b.name).push(" have the same discriminator ");
    text.quoted(b.discriminator).push(": their items cannot be distinguished");
    text.line("fix").push("another name in ").name(attribute);
    text.push(": #[entity(name = \"..\")]  on one of them");
    text
}

pub(super) const fn same_key(key_a: &DeclaredKey<'_>, a: &Part<'_>, key_b: &DeclaredKey<'_>, b: &Part<'_>) -> Text {
    let mut text = Text::opening("KW011", None);
    text.name(a.entity.name).push(" and ").name(b.entity.name).push(" can write the same key");
    let names = max(a.entity.name.len(), b.entity.name.len());
    let partitions = max(a.template.source.len(), b.template.source.len());
    push_templates(&mut text, key_a, a, names, partitions);
    push_templates(&mut text, key_b, b, names, partitions);
    match (is_legacy(key_a, a), is_legacy(key_b, b)) {
        // Stored items keep their older key, so the other entity must change.
        (true, _) => push_fix(&mut text, "fix", b),
        (_, true) => push_fix(&mut text, "fix", a),
        _ => {
            push_words(&mut text, &leading(key_a), &leading(key_b));
            if is_one_key(key_a, a, key_b, b) {
                text.line("or").push("use one entity with an enum field, if one item can be of either kind");
            }
        }
    }
    text.line("or").push("#[entity(may_overlap = \"why no two items have one key\")]  on ").name(b.entity.name);
    text.push(", where stored keys cannot change");
    text
}

/// Suggests a word at the beginning of one key or, if that is not sufficient, of both keys.
const fn push_words(text: &mut Text, a: &Part<'_>, b: &Part<'_>) {
    let word_of_b_is_enough = !may_begin_with(a, word(b.entity).as_str());
    let word_of_a_is_enough = !may_begin_with(b, word(a.entity).as_str());
    if word_of_b_is_enough && (!word_of_a_is_enough || begins_with_literal(a) || !begins_with_literal(b)) {
        push_fix(text, "fix", b);
    } else if word_of_a_is_enough {
        push_fix(text, "fix", a);
    } else {
        push_fix(text, "fix", a);
        if same(a.entity.name, b.entity.name) {
            text.line("and").push("use another word at the same position on the other ").name(b.entity.name);
        } else {
            push_fix(text, "and", b);
        }
    }
}

/// Whether both keys have the same templates, which suggests that the entities are meant to share them.
const fn is_one_key(key_a: &DeclaredKey<'_>, a: &Part<'_>, key_b: &DeclaredKey<'_>, b: &Part<'_>) -> bool {
    let sort = match (key_a.sort_part(), key_b.sort_part()) {
        (Some(a), Some(b)) => same(a.template.source, b.template.source),
        (None, None) => true,
        _ => false,
    };
    sort && same(a.template.source, b.template.source) && !same(a.entity.name, b.entity.name)
}

const fn begins_with_literal(part: &Part<'_>) -> bool {
    matches!(part.template.segments, [Segment::Literal(_), ..])
}

const fn push_templates(text: &mut Text, key: &DeclaredKey<'_>, partition: &Part<'_>, names: usize, partitions: usize) {
    let name = partition.entity.name;
    text.push("\n  ").push(name).column(name.len(), names).push("  ");
    text.push(partition.template.source);
    if let Some(sort) = key.sort_part() {
        text.column(partition.template.source.len(), partitions).push("  ");
        text.push(sort.template.source);
    }
    if is_legacy(key, partition) {
        text.push("  (legacy)");
    }
}

const fn is_legacy(key: &DeclaredKey<'_>, partition: &Part<'_>) -> bool {
    let mut at = 0;
    while at < key.key.legacy.len() {
        if same(key.key.legacy[at].partition.source, partition.template.source) {
            return true;
        }
        at += 1;
    }
    false
}

/// The template that a word can distinguish: the sort key's or, without one, the partition key's.
const fn leading<'a>(key: &DeclaredKey<'a>) -> Part<'a> {
    match key.sort_part() {
        Some(sort) => sort,
        None => key.partition_part(),
    }
}

const fn push_fix(text: &mut Text, label: &str, part: &Part<'_>) {
    text.line(label).push("#[").push(part.derive_attribute()).push("(template = \"").append(&word(part.entity));
    text.push(part.template.source).push("\")]  on ").name(part.entity.name);
}

/// Creates a word such as `OPS_LOG#` for `OpsLog`.
const fn word(entity: &EntitySchema) -> Text {
    let name = entity.name.as_bytes();
    let mut text = Text::new();
    let mut at = 0;
    while at < name.len() {
        let after_lower = at > 0 && !name[at - 1].is_ascii_uppercase() && name[at - 1] != b'_';
        if name[at].is_ascii_uppercase() && after_lower {
            text.push("_");
        }
        text.byte(name[at].to_ascii_uppercase());
        at += 1;
    }
    text.byte(entity.table.delimiter);
    text
}

const fn max(a: usize, b: usize) -> usize {
    if a > b { a } else { b }
}

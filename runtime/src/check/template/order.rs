//! KW012: text in a sort key with bytes that do not sort like its values.

use super::pointer::point;
use crate::{
    check::text::Text,
    key::{Disorder, FieldKind, KeyPart, LAST_BEFORE_TEXT, disorder},
    schema::{Encoding, Segment},
    template::{
        declared_key::Part,
        segment::{field_of, kind_of},
    },
};

pub(super) const fn refusal(part: &Part<'_>) -> Option<Text> {
    let is_raw = matches!(part.entity.table.encoding, Encoding::Raw);
    if matches!(part.form(), KeyPart::Partition) || is_raw || part.is_native() {
        return None;
    }
    let mut segments = part.template.segments;
    let mut at = 0;
    while let [segment, rest @ ..] = segments {
        if let Segment::Field { raw: false, .. } = segment
            && matches!(kind_of(part.entity, *segment), Some(FieldKind::Text))
            && let Some(disorder) = disorder(part.entity, &part.template, at)
        {
            return Some(message(part, at, disorder));
        }
        segments = rest;
        at += 1;
    }
    None
}

const fn message(part: &Part<'_>, at: usize, disorder: Disorder) -> Text {
    let field = match field_of(part.entity, part.template.segments[at]) {
        Some(field) => field.name,
        None => "",
    };
    let mut text = Text::opening("KW012", part.index);
    text.push("the text `").push(field).push("` of ").name(part.entity.name);
    text.push(" would not sort by its value: ");
    let delimiter = part.entity.table.delimiter;
    if matches!(disorder, Disorder::Delimiter) {
        text.push("a `").byte(delimiter).push("` in it is escaped, and would sort before all letters");
        point(&mut text, part, at);
        text.line("fix").push("a delimiter up to `$`: #[table(delimiter = \"#\")]");
    } else {
        text.push("`Ann Lee` would sort before `Ann`");
        point(&mut text, part, at);
        text.line("fix").push("add a literal after it that begins with a byte up to `$`, as in `<");
        text.push(field).push(">").byte(if delimiter <= LAST_BEFORE_TEXT { delimiter } else { b'#' }).push("`");
        text.line("or").push("make it the last part of the sort key");
    }
    text.line("or").push("`<").push(field).push(":raw>`, if no value contains `").byte(delimiter);
    text.push("` and no query asks for a range of it");
    text
}

//! KW012: text in a sort key whose bytes would not sort as its values do.

use super::pointer::point;
use crate::{
    check::{
        key::Part,
        segment::{field_of, kind_of},
        text::Text,
    },
    key::{FieldKind, KeyPart},
    schema::{Encoding, Segment},
};

/// The highest byte that sorts before everything in an escaped text.
const LAST: u8 = b'$';

pub(super) const fn refusal(part: &Part<'_>) -> Option<Text> {
    if matches!(part.part, KeyPart::Partition) || matches!(part.entity.table.encoding, Encoding::Raw) {
        return None;
    }
    let segments = part.template.segments;
    let mut at = 0;
    while at + 1 < segments.len() {
        if let Segment::Field { raw: false, .. } = segments[at]
            && matches!(kind_of(part.entity, segments[at]), Some(FieldKind::Text))
            && !ends_text(part, segments[at + 1])
        {
            return Some(message(part, at));
        }
        at += 1;
    }
    None
}

const fn ends_text(part: &Part<'_>, next: Segment) -> bool {
    match next {
        Segment::Literal(text) => !text.is_empty() && text.as_bytes()[0] <= LAST,
        Segment::Delimiter => part.entity.table.delimiter <= LAST,
        Segment::Field { .. } | Segment::Shard { .. } => false,
    }
}

const fn message(part: &Part<'_>, at: usize) -> Text {
    let field = match field_of(part.entity, part.template.segments[at]) {
        Some(field) => field.name,
        None => "",
    };
    let mut text = Text::opening("KW012", part.index);
    text.push("the text `").push(field).push("` of ").name(part.entity.name);
    text.push(" would not sort by its value: `Ann Lee` would stand before `Ann`");
    point(&mut text, part, at);
    let delimiter = part.entity.table.delimiter;
    text.line("fix").push("let it be followed by a literal that begins with a byte up to `$`, as in `<");
    text.push(field).push(">").byte(if delimiter <= LAST { delimiter } else { b'#' }).push("`");
    text.line("or").push("let it be the last part of the sort key");
    text.line("or").push("`<").push(field).push(":raw>`, where no value holds a byte up to `%`");
    text
}

//! Prints the template in a message, with carets under one placeholder.

use crate::{
    check::text::Text,
    schema::Segment,
    template::{declared_key::Part, segment::field_of},
};

/// The location of a placeholder in a template's source: its first byte and its length.
#[derive(Clone, Copy)]
struct Span {
    start: usize,
    len: usize,
}

/// Writes the template and, in the line below, carets under the placeholder that became the segment at `at`.
pub(super) const fn point(text: &mut Text, part: &Part<'_>, at: usize) {
    let source = part.template.source;
    text.line(part.derive_attribute()).push(source);
    if let Some(span) = nth_placeholder(source, placeholders_before(part, at)) {
        text.line("").spaces(characters(source, 0, span.start));
        let mut caret = 0;
        while caret < characters(source, span.start, span.start + span.len) {
            text.push("^");
            caret += 1;
        }
    }
}

/// Writes the name of the placeholder that became the segment at `at`.
pub(super) const fn push_placeholder(text: &mut Text, part: &Part<'_>, at: usize) {
    match field_of(part.entity, part.template.segments[at]) {
        Some(field) => text.push("`<").push(field.name).push(">`"),
        None => text.push("`<shard>`"),
    };
}

const fn placeholders_before(part: &Part<'_>, at: usize) -> usize {
    let mut count = 0;
    let mut segment = 0;
    while segment < at && segment < part.template.segments.len() {
        if matches!(part.template.segments[segment], Segment::Field { .. } | Segment::Shard { .. }) {
            count += 1;
        }
        segment += 1;
    }
    count
}

const fn nth_placeholder(source: &str, mut nth: usize) -> Option<Span> {
    let bytes = source.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        if bytes[at] != b'<' {
            at += 1;
        } else if at + 1 < bytes.len() && bytes[at + 1] == b'<' {
            at += 2;
        } else {
            let start = at;
            while at < bytes.len() && bytes[at] != b'>' {
                at += 1;
            }
            at += 1;
            if nth == 0 {
                return if at <= bytes.len() { Some(Span { start, len: at - start }) } else { None };
            }
            nth -= 1;
        }
    }
    None
}

const fn characters(source: &str, mut from: usize, to: usize) -> usize {
    let mut count = 0;
    while from < to {
        count += (source.as_bytes()[from] & 0xC0 != 0x80) as usize;
        from += 1;
    }
    count
}

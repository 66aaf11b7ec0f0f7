//! KW019: a key that exceeds the length limit.

use crate::{
    check::text::Text,
    schema::Segment,
    template::{declared_key::Part, segment::segment_width},
};

/// More bytes than any placeholder of fixed width has: the width of a field is a `u8`, and a time has at most 30 bytes.
pub(super) const MOST_OF_A_PLACEHOLDER: usize = 256;

pub(super) const fn refusal(part: &Part<'_>) -> Option<Text> {
    if most_bytes(part.template.segments) <= part.part.limit() {
        return None;
    }
    let bytes = fewest_bytes(part);
    let limit = part.part.limit();
    if bytes <= limit {
        return None;
    }
    let mut text = Text::opening("KW019", part.index);
    text.push("the ").push(part.part.noun()).push(" of ").name(part.entity.name);
    text.push(" has at least ").number(bytes as u64).push(" bytes; DynamoDB accepts at most ");
    text.number(limit as u64);
    text.line("fix").push("shorten the literal text of its template, or name fewer fields");
    Some(text)
}

/// The bytes of the shortest key that the template can write.
pub(super) const fn fewest_bytes(part: &Part<'_>) -> usize {
    let mut bytes = 0;
    let mut segments = part.template.segments;
    while let [segment, rest @ ..] = segments {
        bytes += match segment_width(part.entity, *segment, part.form(), part.shard) {
            Some(width) => width,
            // No part of a key is empty.
            None => 1,
        };
        segments = rest;
    }
    bytes
}

/// An upper bound of [`fewest_bytes`], computed without the fields' types. It suffices for almost every template.
pub(super) const fn most_bytes(mut segments: &[Segment]) -> usize {
    let mut bytes = 0;
    while let [segment, rest @ ..] = segments {
        bytes += match segment {
            Segment::Literal(text) => text.len(),
            _ => MOST_OF_A_PLACEHOLDER,
        };
        segments = rest;
    }
    bytes
}

//! KW019: a key that exceeds the length limit.

use crate::{
    check::text::Text,
    template::{declared_key::Part, segment::segment_width},
};

pub(super) const fn refusal(part: &Part<'_>) -> Option<Text> {
    let mut bytes = 0;
    let mut at = 0;
    while at < part.template.segments.len() {
        bytes += match segment_width(part.entity, part.template.segments[at], part.part, part.shard) {
            Some(width) => width,
            // No part of a key is empty.
            None => 1,
        };
        at += 1;
    }
    let limit = part.part.limit();
    if bytes <= limit {
        return None;
    }
    let mut text = Text::opening("KW019", part.index);
    text.push("the ").push(part.part.noun()).push(" of ").name(part.entity.name);
    text.push(" has at least ").number(bytes as u64).push(" bytes; DynamoDB takes ");
    text.number(limit as u64);
    text.line("fix").push("shorten the literal text of its template, or name fewer fields");
    Some(text)
}

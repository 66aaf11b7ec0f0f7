//! KW007: a part of variable width with an end that cannot be distinguished from the next part.

use super::pointer::{point, push_placeholder};
use crate::{
    check::text::Text,
    schema::Segment,
    template::{
        declared_key::Part,
        overlap::may_hold,
        segment::{segment_width, shard_digits},
    },
};

pub(super) const fn refusal(part: &Part<'_>) -> Option<Text> {
    let delimiter = part.entity.table.delimiter;
    let mut segments = part.template.segments;
    let mut at = 0;
    while let [segment, rest @ ..] = segments {
        match segment {
            Segment::Literal(_) | Segment::Delimiter | Segment::NextAttribute(_) => {}
            Segment::Field { .. } | Segment::Shard { .. } => {
                if !ends_any(rest, delimiter)
                    && let Some(text) = end_of(part, at)
                {
                    return Some(text);
                }
            }
        }
        segments = rest;
        at += 1;
    }
    None
}

pub(super) const fn end_of(part: &Part<'_>, at: usize) -> Option<Text> {
    match part.template.segments[at] {
        segment if segment_width(part.entity, segment, part.form(), part.shard).is_some() => None,
        Segment::Shard { .. } => shard(part, at),
        _ => field(part, at),
    }
}

/// Whether the following segments end any placeholder: there are none, or they begin with a byte that is neither a
/// digit nor the start of an escape.
pub(super) const fn ends_any(following: &[Segment], delimiter: u8) -> bool {
    match following {
        [] => true,
        [Segment::Literal(text), ..] => !matches!(text.as_bytes(), [] | [b'%' | b'0'..=b'9', ..]),
        [Segment::Delimiter, ..] => !matches!(delimiter, b'%' | b'0'..=b'9'),
        _ => false,
    }
}

/// The error at a shard without a fixed number of digits that may be followed by a digit.
const fn shard(part: &Part<'_>, at: usize) -> Option<Text> {
    let Some(next) = next(part, at) else {
        return None;
    };
    if matches!(first_byte(part, next), Some(byte) if !byte.is_ascii_digit()) {
        return None;
    }
    let mut text = opening(part, at);
    push_segment(&mut text, part, next);
    text.push(if first_byte(part, next).is_some() { " after it begins" } else { " after it may begin" });
    text.push(" with a digit");
    point(&mut text, part, at);
    text.line("fix").push("pad it to the digits of the last shard: `<shard:0");
    text.number(shard_digits(part.shard) as u64).push(">`");
    Some(text)
}

/// A value is escaped if it contains the first byte of the next literal. In an escape, only `%` can be that byte.
/// Placeholders of fixed width between the two are not escaped.
const fn field(part: &Part<'_>, at: usize) -> Option<Text> {
    let mut between = at;
    while let Some(next) = next(part, between) {
        if first_byte(part, next).is_none() {
            between = next;
            continue;
        }
        return behind(part, at, between, next);
    }
    None
}

const fn behind(part: &Part<'_>, at: usize, between: usize, literal: usize) -> Option<Text> {
    let Some(byte) = first_byte(part, literal) else {
        return None;
    };
    let mut fixed = at + 1;
    while fixed <= between {
        if may_hold(part, fixed, byte) {
            let mut text = opening(part, at);
            push_segment(&mut text, part, literal);
            text.push(" after ");
            push_segment(&mut text, part, fixed);
            text.push(" may also occur within ");
            push_segment(&mut text, part, fixed);
            point(&mut text, part, at);
            push_fix(&mut text, part, at);
            return Some(text);
        }
        fixed += 1;
    }
    if byte != b'%' || !may_hold(part, at, byte) {
        return None;
    }
    let mut text = opening(part, at);
    push_segment(&mut text, part, literal);
    text.push(" after it begins like the escapes in it");
    point(&mut text, part, at);
    push_fix(&mut text, part, at);
    Some(text)
}

const fn opening(part: &Part<'_>, at: usize) -> Text {
    let mut text = Text::opening("KW007", part.index);
    text.push("the end of ");
    push_placeholder(&mut text, part, at);
    text.push(" of ").name(part.entity.name).push(" is ambiguous: ");
    text
}

const fn push_fix(text: &mut Text, part: &Part<'_>, at: usize) {
    text.line("fix").push("put the table's delimiter directly after ");
    push_placeholder(text, part, at);
    text.push(": `").byte(part.entity.table.delimiter).push("`");
}

const fn push_segment(text: &mut Text, part: &Part<'_>, at: usize) {
    match part.template.segments[at] {
        Segment::Literal(literal) => {
            text.name(literal);
        }
        Segment::Delimiter => {
            text.push("`").byte(part.entity.table.delimiter).push("`");
        }
        Segment::Field { .. } | Segment::Shard { .. } => push_placeholder(text, part, at),
        Segment::NextAttribute(_) => {}
    }
}

/// The next segment that is not empty.
const fn next(part: &Part<'_>, at: usize) -> Option<usize> {
    let mut next = at + 1;
    while next < part.template.segments.len() {
        if !matches!(part.template.segments[next], Segment::Literal(text) if text.is_empty()) {
            return Some(next);
        }
        next += 1;
    }
    None
}

/// The first byte of a literal or of the delimiter.
const fn first_byte(part: &Part<'_>, at: usize) -> Option<u8> {
    match part.template.segments[at] {
        Segment::Literal(text) if !text.is_empty() => Some(text.as_bytes()[0]),
        Segment::Delimiter => Some(part.entity.table.delimiter),
        _ => None,
    }
}

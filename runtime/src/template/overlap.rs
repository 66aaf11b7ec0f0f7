//! Decides whether two templates can write equal text.
//!
//! Both templates are walked simultaneously. Literals and placeholders of fixed width are compared byte by byte. A
//! placeholder of variable width ends where the byte that follows it can occur. The result is exact if the fields are
//! independent. A field that is in both parts of a key counts as two fields, so the result can be a false positive, but
//! never a false negative.

mod bytes;
mod holds;
mod piece;

use super::declared_key::Part;
use crate::schema::{AttributeKind, Segment, Template};
use bytes::Bytes;
pub(crate) use holds::may_hold;
use piece::{Piece, TextPosition, after_one_of, piece, same_mask, skip_finished};

/// Returns whether both templates can write the same text.
pub(crate) const fn overlaps(a: &Part<'_>, b: &Part<'_>) -> bool {
    if !matches!((a.attribute.kind, b.attribute.kind), (AttributeKind::S, AttributeKind::S)) {
        return true;
    }
    !begin_apart(&a.template, &b.template) && can_be_equal(a, TextPosition::START, b, TextPosition::START)
}

/// Returns whether the templates begin with different literals. A fast path that decides nearly every pair.
pub(crate) const fn begin_apart(a: &Template, b: &Template) -> bool {
    match (a.segments, b.segments) {
        ([Segment::Literal(a), ..], [Segment::Literal(b), ..]) => differ(a.as_bytes(), b.as_bytes()),
        _ => false,
    }
}

/// Returns whether two texts differ before either ends. Compares from the end, where related names often differ.
pub(crate) const fn differ(a: &[u8], b: &[u8]) -> bool {
    let mut left = if a.len() < b.len() { a.len() } else { b.len() };
    while left > 0 {
        left -= 1;
        if a[left] != b[left] {
            return true;
        }
    }
    false
}

/// Returns whether the template may write a text that begins with this word. Can return a false positive.
pub(crate) const fn may_begin_with(part: &Part<'_>, word: &str) -> bool {
    let mut place = TextPosition::START;
    let mut at = 0;
    while at < word.len() {
        let byte = word.as_bytes()[at];
        place = skip_finished(part, place);
        match piece(part, place) {
            Piece::Fixed(bytes) if bytes.has(byte) => place = place.next_byte(),
            Piece::Variable(bytes) => return bytes.has(byte),
            Piece::Choice(_) => return true,
            Piece::Fixed(_) | Piece::End => return false,
        }
        at += 1;
    }
    true
}

/// How far both walks can advance in one step.
enum Stride {
    /// By one whole segment each, because they allow equal bytes.
    Same,
    /// By this number of equal bytes of literals.
    Bytes(usize),
    /// Not at all, because their literals differ.
    Differ,
}

const fn stride(part_a: &Part<'_>, p: TextPosition, part_b: &Part<'_>, q: TextPosition) -> Stride {
    let (a, b) = (part_a.template.segments, part_b.template.segments);
    if p.segment >= a.len() || q.segment >= b.len() {
        return Stride::Bytes(0);
    }
    match (&a[p.segment], &b[q.segment]) {
        (Segment::Literal(a), Segment::Literal(b)) => {
            let (a, b) = (after(a, p.offset), after(b, q.offset));
            match (differ(a, b), a.len() < b.len()) {
                (true, _) => Stride::Differ,
                (false, true) => Stride::Bytes(a.len()),
                (false, false) => Stride::Bytes(b.len()),
            }
        }
        (Segment::Field { .. }, Segment::Field { .. })
            if p.is_start_of_segment() && q.is_start_of_segment() && same_mask(part_a, p, part_b, q) =>
        {
            Stride::Same
        }
        _ => Stride::Bytes(0),
    }
}

const fn after(text: &str, bytes: usize) -> &[u8] {
    match text.as_bytes().split_at_checked(bytes) {
        Some((_, rest)) => rest,
        None => b"",
    }
}

/// Returns whether the remaining text of both templates can be equal.
const fn can_be_equal(a: &Part<'_>, mut p: TextPosition, b: &Part<'_>, mut q: TextPosition) -> bool {
    loop {
        match stride(a, p, b, q) {
            Stride::Same => {
                (p, q) = (p.next_segment(), q.next_segment());
                continue;
            }
            Stride::Bytes(0) => {}
            Stride::Bytes(bytes) => (p, q) = (p.after(bytes), q.after(bytes)),
            Stride::Differ => return false,
        }
        (p, q) = (skip_finished(a, p), skip_finished(b, q));
        match (piece(a, p), piece(b, q)) {
            (Piece::Choice(texts), other) => return any_choice(texts, other, a, p, b, q),
            (other, Piece::Choice(texts)) => return any_choice(texts, other, b, q, a, p),
            (Piece::End, Piece::End) => return true,
            (Piece::Fixed(x), Piece::Fixed(y)) if x.meets(y) => {
                (p, q) = (p.next_byte(), q.next_byte());
            }
            (Piece::Variable(x), Piece::Fixed(y)) if x.meets(y) => {
                if p.may_end() && can_be_equal(a, p.next_segment(), b, q) {
                    return true;
                }
                (p, q) = (after_one_of(a, p, x.and(y)), q.next_byte());
            }
            (Piece::Fixed(x), Piece::Variable(y)) if x.meets(y) => {
                if q.may_end() && can_be_equal(a, p, b, q.next_segment()) {
                    return true;
                }
                (p, q) = (p.next_byte(), after_one_of(b, q, x.and(y)));
            }
            (Piece::Variable(_), Piece::Fixed(_) | Piece::End) if p.may_end() => {
                p = p.next_segment();
            }
            (Piece::Fixed(_) | Piece::End, Piece::Variable(_)) if q.may_end() => {
                q = q.next_segment();
            }
            (Piece::Variable(x), Piece::Variable(y)) => match (p.may_end(), q.may_end()) {
                (true, true) => {
                    return can_be_equal(a, p.next_segment(), b, q.next_segment())
                        || can_be_equal(a, p.next_segment(), b, q.before_another(x.and(y)))
                        || can_be_equal(a, p.before_another(x.and(y)), b, q.next_segment());
                }
                (true, false) if can_be_equal(a, p.next_segment(), b, q) => return true,
                (false, true) if can_be_equal(a, p, b, q.next_segment()) => return true,
                _ if x.meets(y) => (p, q) = (after_one_of(a, p, x.and(y)), after_one_of(b, q, x.and(y))),
                _ => return false,
            },
            _ => return false,
        }
    }
}

/// Returns whether any text of the choice at `a` can be text of the other template.
const fn any_choice(
    texts: &[&str],
    other: Piece,
    a: &Part<'_>,
    p: TextPosition,
    b: &Part<'_>,
    q: TextPosition,
) -> bool {
    let first = match other {
        Piece::Fixed(bytes) => bytes,
        Piece::Variable(bytes) if !q.may_end() => bytes,
        _ => Bytes::ALL,
    };
    let mut text = 0;
    while text < texts.len() {
        if first.has(texts[text].as_bytes()[0]) && can_be_equal(a, p.choose(text), b, q) {
            return true;
        }
        text += 1;
    }
    false
}

#[cfg(test)]
mod tests;

//! Determines the bytes that one segment can write.

use super::{Piece, TextPosition, piece};
use crate::template::{declared_key::Part, segment::segment_width};

/// Returns whether the text of the segment at `at` may contain a byte. Can return a false positive.
pub(crate) const fn may_hold(part: &Part<'_>, at: usize, byte: u8) -> bool {
    let width = segment_width(part.entity, part.template.segments[at], part.form(), part.shard);
    if matches!(width, Some(0)) {
        return false;
    }
    let place = TextPosition::at(at);
    match piece(part, place) {
        Piece::End => false,
        Piece::Variable(bytes) => bytes.has(byte),
        Piece::Choice(texts) => one_holds(texts, byte),
        Piece::Fixed(_) => {
            let mut offset = 0;
            while matches!(width, Some(width) if offset < width) {
                if matches!(piece(part, place.after(offset)), Piece::Fixed(bytes) if bytes.has(byte)) {
                    return true;
                }
                offset += 1;
            }
            false
        }
    }
}

const fn one_holds(texts: &[&str], byte: u8) -> bool {
    let mut text = 0;
    while text < texts.len() {
        let mut at = 0;
        while at < texts[text].len() {
            if texts[text].as_bytes()[at] == byte {
                return true;
            }
            at += 1;
        }
        text += 1;
    }
    false
}

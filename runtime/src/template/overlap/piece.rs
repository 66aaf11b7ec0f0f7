//! Determines the bytes that a template allows at one position of the key.

use super::bytes::Bytes;
use crate::{
    key::{FieldKind, KeyPart, fixed_text_holds, following},
    schema::{Bucket, Encoding, Form, Segment, TimeForm},
    template::{
        declared_key::Part,
        segment::{kind_of, segment_width},
    },
};

/// The maximum number of texts that are tried individually. More texts are treated as any text.
const CHOICES: usize = 128;

const TIME: &[u8; 30] = b"0000-00-00T00:00:00.000000000Z";
const WEEK: &[u8; 8] = b"0000-W00";

/// After a byte at which the segment may end.
const MAY_END: usize = 1;
/// After a byte at which the segment must not end.
const MUST_GO_ON: usize = 2;
/// After the `-` of a plain number, which a digit other than `0` follows.
const AFTER_SIGN: usize = 3;
/// [`MAY_END`] or [`MUST_GO_ON`], but the byte may be within an escape.
const MAY_END_IN_ESCAPE: usize = 4;
const MUST_GO_ON_IN_ESCAPE: usize = 5;

/// A position in the text of a template.
#[derive(Clone, Copy)]
pub(crate) struct TextPosition {
    pub(crate) segment: usize,
    /// The selected text of a choice, counted from 1. 0 if none is selected yet.
    choice: usize,
    /// The byte within a fixed segment. In a variable segment: 0 at its first byte, or one of the constants.
    pub(crate) offset: usize,
}

/// The text that is possible at a position.
pub(crate) enum Piece {
    End,
    /// One byte of this set.
    Fixed(Bytes),
    /// One or more bytes of this set.
    Variable(Bytes),
    /// One of these texts.
    Choice(&'static [&'static str]),
}

impl TextPosition {
    pub(crate) const START: Self = Self::at(0);

    /// Returns the position this many bytes later in the segment.
    pub(crate) const fn after(self, bytes: usize) -> Self {
        Self { offset: self.offset + bytes, ..self }
    }

    pub(crate) const fn is_start_of_segment(self) -> bool {
        self.offset == 0 && self.choice == 0
    }

    /// Returns the position at the start of a segment.
    pub(crate) const fn at(segment: usize) -> Self {
        Self { segment, choice: 0, offset: 0 }
    }

    pub(crate) const fn next_byte(self) -> Self {
        Self { offset: self.offset + 1, ..self }
    }

    pub(crate) const fn next_segment(self) -> Self {
        Self::at(self.segment + 1)
    }

    /// Returns whether a variable segment may end here.
    pub(crate) const fn may_end(self) -> bool {
        matches!(self.offset, MAY_END | MAY_END_IN_ESCAPE)
    }

    /// Returns this position in a variable segment at which it may end, as one at which it must contain another byte.
    /// Any of `skipped` may come before that.
    pub(crate) const fn before_another(self, skipped: Bytes) -> Self {
        let offset = if self.is_in_escape() || skipped.has(b'%') { MUST_GO_ON_IN_ESCAPE } else { MUST_GO_ON };
        Self { offset, ..self }
    }

    /// Returns whether the byte before this position in a variable segment may be within an escape.
    const fn is_in_escape(self) -> bool {
        matches!(self.offset, MAY_END_IN_ESCAPE | MUST_GO_ON_IN_ESCAPE)
    }

    pub(crate) const fn choose(self, text: usize) -> Self {
        Self { choice: text + 1, ..self }
    }

    #[cfg(test)]
    pub(crate) fn parts(self) -> (usize, usize, usize) {
        (self.segment, self.choice, self.offset)
    }
}

/// Advances to the next segment if the position is at the end of one.
pub(crate) const fn skip_finished(part: &Part<'_>, mut place: TextPosition) -> TextPosition {
    while place.segment < part.template.segments.len() && is_finished(part, place) {
        place = place.next_segment();
    }
    place
}

const fn is_finished(part: &Part<'_>, place: TextPosition) -> bool {
    let segment = part.template.segments[place.segment];
    if let Segment::Literal(text) = segment {
        return place.offset >= text.len();
    }
    if place.choice > 0
        && let Some(FieldKind::OneOf(texts)) = kind_of(part.entity, segment)
    {
        return place.offset >= texts[place.choice - 1].len();
    }
    match segment_width(part.entity, segment, part.form(), part.shard) {
        Some(width) => place.offset >= width,
        None => false,
    }
}

/// Returns the position in a variable segment after one of these bytes, which the segment allows.
pub(crate) const fn after_one_of(part: &Part<'_>, place: TextPosition, bytes: Bytes) -> TextPosition {
    let is_first = place.offset == 0;
    if is_first && bytes.is_only(b'-') && is_plain_number(part, place) {
        return TextPosition { offset: AFTER_SIGN, ..place };
    }
    if is_first && bytes.is_only(b'0') && is_plain_number(part, place) {
        return place.next_segment();
    }
    // If several bytes are possible, the texts after one of them include those after the others.
    let offset = if place.is_in_escape() || bytes.has(b'%') { MAY_END_IN_ESCAPE } else { MAY_END };
    TextPosition { offset, ..place }
}

/// Returns whether two placeholders have the same fixed width and allow the same bytes at each position.
pub(crate) const fn same_mask(a: &Part<'_>, p: TextPosition, b: &Part<'_>, q: TextPosition) -> bool {
    let (of_a, of_b) = (a.template.segments[p.segment], b.template.segments[q.segment]);
    let (Segment::Field { form: form_a, .. }, Segment::Field { form: form_b, .. }) = (of_a, of_b) else {
        return false;
    };
    match (kind_of(a.entity, of_a), kind_of(b.entity, of_b), form_a, form_b) {
        (Some(FieldKind::FixedText(a)), Some(FieldKind::FixedText(b)), ..) => a == b,
        (Some(FieldKind::Date), Some(FieldKind::Date), ..) => true,
        (Some(FieldKind::Time), Some(FieldKind::Time), Form::Default, Form::Default) => true,
        (Some(FieldKind::CivilTime), Some(FieldKind::CivilTime), Form::Default, Form::Default) => true,
        (Some(a), Some(b), Form::Bucket(of_a), Form::Bucket(of_b)) => {
            a.is_time() && b.is_time() && of_a as u8 == of_b as u8
        }
        _ => false,
    }
}

/// Returns the text that is possible at a position that is not at the end of a segment.
pub(crate) const fn piece(part: &Part<'_>, place: TextPosition) -> Piece {
    if place.segment >= part.template.segments.len() {
        return Piece::End;
    }
    match part.template.segments[place.segment] {
        Segment::Literal(text) => Piece::Fixed(Bytes::one(text.as_bytes()[place.offset])),
        Segment::Delimiter => Piece::Fixed(Bytes::one(part.entity.table.delimiter)),
        Segment::NextAttribute(_) => Piece::Fixed(Bytes::one(0)),
        segment @ Segment::Shard { .. } => match segment_width(part.entity, segment, part.form(), part.shard) {
            Some(_) => Piece::Fixed(Bytes::DIGITS),
            None => Piece::Variable(Bytes::DIGITS),
        },
        segment @ Segment::Field { form, raw, .. } => match kind_of(part.entity, segment) {
            Some(kind) => field_piece(part, place, kind, form, is_raw(part, raw)),
            None => Piece::Variable(Bytes::ALL),
        },
    }
}

const fn is_raw(part: &Part<'_>, raw: bool) -> bool {
    raw || matches!(part.entity.table.encoding, Encoding::Raw)
}

/// Returns the text that values of a type can write in a form.
const fn field_piece(part: &Part<'_>, place: TextPosition, kind: FieldKind, form: Form, raw: bool) -> Piece {
    match kind {
        FieldKind::Text => Piece::Variable(text_bytes(part, place, form, raw)),
        FieldKind::OneOf(texts) => {
            if place.choice > 0 {
                return Piece::Fixed(Bytes::one(texts[place.choice - 1].as_bytes()[place.offset]));
            }
            if texts.len() <= CHOICES && all_of(texts, unescaped_bytes(part, place)) {
                Piece::Choice(texts)
            } else {
                Piece::Variable(text_bytes(part, place, form, raw))
            }
        }
        FieldKind::FixedText(_) => {
            let delimiter = part.entity.table.delimiter;
            let bytes = Bytes::ALL.without(b'%');
            Piece::Fixed(if fixed_text_holds(delimiter, delimiter) { bytes } else { bytes.without(delimiter) })
        }
        FieldKind::Integer { signed, .. } => match (form, part.form()) {
            (Form::Width(_), _) => Piece::Fixed(Bytes::DIGITS),
            (Form::Default, KeyPart::Sort) => Piece::Fixed(sortable_byte(place.offset, signed)),
            _ => Piece::Variable(number_bytes(part, place, signed, raw)),
        },
        FieldKind::Date => Piece::Fixed(masked(TIME, place.offset)),
        FieldKind::Time | FieldKind::CivilTime => time_piece(part, place, form, raw),
        FieldKind::Binary => Piece::Variable(Bytes::ALL),
    }
}

/// Returns whether the segment is a number of variable width without escapes.
const fn is_plain_number(part: &Part<'_>, place: TextPosition) -> bool {
    let segment @ Segment::Field { form, raw, .. } = part.template.segments[place.segment] else { return false };
    let signed = match (kind_of(part.entity, segment), form) {
        (Some(FieldKind::Integer { signed, .. }), _) => signed,
        (Some(FieldKind::Time | FieldKind::CivilTime), Form::Time(TimeForm::Epoch | TimeForm::EpochMillis)) => true,
        _ => return false,
    };
    !number_bytes(part, TextPosition::at(place.segment), signed, is_raw(part, raw)).has(b'%')
}

const fn time_piece(part: &Part<'_>, place: TextPosition, form: Form, raw: bool) -> Piece {
    let last = match form {
        Form::Time(TimeForm::Epoch | TimeForm::EpochMillis) => {
            return match part.form() {
                KeyPart::Partition => Piece::Variable(number_bytes(part, place, true, raw)),
                KeyPart::Sort => Piece::Fixed(sortable_byte(place.offset, true)),
            };
        }
        Form::Bucket(Bucket::Week) => return Piece::Fixed(masked(WEEK, place.offset)),
        Form::Time(TimeForm::Seconds) => 19,
        Form::Time(TimeForm::Millis) => 23,
        Form::Time(TimeForm::Micros) => 26,
        _ => 29,
    };
    let offset = if place.offset == last { 29 } else { place.offset };
    Piece::Fixed(masked(TIME, offset))
}

/// Returns the bytes at a position of a mask, in which `0` means any digit.
const fn masked(mask: &[u8], offset: usize) -> Bytes {
    match mask[offset] {
        b'0' => Bytes::DIGITS,
        byte => Bytes::one(byte),
    }
}

const fn sortable_byte(offset: usize, signed: bool) -> Bytes {
    if offset == 0 && signed { Bytes::one(b'0').with(b'-') } else { Bytes::DIGITS }
}

/// Returns the bytes of a number of variable width: digits, and `-` before those of a negative one. A byte that the
/// delimiter or the next literal begins with is escaped, or with `raw` an error.
const fn number_bytes(part: &Part<'_>, place: TextPosition, signed: bool, raw: bool) -> Bytes {
    let bytes = if signed { Bytes::DIGITS.with(b'-') } else { Bytes::DIGITS };
    let unreserved = without_reserved(part, place, bytes);
    if unreserved.has_all_of(bytes) || is_whole_raw(part, raw) {
        return match place.offset {
            0 => bytes,
            AFTER_SIGN => Bytes::DIGITS.without(b'0'),
            _ => Bytes::DIGITS,
        };
    }
    if raw { unreserved } else { unreserved.or(Bytes::ESCAPES) }
}

/// Returns the bytes of text. A reserved byte is escaped. With `raw`, the delimiter and the first byte of the next
/// literal are errors, and every other byte is written unchanged. A field that is itself the key attribute, and a `raw`
/// text that is the whole key, are stored unchanged. The last text of a raw key may contain the delimiter, but no key
/// of another entity has that text: a write of it is refused.
const fn text_bytes(part: &Part<'_>, place: TextPosition, form: Form, raw: bool) -> Bytes {
    if part.is_native() || is_whole_raw(part, raw) {
        return bytes_in_case(form, Bytes::ALL);
    }
    if raw {
        return without_reserved(part, place, bytes_in_case(form, Bytes::ALL));
    }
    let unescaped = bytes_in_case(form, unescaped_bytes(part, place));
    if place.is_in_escape() { unescaped.or(Bytes::ESCAPES) } else { unescaped.with(b'%') }
}

const fn is_whole_raw(part: &Part<'_>, raw: bool) -> bool {
    raw && part.template.segments.len() == 1
}

/// Removes the delimiter, and the first byte of the literal that follows the segment.
const fn without_reserved(part: &Part<'_>, place: TextPosition, bytes: Bytes) -> Bytes {
    let bytes = bytes.without(part.entity.table.delimiter);
    match following(part.entity, &part.template, part.form(), place.segment).byte {
        Some(byte) => bytes.without(byte),
        None => bytes,
    }
}

/// Removes the ASCII letters that text in the case of the form does not contain.
const fn bytes_in_case(form: Form, bytes: Bytes) -> Bytes {
    match form {
        Form::Lower => bytes.without_all_of(Bytes::UPPER),
        Form::Upper => bytes.without_all_of(Bytes::LOWER),
        _ => bytes,
    }
}

/// Returns the bytes of text that are not escaped.
const fn unescaped_bytes(part: &Part<'_>, place: TextPosition) -> Bytes {
    if part.is_native() {
        return Bytes::ALL;
    }
    let bytes = without_reserved(part, place, Bytes::ALL.without(b'%'));
    if matches!(part.form(), KeyPart::Sort) { bytes.above(b'%') } else { bytes }
}

/// Returns whether each text has a byte, and only these bytes.
const fn all_of(texts: &[&str], bytes: Bytes) -> bool {
    let mut text = 0;
    while text < texts.len() {
        let mut at = 0;
        while at < texts[text].len() {
            if !bytes.has(texts[text].as_bytes()[at]) {
                return false;
            }
            at += 1;
        }
        if at == 0 {
            return false;
        }
        text += 1;
    }
    true
}

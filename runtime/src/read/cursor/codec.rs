//! A cursor's bytes: fingerprint, ranges, position and gaps.

use std::{ops::Bound, sync::Arc};

use super::{After, Binding, Cursor, Fingerprint, Gap, Position, Resolved, ranks};
use crate::key::{Integer, ItemKey, KeyScalar, KeyValue, Timestamp, range::ValueRange};

pub(super) fn encode(cursor: &Cursor) -> Vec<u8> {
    let mut out = Vec::with_capacity(128);
    out.extend(cursor.fingerprint.query);
    out.extend(cursor.fingerprint.design);
    out.extend(cursor.fingerprint.range);
    out.extend(cursor.fingerprint.table);
    range(&mut out, &cursor.resolved.sort);
    range(&mut out, &cursor.resolved.bucket);
    position(&mut out, &cursor.position);
    // Written last, so that a cursor without gaps has no bytes for them.
    for gap in cursor.gaps.iter().filter(|gap| !gap.lanes.is_empty()) {
        position(&mut out, &gap.position);
        ranks::write(&mut out, &gap.lanes);
    }
    out
}

/// Decodes a cursor, and marks it as not trusted. `None` for invalid bytes.
pub(super) fn decode(bytes: &[u8]) -> Option<Cursor> {
    let mut from = Reader(bytes);
    let mut cursor = from.cursor()?;
    let mut room = ranks::MAX;
    while !from.0.is_empty() {
        let position = from.position()?;
        let lanes = ranks::read(&mut from.0, room)?;
        room = room.checked_sub(lanes.len())?;
        cursor.gaps.push(Gap { position, lanes });
    }
    Some(cursor)
}

fn position(out: &mut Vec<u8>, position: &Position) {
    out.extend(position.group.to_be_bytes());
    option(out, position.after.as_ref(), |out, after| {
        out.extend(after.lane.to_be_bytes());
        option(out, after.sort.as_ref(), scalar);
        option(out, after.table_key.as_ref(), |out, key| {
            scalar(out, &key.partition);
            option(out, key.sort.as_ref(), scalar);
        });
        option(out, after.newest.as_ref(), |out, age| out.extend(age.to_be_bytes()));
    });
}

fn option<T>(out: &mut Vec<u8>, value: Option<&T>, write: impl FnOnce(&mut Vec<u8>, &T)) {
    out.push(value.is_some().into());
    if let Some(value) = value {
        write(out, value);
    }
}

fn bytes(out: &mut Vec<u8>, bytes: &[u8]) {
    out.extend(u32::try_from(bytes.len()).unwrap_or(u32::MAX).to_be_bytes());
    out.extend(bytes);
}

fn range(out: &mut Vec<u8>, range: &ValueRange) {
    for bound in [&range.lower, &range.upper] {
        match bound {
            Bound::Unbounded => out.push(0),
            Bound::Included(at) => {
                out.push(1);
                value(out, at);
            }
            Bound::Excluded(at) => {
                out.push(2);
                value(out, at);
            }
        }
    }
}

pub(crate) fn value(out: &mut Vec<u8>, value: &KeyValue<'_>) {
    match value {
        KeyValue::Text(text) => {
            out.push(0);
            bytes(out, text.as_bytes());
        }
        KeyValue::Integer(integer) => {
            out.extend([1, integer.is_negative().into()]);
            out.extend(integer.magnitude().to_be_bytes());
        }
        KeyValue::Time(time) => {
            out.push(2);
            out.extend(time.seconds.to_be_bytes());
            out.extend(time.nanos.to_be_bytes());
        }
        KeyValue::Binary(binary) => {
            out.push(3);
            bytes(out, binary);
        }
    }
}

/// Writes a key value. For several attributes, writes their number and then each of them.
fn scalar(out: &mut Vec<u8>, scalar: &KeyScalar) {
    let (tag, content) = match scalar {
        KeyScalar::Several(several) => {
            out.extend([3, several.values().len().try_into().unwrap_or(u8::MAX)]);
            return several.values().iter().for_each(|value| self::scalar(out, value));
        }
        KeyScalar::S(text) => (0, text.as_bytes()),
        KeyScalar::N(number) => (1, number.as_bytes()),
        KeyScalar::B(binary) => (2, binary.as_slice()),
    };
    out.push(tag);
    bytes(out, content);
}

struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn cursor(&mut self) -> Option<Cursor> {
        Some(Cursor {
            fingerprint: Binding::from(Fingerprint {
                query: self.array()?,
                design: self.array()?,
                range: self.array()?,
                table: self.array()?,
            }),
            resolved: Arc::new(Resolved { sort: self.range()?, bucket: self.range()? }),
            position: self.position()?,
            gaps: Vec::new(),
            is_trusted: false,
        })
    }

    fn position(&mut self) -> Option<Position> {
        Some(Position { group: self.number()?, after: self.option(Self::after)? })
    }

    fn after(&mut self) -> Option<After> {
        Some(After {
            lane: self.number()?,
            sort: self.option(Self::scalar)?,
            table_key: self
                .option(|from| Some(ItemKey { partition: from.scalar()?, sort: from.option(Self::scalar)? }))?,
            newest: self.option(Self::number)?,
        })
    }

    fn range(&mut self) -> Option<ValueRange> {
        Some(ValueRange { lower: self.bound()?, upper: self.bound()? })
    }

    fn bound(&mut self) -> Option<Bound<KeyValue<'static>>> {
        match self.byte()? {
            0 => Some(Bound::Unbounded),
            1 => self.value().map(Bound::Included),
            2 => self.value().map(Bound::Excluded),
            _ => None,
        }
    }

    fn value(&mut self) -> Option<KeyValue<'static>> {
        match self.byte()? {
            0 => Some(KeyValue::Text(self.text()?.into())),
            1 => {
                let negative = self.flag()?;
                let magnitude = u128::from_be_bytes(self.array()?);
                (magnitude > 0 || !negative).then_some(KeyValue::Integer(Integer { negative, magnitude }))
            }
            2 => {
                let time = Timestamp { seconds: i64::from_be_bytes(self.array()?), nanos: self.number()? };
                (time.nanos < 1_000_000_000).then_some(KeyValue::Time(time))
            }
            3 => Some(KeyValue::Binary(self.bytes()?.to_owned().into())),
            _ => None,
        }
    }

    fn scalar(&mut self) -> Option<KeyScalar> {
        match self.byte()? {
            3 => {
                let count = self.byte().filter(|count| (2..=4).contains(count))?;
                let values = (0..count).map(|_| self.byte().and_then(|tag| self.attribute(tag)));
                values.collect::<Option<_>>().map(KeyScalar::of)
            }
            tag => self.attribute(tag),
        }
    }

    fn attribute(&mut self, tag: u8) -> Option<KeyScalar> {
        match tag {
            0 => self.text().map(KeyScalar::S),
            1 => self.text().map(KeyScalar::N),
            2 => self.bytes().map(|bytes| KeyScalar::B(bytes.to_owned())),
            _ => None,
        }
    }

    fn option<T>(&mut self, read: impl FnOnce(&mut Self) -> Option<T>) -> Option<Option<T>> {
        if self.flag()? { read(self).map(Some) } else { Some(None) }
    }

    fn text(&mut self) -> Option<String> {
        String::from_utf8(self.bytes()?.to_owned()).ok()
    }

    fn bytes(&mut self) -> Option<&'a [u8]> {
        let length = usize::try_from(self.number()?).ok()?;
        let (taken, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(taken)
    }

    fn number(&mut self) -> Option<u32> {
        self.array().map(u32::from_be_bytes)
    }

    fn flag(&mut self) -> Option<bool> {
        match self.byte()? {
            0 => Some(false),
            1 => Some(true),
            _ => None,
        }
    }

    fn byte(&mut self) -> Option<u8> {
        self.array().map(|[byte]| byte)
    }

    fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (taken, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(*taken)
    }
}

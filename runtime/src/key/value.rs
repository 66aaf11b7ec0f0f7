//! The value of a field before it is written into a key.

use std::{borrow::Cow, fmt};

use super::Timestamp;

/// The value of one field, before it is written into a key. [`KeyField`](super::KeyField) converts types into it.
///
/// Values of one variant compare in the order in which DynamoDB sorts their keys.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum KeyValue<'a> {
    /// Text, and the names of an enum's variants.
    Text(Cow<'a, str>),
    /// An integer.
    Integer(Integer),
    /// An instant.
    Time(Timestamp),
    /// Bytes. Only possible if the key attribute is itself the field.
    Binary(Cow<'a, [u8]>),
}

impl KeyValue<'_> {
    /// Returns the value without borrowed data.
    pub fn into_owned(self) -> KeyValue<'static> {
        match self {
            KeyValue::Text(text) => KeyValue::Text(Cow::Owned(text.into_owned())),
            KeyValue::Integer(integer) => KeyValue::Integer(integer),
            KeyValue::Time(time) => KeyValue::Time(time),
            KeyValue::Binary(bytes) => KeyValue::Binary(Cow::Owned(bytes.into_owned())),
        }
    }

    /// Returns the value that an item stores for a `ttl`: a time without its fraction of a second.
    pub fn in_whole_seconds(self) -> Self {
        match self {
            Self::Time(time) => Self::Time(Timestamp { nanos: 0, ..time }),
            value => value,
        }
    }

    /// Returns the value, borrowing its data.
    pub(crate) fn borrowed(&self) -> KeyValue<'_> {
        match self {
            KeyValue::Text(text) => KeyValue::Text(Cow::Borrowed(text)),
            KeyValue::Integer(integer) => KeyValue::Integer(*integer),
            KeyValue::Time(time) => KeyValue::Time(*time),
            KeyValue::Binary(bytes) => KeyValue::Binary(Cow::Borrowed(bytes)),
        }
    }
}

/// An integer of any of Rust's fixed-width integer types, `i8` to `u128`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Integer {
    /// Whether it is negative.
    pub(crate) negative: bool,
    /// Its absolute value.
    pub(crate) magnitude: u128,
}

impl Integer {
    /// Returns whether the integer is negative.
    pub fn is_negative(self) -> bool {
        self.negative
    }

    /// Returns the absolute value.
    pub fn magnitude(self) -> u128 {
        self.magnitude
    }
}

macro_rules! conversions {
    ($($unsigned:ident $signed:ident)*) => {$(
        impl From<$unsigned> for Integer {
            fn from(value: $unsigned) -> Self {
                Self { negative: false, magnitude: value.into() }
            }
        }

        impl From<$signed> for Integer {
            fn from(value: $signed) -> Self {
                Self { negative: value < 0, magnitude: value.unsigned_abs().into() }
            }
        }

        impl TryFrom<Integer> for $unsigned {
            type Error = OutOfRange;

            fn try_from(value: Integer) -> Result<Self, OutOfRange> {
                let magnitude = value.magnitude.try_into().map_err(|_| OutOfRange(()));
                if value.negative { Err(OutOfRange(())) } else { magnitude }
            }
        }

        impl TryFrom<Integer> for $signed {
            type Error = OutOfRange;

            fn try_from(value: Integer) -> Result<Self, OutOfRange> {
                let magnitude: $unsigned = value.magnitude.try_into().map_err(|_| OutOfRange(()))?;
                let signed = if value.negative {
                    (0 as $signed).checked_sub_unsigned(magnitude)
                } else {
                    magnitude.try_into().ok()
                };
                signed.ok_or(OutOfRange(()))
            }
        }
    )*};
}

conversions!(u8 i8 u16 i16 u32 i32 u64 i64 u128 i128);

/// The error if an [`Integer`] is out of range of a type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OutOfRange(());

impl fmt::Display for OutOfRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the number is out of the type's range")
    }
}

impl std::error::Error for OutOfRange {}

impl Ord for Integer {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        match (self.negative, other.negative) {
            (false, false) => self.magnitude.cmp(&other.magnitude),
            (true, true) => other.magnitude.cmp(&self.magnitude),
            (true, false) => std::cmp::Ordering::Less,
            (false, true) => std::cmp::Ordering::Greater,
        }
    }
}

impl PartialOrd for Integer {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

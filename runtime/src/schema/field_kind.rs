//! The kinds of field values in keys.

/// How keys contain the values of a type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FieldKind {
    /// Text of any length.
    Text,
    /// Text with exactly this many bytes, such as a UUID. It is not escaped: writing a key rejects a value that
    /// contains the table's delimiter or a `%`. A `-` is always allowed.
    FixedText(u8),
    /// A calendar date, such as `2026-06-22`.
    Date,
    /// A whole number.
    Integer {
        /// The decimal digits of the type's largest value.
        digits: u8,
        /// Whether it can be negative.
        signed: bool,
    },
    /// One of these texts: `bool` and `KeyEnum`s.
    OneOf(&'static [&'static str]),
    /// An instant, in UTC.
    Time,
    /// A date and a time of day without a time zone. It is written like an instant in UTC, without the `Z`.
    CivilTime,
    /// Bytes. Only allowed if the key attribute is itself the field.
    Binary,
}

impl FieldKind {
    /// Returns whether the values are points in time: instants, or dates with a time of day.
    #[must_use]
    pub const fn is_time(self) -> bool {
        matches!(self, Self::Time | Self::CivilTime)
    }

    /// Returns the text after the time of day: `Z` for an instant, and an empty text for all other kinds.
    #[must_use]
    pub const fn zone(self) -> &'static str {
        match self {
            Self::Time => "Z",
            _ => "",
        }
    }

    /// Returns the fixed number of bytes of a text of this kind. `None` for kinds that are not text or vary in length.
    #[must_use]
    pub const fn text_bytes(self) -> Option<u8> {
        match self {
            Self::FixedText(bytes) => Some(bytes),
            Self::Date => Some(10),
            _ => None,
        }
    }
}

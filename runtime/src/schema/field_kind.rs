//! What a field is as part of a key.

/// How the values of a type stand in a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FieldKind {
    /// Text of any length.
    Text,
    /// Text of always this many bytes, such as a UUID. It is not escaped: a value with the table's delimiter or a `%`
    /// is refused when a key is written; a `-` may always stand in it.
    FixedText(u8),
    /// A calendar date, as `2026-06-22`.
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
    /// Bytes: only where the attribute itself is the key.
    Binary,
}

impl FieldKind {
    /// Whether values are points in time: instants, or dates with a time of day.
    #[must_use]
    pub const fn is_time(self) -> bool {
        matches!(self, Self::Time | Self::CivilTime)
    }

    /// The text after the time of day: `Z` for an instant, nothing for a time without a time zone. Empty for kinds that
    /// are not times.
    #[must_use]
    pub const fn zone(self) -> &'static str {
        match self {
            Self::Time => "Z",
            _ => "",
        }
    }

    /// The bytes that a text of this kind always has; `None` for kinds that are not text or vary in length.
    #[must_use]
    pub const fn text_bytes(self) -> Option<u8> {
        match self {
            Self::FixedText(bytes) => Some(bytes),
            Self::Date => Some(10),
            _ => None,
        }
    }
}

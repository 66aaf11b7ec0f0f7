//! A key template, and the forms of its values.

use super::KeyPart;

/// A key template: its source text, and the parsed segments.
#[derive(Debug, Clone, Copy)]
pub struct Template {
    /// The template as the user wrote it.
    pub source: &'static str,
    /// The segments in order, including an appended shard.
    pub segments: &'static [Segment],
    /// The part of the table's key that an index uses as its own, if the template is that of such an index. The
    /// attribute then contains what the table's key says, in the form of that part.
    pub of_table: Option<KeyPart>,
}

impl Template {
    /// A template of an attribute of its own.
    #[doc(hidden)]
    pub const fn new(source: &'static str, segments: &'static [Segment]) -> Self {
        Self { source, segments, of_table: None }
    }

    /// Returns the part of a key in whose form the values are written, for a template of this part.
    pub(crate) const fn form_of(&self, part: KeyPart) -> KeyPart {
        match self.of_table {
            Some(part) => part,
            None => part,
        }
    }
}

/// One part of a key template.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Segment {
    /// Literal text.
    Literal(&'static str),
    /// A field's value.
    Field {
        /// The field's position in [`EntitySchema::fields`](super::EntitySchema::fields).
        field: u8,
        /// How the value is written.
        form: Form,
        /// Whether the value is written without escaping. A value with a reserved byte is then an error.
        raw: bool,
    },
    /// The table's delimiter, before an appended shard.
    Delimiter,
    /// The end of one attribute of a key with several attributes, and the template of the next as the user wrote it.
    NextAttribute(&'static str),
    /// The shard's number.
    Shard {
        /// The number of digits to which the shard is zero-padded. 0 for no padding.
        width: u8,
    },
}

/// How a field's value is written into a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// The default of the type: text unchanged, a time to the nanosecond, an integer in fixed width in sort keys and in
    /// plain decimal in partition keys.
    Default,
    /// A time, truncated to its bucket.
    Bucket(Bucket),
    /// A time, in this form.
    Time(TimeForm),
    /// An integer in plain decimal.
    Plain,
    /// An integer, zero-padded to this many digits.
    Width(u8),
    /// Text in lower case.
    Lower,
    /// Text in upper case.
    Upper,
}

/// Spans of time that a key can contain as one value, in UTC. Weeks are those of ISO 8601.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Bucket {
    /// `2026-06-22T14:05`
    Minute,
    /// `2026-06-22T14`
    Hour,
    /// `2026-06-22`
    Day,
    /// `2026-W26`
    Week,
    /// `2026-06`
    Month,
    /// `2026`
    Year,
}

/// The forms of a time in a key: in UTC and of fixed width, so that byte order is chronological order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TimeForm {
    /// `2026-06-22T14:05:06Z`
    Seconds,
    /// `2026-06-22T14:05:06.123Z`, equal to JavaScript's `toISOString`
    Millis,
    /// `2026-06-22T14:05:06.123456Z`
    Micros,
    /// `2026-06-22T14:05:06.123456789Z`: the default
    Nanos,
    /// Seconds since 1970, written like an `i64`
    Epoch,
    /// Milliseconds since 1970, written like an `i64`
    EpochMillis,
}

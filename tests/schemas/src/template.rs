//! Templates of keys, and the text that they write.

use crate::{
    calendar::{bucket_text, day_text, seconds_text},
    kind::{Kind, LEVELS, uuid_text},
    schema::Field,
    value::Value,
};

/// The part of a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    Partition,
    Sort,
}

/// A span of time with a partition key of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bucket {
    Minute,
    Hour,
    Day,
    Week,
    Month,
    Year,
}

impl Bucket {
    pub const ALL: [Self; 6] = [Self::Minute, Self::Hour, Self::Day, Self::Week, Self::Month, Self::Year];

    pub fn word(self) -> &'static str {
        match self {
            Self::Minute => "minute",
            Self::Hour => "hour",
            Self::Day => "day",
            Self::Week => "week",
            Self::Month => "month",
            Self::Year => "year",
        }
    }
}

/// How a placeholder writes its field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Spec {
    Default,
    Bucket(Bucket),
    /// A time with this many digits of its seconds' fraction.
    Digits(usize),
    Epoch,
    EpochMillis,
    Plain,
    Width(usize),
    Lower,
    Upper,
    Raw,
}

/// A piece of a template.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Segment {
    Literal(String),
    Field {
        field: usize,
        spec: Spec,
    },
    /// The shard, with at least this many digits.
    Shard(usize),
}

impl Segment {
    /// Returns how it writes a field.
    pub fn spec(&self) -> Option<Spec> {
        if let Self::Field { spec, .. } = self { Some(*spec) } else { None }
    }

    /// Returns whether it writes a field.
    pub fn is_of(&self, place: usize) -> bool {
        matches!(self, Self::Field { field, .. } if *field == place)
    }
}

pub type Template = Vec<Segment>;

/// How a table writes keys.
#[derive(Debug, Clone, Copy)]
pub struct Encoding {
    pub delimiter: char,
    pub raw: bool,
}

impl Spec {
    /// Returns its word in a placeholder.
    fn word(self) -> Option<String> {
        let word = match self {
            Self::Default => return None,
            Self::Width(width) => return Some(format!("w{width}")),
            Self::Bucket(bucket) => bucket.word(),
            Self::Digits(0) => "s",
            Self::Digits(3) => "ms",
            Self::Digits(6) => "us",
            Self::Digits(_) => "ns",
            Self::Epoch => "epoch",
            Self::EpochMillis => "epoch_ms",
            Self::Plain => "plain",
            Self::Lower => "lower",
            Self::Upper => "upper",
            Self::Raw => "raw",
        };
        Some(word.into())
    }

    /// Returns whether different values can have one text.
    pub fn is_lossy(self) -> bool {
        matches!(
            self,
            Self::Bucket(_) | Self::Digits(0..=6) | Self::Epoch | Self::EpochMillis | Self::Lower | Self::Upper
        )
    }
}

/// Returns the template as it stands in an attribute.
pub fn written(template: &Template, fields: &[Field]) -> String {
    let segment = |segment: &Segment| match segment {
        Segment::Literal(text) => text.clone(),
        Segment::Shard(0) => "<shard>".into(),
        Segment::Shard(width) => format!("<shard:0{width}>"),
        Segment::Field { field, spec } => match spec.word() {
            None => format!("<{}>", fields[*field].name),
            Some(word) => format!("<{}:{word}>", fields[*field].name),
        },
    };
    template.iter().map(segment).collect()
}

/// Returns the key that a template writes for these values. `None` if a field is absent. `shard` follows the template,
/// after the delimiter, unless the template contains it.
pub fn rendered(
    template: &Template,
    fields: &[Field],
    values: &[Value],
    part: Part,
    encoding: Encoding,
    shard: Option<u32>,
) -> Option<String> {
    let is_placed = template.iter().any(|segment| matches!(segment, Segment::Shard(_)));
    let appended = match shard.filter(|_| !is_placed) {
        Some(shard) => format!("{}{shard}", encoding.delimiter),
        None => String::new(),
    };
    let mut key = String::new();
    for (place, segment) in template.iter().enumerate() {
        match segment {
            Segment::Literal(text) => key.push_str(text),
            Segment::Shard(width) => key.push_str(&format!("{:0width$}", shard.unwrap_or_default())),
            Segment::Field { field, spec } => {
                let following = match template.get(place + 1) {
                    Some(Segment::Literal(text)) => text.chars().next(),
                    _ => appended.chars().next(),
                };
                let value = &values[*field];
                if *value == Value::Absent {
                    return None;
                }
                let raw = encoding.raw || *spec == Spec::Raw;
                let kind = fields[*field].ty.kind();
                key.push_str(&field_text(kind, value, *spec, part, Encoding { raw, ..encoding }, following));
            }
        }
    }
    key.push_str(&appended);
    Some(key)
}

/// Returns the text of a value that the hash of a shard reads. A time without a time zone counts as UTC.
pub fn canonical(value: &Value) -> String {
    match value {
        Value::Text(text) => text.clone(),
        Value::Integer(number) => number.to_string(),
        Value::Bool(is) => is.to_string(),
        Value::Level(variant) => LEVELS[*variant].2.to_owned(),
        Value::Uuid(bits) => uuid_text(*bits),
        Value::Date(day) => day_text(*day),
        Value::Time { seconds, nanos } => format!("{}.{nanos:09}Z", seconds_text(*seconds)),
        Value::Bytes(bytes) => bytes.iter().map(|byte| format!("{byte:02x}")).collect(),
        _ => String::new(),
    }
}

fn field_text(
    kind: Kind,
    value: &Value,
    spec: Spec,
    part: Part,
    encoding: Encoding,
    following: Option<char>,
) -> String {
    let zone = if kind.is_instant() { "Z" } else { "" };
    let epoch = |number: i128| integer(number, 64, true, part);
    match (spec, value) {
        (Spec::Bucket(bucket), Value::Time { seconds, .. }) => bucket_text(*seconds, bucket),
        (Spec::Bucket(bucket), Value::Date(day)) => bucket_text(day * 86_400, bucket),
        (Spec::Digits(0), Value::Time { seconds, .. }) => format!("{}{zone}", seconds_text(*seconds)),
        (Spec::Digits(digits), Value::Time { seconds, nanos }) => {
            format!("{}.{}{zone}", seconds_text(*seconds), &format!("{nanos:09}")[..digits])
        }
        (Spec::Epoch, Value::Time { seconds, .. }) => epoch((*seconds).into()),
        (Spec::EpochMillis, Value::Time { seconds, nanos }) => {
            epoch(i128::from(*seconds) * 1_000 + i128::from(nanos / 1_000_000))
        }
        (Spec::Plain, Value::Integer(number)) => number.to_string(),
        (Spec::Width(width), Value::Integer(number)) => format!("{number:0width$}"),
        (_, Value::Integer(number)) => {
            let (bits, signed) = kind.integer().unwrap_or((64, true));
            integer(*number, bits, signed, part)
        }
        (_, Value::Text(text)) => {
            let text = match spec {
                Spec::Lower => text.to_lowercase(),
                Spec::Upper => text.to_uppercase(),
                _ => text.clone(),
            };
            if encoding.raw { text } else { escaped(&text, part, encoding.delimiter, following) }
        }
        (_, Value::Time { seconds, nanos }) => format!("{}.{nanos:09}{zone}", seconds_text(*seconds)),
        (_, Value::Level(_)) if !encoding.raw => escaped(&canonical(value), part, encoding.delimiter, following),
        _ => canonical(value),
    }
}

/// Writes an integer: in decimal in a partition key, with the width of its type in a sort key.
fn integer(number: i128, bits: u32, signed: bool, part: Part) -> String {
    match part {
        Part::Partition => number.to_string(),
        Part::Sort => fixed_width(number, bits, signed),
    }
}

/// Writes a number as sort keys contain it: with the width of its type, and negative numbers as a complement.
fn fixed_width(number: i128, bits: u32, signed: bool) -> String {
    let digits = match (bits, signed) {
        (8, _) => 3,
        (16, _) => 5,
        (32, _) => 10,
        (64, true) => 19,
        (64, false) => 20,
        _ => 39,
    };
    let text = format!("{:0digits$}", number.unsigned_abs());
    match (signed, number < 0) {
        (false, _) => text,
        (true, false) => format!("0{text}"),
        (true, true) => {
            let complement = text.chars().map(|digit| char::from(b'9' - (digit as u8 - b'0')));
            format!("-{}", complement.collect::<String>())
        }
    }
}

/// Escapes a text: `%`, the delimiter and the first character of the literal that follows, and in a sort key every byte
/// up to 0x25.
pub fn escaped(text: &str, part: Part, delimiter: char, following: Option<char>) -> String {
    let mut key = String::new();
    for character in text.chars() {
        let is_reserved = character == '%' || character == delimiter || Some(character) == following;
        let is_low = part == Part::Sort && u32::from(character) <= 0x25;
        if is_reserved || is_low {
            let mut bytes = [0; 4];
            for byte in character.encode_utf8(&mut bytes).bytes() {
                key.push_str(&format!("%{byte:02X}"));
            }
        } else {
            key.push(character);
        }
    }
    key
}

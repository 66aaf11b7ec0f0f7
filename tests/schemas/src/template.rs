//! Templates of keys, and the text that they write.

use crate::{
    kind::Kind,
    schema::Field,
    value::{Value, bucket_text, seconds_text},
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
    Month,
    Year,
}

impl Bucket {
    pub const ALL: [Self; 5] = [Self::Minute, Self::Hour, Self::Day, Self::Month, Self::Year];

    pub fn word(self) -> &'static str {
        match self {
            Self::Minute => "minute",
            Self::Hour => "hour",
            Self::Day => "day",
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
    Plain,
    Width(usize),
    Lower,
}

/// A piece of a template.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Segment {
    Literal(String),
    Field { field: usize, spec: Spec },
}

pub type Template = Vec<Segment>;

/// How a table writes keys.
#[derive(Debug, Clone, Copy)]
pub struct Encoding {
    pub delimiter: char,
    pub raw: bool,
}

/// Returns the template as it stands in an attribute.
pub fn written(template: &Template, fields: &[Field]) -> String {
    let segment = |segment: &Segment| match segment {
        Segment::Literal(text) => text.clone(),
        Segment::Field { field, spec } => {
            let name = &fields[*field].name;
            match spec {
                Spec::Default => format!("<{name}>"),
                Spec::Bucket(bucket) => format!("<{name}:{}>", bucket.word()),
                Spec::Digits(0) => format!("<{name}:s>"),
                Spec::Digits(3) => format!("<{name}:ms>"),
                Spec::Digits(6) => format!("<{name}:us>"),
                Spec::Digits(_) => format!("<{name}:ns>"),
                Spec::Epoch => format!("<{name}:epoch>"),
                Spec::Plain => format!("<{name}:plain>"),
                Spec::Width(width) => format!("<{name}:w{width}>"),
                Spec::Lower => format!("<{name}:lower>"),
            }
        }
    };
    template.iter().map(segment).collect()
}

/// Returns the key that a template writes for these values. `None` if a field is absent. `appended` is the text that
/// follows the template, such as a shard's.
pub fn rendered(
    template: &Template,
    fields: &[Field],
    values: &[Value],
    part: Part,
    encoding: Encoding,
    appended: &str,
) -> Option<String> {
    let mut key = String::new();
    for (place, segment) in template.iter().enumerate() {
        match segment {
            Segment::Literal(text) => key.push_str(text),
            Segment::Field { field, spec } => {
                let following = match template.get(place + 1) {
                    Some(Segment::Literal(text)) => text.chars().next(),
                    _ => appended.chars().next(),
                };
                let (kind, value) = (fields[*field].ty.kind(), &values[*field]);
                if *value == Value::Absent {
                    return None;
                }
                key.push_str(&field_text(kind, value, *spec, part, encoding, following));
            }
        }
    }
    key.push_str(appended);
    Some(key)
}

fn field_text(
    kind: Kind,
    value: &Value,
    spec: Spec,
    part: Part,
    encoding: Encoding,
    following: Option<char>,
) -> String {
    let Encoding { delimiter, raw } = encoding;
    match (spec, value) {
        (Spec::Bucket(bucket), Value::Instant { seconds, .. }) => bucket_text(*seconds, bucket),
        (Spec::Digits(0), Value::Instant { seconds, .. }) => format!("{}Z", seconds_text(*seconds)),
        (Spec::Digits(digits), Value::Instant { seconds, nanos }) => {
            format!("{}.{}Z", seconds_text(*seconds), &format!("{nanos:09}")[..digits])
        }
        (Spec::Default, Value::Instant { .. }) => kind.canonical(value),
        (Spec::Epoch, Value::Instant { seconds, .. }) => Kind::Integer { bits: 64, signed: true }.in_key(
            &Value::Integer((*seconds).into()),
            part,
            delimiter,
            following,
            raw,
        ),
        (Spec::Plain, Value::Integer(number)) => number.to_string(),
        (Spec::Width(width), Value::Integer(number)) => format!("{number:0width$}"),
        (Spec::Lower, Value::Text(text)) => {
            kind.in_key(&Value::Text(text.to_lowercase()), part, delimiter, following, raw)
        }
        _ => kind.in_key(value, part, delimiter, following, raw),
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

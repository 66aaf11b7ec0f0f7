//! Types of fields, as Rust text, and what items store of their values.

use serde_json::{Map, Value as Json, json};

use crate::{
    base64,
    calendar::{Clock, civil_text, day_text, instant_text, numbers_of_time},
    value::Value,
};

/// A type of a single value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Text,
    /// A newtype of a `String`.
    Name,
    /// A newtype of a `String`, which serde converts from and into one.
    Slug,
    /// An integer of this many bits.
    Integer {
        bits: u32,
        signed: bool,
    },
    /// A newtype of a `u32` with a named field, which is transparent for serde.
    Number,
    Bool,
    /// An enum, see [`LEVELS`].
    Level,
    Uuid,
    /// A day.
    Date(Clock),
    /// A time in UTC.
    Instant(Clock),
    /// A time without a time zone.
    Civil(Clock),
    Bytes,
    // Types that are in no key
    Float,
    /// An enum with fields.
    Shape(Tagging),
    /// A struct.
    Inner,
    /// Any attribute.
    Any,
}

/// How serde writes the variant of an enum.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tagging {
    External,
    Internal,
    Adjacent,
    Untagged,
}

/// The type of a field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Type {
    Of(Kind),
    Option(Box<Self>),
    List(Box<Self>),
    Set(Kind),
    Map(Box<Self>),
    /// `Attributes`, which keep what other programs write.
    Rest,
}

/// The variants of the enum `Level`: name, serde's name, text in keys.
pub const LEVELS: [(&str, &str, &str); 3] =
    [("Low", "low", "low"), ("High", "hi", "high"), ("TooHigh", "too-high", "too-high")];

impl Kind {
    /// Types that keys can contain.
    pub const IN_KEYS: [Self; 24] = [
        Self::Text,
        Self::Text,
        Self::Name,
        Self::Slug,
        Self::Integer { bits: 8, signed: false },
        Self::Integer { bits: 16, signed: false },
        Self::Integer { bits: 32, signed: false },
        Self::Integer { bits: 64, signed: false },
        Self::Integer { bits: 8, signed: true },
        Self::Integer { bits: 16, signed: true },
        Self::Integer { bits: 32, signed: true },
        Self::Integer { bits: 64, signed: true },
        Self::Integer { bits: 128, signed: true },
        Self::Number,
        Self::Bool,
        Self::Level,
        Self::Uuid,
        Self::Date(Clock::Chrono),
        Self::Date(Clock::Jiff),
        Self::Instant(Clock::Chrono),
        Self::Instant(Clock::Jiff),
        Self::Instant(Clock::Time),
        Self::Civil(Clock::Chrono),
        Self::Civil(Clock::Jiff),
    ];

    /// Types that keys do not contain, or only as a whole.
    pub const OUTSIDE: [Self; 10] = [
        Self::Float,
        Self::Bytes,
        Self::Shape(Tagging::External),
        Self::Shape(Tagging::Internal),
        Self::Shape(Tagging::Adjacent),
        Self::Shape(Tagging::Untagged),
        Self::Inner,
        Self::Any,
        Self::Date(Clock::Time),
        Self::Civil(Clock::Time),
    ];

    /// Types that sets can contain.
    pub const IN_SETS: [Self; 7] = [
        Self::Text,
        Self::Name,
        Self::Slug,
        Self::Number,
        Self::Integer { bits: 16, signed: true },
        Self::Integer { bits: 64, signed: false },
        Self::Bytes,
    ];

    /// Returns the Rust type.
    pub fn rust(self) -> String {
        let path = match self {
            Self::Integer { bits, signed } => return format!("{}{bits}", if signed { "i" } else { "u" }),
            Self::Text => "String",
            Self::Name => "Name",
            Self::Slug => "Slug",
            Self::Number => "Number",
            Self::Bool => "bool",
            Self::Level => "Level",
            Self::Uuid => "uuid::Uuid",
            Self::Date(Clock::Chrono) => "chrono::NaiveDate",
            Self::Date(Clock::Jiff) => "jiff::civil::Date",
            Self::Date(Clock::Time) => "time::Date",
            Self::Instant(Clock::Chrono) => "chrono::DateTime<chrono::Utc>",
            Self::Instant(Clock::Jiff) => "jiff::Timestamp",
            Self::Instant(Clock::Time) => "time::OffsetDateTime",
            Self::Civil(Clock::Chrono) => "chrono::NaiveDateTime",
            Self::Civil(Clock::Jiff) => "jiff::civil::DateTime",
            Self::Civil(Clock::Time) => "time::PrimitiveDateTime",
            Self::Bytes => "keywright::Bytes",
            Self::Float => "f64",
            Self::Shape(Tagging::External) => "Shape",
            Self::Shape(Tagging::Internal) => "TaggedShape",
            Self::Shape(Tagging::Adjacent) => "AdjacentShape",
            Self::Shape(Tagging::Untagged) => "UntaggedShape",
            Self::Inner => "Inner",
            Self::Any => "keywright::Attribute",
        };
        path.into()
    }

    pub fn is_instant(self) -> bool {
        matches!(self, Self::Instant(_))
    }

    /// Returns whether it is an instant or a time without a time zone.
    pub fn is_time(self) -> bool {
        matches!(self, Self::Instant(_) | Self::Civil(_))
    }

    pub fn is_text(self) -> bool {
        matches!(self, Self::Text | Self::Name | Self::Slug)
    }

    /// Returns whether keys can contain it beside other parts.
    pub fn fits_keys(self) -> bool {
        Self::IN_KEYS.contains(&self) || matches!(self, Self::Date(_) | Self::Civil(_))
    }

    /// Returns whether a field that is itself a key attribute is stored in the text of keys, and not in serde's.
    pub fn is_stored_as_in_keys(self) -> bool {
        self.is_time() || matches!(self, Self::Level | Self::Date(_) | Self::Bool | Self::Uuid)
    }

    /// Returns bits and sign of an integer.
    pub fn integer(self) -> Option<(u32, bool)> {
        match self {
            Self::Integer { bits, signed } => Some((bits, signed)),
            Self::Number => Some((32, false)),
            _ => None,
        }
    }

    /// Returns the type of a key attribute that is a field of this type: `S`, `N` or `B`.
    pub fn attribute_type(self) -> &'static str {
        match self {
            Self::Bytes => "B",
            _ if self.integer().is_some() => "N",
            _ => "S",
        }
    }

    /// Returns a short name for the table of coverage.
    pub fn feature(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Name => "newtype",
            Self::Slug => "serde(from, into)",
            Self::Number => "serde(transparent)",
            Self::Integer { bits: 128, .. } => "128 bits",
            Self::Integer { signed: false, .. } => "unsigned",
            Self::Integer { signed: true, .. } => "signed",
            Self::Bool => "bool",
            Self::Level => "enum",
            Self::Uuid => "uuid",
            Self::Date(_) => "date",
            Self::Instant(Clock::Chrono) => "chrono time",
            Self::Instant(Clock::Jiff) => "jiff time",
            Self::Instant(Clock::Time) => "time time",
            Self::Civil(_) => "civil time",
            Self::Bytes => "bytes",
            Self::Float => "float",
            Self::Shape(Tagging::External) => "enum with fields",
            Self::Shape(_) => "serde(tag)",
            Self::Inner => "struct",
            Self::Any => "Attribute",
        }
    }

    /// Returns what serde writes for a value, as DynamoDB's JSON.
    pub fn stored(self, value: &Value) -> Json {
        match value {
            Value::Text(text) => json!({ "S": text }),
            Value::Integer(number) => json!({ "N": number.to_string() }),
            Value::Float(quarters) => json!({ "N": quarter_text(*quarters) }),
            Value::Bool(is) => json!({ "BOOL": is }),
            Value::Level(variant) => json!({ "S": LEVELS[*variant].1 }),
            Value::Uuid(bits) => json!({ "S": uuid_text(*bits) }),
            Value::Bytes(bytes) => json!({ "B": base64::encode(bytes) }),
            Value::Date(day) => match self {
                Self::Date(Clock::Time) => numbers(&numbers_of_time(*day * 86_400, 0)[..2]),
                _ => json!({ "S": day_text(*day) }),
            },
            Value::Time { seconds, nanos } => match self {
                Self::Civil(Clock::Time) => numbers(&numbers_of_time(*seconds, *nanos)),
                Self::Instant(Clock::Time) => {
                    numbers(&[numbers_of_time(*seconds, *nanos).as_slice(), &[0, 0, 0]].concat())
                }
                Self::Civil(clock) => json!({ "S": civil_text(clock, *seconds, *nanos) }),
                Self::Instant(clock) => json!({ "S": instant_text(clock, *seconds, *nanos) }),
                _ => Json::Null,
            },
            Value::Shape(length) => match self {
                Self::Shape(tagging) => shape(tagging, *length),
                _ => Json::Null,
            },
            Value::Inner(count, note) => {
                let note = note.as_ref().map_or_else(|| json!({ "NULL": true }), |note| json!({ "S": note }));
                json!({ "M": { "amount": { "N": count.to_string() }, "hint": note } })
            }
            Value::Any(json) => json.clone(),
            Value::Absent | Value::List(_) | Value::Set(_) | Value::Map(_) => Json::Null,
        }
    }
}

/// Returns a list of numbers.
fn numbers(of: &[i64]) -> Json {
    json!({ "L": of.iter().map(|number| json!({ "N": number.to_string() })).collect::<Vec<_>>() })
}

/// Returns a dot, or a line of this length.
fn shape(tagging: Tagging, length: Option<u8>) -> Json {
    let text = length.map(|length| json!({ "N": length.to_string() }));
    match (tagging, text) {
        (Tagging::External, None) => json!({ "S": "Dot" }),
        (Tagging::External, Some(length)) => json!({ "M": { "Line": { "M": { "length": length } } } }),
        (Tagging::Internal, None) => json!({ "M": { "form": { "S": "Dot" } } }),
        (Tagging::Internal, Some(length)) => json!({ "M": { "form": { "S": "Line" }, "length": length } }),
        (Tagging::Adjacent, None) => json!({ "M": { "t": { "S": "Dot" } } }),
        (Tagging::Adjacent, Some(length)) => {
            json!({ "M": { "t": { "S": "Line" }, "c": { "M": { "length": length } } } })
        }
        (Tagging::Untagged, None) => json!({ "S": "dot" }),
        (Tagging::Untagged, Some(length)) => json!({ "M": { "length": length } }),
    }
}

impl Type {
    /// Returns the type of the single values that it consists of.
    pub fn kind(&self) -> Kind {
        match self {
            Self::Of(kind) | Self::Set(kind) => *kind,
            Self::Option(of) | Self::List(of) | Self::Map(of) => of.kind(),
            Self::Rest => Kind::Any,
        }
    }

    /// Returns the kind of a single value, or of an `Option` of one.
    pub fn single(&self) -> Option<Kind> {
        match self {
            Self::Of(kind) => Some(*kind),
            Self::Option(of) => match of.as_ref() {
                Self::Of(kind) => Some(*kind),
                _ => None,
            },
            _ => None,
        }
    }

    pub fn is_option(&self) -> bool {
        matches!(self, Self::Option(_))
    }

    /// Returns the Rust type.
    pub fn rust(&self) -> String {
        match self {
            Self::Of(kind) => kind.rust(),
            Self::Option(of) => format!("Option<{}>", of.rust()),
            Self::List(of) => format!("Vec<{}>", of.rust()),
            Self::Set(kind) => format!("std::collections::BTreeSet<{}>", kind.rust()),
            Self::Map(of) => format!("std::collections::BTreeMap<String, {}>", of.rust()),
            Self::Rest => "keywright::Attributes".into(),
        }
    }

    /// Returns the names of its parts for the table of coverage.
    pub fn features(&self) -> Vec<&'static str> {
        let (own, of) = match self {
            Self::Of(kind) => return vec![kind.feature()],
            Self::Rest => return vec!["Attributes"],
            Self::Set(kind) => return vec!["set", kind.feature()],
            Self::Option(of) => ("option", of),
            Self::List(of) => ("list", of),
            Self::Map(of) => ("map", of),
        };
        let mut features = of.features();
        features.push(own);
        features
    }

    /// Returns the attribute that stores a value, or `None` if no attribute is stored.
    pub fn stored(&self, value: &Value) -> Option<Json> {
        match (self, value) {
            (_, Value::Absent) => None,
            (Self::Set(_), Value::Set(values)) if values.is_empty() => None,
            _ => Some(self.within(value)),
        }
    }

    /// Returns what is stored of a value within another one.
    fn within(&self, value: &Value) -> Json {
        match (self, value) {
            (_, Value::Absent) => json!({ "NULL": true }),
            (Self::Option(of), value) => of.within(value),
            (Self::List(of), Value::List(values)) => {
                json!({ "L": values.iter().map(|one| of.within(one)).collect::<Vec<_>>() })
            }
            (Self::Map(of), Value::Map(entries)) => {
                let entries = entries.iter().map(|(name, one)| (name.clone(), of.within(one)));
                json!({ "M": entries.collect::<Map<_, _>>() })
            }
            (Self::Set(kind), Value::Set(values)) => {
                let member = |one| kind.stored(one).as_object().and_then(|stored| stored.values().next().cloned());
                let mut members: Vec<Json> = values.iter().filter_map(member).collect();
                members.sort_by(|a, b| a.as_str().cmp(&b.as_str()));
                json!({ format!("{}S", kind.attribute_type()): members })
            }
            (_, single) => self.kind().stored(single),
        }
    }
}

/// Writes a number of quarters in decimal.
fn quarter_text(quarters: i32) -> String {
    let text = f64::from(quarters) / 4.0;
    format!("{text}")
}

pub fn uuid_text(bits: u128) -> String {
    let hex = format!("{bits:032x}");
    format!("{}-{}-{}-{}-{}", &hex[..8], &hex[8..12], &hex[12..16], &hex[16..20], &hex[20..])
}

//! Types of fields: their Rust text, and what an item and a key store of a value.

use serde_json::{Value as Json, json};

use crate::{
    template::{Part, escaped},
    value::{Value, civil_day, seconds_text},
};

/// The crate of a time's type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Clock {
    Chrono,
    Jiff,
}

/// A type that a key can contain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Text,
    /// A newtype of a `String`.
    Name,
    /// An integer of this many bits.
    Integer {
        bits: u32,
        signed: bool,
    },
    /// A newtype of a `u32`.
    Number,
    Bool,
    /// An enum, see [`LEVELS`].
    Level,
    Uuid,
    Date,
    Instant(Clock),
}

/// The type of a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Type {
    Of(Kind),
    Option(Kind),
    List(Kind),
    Set(Kind),
    Map(Kind),
}

/// The variants of the enum `Level`: name, serde's name, text in keys.
pub const LEVELS: [(&str, &str, &str); 3] =
    [("Low", "low", "low"), ("High", "hi", "high"), ("TooHigh", "too-high", "too-high")];

impl Kind {
    pub const ALL: [Self; 18] = [
        Self::Text,
        Self::Name,
        Self::Integer { bits: 8, signed: false },
        Self::Integer { bits: 16, signed: false },
        Self::Integer { bits: 32, signed: false },
        Self::Integer { bits: 64, signed: false },
        Self::Integer { bits: 8, signed: true },
        Self::Integer { bits: 16, signed: true },
        Self::Integer { bits: 32, signed: true },
        Self::Integer { bits: 64, signed: true },
        Self::Number,
        Self::Bool,
        Self::Level,
        Self::Uuid,
        Self::Date,
        Self::Instant(Clock::Chrono),
        Self::Instant(Clock::Jiff),
        Self::Text,
    ];

    /// Returns the Rust type.
    pub fn rust(self) -> String {
        match self {
            Self::Text => "String".into(),
            Self::Name => "Name".into(),
            Self::Integer { bits, signed } => format!("{}{bits}", if signed { "i" } else { "u" }),
            Self::Number => "Number".into(),
            Self::Bool => "bool".into(),
            Self::Level => "Level".into(),
            Self::Uuid => "uuid::Uuid".into(),
            Self::Date => "chrono::NaiveDate".into(),
            Self::Instant(Clock::Chrono) => "chrono::DateTime<chrono::Utc>".into(),
            Self::Instant(Clock::Jiff) => "jiff::Timestamp".into(),
        }
    }

    pub fn is_instant(self) -> bool {
        matches!(self, Self::Instant(_))
    }

    /// Returns whether a field that is itself a key attribute is stored in the text of keys, and not in serde's.
    pub fn is_stored_as_in_keys(self) -> bool {
        self.is_instant() || self == Self::Level
    }

    pub fn is_text(self) -> bool {
        matches!(self, Self::Text | Self::Name)
    }

    /// Returns bits and sign of an integer.
    pub fn integer(self) -> Option<(u32, bool)> {
        match self {
            Self::Integer { bits, signed } => Some((bits, signed)),
            Self::Number => Some((32, false)),
            _ => None,
        }
    }

    /// Returns whether a native key attribute of type `N` stores it.
    pub fn is_number(self) -> bool {
        self.integer().is_some()
    }

    /// Returns a short name for the table of coverage.
    pub fn feature(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Name | Self::Number => "newtype",
            Self::Integer { signed: false, .. } => "unsigned",
            Self::Integer { signed: true, .. } => "signed",
            Self::Bool => "bool",
            Self::Level => "enum",
            Self::Uuid => "uuid",
            Self::Date => "date",
            Self::Instant(Clock::Chrono) => "chrono time",
            Self::Instant(Clock::Jiff) => "jiff time",
        }
    }

    /// Returns what serde writes for a value, as DynamoDB's JSON.
    pub fn stored(self, value: &Value) -> Json {
        match value {
            Value::Text(text) => json!({ "S": text }),
            Value::Integer(number) => json!({ "N": number.to_string() }),
            Value::Bool(is) => json!({ "BOOL": is }),
            Value::Level(variant) => json!({ "S": LEVELS[*variant].1 }),
            Value::Uuid(bits) => json!({ "S": uuid_text(*bits) }),
            Value::Date(day) => json!({ "S": civil_day(*day) }),
            Value::Instant { seconds, nanos } => json!({ "S": self.time_text(*seconds, *nanos) }),
            Value::Absent | Value::List(_) | Value::Set(_) | Value::Map(_) => Json::Null,
        }
    }

    /// Returns the text that the time's own crate writes.
    fn time_text(self, seconds: i64, nanos: u32) -> String {
        let whole = seconds_text(seconds);
        let fraction = format!("{nanos:09}");
        let digits = match self {
            Self::Instant(Clock::Jiff) => fraction.trim_end_matches('0').len(),
            // Three, six or nine digits
            _ if nanos == 0 => 0,
            _ if nanos.is_multiple_of(1_000_000) => 3,
            _ if nanos.is_multiple_of(1_000) => 6,
            _ => 9,
        };
        if digits == 0 { format!("{whole}Z") } else { format!("{whole}.{}Z", &fraction[..digits]) }
    }

    /// Returns the text of a value that the hash of a shard reads.
    pub fn canonical(self, value: &Value) -> String {
        match value {
            Value::Text(text) => text.clone(),
            Value::Integer(number) => number.to_string(),
            Value::Bool(is) => is.to_string(),
            Value::Level(variant) => LEVELS[*variant].2.to_owned(),
            Value::Uuid(bits) => uuid_text(*bits),
            Value::Date(day) => civil_day(*day),
            Value::Instant { seconds, nanos } => format!("{}.{nanos:09}Z", seconds_text(*seconds)),
            Value::Absent | Value::List(_) | Value::Set(_) | Value::Map(_) => String::new(),
        }
    }

    /// Returns the text of a value in a key, in the default form.
    pub fn in_key(self, value: &Value, part: Part, delimiter: char, following: Option<char>, raw: bool) -> String {
        let text = self.canonical(value);
        match (self, value) {
            (Self::Text | Self::Name | Self::Level, _) if !raw => escaped(&text, part, delimiter, following),
            (_, Value::Integer(number)) => match (self.integer(), part) {
                (Some((bits, signed)), Part::Sort) => fixed_width(*number, bits, signed),
                _ => text,
            },
            _ => text,
        }
    }
}

impl Type {
    pub fn kind(self) -> Kind {
        let (Self::Of(kind) | Self::Option(kind) | Self::List(kind) | Self::Set(kind) | Self::Map(kind)) = self;
        kind
    }

    /// Returns the Rust type.
    pub fn rust(self) -> String {
        let kind = self.kind().rust();
        match self {
            Self::Of(_) => kind,
            Self::Option(_) => format!("Option<{kind}>"),
            Self::List(_) => format!("Vec<{kind}>"),
            Self::Set(_) => format!("std::collections::BTreeSet<{kind}>"),
            Self::Map(_) => format!("std::collections::BTreeMap<String, {kind}>"),
        }
    }

    pub fn feature(self) -> Option<&'static str> {
        match self {
            Self::Of(_) => None,
            Self::Option(_) => Some("option"),
            Self::List(_) => Some("list"),
            Self::Set(_) => Some("set"),
            Self::Map(_) => Some("map"),
        }
    }

    /// Returns the attribute that stores a value, or `None` if no attribute is stored.
    pub fn stored(self, value: &Value) -> Option<Json> {
        let kind = self.kind();
        match value {
            Value::Absent => None,
            Value::List(values) => Some(json!({ "L": values.iter().map(|one| kind.stored(one)).collect::<Vec<_>>() })),
            Value::Map(entries) => {
                let entries = entries.iter().map(|(name, one)| (name.clone(), kind.stored(one)));
                Some(json!({ "M": entries.collect::<serde_json::Map<_, _>>() }))
            }
            Value::Set(values) if values.is_empty() => None,
            Value::Set(values) => {
                let mut texts: Vec<String> = values.iter().map(|one| set_member(kind, one)).collect();
                texts.sort();
                Some(if kind.is_number() { json!({ "NS": texts }) } else { json!({ "SS": texts }) })
            }
            single => Some(kind.stored(single)),
        }
    }
}

fn set_member(kind: Kind, value: &Value) -> String {
    match kind.stored(value) {
        Json::Object(stored) => stored.values().find_map(Json::as_str).unwrap_or_default().to_owned(),
        _ => String::new(),
    }
}

/// Writes a number as sort keys contain it: with the width of its type, and negative numbers as a complement.
fn fixed_width(number: i128, bits: u32, signed: bool) -> String {
    let digits = match (bits, signed) {
        (8, _) => 3,
        (16, _) => 5,
        (32, _) => 10,
        (64, true) => 19,
        _ => 20,
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

fn uuid_text(bits: u128) -> String {
    let hex = format!("{bits:032x}");
    format!("{}-{}-{}-{}-{}", &hex[..8], &hex[8..12], &hex[12..16], &hex[16..20], &hex[20..])
}

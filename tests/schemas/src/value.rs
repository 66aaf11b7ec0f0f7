//! Values of fields: drawn at random, and written as Rust expressions.

use serde_json::{Value as Json, json};

use crate::{
    calendar::Clock,
    kind::{Kind, LEVELS, Tagging, Type},
    schema::{Field, Role, With},
};

/// A value of a field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    Text(String),
    Integer(i128),
    /// A number of quarters.
    Float(i32),
    Bool(bool),
    /// The place of a variant in [`LEVELS`].
    Level(usize),
    Uuid(u128),
    Bytes(Vec<u8>),
    /// Days since 1970-01-01.
    Date(i64),
    Time {
        seconds: i64,
        nanos: u32,
    },
    /// The length of a line, or a dot.
    Shape(Option<u8>),
    Inner(u8, Option<String>),
    Any(Json),
    /// The `None` of an `Option`.
    Absent,
    List(Vec<Self>),
    Set(Vec<Self>),
    Map(Vec<(String, Self)>),
}

/// 2026-06-22T14:05:06Z. Times are near it, so that a range has few buckets.
pub const NOON: i64 = 1_782_137_106;

/// Items with an earlier expiry have expired: 2020-09-13.
pub const EXPIRED: i64 = 1_600_000_000;

/// Texts, from easy ones to those that keys must escape, and those at limits.
const TEXTS: [&str; 20] = [
    "a",
    "b",
    "ann",
    "Ann Lee",
    "a#b",
    "100%",
    "%23",
    "x|y",
    "A-1",
    "~",
    "\u{e9}t\u{e9}",
    "\"q\" $1",
    "a%",
    " ",
    "#",
    "",
    "\u{0}",
    "\u{10ffff}",
    "%UNIQUE#Record",
    "null",
];

/// Times near the limits of years in keys: 0000-01-01T00:00:00Z, and the last second of `jiff`.
const LIMITS: [i64; 2] = [-62_167_219_200, 253_402_207_199];

/// Texts without a character that a raw table reserves.
const PLAIN: [&str; 6] = ["a", "b", "ann", "A1", "zz", "B"];

/// What the values of a schema have in common.
#[derive(Debug, Clone, Copy)]
pub struct Drawn {
    /// The first time, in seconds since 1970.
    pub start: i64,
    /// The distance between times, in seconds.
    pub spread: i64,
    /// Whether texts avoid characters that keys reserve.
    pub plain: bool,
    /// Whether a key has buckets, of which a query reads each.
    pub buckets: bool,
}

impl Drawn {
    /// Draws a value of a field.
    pub fn value(self, field: &Field, random: &mut fastrand::Rng) -> Value {
        match field.role {
            Role::Version => return Value::Integer(random.i128(1..5)),
            Role::Counter => return Value::Integer(random.i128(0..5)),
            _ => {}
        }
        if field.skipped {
            return default(&field.ty);
        }
        let mut value = self.of_type(&field.ty, random);
        if let Value::Time { seconds, nanos } = &mut value {
            match field.with {
                Some(With::Seconds) => *nanos = 0,
                Some(With::Milliseconds) => *nanos = *nanos / 1_000_000 * 1_000_000,
                None => {}
            }
            if field.role == Role::Ttl {
                (*seconds, *nanos) = (expiry(*seconds, random), 0);
            }
        }
        if let (Role::Ttl, Value::Integer(seconds)) = (&field.role, &mut value) {
            *seconds = expiry(i64::try_from(*seconds).unwrap_or_default(), random).into();
        }
        value
    }

    fn of_type(self, ty: &Type, random: &mut fastrand::Rng) -> Value {
        let count = random.usize(0..3);
        // DynamoDB has no empty sets.
        let is_stored = |value: &Value| !matches!(value, Value::Set(values) if values.is_empty());
        let several = |of: &Type, random: &mut fastrand::Rng| {
            (0..count).map(|_| self.of_type(of, random)).filter(is_stored).collect::<Vec<_>>()
        };
        match ty {
            Type::Of(kind) => self.of_kind(*kind, random),
            Type::Option(_) if random.u8(0..3) == 0 => Value::Absent,
            Type::Option(of) => match self.of_type(of, random) {
                Value::Set(values) if values.is_empty() => Value::Absent,
                value => value,
            },
            Type::List(of) => Value::List(several(of, random)),
            Type::Set(kind) => {
                let mut values: Vec<Value> = Vec::new();
                for value in several(&Type::Of(*kind), random) {
                    if !values.contains(&value) {
                        values.push(value);
                    }
                }
                // Sets are equal in any order.
                values.sort_by_key(|value| format!("{value:?}"));
                Value::Set(values)
            }
            Type::Map(of) => Value::Map(
                several(of, random).into_iter().zip(["k", "l"]).map(|(one, name)| (name.into(), one)).collect(),
            ),
            Type::Rest => {
                Value::Map((0..count).map(|place| (format!("other{place}"), Value::Any(any(random)))).collect())
            }
        }
    }

    fn of_kind(self, kind: Kind, random: &mut fastrand::Rng) -> Value {
        match kind {
            Kind::Text | Kind::Name | Kind::Slug => Value::Text(self.text(random)),
            Kind::Integer { .. } | Kind::Number => {
                let (bits, signed) = kind.integer().unwrap_or((8, false));
                // DynamoDB's numbers have 38 digits.
                let bits = bits.min(126);
                let (low, high) = match signed {
                    true => (-(1_i128 << (bits - 1)), (1_i128 << (bits - 1)) - 1),
                    false => (0, (1_i128 << bits) - 1),
                };
                let near = i128::from(random.i8(-12..12)).clamp(low, high);
                Value::Integer(if random.u8(0..6) == 0 { random.choice([low, high]).unwrap_or(low) } else { near })
            }
            Kind::Float => Value::Float(random.i32(-9..9)),
            Kind::Bool => Value::Bool(random.bool()),
            Kind::Level => Value::Level(random.usize(0..LEVELS.len())),
            Kind::Uuid => Value::Uuid(random.u128(..) >> (random.u32(0..2) * 120)),
            Kind::Bytes => Value::Bytes((0..random.usize(1..5)).map(|_| random.u8(..)).collect()),
            Kind::Date(_) => Value::Date(20_600 + i64::from(random.u8(0..4))),
            Kind::Instant(_) | Kind::Civil(_) => {
                let nanos = random.choice([0, 500_000_000, 123_456_789, 120_000, 999_999_999]).unwrap_or(0);
                // Some times are in one bucket.
                let near = self.start + random.i64(0..5) * self.spread + i64::from(random.u8(0..3) == 0);
                let is_at_limit = !self.buckets && random.u8(0..12) == 0;
                let limit = random.choice(LIMITS).filter(|_| is_at_limit);
                Value::Time { seconds: limit.unwrap_or(near), nanos }
            }
            Kind::Shape(_) => Value::Shape(random.bool().then(|| random.u8(..))),
            Kind::Inner => Value::Inner(random.u8(0..9), random.bool().then(|| self.text(random))),
            Kind::Any => Value::Any(any(random)),
        }
    }

    fn text(self, random: &mut fastrand::Rng) -> String {
        let text = if self.plain { random.choice(PLAIN) } else { random.choice(TEXTS) };
        text.unwrap_or("a").to_owned()
    }
}

/// Draws when an item expires: long ago, or far in the future.
fn expiry(seconds: i64, random: &mut fastrand::Rng) -> i64 {
    let start = if random.u8(0..6) == 0 { EXPIRED - 1_000_000 } else { 4_000_000_000 };
    start + seconds.rem_euclid(1_000)
}

/// Draws an attribute of any type.
fn any(random: &mut fastrand::Rng) -> Json {
    match random.u8(0..7) {
        0 => json!({ "N": "12345678901234567890.125" }),
        1 => json!({ "SS": ["a", "b"] }),
        2 => json!({ "NS": ["-1", "2.5"] }),
        3 => json!({ "L": [{ "N": "1" }, { "NULL": true }, { "M": { "SK": { "S": "x" } } }] }),
        4 => json!({ "B": "AQID" }),
        5 => json!({ "BOOL": true }),
        _ => json!({ "S": "2026-06-22" }),
    }
}

/// Returns the value of `Default`.
pub fn default(ty: &Type) -> Value {
    match ty {
        Type::Option(_) => Value::Absent,
        Type::List(_) => Value::List(Vec::new()),
        Type::Set(_) => Value::Set(Vec::new()),
        Type::Map(_) | Type::Rest => Value::Map(Vec::new()),
        Type::Of(kind) => match kind {
            Kind::Bool => Value::Bool(false),
            Kind::Text | Kind::Name | Kind::Slug => Value::Text(String::new()),
            _ => Value::Integer(0),
        },
    }
}

/// Returns whether a type implements `Default`, as far as [`default`] knows.
pub fn has_default(ty: &Type) -> bool {
    match ty {
        Type::Of(kind) => matches!(kind, Kind::Bool | Kind::Text | Kind::Integer { .. }),
        _ => true,
    }
}

/// Writes a value as a Rust expression.
pub fn expression(ty: &Type, value: &Value) -> String {
    let each =
        |of: &Type, values: &[Value]| values.iter().map(|one| expression(of, one)).collect::<Vec<_>>().join(", ");
    match (ty, value) {
        (Type::Option(of), Value::Absent) => format!("None::<{}>", of.rust()),
        (Type::Option(of), value) => format!("Some({})", expression(of, value)),
        (Type::List(of), Value::List(values)) if values.is_empty() => format!("Vec::<{}>::new()", of.rust()),
        (Type::List(of), Value::List(values)) => format!("vec![{}]", each(of, values)),
        (Type::Set(kind), Value::Set(values)) => {
            let values = each(&Type::Of(*kind), values);
            format!("std::collections::BTreeSet::<{}>::from([{values}])", kind.rust())
        }
        (Type::Map(of), Value::Map(entries)) => {
            let entries = entries.iter().map(|(name, one)| format!("({name:?}.to_owned(), {})", expression(of, one)));
            let entries = entries.collect::<Vec<_>>().join(", ");
            format!("std::collections::BTreeMap::<String, {}>::from([{entries}])", of.rust())
        }
        (Type::Rest, Value::Map(entries)) => {
            let entries =
                entries.iter().map(|(name, one)| format!("({name:?}, {})", expression(&Type::Of(Kind::Any), one)));
            format!("attributes([{}])", entries.collect::<Vec<_>>().join(", "))
        }
        (_, value) => of_kind(ty.kind(), value),
    }
}

/// Writes a value of a kind as a Rust expression.
pub fn of_kind(kind: Kind, value: &Value) -> String {
    match (kind, value) {
        (Kind::Name, Value::Text(text)) => format!("Name({text:?}.to_owned())"),
        (Kind::Slug, Value::Text(text)) => format!("Slug({text:?}.to_owned())"),
        (Kind::Number, Value::Integer(number)) => format!("Number {{ of: {number} }}"),
        (_, Value::Text(text)) => format!("{text:?}.to_owned()"),
        (_, Value::Integer(number)) => number.to_string(),
        (_, Value::Float(quarters)) => format!("{:?}", f64::from(*quarters) / 4.0),
        (_, Value::Bool(is)) => is.to_string(),
        (_, Value::Level(variant)) => format!("Level::{}", LEVELS[*variant].0),
        (_, Value::Uuid(bits)) => format!("uuid::Uuid::from_u128({bits})"),
        (_, Value::Bytes(bytes)) => format!("keywright::Bytes(vec!{bytes:?})"),
        (Kind::Date(clock), Value::Date(day)) => format!("{}_day({day})", prefix(clock)),
        (Kind::Instant(clock), Value::Time { seconds, nanos }) => {
            format!("{}_time({seconds}, {nanos})", prefix(clock))
        }
        (Kind::Civil(clock), Value::Time { seconds, nanos }) => {
            format!("{}_civil({seconds}, {nanos})", prefix(clock))
        }
        (Kind::Shape(Tagging::Untagged), Value::Shape(None)) => "UntaggedShape::Word(\"dot\".to_owned())".into(),
        (kind, Value::Shape(None)) => format!("{}::Dot", kind.rust()),
        (kind, Value::Shape(Some(length))) => format!("{}::Line {{ length: {length} }}", kind.rust()),
        (_, Value::Inner(count, note)) => {
            let note = note.as_ref().map_or_else(|| "None".into(), |note| format!("Some({note:?}.to_owned())"));
            format!("Inner {{ amount: {count}, hint: {note} }}")
        }
        (_, Value::Any(json)) => format!("any({:?})", json.to_string()),
        _ => String::new(),
    }
}

fn prefix(clock: Clock) -> &'static str {
    match clock {
        Clock::Chrono => "chrono",
        Clock::Jiff => "jiff",
        Clock::Time => "time",
    }
}

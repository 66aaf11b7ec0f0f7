//! Values of fields: drawn at random, and written as Rust expressions.

use crate::{
    kind::{Clock, Kind, LEVELS, Type},
    template::Bucket,
};

/// A value of a field.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Value {
    Text(String),
    Integer(i128),
    Bool(bool),
    /// The place of a variant in [`LEVELS`].
    Level(usize),
    Uuid(u128),
    /// Days since 1970-01-01.
    Date(i64),
    Instant {
        seconds: i64,
        nanos: u32,
    },
    /// The `None` of an `Option`.
    Absent,
    List(Vec<Value>),
    Set(Vec<Value>),
    Map(Vec<(String, Value)>),
}

/// 2026-06-22T14:05:06Z. Times are near it, so that a range has few buckets.
const NOON: i64 = 1_782_137_106;

/// Texts, from easy ones to those that keys must escape.
const TEXTS: [&str; 14] =
    ["a", "b", "ann", "Ann Lee", "a#b", "100%", "%23", "x|y", "A-1", "~", "\u{e9}t\u{e9}", "\"q\" $1", "a%", " "];

/// Texts without a character that a raw table reserves.
const PLAIN: [&str; 5] = ["a", "b", "ann", "A1", "zz"];

/// Draws a value of a type. `spread` is the distance in seconds between the times of a schema, `plain` avoids
/// characters that keys reserve.
pub fn draw(ty: Type, spread: i64, plain: bool, random: &mut fastrand::Rng) -> Value {
    let kind = ty.kind();
    let count = random.usize(0..3);
    let several = |random: &mut fastrand::Rng| -> Vec<Value> {
        (0..count).map(|_| draw_kind(kind, spread, plain, random)).collect()
    };
    match ty {
        Type::Of(_) => draw_kind(kind, spread, plain, random),
        Type::Option(_) if random.u8(0..3) == 0 => Value::Absent,
        Type::Option(_) => draw_kind(kind, spread, plain, random),
        Type::List(_) => Value::List(several(random)),
        Type::Set(_) => {
            let mut values = several(random);
            values.sort();
            values.dedup();
            Value::Set(values)
        }
        Type::Map(_) => {
            Value::Map(several(random).into_iter().zip(["k", "PK"]).map(|(one, name)| (name.into(), one)).collect())
        }
    }
}

fn draw_kind(kind: Kind, spread: i64, plain: bool, random: &mut fastrand::Rng) -> Value {
    match kind {
        Kind::Text | Kind::Name => {
            let text = if plain { random.choice(PLAIN) } else { random.choice(TEXTS) };
            Value::Text(text.unwrap_or("a").to_owned())
        }
        Kind::Integer { .. } | Kind::Number => {
            let (bits, signed) = kind.integer().unwrap_or((8, false));
            let (low, high) = match signed {
                true => (-(1_i128 << (bits - 1)), (1_i128 << (bits - 1)) - 1),
                false => (0, (1_i128 << bits) - 1),
            };
            let near = i128::from(random.i8(-12..12)).clamp(low, high);
            Value::Integer(if random.u8(0..6) == 0 { random.choice([low, high]).unwrap_or(low) } else { near })
        }
        Kind::Bool => Value::Bool(random.bool()),
        Kind::Level => Value::Level(random.usize(0..LEVELS.len())),
        Kind::Uuid => Value::Uuid(random.u128(..) >> (random.u32(0..2) * 120)),
        Kind::Date => Value::Date(20_600 + i64::from(random.u8(0..4))),
        Kind::Instant(_) => {
            let nanos = random.choice([0, 500_000_000, 123_456_789, 120_000, 999_999_999]).unwrap_or(0);
            Value::Instant { seconds: NOON + random.i64(0..5) * spread, nanos }
        }
    }
}

/// Writes a value as a Rust expression.
pub fn expression(ty: Type, value: &Value) -> String {
    let kind = ty.kind();
    let each = |values: &[Value]| values.iter().map(|one| of_kind(kind, one)).collect::<Vec<_>>().join(", ");
    match (ty, value) {
        (_, Value::Absent) => "None".into(),
        (Type::Option(_), value) => format!("Some({})", of_kind(kind, value)),
        (_, Value::List(values)) => format!("vec![{}]", each(values)),
        (_, Value::Set(values)) => format!("[{}].into()", each(values)),
        (_, Value::Map(entries)) => {
            let entries = entries.iter().map(|(name, one)| format!("({name:?}.to_owned(), {})", of_kind(kind, one)));
            format!("[{}].into()", entries.collect::<Vec<_>>().join(", "))
        }
        (_, value) => of_kind(kind, value),
    }
}

/// Writes a value of a kind as a Rust expression.
pub fn of_kind(kind: Kind, value: &Value) -> String {
    match (kind, value) {
        (Kind::Name, Value::Text(text)) => format!("Name({text:?}.to_owned())"),
        (Kind::Number, Value::Integer(number)) => format!("Number({number})"),
        (_, Value::Text(text)) => format!("{text:?}.to_owned()"),
        (_, Value::Integer(number)) => number.to_string(),
        (_, Value::Bool(is)) => is.to_string(),
        (_, Value::Level(variant)) => format!("Level::{}", LEVELS[*variant].0),
        (_, Value::Uuid(bits)) => format!("uuid::Uuid::from_u128({bits})"),
        (_, Value::Date(day)) => format!("day({day})"),
        (Kind::Instant(Clock::Jiff), Value::Instant { seconds, nanos }) => format!("jiff_time({seconds}, {nanos})"),
        (_, Value::Instant { seconds, nanos }) => format!("chrono_time({seconds}, {nanos})"),
        (_, Value::Absent | Value::List(_) | Value::Set(_) | Value::Map(_)) => String::new(),
    }
}

/// Writes an instant up to its seconds: `2026-06-22T14:05:06`.
pub fn seconds_text(seconds: i64) -> String {
    let clock = seconds.rem_euclid(86_400);
    let day = civil_day(seconds.div_euclid(86_400));
    format!("{day}T{:02}:{:02}:{:02}", clock / 3_600, clock / 60 % 60, clock % 60)
}

/// Writes the bucket of an instant.
pub fn bucket_text(seconds: i64, bucket: Bucket) -> String {
    let length = match bucket {
        Bucket::Minute => 16,
        Bucket::Hour => 13,
        Bucket::Day => 10,
        Bucket::Month => 7,
        Bucket::Year => 4,
    };
    seconds_text(seconds)[..length].to_owned()
}

/// Writes a day, given as the number of days since 1970-01-01, in the Gregorian calendar.
pub fn civil_day(days: i64) -> String {
    // Howard Hinnant's `civil_from_days`
    let days = days + 719_468;
    let era = days.div_euclid(146_097);
    let day_of_era = days.rem_euclid(146_097);
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_index = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_index + 2) / 5 + 1;
    let month = if month_index < 10 { month_index + 3 } else { month_index - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}")
}

//! Designs the fields of an entity: those of its attributes, and those that only its key holds.

use crate::audit::{AttributeAudit, Kind, NumberForm, PartAudit};

/// The number of digits that always fit `u64`.
const MAX_DIGITS: usize = 19;

/// The number of items with a time below which a next one may be in another format.
const MIN_TIMES: u64 = 20;

/// A field of an entity.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Field {
    pub(super) name: String,
    /// Its attribute, or `None` if only the key holds it.
    pub(super) attribute: Option<String>,
    pub(super) of: Type,
    pub(super) is_optional: bool,
    /// The number of items that have it.
    pub(super) items: u64,
}

/// The type of a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Type {
    Text,
    Unsigned,
    Signed,
    Float,
    Bool,
    Date,
    /// An instant, in the format of this kind.
    Instant(Kind),
    Bytes,
}

impl Type {
    pub(super) fn rust(self) -> &'static str {
        match self {
            Self::Text => "String",
            Self::Unsigned => "u64",
            Self::Signed => "i64",
            Self::Float => "f64",
            Self::Bool => "bool",
            Self::Date => "NaiveDate",
            Self::Instant(_) => "DateTime<Utc>",
            Self::Bytes => "Bytes",
        }
    }

    /// Returns the type of an attribute, if a Rust type preserves every value.
    pub(super) fn of_attribute(attribute: &AttributeAudit) -> Option<Self> {
        let whole = attribute.integers == attribute.items;
        match attribute.only_type()? {
            "S" => match attribute.only_time().filter(|_| attribute.items >= MIN_TIMES) {
                Some(Kind::Date) => Some(Self::Date),
                // chrono writes a fraction only if there is one.
                Some(Kind::Second) => Some(Self::Instant(Kind::Second)),
                _ => Some(Self::Text),
            },
            "BOOL" => Some(Self::Bool),
            "N" if whole && attribute.negative == 0 => Some(Self::Unsigned),
            "N" if whole => Some(Self::Signed),
            "N" if attribute.integers + attribute.floats == attribute.items => Some(Self::Float),
            _ => None,
        }
    }

    /// Returns the type of an attribute that is itself a key.
    pub(super) fn of_native(attribute: &AttributeAudit) -> Option<Self> {
        match attribute.only_type()? {
            "B" => Some(Self::Bytes),
            // The key's format is the attribute's.
            "S" => {
                let time = attribute.only_time().filter(|_| attribute.items >= MIN_TIMES);
                Some(time.and_then(Self::of_time).unwrap_or(Self::Text))
            }
            _ => Self::of_attribute(attribute).filter(|of| matches!(of, Self::Unsigned | Self::Signed)),
        }
    }

    /// Returns the type of times of a kind that keys write in its format.
    fn of_time(kind: Kind) -> Option<Self> {
        match kind {
            Kind::Date => Some(Self::Date),
            Kind::Second | Kind::Millisecond | Kind::Microsecond | Kind::Nanosecond => Some(Self::Instant(kind)),
            _ => None,
        }
    }

    /// Returns this type, or text in place of an instant.
    pub(super) fn without_instant(self) -> Self {
        match self {
            Self::Instant(_) => Self::Text,
            of => of,
        }
    }

    /// Returns the placeholder of a field that is itself an attribute of a key.
    pub(super) fn native(self, name: &str) -> String {
        match self {
            Self::Instant(kind) => instant(name, kind),
            _ => format!("<{name}>"),
        }
    }

    /// Returns the type of a value that only the key of this number of items holds.
    pub(super) fn of_part(part: &PartAudit, items: u64) -> Self {
        match (part.kind, part.number) {
            (_, Some(NumberForm::Unsigned)) => Self::Unsigned,
            (_, Some(NumberForm::Padded(width))) if width <= MAX_DIGITS => Self::Unsigned,
            (Kind::Date, _) if items >= MIN_TIMES => Self::Date,
            // A key that holds only a part of a time's digits cannot be its only copy (KW023).
            (Kind::Nanosecond, _) if items >= MIN_TIMES => Self::Instant(Kind::Nanosecond),
            _ => Self::Text,
        }
    }

    /// Returns the placeholder that writes a field of this type in the format of the key's values, if there is one.
    pub(super) fn placeholder(self, name: &str, part: &PartAudit) -> Option<String> {
        match (self, part.number) {
            _ if part.has_empty => None,
            (Self::Text, _) => Some(format!("<{name}>")),
            (Self::Date, _) if part.kind == Kind::Date => Some(format!("<{name}>")),
            (Self::Instant(kind), _) if part.kind == kind => Some(instant(name, kind)),
            (Self::Unsigned, Some(NumberForm::Unsigned)) => Some(format!("<{name}:plain>")),
            (Self::Unsigned, Some(NumberForm::Padded(width))) if width <= MAX_DIGITS => {
                Some(format!("<{name}:w{width}>"))
            }
            _ => None,
        }
    }
}

/// Returns the placeholder that writes instants in the format of a kind.
fn instant(name: &str, kind: Kind) -> String {
    match kind {
        Kind::Second => format!("<{name}:s>"),
        Kind::Millisecond => format!("<{name}:ms>"),
        Kind::Microsecond => format!("<{name}:us>"),
        _ => format!("<{name}>"),
    }
}

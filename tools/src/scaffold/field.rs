//! Designs the fields of an entity: those of its attributes, and those that only its key holds.

use crate::audit::{AttributeAudit, Kind, NumberForm, PartAudit};

/// The number of digits that always fit `u64`.
const MAX_DIGITS: usize = 19;

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
            Self::Bytes => "Bytes",
        }
    }

    /// Returns the type of an attribute, if a Rust type preserves every value.
    pub(super) fn of_attribute(attribute: &AttributeAudit) -> Option<Self> {
        let whole = attribute.integers == attribute.items;
        match attribute.only_type()? {
            "S" => Some(Self::Text),
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
            _ => Self::of_attribute(attribute).filter(|of| matches!(of, Self::Text | Self::Unsigned | Self::Signed)),
        }
    }

    /// Returns the type of a value that only the key holds.
    pub(super) fn of_part(part: &PartAudit) -> Self {
        match (part.kind, part.number) {
            (Kind::Date, _) => Self::Date,
            (_, Some(NumberForm::Unsigned)) => Self::Unsigned,
            (_, Some(NumberForm::Padded(width))) if width <= MAX_DIGITS => Self::Unsigned,
            _ => Self::Text,
        }
    }

    /// Returns the placeholder that writes a field of this type in the format of the key's values, if there is one.
    pub(super) fn placeholder(self, name: &str, part: &PartAudit) -> Option<String> {
        match (self, part.number) {
            _ if part.has_empty => None,
            (Self::Text, _) => Some(format!("<{name}>")),
            (Self::Date, _) if part.kind == Kind::Date => Some(format!("<{name}>")),
            (Self::Unsigned, Some(NumberForm::Unsigned)) => Some(format!("<{name}:plain>")),
            (Self::Unsigned, Some(NumberForm::Padded(width))) if width <= MAX_DIGITS => {
                Some(format!("<{name}:w{width}>"))
            }
            _ => None,
        }
    }
}

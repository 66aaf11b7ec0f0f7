//! Keys in the form that DynamoDB stores.

mod several;

use std::{cmp::Ordering, fmt, hash};

use crate::attributes::number;

pub use several::KeyScalars;

/// The value of one key attribute, or of the several attributes of one part of an index's key.
///
/// Values compare in DynamoDB's order: text and binary by byte, numbers by value, several attributes from left to
/// right. Numbers that are equal by value are equal, however they are written.
#[derive(Debug, Clone)]
pub enum KeyScalar {
    /// A string.
    S(String),
    /// A number, as decimal text.
    N(String),
    /// Bytes.
    B(Vec<u8>),
    /// The values of several attributes.
    Several(KeyScalars),
}

/// The key of one item, of the table or of an index, as its attributes store it.
///
/// Its debug output shows the types and sizes of the values, because they may be sensitive and the key does not know
/// its entity. To print the values, print `partition` and `sort`; [`Key`](crate::Key) prints the values of its fields,
/// redacting sensitive ones.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ItemKey {
    /// The value of the partition key's attribute.
    pub partition: KeyScalar,
    /// The value of the sort key's attribute, if there is one.
    pub sort: Option<KeyScalar>,
}

/// Omits the values, which may be sensitive.
impl fmt::Debug for ItemKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = |scalar: &KeyScalar| format_args!("{} ({} bytes)", scalar.type_name(), scalar.size()).to_string();
        let sort = self.sort.as_ref().map(shown);
        f.debug_struct("ItemKey").field("partition", &shown(&self.partition)).field("sort", &sort).finish()
    }
}

impl KeyScalar {
    const fn type_name(&self) -> &'static str {
        match self {
            Self::S(_) => "S",
            Self::N(_) => "N",
            Self::B(_) => "B",
            Self::Several(_) => "several attributes",
        }
    }

    /// Returns the text of a string.
    pub fn as_s(&self) -> Option<&str> {
        match self {
            Self::S(text) => Some(text),
            Self::N(_) | Self::B(_) | Self::Several(_) => None,
        }
    }

    /// Returns the value of each attribute. There is one, except for a key of several attributes.
    pub fn values(&self) -> &[KeyScalar] {
        match self {
            Self::Several(several) => several.values(),
            one => std::slice::from_ref(one),
        }
    }

    /// Returns the size in bytes of the text, of the binary value, or of all attributes.
    pub fn size(&self) -> usize {
        match self {
            Self::S(text) | Self::N(text) => text.len(),
            Self::B(bytes) => bytes.len(),
            Self::Several(several) => several.values().iter().map(Self::size).sum(),
        }
    }

    const fn rank(&self) -> u8 {
        match self {
            Self::S(_) => 0,
            Self::N(_) => 1,
            Self::B(_) => 2,
            Self::Several(_) => 3,
        }
    }
}

impl Ord for KeyScalar {
    fn cmp(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Self::S(a), Self::S(b)) => a.as_bytes().cmp(b.as_bytes()),
            (Self::N(a), Self::N(b)) => number::compare_numbers(a, b),
            (Self::B(a), Self::B(b)) => a.cmp(b),
            (Self::Several(a), Self::Several(b)) => a.cmp(b),
            _ => self.rank().cmp(&other.rank()),
        }
    }
}

impl PartialOrd for KeyScalar {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for KeyScalar {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for KeyScalar {}

impl hash::Hash for KeyScalar {
    fn hash<H: hash::Hasher>(&self, state: &mut H) {
        self.rank().hash(state);
        match self {
            Self::S(text) => text.hash(state),
            Self::N(text) => number::Decimal::of(text).hash(state),
            Self::B(bytes) => bytes.hash(state),
            Self::Several(several) => several.hash(state),
        }
    }
}

/// Prints the text, the number, or the bytes in lower-case hexadecimal. Several attributes are separated by commas.
impl fmt::Display for KeyScalar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::S(text) | Self::N(text) => f.write_str(text),
            Self::B(bytes) => bytes.iter().try_for_each(|byte| write!(f, "{byte:02x}")),
            Self::Several(several) => several.fmt(f),
        }
    }
}

//! The names of newtypes by which this crate's own serializer and deserializers recognize an
//! [`Attribute`](super::Attribute). Other formats ignore them.

/// A number, as the text of its digits.
pub(crate) const NUMBER: &str = "keywright::Attribute::N";

/// A list that is a set of strings.
pub(crate) const STRING_SET: &str = "keywright::Attribute::Ss";

/// A list that is a set of numbers.
pub(crate) const NUMBER_SET: &str = "keywright::Attribute::Ns";

/// A list that is a set of byte strings.
pub(crate) const BINARY_SET: &str = "keywright::Attribute::Bs";

/// A value to deserialize. This crate's deserializers pass numbers and sets as enums, whose variants are in `VARIANTS`.
pub(crate) const EXACT: &str = "keywright::Attribute";

/// The types that serde's data model does not have.
pub(crate) const VARIANTS: [&str; 4] = ["N", "Ss", "Ns", "Bs"];

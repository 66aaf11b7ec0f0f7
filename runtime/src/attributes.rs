//! Keeps attributes that belong to no field of an entity.

mod exact;
mod natural;
pub(crate) mod number;
mod value;

use std::collections::BTreeMap;

#[cfg(feature = "client")]
pub(crate) use exact::{BINARY_SET, EXACT, NUMBER, NUMBER_SET, STRING_SET};
pub use value::Attribute;

/// An item in the SDK's representation: attribute names and their values.
#[cfg(feature = "client")]
pub type Item = std::collections::HashMap<String, aws_sdk_dynamodb::types::AttributeValue>;

/// The attributes of an item that belong to no field, kept through a read and a put.
///
/// A table often has other writers: an older service, a migration, a script. A field of this type keeps the attributes
/// that they add to the entity's own, so that reading an item and putting it back loses nothing. Sets stay sets, binary
/// stays binary, and every number keeps its digits.
///
/// ```
/// use keywright::Attributes;
/// use serde::{Deserialize, Serialize};
///
/// #[derive(Serialize, Deserialize)]
/// struct Brand {
///     id: String,
///     #[serde(flatten)]
///     others: Attributes,
/// }
/// ```
///
/// It never contains key, index and discriminator attributes, or the entity's constants.
///
/// Other formats than DynamoDB's, such as JSON, represent sets as lists and binary as bytes. Converting through such a
/// format loses the difference between a set and a list; a read and a put do not.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Attributes {
    pub(crate) values: BTreeMap<String, Attribute>,
}

impl Attributes {
    /// Creates an empty collection.
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the attribute with this name.
    pub fn get(&self, name: &str) -> Option<&Attribute> {
        self.values.get(name)
    }

    /// Sets an attribute and returns the one that it replaces.
    ///
    /// A put rejects names of fields, keys, indexes, the discriminator and constants.
    pub fn insert(&mut self, name: impl Into<String>, value: impl Into<Attribute>) -> Option<Attribute> {
        self.values.insert(name.into(), value.into())
    }

    /// Removes an attribute.
    pub fn remove(&mut self, name: &str) -> Option<Attribute> {
        self.values.remove(name)
    }

    /// Iterates over the attributes in the order of their names.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Attribute)> {
        self.values.iter().map(|(name, value)| (name.as_str(), value))
    }

    /// Returns the number of attributes.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Returns whether there are no attributes.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }
}

impl<N: Into<String>, V: Into<Attribute>> FromIterator<(N, V)> for Attributes {
    fn from_iter<I: IntoIterator<Item = (N, V)>>(attributes: I) -> Self {
        Self { values: attributes.into_iter().map(|(name, value)| (name.into(), value.into())).collect() }
    }
}

impl IntoIterator for Attributes {
    type Item = (String, Attribute);
    type IntoIter = std::collections::btree_map::IntoIter<String, Attribute>;

    fn into_iter(self) -> Self::IntoIter {
        self.values.into_iter()
    }
}

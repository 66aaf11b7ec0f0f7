//! Serializes a field of the table key from the key's value, for an item's attributes other than its key attributes.

use std::ops::Deref;

use serde::Serialize;

use super::Field;
use crate::{
    Entity,
    entity::StoredField,
    key::{KeyField, KeyValue},
};

/// Selects a method by whether a field's type serializes. For a type that does not, the method of [`Unserialized`]
/// applies.
pub struct Probe<F>(pub F);

impl<E: Entity, T: KeyField + Serialize, R> Probe<Field<E, T, R>> {
    /// Returns the attribute of this value.
    pub fn of(&self, value: KeyValue<'static>) -> StoredField {
        let value = T::from_value(value);
        #[cfg(feature = "client")]
        return StoredField { attribute: value.map(|value| super::written(&self.0, &value)) };
        #[cfg(not(feature = "client"))]
        {
            drop(value);
            StoredField::default()
        }
    }
}

impl<F> Deref for Probe<F> {
    type Target = Unserialized;

    fn deref(&self) -> &Unserialized {
        &Unserialized
    }
}

/// A type that does not serialize.
pub struct Unserialized;

impl Unserialized {
    /// Returns no attribute.
    pub fn of(&self, _: KeyValue<'static>) -> StoredField {
        StoredField::default()
    }
}

//! Defines the targets of changes in place, whose new value depends on the stored one.

#[cfg(feature = "client")]
use serde::Serialize;

use crate::{
    Entity,
    expression::{Changing, Field, Independent, Inner, Path},
};
#[cfg(feature = "client")]
use crate::{
    Result,
    expression::{Step, attribute_of, written},
};

/// A target that an update of `E` can change in place: a field that is not in a key or is itself the attribute of its
/// index keys, or a place inside a field that is not in a key.
#[diagnostic::on_unimplemented(
    message = "an update of `{E}` cannot change this in place",
    label = "not a field of `{E}`, or a place inside one"
)]
pub trait InPlace<E> {
    /// The type of the stored value.
    type Value;

    #[doc(hidden)]
    #[cfg(feature = "client")]
    fn place(&self) -> Vec<Step>;

    /// Whether the target is the constant of a field, and not a path.
    #[doc(hidden)]
    #[cfg(feature = "client")]
    const IS_FIELD: bool;

    #[doc(hidden)]
    #[cfg(feature = "client")]
    fn write(&self, value: &Self::Value) -> Result<Option<aws_sdk_dynamodb::types::AttributeValue>>
    where
        Self::Value: Serialize;
}

impl<E: Entity, T, R: Changing + Independent> InPlace<E> for Field<E, T, R> {
    type Value = T;

    #[cfg(feature = "client")]
    const IS_FIELD: bool = true;

    #[cfg(feature = "client")]
    fn place(&self) -> Vec<Step> {
        self.steps()
    }

    #[cfg(feature = "client")]
    fn write(&self, value: &T) -> Result<Option<aws_sdk_dynamodb::types::AttributeValue>>
    where
        T: Serialize,
    {
        attribute_of(self, value)
    }
}

impl<E: Entity, T, R: Changing + Inner> InPlace<E> for Path<E, T, R> {
    type Value = T;

    #[cfg(feature = "client")]
    const IS_FIELD: bool = false;

    #[cfg(feature = "client")]
    fn place(&self) -> Vec<Step> {
        self.steps.clone()
    }

    #[cfg(feature = "client")]
    fn write(&self, value: &T) -> Result<Option<aws_sdk_dynamodb::types::AttributeValue>>
    where
        T: Serialize,
    {
        match &self.field {
            Some(field) => written(field, value),
            None => super::written_value::written_inside(value),
        }
    }
}

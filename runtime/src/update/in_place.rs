//! What is changed in place, so that its new value follows from the stored one.

#[cfg(feature = "client")]
use serde::Serialize;

use crate::{
    Entity,
    expression::{Field, Independent, Path},
};
#[cfg(feature = "client")]
use crate::{
    Result,
    expression::{Step, written},
};

/// What an update of `E` can change in place: a field that stands in no key, or a place inside one.
#[diagnostic::on_unimplemented(
    message = "an update of `{E}` cannot change this in place",
    label = "not a field of `{E}`, or a place inside one"
)]
pub trait InPlace<E> {
    /// What is stored there.
    type Value;

    #[doc(hidden)]
    #[cfg(feature = "client")]
    fn place(&self) -> Vec<Step>;

    #[doc(hidden)]
    #[cfg(feature = "client")]
    fn write(&self, value: &Self::Value) -> Result<Option<aws_sdk_dynamodb::types::AttributeValue>>
    where
        Self::Value: Serialize;
}

impl<E: Entity, T, R: Independent> InPlace<E> for Field<E, T, R> {
    type Value = T;

    #[cfg(feature = "client")]
    fn place(&self) -> Vec<Step> {
        self.steps()
    }

    #[cfg(feature = "client")]
    fn write(&self, value: &T) -> Result<Option<aws_sdk_dynamodb::types::AttributeValue>>
    where
        T: Serialize,
    {
        written(self, value)
    }
}

impl<E: Entity, T, R: Independent> InPlace<E> for Path<E, T, R> {
    type Value = T;

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

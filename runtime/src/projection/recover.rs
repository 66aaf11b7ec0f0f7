//! Reads fields that an index does not project from keys.

use std::marker::PhantomData;

use serde::Serialize;

use crate::{KeyField, KeyValue};

/// Converts a field's value in a key to the value as serde writes it. `None` for a type that cannot be used in keys.
pub type Recover = Option<fn(KeyValue<'_>) -> Option<Recovered>>;

/// A value as serde writes it.
pub struct Recovered(#[cfg(feature = "client")] pub(crate) aws_sdk_dynamodb::types::AttributeValue);

/// The type `F` of a field, for the lookup of [`RECOVER`](InKeys::RECOVER): the inherent constant if the type can be
/// used in keys, otherwise that of [`NotInKeys`].
pub struct InKeys<F>(PhantomData<fn() -> F>);

impl<F: KeyField + Serialize> InKeys<F> {
    /// The conversion of a value of the type from a key.
    pub const RECOVER: Recover = Some(recover::<F>);
}

/// Types that cannot be used in keys.
pub trait NotInKeys {
    /// No conversion.
    const RECOVER: Recover = None;
}

impl<F> NotInKeys for InKeys<F> {}

#[cfg(feature = "client")]
fn recover<F: KeyField + Serialize>(value: KeyValue<'_>) -> Option<Recovered> {
    crate::item::to_attribute::to_attribute_value(F::from_value(value)?).ok().map(Recovered)
}

#[cfg(not(feature = "client"))]
fn recover<F: KeyField + Serialize>(value: KeyValue<'_>) -> Option<Recovered> {
    F::from_value(value).map(|_| Recovered())
}

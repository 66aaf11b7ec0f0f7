//! Defines the results of the hidden methods of [`Entity`], which expansions implement.

#[cfg(not(feature = "client"))]
use std::marker::PhantomData;

use serde::{Serializer, de::DeserializeOwned};

use super::Entity;

/// The version in a struct.
#[doc(hidden)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Held {
    /// `None` for a negative number.
    pub(crate) read: Option<u64>,
}

/// Decodes an item as an entity. The concrete types are known where the function pointer is created.
#[cfg(feature = "client")]
pub(crate) type DecodeAs<E> = fn(&'static crate::schema::EntitySchema, crate::attributes::Item) -> crate::Result<E>;

/// The functions that read a stored item before it is written.
#[doc(hidden)]
pub struct Reads<E> {
    #[cfg(feature = "client")]
    pub(crate) decode: DecodeAs<E>,
    #[cfg(not(feature = "client"))]
    entity: PhantomData<fn() -> E>,
}

impl<E: Entity + DeserializeOwned> Reads<E> {
    #[doc(hidden)]
    pub fn of() -> Self {
        Self {
            #[cfg(feature = "client")]
            decode: <E as super::provided::Decode>::decode_as,
            #[cfg(not(feature = "client"))]
            entity: PhantomData,
        }
    }
}

/// The result of serializing a value. `None` if the field's type does not have the value.
#[doc(hidden)]
pub type Serialized<S> = Option<Result<<S as Serializer>::Ok, <S as Serializer>::Error>>;

/// The result of a put for a field of a key.
#[doc(hidden)]
#[derive(Default)]
pub struct StoredField {
    /// `None` if the field's type does not have the value, or does not implement `Serialize`.
    #[cfg(feature = "client")]
    pub(crate) attribute: Option<crate::Result<Option<aws_sdk_dynamodb::types::AttributeValue>>>,
}

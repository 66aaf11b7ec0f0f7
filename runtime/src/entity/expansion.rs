//! What the hidden methods of [`Entity`] return, which expansions implement.

#[cfg(not(feature = "client"))]
use std::marker::PhantomData;

use serde::{Serializer, de::DeserializeOwned};

use super::Entity;

/// The version that a struct holds.
#[doc(hidden)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Held {
    /// `None` for a number below 0.
    pub(crate) read: Option<u64>,
}

/// Reads an item as an entity: the types that it is read as are known where this is made.
#[cfg(feature = "client")]
pub(crate) type DecodeAs<E> = fn(&'static crate::schema::EntitySchema, crate::attributes::Item) -> crate::Result<E>;

/// How a stored item is read before it is written.
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

/// What serde made of a value; `None` if the field's type does not have the value.
#[doc(hidden)]
pub type Serialized<S> = Option<Result<<S as Serializer>::Ok, <S as Serializer>::Error>>;

/// What a put writes for a field of a key.
#[doc(hidden)]
#[derive(Default)]
pub struct StoredField {
    /// `None` if the field's type does not have the value, or does not serialize.
    #[cfg(feature = "client")]
    pub(crate) attribute: Option<crate::Result<Option<aws_sdk_dynamodb::types::AttributeValue>>>,
}

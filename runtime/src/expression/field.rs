//! Represents a field of an entity as a value.

use std::{fmt, marker::PhantomData};

use super::Free;
use crate::{
    Entity, Key,
    key::{KeyField, KeyValue},
};

/// The serializer passed to a field's own serde functions.
#[cfg(feature = "client")]
pub(crate) type FieldSerializer = crate::item::to_attribute::ToAttribute<'static>;

/// Without the client, nothing is serialized, so any serializer type will do.
#[cfg(not(feature = "client"))]
pub(crate) type FieldSerializer = &'static mut fmt::Formatter<'static>;

/// Serializes a field's value, if its attributes specify a function for it.
pub(crate) type Serialize<T> =
    fn(
        &T,
        FieldSerializer,
    ) -> Result<<FieldSerializer as serde::Serializer>::Ok, <FieldSerializer as serde::Serializer>::Error>;

/// Converts a field's value for use in keys.
pub(crate) type ToKey<T> = for<'a> fn(&'a T) -> Option<KeyValue<'a>>;

/// A field of type `T` of the entity `E`. `R` is the effect of [setting](super::Settable) it on the item's keys.
///
/// Every stored field of an entity has a constant with its name in capitals, such as `Order::STATUS`.
#[must_use = "a field does nothing by itself; compare it, or give it to an update"]
pub struct Field<E, T, R = Free> {
    /// Its position in the entity's schema.
    pub(crate) place: u8,
    #[cfg_attr(not(feature = "client"), expect(dead_code, reason = "only the client writes items"))]
    pub(crate) to_key: Option<ToKey<T>>,
    /// Converts the value into the item's expiry, if the field is the TTL.
    #[cfg_attr(not(feature = "client"), expect(dead_code, reason = "only the client writes items"))]
    pub(crate) to_ttl: Option<ToKey<T>>,
    #[cfg_attr(not(feature = "client"), expect(dead_code, reason = "only the client writes items"))]
    pub(crate) serialize: Option<Serialize<T>>,
    #[cfg_attr(not(feature = "client"), expect(dead_code, reason = "only the client writes items"))]
    pub(crate) skip: Option<fn(&T) -> bool>,
    /// Whether items without its attribute fail to decode, even if it is an `Option`.
    #[cfg_attr(not(feature = "client"), expect(dead_code, reason = "only the client writes items"))]
    pub(crate) needed: bool,
    types: PhantomData<fn() -> (E, R)>,
}

impl<E, T, R> Field<E, T, R> {
    #[doc(hidden)]
    pub const fn __new(place: u8) -> Self {
        Self { place, to_key: None, to_ttl: None, serialize: None, skip: None, needed: false, types: PhantomData }
    }

    #[doc(hidden)]
    pub const fn __in_keys(self, to_key: ToKey<T>) -> Self {
        Self { to_key: Some(to_key), ..self }
    }

    #[doc(hidden)]
    pub const fn __ttl(self, to_ttl: ToKey<T>) -> Self {
        Self { to_ttl: Some(to_ttl), ..self }
    }

    #[doc(hidden)]
    pub const fn __with(self, serialize: Serialize<T>) -> Self {
        Self { serialize: Some(serialize), ..self }
    }

    #[doc(hidden)]
    pub const fn __skip_if(self, skip: fn(&T) -> bool) -> Self {
        Self { skip: Some(skip), ..self }
    }

    #[doc(hidden)]
    pub const fn __needed(self) -> Self {
        Self { needed: true, ..self }
    }
}

impl<E, T, R> Clone for Field<E, T, R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<E, T, R> Copy for Field<E, T, R> {}

impl<E: Entity, T, R> fmt::Debug for Field<E, T, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = E::SCHEMA.fields.get(usize::from(self.place)).map_or("?", |field| field.name);
        write!(f, "{}.{name}", E::SCHEMA.name)
    }
}

impl<E: Entity> Key<E> {
    /// Returns the value of a field in this key. `None` if the table's key does not contain the field, or if the
    /// field's type does not have the value.
    ///
    /// ```
    /// # #[cfg(feature = "client")] mod example {
    /// # use keywright::{Entity, Table};
    /// # use serde::{Deserialize, Serialize};
    /// # #[derive(Table)]
    /// # struct Shop;
    /// #[derive(Entity, Serialize, Deserialize)]
    /// #[entity(table = Shop)]
    /// #[pk(template = "CUSTOMER#<customer>")]
    /// #[sk(template = "ORDER#<id>")]
    /// struct Order { customer: String, id: u32 }
    ///
    /// # fn example() {
    /// let key = Order::key("ann", 7_u32);
    /// assert_eq!(key.field(Order::ID), Some(7));
    /// # } }
    /// ```
    #[must_use]
    pub fn field<T: KeyField, R>(&self, field: Field<E, T, R>) -> Option<T> {
        T::from_value(self.value(field.place)?)
    }
}

/// Fields that determine an index key together and are therefore set together. `F` is a tuple of them.
///
/// Each group has a constant with their names, such as `Order::STATUS_AND_RANK`. `R` says whether they can be set
/// without other fields.
#[derive(Debug, Clone, Copy)]
#[must_use = "fields do nothing by themselves; give them to an update"]
pub struct Joined<F, R = Free> {
    #[cfg_attr(not(feature = "client"), expect(dead_code, reason = "only the client writes items"))]
    pub(crate) fields: F,
    role: PhantomData<fn() -> R>,
}

impl<F, R> Joined<F, R> {
    #[doc(hidden)]
    pub const fn __new(fields: F) -> Self {
        Self { fields, role: PhantomData }
    }
}

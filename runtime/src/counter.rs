//! Counters: integer fields that are incremented in place.
//!
//! `#[entity(counter)]` on an integer field generates an associated function with the field's name. It takes the fields
//! of the key and returns a [`Counter`]. `increment` of the `Handle` adds to the counter, and `total` reads it.
//!
//! # What is stored
//!
//! An increment adds to the item under the key or, with random shards, to the item of one shard. If there is no item,
//! the increment creates a whole item of the entity, with its keys, its index keys and its other counters at 0.
//! Therefore an entity with counters can only have counters, the fields of its key, and `Option`s. An increment does
//! not change `Option`s.
//!
//! A `put` or `replace` of an entity with counters would reset them. It is rejected unless the call specifies the
//! counts to write.
//!
//! A key may contain a part of a field, such as the day of a time. All increments of that day then add to one counter,
//! and the item contains the first instant of the day: midnight. A [`Key`] made from any time of the day is the key of
//! that item, for reads and writes alike, and `between(a..=b)` returns the counters of every day that the range
//! touches. A put of an item with another time of the day is an [`InvalidArgument`](crate::ErrorKind::InvalidArgument)
//! error.
//!
//! With older keys (`legacy`), increments use the current key, and a total also adds the counts under the older keys. A
//! get or a query returns items, not totals: if the fields determine the key, it returns the newest item.

mod field;

use std::{fmt, marker::PhantomData};

use crate::{Entity, Key};

pub use field::CounterField;

/// A counter of `E`: one field of type `N`, under one key.
///
/// Created by the function with the field's name, and passed to `increment` and `total` of the `Handle`.
#[must_use = "a counter does nothing by itself; give it to `increment` or `total`"]
pub struct Counter<E, N> {
    pub(crate) key: Key<E>,
    /// The field's position in the entity.
    pub(crate) field: u8,
    number: PhantomData<fn() -> N>,
}

impl<E: Entity, N: CounterField> Counter<E, N> {
    pub(crate) fn new(key: Key<E>, field: u8) -> Self {
        Self { key, field, number: PhantomData }
    }
}

/// The argument of `increment` and `total` of the `Handle`: a [`Counter`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a counter",
    label = "expected the counter of one item",
    note = "a field with `#[entity(counter)]` has a function of its name, which takes the key: `Votes::votes(id)`"
)]
pub trait IntoCounter {
    /// The entity of the item.
    type Entity: Entity;

    /// The type of the field.
    type Number: CounterField;

    /// Returns the counter.
    fn into_counter(self) -> Counter<Self::Entity, Self::Number>;
}

impl<E: Entity, N: CounterField> IntoCounter for Counter<E, N> {
    type Entity = E;
    type Number = N;

    fn into_counter(self) -> Self {
        self
    }
}

impl<E, N> Clone for Counter<E, N> {
    fn clone(&self) -> Self {
        Self { key: self.key.clone(), field: self.field, number: PhantomData }
    }
}

impl<E: Entity, N> fmt::Debug for Counter<E, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = E::SCHEMA.fields.get(usize::from(self.field)).map_or("?", |field| field.name);
        f.debug_struct("Counter").field("field", &name).field("key", &self.key).finish()
    }
}

//! Counters: fields that are added to in place.
//!
//! `#[entity(counter)]` on an integer field generates an associated function of its name, which takes what the key is
//! made of and returns a [`Counter`]. `increment` of the `Handle` adds to it, `total` reads it.
//!
//! # What is stored
//!
//! An increment adds to the item under the key, in one shard where shards are random, or makes it: a whole item of the
//! entity, with its keys, its index keys and its other counters at 0. So an entity with counters has nothing else but
//! the fields of its key and `Option`s, which an increment leaves as they are.
//!
//! A `put` or `replace` of an item that is counted is refused unless it says what the counters are: it would reset
//! them.
//!
//! Where the key holds a field only in part, such as the day of a time, all increments of that day are one count. The
//! item then holds the first value of the part: midnight.
//!
//! Where the key has older designs (`legacy`), increments go to today's key, and a total adds what the older ones
//! count. A get or a query shows items, not totals: of a key that follows from the fields, the newest item alone.

mod field;

use std::{fmt, marker::PhantomData};

use crate::{Entity, Key};

pub use field::CounterField;

/// A counter of `E`: one field of type `N`, under one key.
///
/// Built by the function of the field's name, and given to `increment` and `total` of the `Handle`.
#[must_use = "a counter does nothing by itself; give it to `increment` or `total`"]
pub struct Counter<E, N> {
    pub(crate) key: Key<E>,
    /// The field's place in the entity.
    pub(crate) field: u8,
    number: PhantomData<fn() -> N>,
}

impl<E: Entity, N: CounterField> Counter<E, N> {
    pub(crate) fn new(key: Key<E>, field: u8) -> Self {
        Self { key, field, number: PhantomData }
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

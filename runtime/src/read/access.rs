//! The ways to read an entity: by its table key and by the index keys that it writes.

use std::marker::PhantomData;

use crate::Entity;

/// The key at this position in [`EntitySchema::keys`](crate::schema::EntitySchema::keys), as a type.
pub enum At<const KEY: usize> {}

/// One way to read an entity: over the table, or over one of its indexes.
pub trait Access: Send + Sync + 'static {
    /// The entity that it reads.
    type Entity: Entity;
    /// The key's position in [`EntitySchema::keys`](crate::schema::EntitySchema::keys).
    const KEY: usize;
    /// [`KEY`](Self::KEY) as a type: [`At`].
    type At;
    /// [`Is<true>`] if a read can be strongly consistent.
    type Strong;
    /// [`Is<true>`] if whole items can be read.
    type Whole;
}

/// Reads `E` by the key at this position in [`EntitySchema::keys`](crate::schema::EntitySchema::keys): 0 is the table
/// key, 1 the key of the first index that the struct names; global secondary indexes come first.
pub struct ByKey<E, const KEY: usize>(PhantomData<fn() -> E>);

/// The capabilities of a key of the entity. Generated for each key.
#[doc(hidden)]
pub trait Readable<const KEY: usize>: Entity {
    /// [`Is<true>`] if a read can be strongly consistent.
    type Strong;
    /// [`Is<true>`] if whole items can be read.
    type Whole;
}

impl<E: Readable<KEY>, const KEY: usize> Access for ByKey<E, KEY> {
    type Entity = E;
    const KEY: usize = KEY;
    type At = At<KEY>;
    type Strong = E::Strong;
    type Whole = E::Whole;
}

/// A type-level boolean, for the properties of an [`Access`].
pub enum Is<const TRUTH: bool> {}

/// Reads that can be strongly consistent.
#[diagnostic::on_unimplemented(
    message = "KW016: a global secondary index cannot be read consistently",
    label = "this query reads a global secondary index",
    note = "read the table itself, or drop `.consistent()`"
)]
pub trait Strong {}

#[diagnostic::do_not_recommend]
impl Strong for Is<true> {}

/// Reads that can return all of an `E`.
#[diagnostic::on_unimplemented(
    message = "KW015: a whole `{E}` cannot be read from an index that does not project all of it",
    label = "this index contains a part of each item",
    note = "read a part with `.project::<P>()`, the items of the table with `.hydrate()`, or the keys with `.keys()`",
    note = "or declare the index with `projection = \"all\"`"
)]
pub trait Whole<E> {}

#[diagnostic::do_not_recommend]
impl<E> Whole<E> for Is<true> {}

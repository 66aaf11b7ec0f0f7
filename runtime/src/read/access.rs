//! The ways into an entity: its table key and the index keys that it writes.

use std::marker::PhantomData;

use crate::Entity;

/// The key at this place of [`EntitySchema::keys`](crate::schema::EntitySchema::keys), as a type.
pub enum At<const KEY: usize> {}

/// One way to read an entity: over the table, or over one of its indexes.
pub trait Access: Send + Sync + 'static {
    /// What it reads.
    type Entity: Entity;
    /// The key's place in [`EntitySchema::keys`](crate::schema::EntitySchema::keys).
    const KEY: usize;
    /// [`KEY`](Self::KEY) as a type: [`At`].
    type At;
    /// [`Is<true>`] where a read can be strongly consistent.
    type Strong;
    /// [`Is<true>`] where the whole item can be read.
    type Whole;
}

/// Reads `E` by one of its keys, that of this place in [`EntitySchema::keys`](crate::schema::EntitySchema::keys): 0 is
/// the table's, 1 that of the first index which the struct names, the global ones first.
pub struct ByKey<E, const KEY: usize>(PhantomData<fn() -> E>);

/// What can be asked of a key of the entity. Generated for each.
#[doc(hidden)]
pub trait Readable<const KEY: usize>: Entity {
    /// [`Is<true>`] where a read can be strongly consistent.
    type Strong;
    /// [`Is<true>`] where the whole item can be read.
    type Whole;
}

impl<E: Readable<KEY>, const KEY: usize> Access for ByKey<E, KEY> {
    type Entity = E;
    const KEY: usize = KEY;
    type At = At<KEY>;
    type Strong = E::Strong;
    type Whole = E::Whole;
}

/// A truth about an [`Access`], as a type.
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
    label = "this index holds a part of each item",
    note = "ask for a part with `.project::<P>()`, for the items of the table with `.hydrate()`, or for `.keys()`",
    note = "or declare the index with `projection = \"all\"`"
)]
pub trait Whole<E> {}

#[diagnostic::do_not_recommend]
impl<E> Whole<E> for Is<true> {}

//! Reads item collections: several entities under one partition key, in one query.
//!
//! `#[derive(Collection)]` on an enum makes each item a variant; on a struct, it assembles a parent and its children. A
//! collection is read like an entity, over all its buckets and shards: the common part of its entities' keys forms one
//! schema, for which the query is planned.

mod assembly;
mod bounds;
mod cost;
#[cfg(feature = "client")]
pub(crate) mod extract;
mod leading;
mod partition;
mod query;
mod shared;

use serde::de::DeserializeOwned;

pub use assembly::{Assembly, AssemblyQuery};
#[doc(hidden)]
pub use assembly::{at_most_one, one};
#[cfg(feature = "client")]
pub(crate) use leading::first_field;
#[doc(hidden)]
pub use leading::sorts_alike;
pub use leading::{Alike, LeadRange, LeadValue, Leads, NoLead};
pub use partition::InBuckets;
#[doc(hidden)]
pub use partition::{Partition, key_on};
pub use query::CollectionQuery;
#[cfg(feature = "client")]
pub(crate) use shared::Shared;

use crate::{
    entity::{Entity, Table},
    schema::EntitySchema,
};

/// Several entities that share a partition key, as an enum with a variant for each. Derived with
/// `#[derive(Collection)]`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a collection of entities",
    note = "derive it: `#[derive(keywright::Collection)] enum {Self} {{ Customer(Customer), Order(Order) }}`"
)]
pub trait Collection: Sized + Send + 'static {
    /// The table that stores the entities.
    type Table: Table;

    /// The entities, and the table or index to read.
    const SCHEMA: CollectionSchema;

    /// [`Is<true>`](crate::read::Is) if a read can be strongly consistent.
    #[doc(hidden)]
    type Strong;

    /// [`Is<true>`](crate::read::Is) if the sort keys of all entities begin with one field.
    #[doc(hidden)]
    type Alike;

    /// Calls `visit` with the entity at this position in [`CollectionSchema::entities`].
    #[doc(hidden)]
    fn __visit<V: Visit>(entity: usize, visit: V) -> Option<V::Output<Self>>;
}

/// A collection as data.
#[derive(Debug, Clone, Copy)]
pub struct CollectionSchema {
    /// The name of the type that derives `Collection`.
    pub name: &'static str,
    /// The type's doc comment.
    pub docs: &'static str,
    /// The index that is read. `None` for the table.
    pub index: Option<&'static str>,
    /// The name of the generated query function.
    pub query: &'static str,
    /// The entities. Empty if a compile error is reported.
    pub entities: &'static [&'static EntitySchema],
}

/// A computation that needs the type of one entity of a collection.
#[doc(hidden)]
pub trait Visit {
    /// The result.
    type Output<O>;

    /// Runs the computation. `wrap` creates the variant of the entity.
    fn visit<E: Entity + DeserializeOwned, O>(self, wrap: fn(E) -> O) -> Self::Output<O>;
}

impl CollectionSchema {
    /// Returns the first entity. The keys of the other entities are compared with its key.
    pub(crate) const fn lead(&self) -> Option<&'static EntitySchema> {
        match self.entities {
            [lead, ..] => Some(lead),
            [] => None,
        }
    }

    /// Returns the position of the shared key in an entity's keys.
    pub(crate) const fn place_in(&self, entity: &EntitySchema) -> Option<usize> {
        match self.index {
            None if entity.keys.is_empty() => None,
            None => Some(0),
            Some(index) => entity.key_on(index),
        }
    }
}

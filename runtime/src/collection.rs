//! Item collections: several entities under one partition key, read by one query.
//!
//! `#[derive(Collection)]` on an enum makes each item the variant of its entity; on a struct it puts a parent and its
//! children together. A collection is read as an entity is, over all its buckets and shards: what its entities share of
//! their keys is one schema, from which the same planner makes the same plan.

mod assembly;
mod bounds;
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

/// Several entities that share a partition key, as one enum: each variant holds one. Derived with
/// `#[derive(Collection)]`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a collection of entities",
    note = "derive it: `#[derive(keywright::Collection)] enum {Self} {{ Customer(Customer), Order(Order) }}`"
)]
pub trait Collection: Sized + Send + 'static {
    /// The table that stores its entities.
    type Table: Table;

    /// Its entities, and where they are read.
    const SCHEMA: CollectionSchema;

    /// [`Is<true>`](crate::read::Is) where a read can be strongly consistent.
    #[doc(hidden)]
    type Strong;

    /// [`Is<true>`](crate::read::Is) where the sort keys of all entities begin with one field.
    #[doc(hidden)]
    type Alike;

    /// Has the entity of this place in [`CollectionSchema::entities`] visited.
    #[doc(hidden)]
    fn __visit<V: Visit>(entity: usize, visit: V) -> Option<V::Output<Self>>;
}

/// A collection as data.
#[derive(Debug, Clone, Copy)]
pub struct CollectionSchema {
    /// The name of the type that derives `Collection`.
    pub name: &'static str,
    /// Its doc comment.
    pub docs: &'static str,
    /// The index that is read; `None` for the table.
    pub index: Option<&'static str>,
    /// The name of the generated query function.
    pub query: &'static str,
    /// Its entities. Empty where a compile error is reported.
    pub entities: &'static [&'static EntitySchema],
}

/// Work that needs the type of one of a collection's entities.
#[doc(hidden)]
pub trait Visit {
    /// What it makes of it.
    type Output<O>;

    /// Does it, and wraps the entity in its variant.
    fn visit<E: Entity + DeserializeOwned, O>(self, wrap: fn(E) -> O) -> Self::Output<O>;
}

impl CollectionSchema {
    /// The first entity: the others' keys are held against its.
    pub(crate) const fn lead(&self) -> Option<&'static EntitySchema> {
        match self.entities {
            [lead, ..] => Some(lead),
            [] => None,
        }
    }

    /// The place of the shared key among an entity's.
    pub(crate) const fn place_in(&self, entity: &EntitySchema) -> Option<usize> {
        match self.index {
            None if entity.keys.is_empty() => None,
            None => Some(0),
            Some(index) => entity.key_on(index),
        }
    }
}

//! The types of a partition key's fields.

use super::NoLead;
use crate::{entity::Entity, read::During};

/// The partition key of an entity's key at position `KEY`. `A` is the tuple of the types of the fields that a query
/// takes, `D` is the field of the buckets, and `S` is the field that leads the sort key. Derived with `Entity`. These
/// are type parameters because an associated type must not be private.
#[diagnostic::on_unimplemented(
    message = "the partition key of `{Self}` has other fields than this query is given",
    note = "`#[collection(query = ..)]` names the fields of the partition key that are not buckets, in order"
)]
pub trait Partition<const KEY: usize, A, D, S = NoLead>: Entity {}

/// Returns the position of an entity's key for the index with this name. Returns a position without a key if the entity
/// is not in that index.
pub const fn key_on<E: Entity>(index: &str) -> usize {
    match E::SCHEMA.key_on(index) {
        Some(key) => key,
        None => usize::MAX,
    }
}

/// Implemented if the collection's partition key has a time bucket.
#[diagnostic::on_unimplemented(
    message = "this collection has no buckets to select with `during`",
    label = "its partition key has no time bucket",
    note = "`.sort_begins_with(..)` selects by the text of the sort key"
)]
pub trait InBuckets {}

#[diagnostic::do_not_recommend]
impl<T> InBuckets for During<T> {}

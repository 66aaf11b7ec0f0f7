//! The types of a partition key's fields.

use super::NoLead;
use crate::{entity::Entity, read::During};

/// The partition key of an entity's key of place `KEY`: a query is given its fields of the types `A` (a tuple), `D` is
/// the field of its buckets, and `S` the one that leads its sort key. Derived with `Entity`; type parameters, because
/// an associated type may not be private.
#[diagnostic::on_unimplemented(
    message = "the partition key of `{Self}` has other fields than this query is given",
    note = "`#[collection(query = ..)]` names the fields of the partition key that are not buckets, in order"
)]
pub trait Partition<const KEY: usize, A, D, S = NoLead>: Entity {}

/// The place of an entity's key on an index; of none, where it is not in it.
pub const fn key_on<E: Entity>(index: &str) -> usize {
    match E::SCHEMA.key_on(index) {
        Some(key) => key,
        None => usize::MAX,
    }
}

/// Collections whose partition key has a time bucket.
#[diagnostic::on_unimplemented(
    message = "this collection has no buckets to pick with `during`",
    label = "its partition key has no time bucket",
    note = "`.sort_begins_with(..)` cuts by the text of the sort key"
)]
pub trait InBuckets {}

#[diagnostic::do_not_recommend]
impl<T> InBuckets for During<T> {}

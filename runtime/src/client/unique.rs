//! Maintains sentinels: the items that keep a field's values unique, and the transactions that write them.

mod actions;
mod foreign;
mod orphan;
mod sentinel;
mod unchanged;

pub(crate) use actions::{SentinelWrite, Written, delete, put, release_sentinel};
pub(crate) use foreign::Foreign;
pub(crate) use sentinel::{Expiry, Sentinel, has_unique, not_unique, sentinels, unique_fields};
pub(crate) use unchanged::Unchanged;

use crate::{Entity, Error, ErrorKind, Item, Result, schema::EntitySchema};

/// Rejects a request that would write an item without its sentinels.
pub(crate) fn alone(entity: &'static EntitySchema) -> Result<()> {
    match entity.fields.iter().find(|field| field.unique.is_some()) {
        None => Ok(()),
        Some(field) => {
            let message = format!(
                "`{}` is unique, so that its writes are transactions with sentinels, which one request does not have; \
                 await the call itself",
                field.name
            );
            Err(Error::new(ErrorKind::InvalidArgument, message).of_entity(entity.name))
        }
    }
}

/// Computes the sentinels of a stored item of one entity: see [`stored_sentinels`].
pub(crate) type StoredSentinels = fn(&'static EntitySchema, &Item) -> Result<Vec<Sentinel>>;

/// Returns the sentinels of a stored item.
pub(crate) fn stored_sentinels<E: Entity>(entity: &'static EntitySchema, stored: &Item) -> Result<Vec<Sentinel>> {
    let Some(reads) = E::__reads().filter(|_| crate::item::stored::belongs(entity, stored)) else {
        return Ok(Vec::new());
    };
    let decoded = (reads.decode)(entity, stored.clone())?;
    sentinels(entity, &|field| decoded.__value(field))
}

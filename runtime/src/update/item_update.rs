//! Represents an update as a value.

use std::fmt;

use super::{IntoKey, Operations, methods::operations};
#[cfg(feature = "client")]
use crate::expression::Condition;
use crate::{Entity, Key};

/// The changes of one item, without a table. For transactions, and for code that decides on changes independently of a
/// handle. [`Handle::update`](crate::Handle::update) describes each operation.
///
/// ```
/// # use keywright::{Entity, ItemUpdate, Table};
/// # use serde::{Deserialize, Serialize};
/// # #[derive(Table)]
/// # struct Shop;
/// # #[derive(Entity, Serialize, Deserialize)]
/// # #[entity(table = Shop)]
/// # #[pk(template = "CUSTOMER#<customer>")]
/// # #[sk(template = "ORDER#<id>")]
/// # struct Order { customer: String, id: u32, cents: u64, note: Option<String> }
/// let refund = ItemUpdate::new(Order::key("ann", 7_u32)).add(Order::CENTS, -100).set(Order::NOTE, "refunded");
/// println!("{refund:?}");
/// ```
#[must_use = "an update does nothing by itself; give it to a transaction"]
pub struct ItemUpdate<E> {
    pub(crate) key: Key<E>,
    pub(crate) operations: Operations,
    #[cfg(feature = "client")]
    pub(crate) condition: Option<Box<Condition<E>>>,
    /// Decodes and checks an item that an upsert creates. `None` for an update, which does not create items.
    #[cfg(feature = "client")]
    pub(crate) created: Option<crate::item::reencode::Reencode>,
}

impl<E: Entity> ItemUpdate<E> {
    /// Creates an update of the item with this key, which must exist.
    pub fn new(key: impl IntoKey<Entity = E>) -> Self {
        Self {
            key: key.into_key(),
            operations: Operations::default(),
            #[cfg(feature = "client")]
            condition: None,
            #[cfg(feature = "client")]
            created: None,
        }
    }

    operations!(E);

    pub(crate) fn change(mut self, change: impl FnOnce(&mut Operations)) -> Self {
        change(&mut self.operations);
        self
    }
}

#[cfg(feature = "client")]
impl<E: Entity> ItemUpdate<E> {
    /// Creates an update of the item with this key, which is created if it does not exist.
    pub fn upsert(key: impl IntoKey<Entity = E>) -> Self
    where
        E: crate::entity::KnownKey + serde::Serialize + serde::de::DeserializeOwned,
    {
        Self { created: Some(crate::item::reencode::reencode::<E>), ..Self::new(key) }
    }

    /// Returns whether it contains no change. DynamoDB would accept such an update and create an item. Here, sending
    /// one is an [`InvalidArgument`](crate::ErrorKind::InvalidArgument) error, except for an upsert.
    pub fn is_empty(&self) -> bool {
        self.operations.is_empty()
    }

    /// Adds a condition on the stored item. With several conditions, all must hold.
    pub fn when(self, condition: Condition<E>) -> Self {
        let condition = match self.condition {
            Some(before) => *before & condition,
            None => condition,
        };
        Self { condition: Some(Box::new(condition)), ..self }
    }
}

/// Formats the key only. The operations contain the item's values, which may be sensitive.
impl<E: Entity> fmt::Debug for ItemUpdate<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ItemUpdate").field("key", &self.key).finish_non_exhaustive()
    }
}

//! An update as a value.

use std::fmt;

use super::{IntoKey, Operations, methods::operations};
#[cfg(feature = "client")]
use crate::expression::Condition;
use crate::{Entity, Key};

/// What is done to one item, without a table: for transactions, and for code that decides what changes before it knows
/// where. [`Handle::update`](crate::Handle::update) says what each operation means.
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
    pub(crate) condition: Option<Condition<E>>,
    /// How an item that an upsert makes is judged: `None` for an update, which makes none.
    #[cfg(feature = "client")]
    pub(crate) made: Option<crate::item::reencode::Reencode>,
}

impl<E: Entity> ItemUpdate<E> {
    /// An update of the item of this key, which must exist.
    pub fn new(key: impl IntoKey<Entity = E>) -> Self {
        Self {
            key: key.into_key(),
            operations: Operations::default(),
            #[cfg(feature = "client")]
            condition: None,
            #[cfg(feature = "client")]
            made: None,
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
    /// An update of the item of this key, which is made where it does not exist.
    pub fn upsert(key: impl IntoKey<Entity = E>) -> Self
    where
        E: crate::entity::KnownKey + serde::Serialize + serde::de::DeserializeOwned,
    {
        Self { made: Some(crate::item::reencode::reencode::<E>), ..Self::new(key) }
    }

    /// Whether it contains no change. DynamoDB would accept such an update and create an item; sending one is an
    /// [`InvalidArgument`](crate::ErrorKind::InvalidArgument) error, except for an upsert.
    pub fn is_empty(&self) -> bool {
        self.operations.is_empty()
    }

    /// Only where this holds for the stored item. Conditions that are given one after the other must all hold.
    pub fn when(self, condition: Condition<E>) -> Self {
        let condition = match self.condition {
            Some(before) => before & condition,
            None => condition,
        };
        Self { condition: Some(condition), ..self }
    }
}

/// The key. What is done holds the item's values, which are not shown.
impl<E: Entity> fmt::Debug for ItemUpdate<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ItemUpdate").field("key", &self.key).finish_non_exhaustive()
    }
}

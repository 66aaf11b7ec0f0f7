//! Converts arguments into updates.

use super::{IntoKey, ItemUpdate};
use crate::Entity;

/// An argument of [`Handle::update`](crate::Handle::update): a key, a [`Located`](crate::Located) item, or an
/// [`ItemUpdate`], which is sent with its changes and its condition.
#[diagnostic::on_unimplemented(
    message = "`{Self}` names no item",
    label = "expected a key, such as `Order::key(..)`, a `Located` item, or an `ItemUpdate`"
)]
pub trait IntoUpdate {
    /// The item's entity.
    type Entity: Entity;

    /// Converts into an update, to which more changes can be added.
    fn into_update(self) -> ItemUpdate<Self::Entity>;
}

#[diagnostic::do_not_recommend]
impl<K: IntoKey> IntoUpdate for K {
    type Entity = K::Entity;

    fn into_update(self) -> ItemUpdate<K::Entity> {
        ItemUpdate::new(self)
    }
}

impl<E: Entity> IntoUpdate for ItemUpdate<E> {
    type Entity = E;

    fn into_update(self) -> ItemUpdate<E> {
        self
    }
}

/// An argument of [`Transaction::update`](crate::client::Transaction::update): an [`ItemUpdate`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an update",
    label = "expected an `ItemUpdate`",
    note = "begin an update with `ItemUpdate::new(key)`, or an upsert with `ItemUpdate::upsert(key)`"
)]
pub trait IntoItemUpdate {
    /// The item's entity.
    type Entity: Entity;

    /// Converts into the update.
    fn into_item_update(self) -> ItemUpdate<Self::Entity>;
}

impl<E: Entity> IntoItemUpdate for ItemUpdate<E> {
    type Entity = E;

    fn into_item_update(self) -> ItemUpdate<E> {
        self
    }
}

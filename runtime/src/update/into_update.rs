//! What is taken as an update.

use super::{IntoKey, ItemUpdate};
use crate::Entity;

/// What [`Handle::update`](crate::Handle::update) takes: a key, a [`Located`](crate::Located) item, or an
/// [`ItemUpdate`], which is sent with its changes and its condition.
#[diagnostic::on_unimplemented(
    message = "`{Self}` names no item",
    label = "expected a key, such as `Order::key(..)`, a `Located` item, or an `ItemUpdate`"
)]
pub trait IntoUpdate {
    /// The item's entity.
    type Entity: Entity;

    /// The update so far.
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

/// What [`Transaction::update`](crate::client::Transaction::update) takes: an [`ItemUpdate`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an update",
    label = "expected an `ItemUpdate`",
    note = "begin an update with `ItemUpdate::new(key)`, or an upsert with `ItemUpdate::upsert(key)`"
)]
pub trait IntoItemUpdate {
    /// The item's entity.
    type Entity: Entity;

    /// The update.
    fn into_item_update(self) -> ItemUpdate<Self::Entity>;
}

impl<E: Entity> IntoItemUpdate for ItemUpdate<E> {
    type Entity = E;

    fn into_item_update(self) -> ItemUpdate<E> {
        self
    }
}

//! What names the item that is updated.

use crate::{Entity, Key};

/// A key, or an item with its key: what names the item that an update is for.
#[diagnostic::on_unimplemented(
    message = "`{Self}` names no item",
    label = "expected a key, such as `Order::key(..)`, or a `Located` item"
)]
pub trait IntoKey {
    /// The item's entity.
    type Entity: Entity;

    /// The item's key.
    fn into_key(self) -> Key<Self::Entity>;
}

impl<E: Entity> IntoKey for Key<E> {
    type Entity = E;

    fn into_key(self) -> Key<E> {
        self
    }
}

impl<E: Entity> IntoKey for &Key<E> {
    type Entity = E;

    fn into_key(self) -> Key<E> {
        self.clone()
    }
}

#[cfg(feature = "client")]
impl<E: Entity> IntoKey for crate::Located<E> {
    type Entity = E;

    fn into_key(self) -> Key<E> {
        self.key
    }
}

#[cfg(feature = "client")]
impl<E: Entity> IntoKey for &crate::Located<E> {
    type Entity = E;

    fn into_key(self) -> Key<E> {
        self.key.clone()
    }
}

//! Converts arguments into keys of items.

use crate::{Entity, Key};

/// An argument that identifies the item of a get, a delete, an update or a move: a key, a reference to one, or a
/// [`Located`](crate::Located) item.
#[diagnostic::on_unimplemented(
    message = "`{Self}` names no item",
    label = "expected a key, such as `Order::key(..)`, or a `Located` item"
)]
pub trait IntoKey {
    /// The item's entity.
    type Entity: Entity;

    /// Converts into the item's key.
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

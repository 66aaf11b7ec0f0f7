//! Changes or creates an item.

use aws_sdk_dynamodb::types::ReturnValue;
use serde::{Serialize, de::DeserializeOwned};

use super::{
    request::Request,
    updating::{Update, returned},
};
use crate::{
    Entity, Item, Table,
    client::Handle,
    entity::{KnownKey, StoredIn},
    item::{any_key::AnyValue, stored::schema},
    schema::EntitySchema,
    update::{IntoKey, ItemUpdate},
};

impl<T: Table> Handle<T> {
    /// Changes fields of an item, or creates the item if it does not exist, in one request. Otherwise works as
    /// [`update`](Handle::update). A created item has the key's fields, the discriminator, the constants, serde's tag,
    /// the index keys that depend on these, and the fields that the update sets.
    ///
    /// ```no_run
    /// # use keywright::{Entity, Handle, Table};
    /// # use serde::{Deserialize, Serialize};
    /// # #[derive(Table)]
    /// # struct Shop;
    /// #[derive(Entity, Serialize, Deserialize)]
    /// #[entity(table = Shop)]
    /// #[pk(template = "CUSTOMER#<customer>")]
    /// #[sk(template = "PROFILE")]
    /// struct Profile {
    ///     customer: String,
    ///     first_seen: u64,
    ///     visits: u32,
    ///     note: Option<String>,
    /// }
    ///
    /// # async fn example(shop: Handle<Shop>, now: u64) -> keywright::Result<()> {
    /// shop.upsert(Profile::key("ann")).if_not_exists(Profile::FIRST_SEEN, now).add(Profile::VISITS, 1).await?;
    /// # Ok(()) }
    /// ```
    ///
    /// An item that has [expired](crate::lifecycle) is created again, without its old attributes. This takes a second
    /// request: a transaction with a put, for which the caller needs `dynamodb:PutItem`.
    ///
    /// Before a request, the upsert checks that an item which it would create can be decoded, and is in the same
    /// indexes as after a put.
    ///
    /// # Errors
    ///
    /// [`InvalidArgument`](crate::ErrorKind::InvalidArgument) if the item to create would lack a field, and for a place
    /// inside a field. Nothing was sent. [`KeyCollision`](crate::ErrorKind::KeyCollision) if another item has the key.
    /// Also those of [`update`](Handle::update) except `NotFound`.
    pub fn upsert<K>(&self, key: K) -> Upsert<'_, K::Entity>
    where
        K: IntoKey<Entity: StoredIn<T> + KnownKey + Serialize + DeserializeOwned>,
    {
        Update::new(Request::new(self.connection(), ItemUpdate::upsert(key)), |_| Ok(()))
    }
}

/// An [`Update`] that creates the item if it does not exist. Created by [`Handle::upsert`].
pub type Upsert<'a, E, O = ()> = Update<'a, E, O, true>;

impl<'a, E: Entity> Upsert<'a, E> {
    /// Returns the item before the upsert, or `None` if it was created.
    pub fn returning_old(self) -> Upsert<'a, E, Option<E>>
    where
        E: DeserializeOwned,
    {
        let output = |item: Option<AnyValue>| match item {
            // An engine may return only the key if there was no item.
            Some(item) if item.downcast_ref().is_some_and(|item| has_only_key(schema::<E>(), item)) => Ok(None),
            item => item.map(|item| returned(Some(item))).transpose(),
        };
        Update::new(self.request.returning(ReturnValue::AllOld), output)
    }
}

/// Returns whether an item consists of its key only, although items of the entity have more attributes.
fn has_only_key(entity: &EntitySchema, item: &Item) -> bool {
    let is_key_alone = item.len() <= 1 + usize::from(entity.table.sort_key.is_some());
    is_key_alone && entity.table.discriminator.is_some()
}

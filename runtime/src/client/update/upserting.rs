//! Changing an item, or making it.

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
    item::stored::schema,
    schema::EntitySchema,
    update::{IntoKey, ItemUpdate},
};

impl<T: Table> Handle<T> {
    /// Changes fields of an item, and makes it where there is none, in one request: as [`update`](Handle::update), but
    /// for that. An item that it makes has the key's fields, the discriminator, the constants, serde's tag, the index
    /// keys that follow, and what the update sets.
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
    /// An item that has [expired](crate::lifecycle) is made again, with nothing of what it held: by a second request, a
    /// transaction with a put, for which the caller needs `dynamodb:PutItem`.
    ///
    /// Before a request it is made sure that an item which it would make decodes again, and stands in the indexes where
    /// a put of it would.
    ///
    /// # Errors
    ///
    /// [`InvalidArgument`](crate::ErrorKind::InvalidArgument) where the item that it would make lacks a field, and for
    /// a place inside one: nothing was sent. [`KeyCollision`](crate::ErrorKind::KeyCollision) where another item has
    /// the key. Those of [`update`](Handle::update) but `NotFound`.
    pub fn upsert<K>(&self, key: K) -> Upsert<'_, K::Entity>
    where
        K: IntoKey<Entity: StoredIn<T> + KnownKey + Serialize + DeserializeOwned>,
    {
        Update { request: Request::new(self.connection(), ItemUpdate::upsert(key)), output: |_| Ok(()) }
    }
}

/// An [`Update`] that creates the item if it does not exist. Made by [`Handle::upsert`].
pub type Upsert<'a, E, O = ()> = Update<'a, E, O, true>;

impl<'a, E: Entity> Upsert<'a, E> {
    /// Returns the item as it was before the upsert; `None` where it was made.
    pub fn returning_old(self) -> Upsert<'a, E, Option<E>>
    where
        E: DeserializeOwned,
    {
        let output = |item: Option<Item>| match item {
            // An engine may answer with the key alone where there was nothing.
            Some(item) if is_nothing(schema::<E>(), &item) => Ok(None),
            item => item.map(|item| returned(Some(item))).transpose(),
        };
        Update { request: self.request.returning(ReturnValue::AllOld), output }
    }
}

/// Whether an item is its key alone, and items of the entity are more than that.
fn is_nothing(entity: &EntitySchema, item: &Item) -> bool {
    let is_key_alone = item.len() <= 1 + usize::from(entity.table.sort_key.is_some());
    is_key_alone && entity.table.discriminator.is_some()
}

//! The actions that a transaction can have.

use serde::Serialize;

use super::{
    Transaction,
    delete_item::DeleteItemAction,
    increment::IncrementAction,
    keyed::{KeyAction, Keyed},
    put::PutAction,
    update::UpdateAction,
};
use crate::{
    Key, Table,
    client::{conditional::CallerCondition, put::request::Rule, update::AnyUpdate},
    counter::IntoCounter,
    entity::{KnownKey, StoredIn},
    expression::Condition,
    update::{IntoItemUpdate, IntoKey},
};

impl<'a, T: Table> Transaction<'a, T> {
    /// Adds a put, like [`put`](crate::Handle::put). A put of a randomly sharded entity stays in the shard that was
    /// picked for it. An item with equal content there cancels the transaction.
    pub fn put<E: StoredIn<T> + Serialize>(self, entity: &'a E) -> Self {
        self.with(PutAction::new(entity, Rule::Put))
    }

    /// Adds a put with a condition on the stored item. If there is no item, each comparison with an attribute is false.
    pub fn put_if<E: StoredIn<T> + KnownKey + Serialize>(self, entity: &'a E, condition: Condition<E>) -> Self {
        self.with(PutAction::new(entity, Rule::Put).when(&condition))
    }

    /// Adds a create, like [`create`](crate::Handle::create): the transaction is cancelled if the item exists, or if
    /// another item has the value of one of its [unique](crate::unique) fields. Each older key of the item, and each
    /// unique value, counts towards the 100 actions.
    pub fn create<E: StoredIn<T> + KnownKey + Serialize>(self, entity: &'a E) -> Self {
        self.with(PutAction::new(entity, Rule::Create))
    }

    /// Adds a replace, like [`replace`](crate::Handle::replace): the transaction is cancelled if the item does not
    /// exist. Items that can have older keys are rejected.
    pub fn replace<E: StoredIn<T> + KnownKey + Serialize>(self, entity: &'a E) -> Self {
        self.with(PutAction::new(entity, Rule::Replace))
    }

    /// Adds a replace with a condition on the stored item.
    pub fn replace_if<E: StoredIn<T> + KnownKey + Serialize>(self, entity: &'a E, condition: Condition<E>) -> Self {
        self.with(PutAction::new(entity, Rule::Replace).when(&condition))
    }

    /// Adds a replace of an item that was read: `old` is the item as it was read, and `new` is the item to write, under
    /// an equal key. The stored item must exist and have the values of `old` in its [unique](crate::unique) fields.
    /// Values that only `old` has are released, and values that only `new` has are taken; each of them counts towards
    /// the 100 actions. Another item can take, in the same transaction, a value that this one releases. Without unique
    /// fields this is [`replace`](Self::replace).
    ///
    /// ```no_run
    /// # use keywright::{Entity, Handle, Table};
    /// # use serde::{Deserialize, Serialize};
    /// # #[derive(Table)]
    /// # struct Platform;
    /// # #[derive(Clone, Entity, Serialize, Deserialize)]
    /// # #[entity(table = Platform)]
    /// # #[pk(template = "USER#<id>")]
    /// # #[sk(template = "USER")]
    /// # struct User { id: u32, #[entity(unique)] email: String }
    /// # async fn example(platform: Handle<Platform>, ann: User, old: User) -> keywright::Result<()> {
    /// // Ann gets the address of an account that she gives up.
    /// let new = User { email: old.email.clone(), ..ann.clone() };
    /// platform.transaction().replace_item(&ann, &new).delete_item(&old).await?;
    /// # Ok(()) }
    /// ```
    pub fn replace_item<E: StoredIn<T> + KnownKey + Serialize>(self, old: &'a E, new: &'a E) -> Self {
        self.with(PutAction::new(new, Rule::Replace).replacing(old))
    }

    /// Adds an update of an item that must exist, or an upsert, with its own condition if it has one. Items that can
    /// have older keys are rejected. So are updates that change a [unique](crate::unique) field, a field of `within`,
    /// or the `ttl` of an entity with unique fields: use [`replace_item`](Self::replace_item).
    pub fn update<U: IntoItemUpdate<Entity: StoredIn<T>>>(self, update: U) -> Self {
        self.with(UpdateAction::new(AnyUpdate::of(update.into_item_update())))
    }

    /// Adds an increment, like [`increment`](crate::Handle::increment): it creates the counter's item if it does not
    /// exist. An increment of a randomly sharded counter stays in the shard that was picked for it. Two increments of
    /// one counter in one shard are rejected as two actions on one item.
    ///
    /// If the counter would leave the range of its type, the transaction is cancelled. Unlike a separate increment,
    /// this one is retried after a lost answer and still counts once, because the token makes the transaction
    /// idempotent.
    ///
    /// ```no_run
    /// # use keywright::{Entity, Handle, Table};
    /// # use serde::{Deserialize, Serialize};
    /// # #[derive(Table)]
    /// # struct Platform;
    /// # #[derive(Entity, Serialize, Deserialize)]
    /// # #[entity(table = Platform)]
    /// # #[pk(template = "POLL#<poll>")]
    /// # #[sk(template = "VOTE#<voter>")]
    /// # struct Vote { poll: String, voter: String }
    /// # #[derive(Entity, Serialize, Deserialize)]
    /// # #[entity(table = Platform)]
    /// # #[pk(template = "VOTES#<poll>")]
    /// # #[shard(random = 10)]
    /// # #[sk(template = "COUNT")]
    /// # struct Votes { poll: String, #[entity(counter)] votes: u64 }
    /// # async fn example(platform: Handle<Platform>, vote: Vote) -> keywright::Result<()> {
    /// platform.transaction().create(&vote).increment(Votes::votes("poll-1"), 1).await?; // each voter once
    /// # Ok(()) }
    /// ```
    pub fn increment<C>(self, counter: C, amount: i64) -> Self
    where
        C: IntoCounter<Entity: StoredIn<T> + Serialize>,
    {
        self.with(IncrementAction::new(counter.into_counter(), amount))
    }

    /// Adds a delete by key. If the item does not exist, the delete changes nothing and the other actions of the
    /// transaction are still applied. [`delete_existing`](Self::delete_existing) requires that the item exists.
    ///
    /// Items that can have older keys are rejected, and so are entities whose table key contains only a part of a
    /// field, such as a day of a time: use [`delete_item`](Self::delete_item).
    pub fn delete<E: StoredIn<T>>(self, key: impl IntoKey<Entity = E>) -> Self {
        self.with(KeyAction::new(key.into_key(), Keyed::Delete(CallerCondition::default())))
    }

    /// Adds a delete by key of an item that must exist. If the item does not exist or has expired, the transaction is
    /// cancelled with [`CancellationReason::NotFound`](crate::CancellationReason::NotFound). Rejected for the same
    /// entities as [`delete`](Self::delete).
    ///
    /// ```no_run
    /// # use keywright::{Entity, Handle, Table};
    /// # use serde::{Deserialize, Serialize};
    /// # #[derive(Table)]
    /// # struct Shop;
    /// # #[derive(Entity, Serialize, Deserialize)]
    /// # #[entity(table = Shop)]
    /// # #[pk(template = "CUSTOMER#<customer>")]
    /// # #[sk(template = "VOUCHER#<code>")]
    /// # struct Voucher { customer: String, code: String }
    /// # #[derive(Entity, Serialize, Deserialize)]
    /// # #[entity(table = Shop)]
    /// # #[pk(template = "CUSTOMER#<customer>")]
    /// # #[sk(template = "ORDER#<id>")]
    /// # struct Order { customer: String, id: u32, cents: u64 }
    /// # async fn example(shop: Handle<Shop>, order: Order) -> keywright::Result<()> {
    /// // A voucher is used once: a second order with it is not created.
    /// shop.transaction().delete_existing(Voucher::key("ann", "WELCOME")).create(&order).await?;
    /// # Ok(()) }
    /// ```
    pub fn delete_existing<E: StoredIn<T>>(self, key: impl IntoKey<Entity = E>) -> Self {
        self.with(KeyAction::new(key.into_key(), Keyed::DeleteExisting))
    }

    /// Adds a delete with a condition on the stored item. If there is no item, each comparison with an attribute is
    /// false. Rejected for the same entities as [`delete`](Self::delete).
    pub fn delete_if<E: StoredIn<T>>(self, key: Key<E>, condition: Condition<E>) -> Self {
        self.with(KeyAction::new(key, Keyed::Delete(CallerCondition::of(&condition))))
    }

    /// Adds a delete of an item whose fields are known. It also succeeds if the item does not exist. The transaction is
    /// cancelled if another item is stored under the key (possible if the key contains only a part of a field), or if
    /// the stored item has another [version](crate::version) or other values of [unique](crate::unique) fields than
    /// `entity`. The unique values of `entity` are released.
    pub fn delete_item<E: StoredIn<T> + KnownKey + Serialize>(self, entity: &'a E) -> Self {
        self.with(DeleteItemAction::new(entity))
    }

    /// Adds a check that an item meets a condition. It writes nothing, and no other write of that item can intervene.
    /// Rejected for the same entities as [`delete`](Self::delete).
    pub fn check<E: StoredIn<T>>(self, key: Key<E>, condition: Condition<E>) -> Self {
        self.with(KeyAction::new(key, Keyed::Check(CallerCondition::of(&condition))))
    }

    /// Adds a check that an item exists. It writes nothing, and no other write of that item can intervene. Rejected for
    /// the same entities as [`delete`](Self::delete).
    pub fn check_exists<E: StoredIn<T>>(self, key: Key<E>) -> Self {
        self.with(KeyAction::new(key, Keyed::CheckExists))
    }

    /// Adds a check that an item does not exist. Rejected for the same entities as [`delete`](Self::delete).
    pub fn check_absent<E: StoredIn<T>>(self, key: Key<E>) -> Self {
        self.with(KeyAction::new(key, Keyed::CheckAbsent))
    }
}

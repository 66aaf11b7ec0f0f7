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
    client::{conditional::Demand, put::request::Rule},
    counter::IntoCounter,
    entity::{KnownKey, StoredIn},
    expression::Condition,
    update::{IntoItemUpdate, IntoKey},
};

impl<'a, T: Table> Transaction<'a, T> {
    /// Adds a put, as [`put`](crate::Handle::put) has it. One of a randomly sharded entity stays in the shard that was
    /// picked for it; an item with equal content there cancels the transaction.
    pub fn put<E: StoredIn<T> + Serialize>(self, entity: &'a E) -> Self {
        self.with(PutAction::new(entity, Rule::Put))
    }

    /// Adds a put on a condition that the stored item has to meet; where there is none, each comparison with one is
    /// false.
    pub fn put_if<E: StoredIn<T> + KnownKey + Serialize>(self, entity: &'a E, condition: Condition<E>) -> Self {
        self.with(PutAction::new(entity, Rule::Put).when(&condition))
    }

    /// Adds a create, as [`create`](crate::Handle::create) has it: an item that exists cancels the transaction, and so
    /// does a value of a [unique](crate::unique) field that another item has. Each older key of the item is one more of
    /// the 100 actions, and so is each unique value.
    pub fn create<E: StoredIn<T> + KnownKey + Serialize>(self, entity: &'a E) -> Self {
        self.with(PutAction::new(entity, Rule::Create))
    }

    /// Adds a replace, as [`replace`](crate::Handle::replace) has it: an item that does not exist cancels the
    /// transaction. An item that can be under an older key is refused.
    pub fn replace<E: StoredIn<T> + KnownKey + Serialize>(self, entity: &'a E) -> Self {
        self.with(PutAction::new(entity, Rule::Replace))
    }

    /// Adds a replace on a condition that the stored item has to meet.
    pub fn replace_if<E: StoredIn<T> + KnownKey + Serialize>(self, entity: &'a E, condition: Condition<E>) -> Self {
        self.with(PutAction::new(entity, Rule::Replace).when(&condition))
    }

    /// Adds a replace of an item that was read: `old` is what was read, and `new`, of the same key, what it is to be.
    /// The stored item must exist, and have the values of `old` in its [unique](crate::unique) fields: those that `new`
    /// has not are given up, and those that only `new` has are taken. Each of them is one more of the 100 actions.
    /// Another item can take in the same transaction what this one gives up. Without unique fields it is
    /// [`replace`](Self::replace).
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
        self.with(PutAction::new(new, Rule::Replace).was(old))
    }

    /// Adds an update of an item that must exist, or an upsert, with its own condition if it has one. An item that can
    /// be under an older key is refused.
    pub fn update<U: IntoItemUpdate<Entity: StoredIn<T>>>(self, update: U) -> Self {
        self.with(UpdateAction::new(update.into_item_update()))
    }

    /// Adds an increment, as [`increment`](crate::Handle::increment) has it: it makes the counter's item where there is
    /// none. One of random shards stays in the shard that was picked for it; two of one counter that meet in a shard
    /// are refused as two actions on one item.
    ///
    /// A counter that would leave the range of its type cancels the transaction. Unlike an increment by itself this one
    /// is repeated after a lost answer and counts once, for the token stands for it.
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

    /// Adds a delete by key. If there is no item, the transaction is carried out all the same: the delete changes
    /// nothing then, and the other actions are applied. Where what else it writes depends on the item, use
    /// [`delete_existing`](Self::delete_existing).
    ///
    /// An item that can be under an older key is refused, and an entity whose table key holds a field only in part:
    /// [`delete_item`](Self::delete_item) deletes that.
    pub fn delete<E: StoredIn<T>>(self, key: impl IntoKey<Entity = E>) -> Self {
        self.with(KeyAction::new(key.into_key(), Keyed::Delete(Demand::default())))
    }

    /// Adds a delete by key of an item that must exist. If there is no item, or one that has expired, the transaction is
    /// cancelled with [`CancellationReason::NotFound`](crate::CancellationReason::NotFound). Refused as
    /// [`delete`](Self::delete) is.
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

    /// Adds a delete on a condition that the stored item has to meet; where there is none, each comparison with one is
    /// false. Refused as [`delete`](Self::delete) is.
    pub fn delete_if<E: StoredIn<T>>(self, key: Key<E>, condition: Condition<E>) -> Self {
        self.with(KeyAction::new(key, Keyed::Delete(Demand::of(&condition))))
    }

    /// Adds a delete of an item whose fields are known. That it is not there is success too. Another item under its
    /// key, where the key holds a field only in part, cancels the transaction, and so does another
    /// [version](crate::version), and other values of [unique](crate::unique) fields than the item here has, which it
    /// gives up.
    pub fn delete_item<E: StoredIn<T> + KnownKey + Serialize>(self, entity: &'a E) -> Self {
        self.with(DeleteItemAction::new(entity))
    }

    /// Demands that an item meets a condition, and writes nothing of it. No write of that item comes between. Refused
    /// as [`delete`](Self::delete) is.
    pub fn check<E: StoredIn<T>>(self, key: Key<E>, condition: Condition<E>) -> Self {
        self.with(KeyAction::new(key, Keyed::Check(Demand::of(&condition))))
    }

    /// Demands that there is an item, and writes nothing of it. No write of that item comes between. Refused as
    /// [`delete`](Self::delete) is.
    pub fn check_exists<E: StoredIn<T>>(self, key: Key<E>) -> Self {
        self.with(KeyAction::new(key, Keyed::CheckExists))
    }

    /// Demands that there is no item. Refused as [`delete`](Self::delete) is.
    pub fn check_absent<E: StoredIn<T>>(self, key: Key<E>) -> Self {
        self.with(KeyAction::new(key, Keyed::CheckAbsent))
    }
}

//! Reads whole items for the entries of an index.

mod hydrating;
mod items;
mod stream;
mod superseded;

use std::{fmt, marker::PhantomData};

use serde::de::DeserializeOwned;

use super::{Selection, settings::settings};
use crate::{
    Handle, Result, Table,
    entity::StoredIn,
    expression::Condition,
    item::{
        decode::decode_read,
        legacy,
        locate::{key_with_shard, located_key},
        located::Located,
    },
    physics::Consistency,
    projection::holds_attribute,
    read::{
        Access, Plan, Query,
        extract::{self, Entry},
    },
};
use items::Settings;

pub use hydrating::Hydrating;
pub use stream::HydratedStream;

impl<A: Access, S, D, H> Query<A, S, D, H>
where
    A::Entity: DeserializeOwned,
{
    /// Returns whole items if the index projects only a part of each: the items of each page of the index are read from
    /// the table by batch gets of 100, which are retried as in [`batch_get`](Handle::batch_get). It costs as much as
    /// both reads.
    ///
    /// The items are returned in the order of the index's entries. They can be newer than the entries, because an index
    /// is updated shortly after its table. The stored item decides:
    ///
    /// - An item that no longer exists is omitted, and counted in [`Stats::vanished`](crate::read::Stats::vanished).
    /// - An item that has expired is omitted, and counted in [`Stats::expired`](crate::read::Stats::expired).
    /// - An item that no longer matches the query is omitted, and counted in
    ///   [`Stats::changed`](crate::read::Stats::changed): for example, its status has changed, or its time is out of
    ///   the range.
    /// - An item whose index key has changed, but which still matches the query, is returned at its old position.
    ///   Another page may contain it at its new position.
    ///
    /// An index has an entry for each copy of an item, including copies under older table keys (`legacy`). For such an
    /// item the newer keys are read too. If the item exists under one of them, the older copy is omitted, and counted
    /// in [`Stats::superseded`](crate::read::Stats::superseded). With random shards an item has no key of its own, and
    /// no copy is omitted.
    ///
    /// A page can therefore have fewer items than its limit and still have a cursor. Only `None` marks the end.
    ///
    /// ```
    /// # #[cfg(feature = "client")] mod example {
    /// # use keywright::{Entity, Handle, Table};
    /// # use serde::{Deserialize, Serialize};
    /// # #[derive(Table)]
    /// # #[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK", projection = "keys_only")]
    /// # struct Shop;
    /// # #[derive(Entity, Serialize, Deserialize)]
    /// # #[entity(table = Shop)]
    /// # #[pk(template = "CUSTOMER#<customer>")]
    /// # #[sk(template = "ORDER#<id>")]
    /// # #[gsi(index = "GSI1", query = by_clerk, pk = "CLERK#<clerk>", sk = "<id>")]
    /// # struct Order { customer: String, id: u32, clerk: String, total: u64 }
    /// # async fn example(shop: Handle<Shop>) -> keywright::Result<()> {
    /// let page = Order::by_clerk("bob").newest_first().limit(50).hydrate().send(&shop).await?;
    /// println!("{} orders, {} gone since", page.items.len(), page.stats.vanished);
    /// # Ok(()) }
    /// # }
    /// ```
    pub fn hydrate(self) -> HydratedQuery<A, A::Entity> {
        let mut selection = self.select(extract::entry::<A::Entity>, Some(&[]));
        let include_expired = selection.source.spec.include_expired;
        let ttl = selection.source.entity.ttl_attribute();
        // If the index does not contain the expiry, the table's item decides.
        selection.source.spec.include_expired |=
            ttl.is_some_and(|name| !holds_attribute(selection.source.entity, A::KEY, name));
        let settings = Settings {
            include_expired,
            consistent: false,
            decode: decode_read::<A::Entity>,
            finish: |item, _| Ok(item),
        };
        HydratedQuery { selection, settings, access: PhantomData }
    }
}

/// A query whose items are read from the table. Made by [`Query::hydrate`].
///
/// Set the values and ranges of the query before `hydrate`. All other settings can be set before or after. A limit
/// counts the entries of the index; the items may be fewer.
#[must_use = "a query does nothing until it is sent: `.send(&table).await`"]
pub struct HydratedQuery<A: Access, O> {
    selection: Selection<Entry>,
    settings: Settings<A::Entity, O>,
    access: PhantomData<fn() -> A>,
}

settings!(HydratedQuery<A, O>);

impl<A: Access, O> HydratedQuery<A, O> {
    fn plan(&self) -> Result<Plan> {
        let items = if self.settings.consistent { Consistency::Strong } else { Consistency::Eventual };
        let mut plan = self.selection.source.plan()?;
        plan.hydrates = Some(items);
        Ok(plan)
    }
}

impl<A: Access> HydratedQuery<A, A::Entity> {
    /// Returns each item with the key under which it is stored, shard included.
    pub fn located(self) -> HydratedQuery<A, Located<A::Entity>> {
        let Settings { include_expired, consistent, decode, .. } = self.settings;
        let finish = |item: A::Entity, stored: &_| {
            let entity = crate::item::stored::schema::<A::Entity>();
            // The current key also finds an item under an older key.
            let key = if legacy::is_older(entity, stored) {
                key_with_shard(&item, None)
            } else {
                located_key(&item, stored)?
            };
            Ok(Located { item, key })
        };
        let settings = Settings { include_expired, consistent, decode, finish };
        HydratedQuery { selection: self.selection, settings, access: PhantomData }
    }
}

impl<A: Access, O> HydratedQuery<A, O> {
    /// Reads the items with strong consistency, at twice the cost. The entries of the index remain eventually
    /// consistent.
    pub fn consistent_items(mut self) -> Self {
        self.settings.consistent = true;
        self
    }

    /// Also returns items that have expired and that DynamoDB has not deleted yet: see [`lifecycle`](crate::lifecycle).
    pub fn include_expired(mut self) -> Self {
        self.selection.source.spec.include_expired = true;
        self.settings.include_expired = true;
        self
    }

    /// Binds the query to a table. Awaiting it reads one page.
    ///
    /// # Errors
    ///
    /// Those of [`Query::send`] and of [`batch_get`](Handle::batch_get).
    pub fn send<T: Table>(self, handle: &Handle<T>) -> Hydrating<'_, A::Entity, O>
    where
        A::Entity: StoredIn<T>,
    {
        Hydrating { handle: handle.connection(), selection: self.selection, settings: self.settings }
    }

    /// Streams the items of all pages, one after the other, up to the limit. See [`HydratedStream`].
    pub fn stream<T: Table>(self, handle: &Handle<T>) -> HydratedStream<O>
    where
        A::Entity: StoredIn<T>,
        O: Send + 'static,
    {
        HydratedStream::new(handle.connection(), self.selection, self.settings)
    }
}

impl<A: Access, O> Clone for HydratedQuery<A, O> {
    fn clone(&self) -> Self {
        Self { selection: self.selection.clone(), settings: self.settings, access: PhantomData }
    }
}

impl<A: Access, O> fmt::Debug for HydratedQuery<A, O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HydratedQuery").field("entity", &self.selection.source.entity.name).finish_non_exhaustive()
    }
}

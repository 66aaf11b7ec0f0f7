//! Whole items for what an index holds in part.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
    future::IntoFuture,
    marker::PhantomData,
};

use aws_sdk_dynamodb::operation::query::{QueryInput, builders::QueryFluentBuilder};
use serde::de::DeserializeOwned;

use super::{
    Selection,
    extract::{self, Entry},
    reading::all,
    running::Running,
};
use crate::{
    Entity, Handle, Result, Table,
    client::{
        Item,
        call::Sending,
        decode::{Decode, decode},
        expiry::is_expired,
        locate::key_item,
        read_keys::{KeyReads, Meter},
        stored::{belongs, stored_key, table_key_of},
    },
    entity::StoredIn,
    key::ItemKey,
    projection::holds_attribute,
    read::{Access, Aim, Cursor, Page, Plan, Query, Stats, now},
};

impl<A: Access, S, D, H> Query<A, S, D, H>
where
    A::Entity: DeserializeOwned,
{
    /// Returns whole items where the index holds a part of each: a page of the index says which, and a batch get reads them
    /// from the table, 100 in a request and repeated as [`batch_get`](Handle::batch_get) does. It costs the reads of both.
    ///
    /// The items come in the order of the index's entries. They are newer than these: an index follows its table a moment
    /// later. What changed in between is judged by what is stored now:
    ///
    /// - An item that is gone is left out, and counted in [`Stats::vanished`].
    /// - An item that has expired is left out, and counted in [`Stats::expired`].
    /// - One that the query does not ask for any more is left out, and counted in [`Stats::changed`]: its status is another
    ///   one now, or its time is out of the range.
    /// - One that has another key in the index now, and that the query still asks for, is returned at its old place. A later
    ///   page, or a page before, has it at its new one.
    ///
    /// So a page can have fewer items than its limit, and a cursor; only `None` is the end.
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
    pub fn hydrate(self) -> HydratedQuery<A> {
        let mut selection = self.select(extract::entry::<A::Entity>, Some(&[]));
        let include_expired = selection.spec.include_expired;
        let ttl = selection.entity.ttl_attribute();
        // Where the index does not tell whether an item has expired, the table does.
        selection.spec.include_expired |= ttl.is_some_and(|name| !holds_attribute(selection.entity, A::KEY, name));
        HydratedQuery {
            selection,
            include_expired,
            decode: decode::<A::Entity>,
            consistent: false,
            access: PhantomData,
        }
    }
}

/// A query whose items are read from the table. Made by [`Query::hydrate`].
#[must_use = "a query does nothing until it is sent"]
pub struct HydratedQuery<A: Access> {
    selection: Selection<Entry>,
    include_expired: bool,
    decode: Decode<A::Entity>,
    consistent: bool,
    access: PhantomData<fn() -> A>,
}

impl<A: Access> HydratedQuery<A> {
    /// Takes at most this many entries of the index, and returns at most as many items. See [`Query::limit`].
    pub fn limit(mut self, items: usize) -> Self {
        self.selection.spec.limit = Some(items);
        self
    }

    /// Goes on after a page. See [`Query::cursor`]: the cursor may be one of the query without `hydrate`.
    pub fn cursor(mut self, cursor: impl Into<Option<Cursor>>) -> Self {
        self.selection.spec.cursor = cursor.into();
        self
    }

    /// Reads the items strongly consistent, at twice the price: what the last acknowledged writes left. Which items there
    /// are, the index says a moment later all the same.
    pub fn consistent_items(mut self) -> Self {
        self.consistent = true;
        self
    }

    /// Binds the query to a table; awaiting it reads one page.
    ///
    /// # Errors
    ///
    /// Those of [`Query::send`] and of [`batch_get`](Handle::batch_get).
    pub fn send<T: Table>(self, handle: &Handle<T>) -> Hydrating<'_, T, A::Entity>
    where
        A::Entity: StoredIn<T>,
    {
        let Self { selection, include_expired, decode, consistent, .. } = self;
        Hydrating { handle, selection, include_expired, decode, consistent }
    }
}

/// A query whose items are read from the table, bound to it and not sent yet: awaiting it reads one page. Made by
/// [`HydratedQuery::send`].
#[must_use = "a query does nothing until it is awaited"]
pub struct Hydrating<'a, T, E> {
    handle: &'a Handle<T>,
    selection: Selection<Entry>,
    include_expired: bool,
    decode: Decode<E>,
    consistent: bool,
}

impl<T: Table, E: Entity> Hydrating<'_, T, E> {
    /// The requests of the query's first round as values that can be printed. Nothing is sent. Which items are then got from
    /// the table, their answers say.
    ///
    /// # Errors
    ///
    /// Those of [`Query::send`] that come before a request.
    pub fn params(&self) -> Result<Vec<QueryInput>> {
        self.selection.plan()?.first_round_of(self.handle.table_name(), self.selection.fields)
    }

    /// The SDK's own requests of the query's first round, to be changed and sent without us. The items of the keys that they
    /// bring are yours to get.
    ///
    /// # Errors
    ///
    /// Those of [`params`](Self::params).
    pub fn into_sdk(self) -> Result<Vec<QueryFluentBuilder>> {
        Ok(self.params()?.into_iter().map(|request| self.handle.reads().open(request)).collect())
    }

    async fn run(self) -> Result<Page<E>> {
        let mut running = Running::new(self.handle, &self.selection, Aim::Page)?;
        let entries = all(&mut running).await?;
        let (cursor, mut stats, plan) = (running.cursor(), running.stats(), running.plan());
        let items = self.items(&plan, entries, &mut stats).await?;
        Ok(Page { items, cursor, stats })
    }

    /// The items of these entries, in their order.
    async fn items(&self, plan: &Plan, entries: Vec<Entry>, stats: &mut Stats) -> Result<Vec<E>> {
        let (entity, meter) = (plan.entity, Meter::default());
        let mut seen = BTreeSet::new();
        let once_each = entries.iter().filter(|entry| seen.insert(&entry.table));
        let keys: Vec<Item> = once_each.map(|entry| key_item(entity, &entry.table)).collect();
        let entity_of = |_: &Item| entity;
        let reads = KeyReads { meter: Some(&meter), ..KeyReads::of(&entity_of, self.consistent) };
        let found = reads.whole(self.handle, &keys).await?;
        stats.requests += meter.requests();
        stats.hedges += meter.hedges();
        stats.throttles += meter.throttles();
        stats.rounds += usize::from(!keys.is_empty());
        stats.items_read += found.len();
        stats.rcu += meter.rcu();
        let stored: BTreeMap<ItemKey, Item> =
            found.into_iter().filter_map(|item| Some((table_key_of::<T>(&item)?, item))).collect();
        let mut items = Vec::with_capacity(entries.len());
        for entry in entries {
            match stored.get(&entry.table) {
                None => stats.vanished += 1,
                Some(stored) => items.extend(self.judge(plan, &entry, stored, stats)?),
            }
        }
        Ok(items)
    }

    /// The item of an entry, if the query asks for it as it is stored now.
    fn judge(&self, plan: &Plan, entry: &Entry, stored: &Item, stats: &mut Stats) -> Result<Option<E>> {
        let read = stored_key(plan.entity, plan.key, stored).filter(|_| belongs(plan.entity, stored));
        let is_unmoved = read.as_ref() == Some(&entry.read);
        if !is_unmoved && !read.is_some_and(|read| plan.visits(&read)) {
            stats.changed += 1;
            return Ok(None);
        }
        let item = (self.decode)(plan.entity, stored.clone())?;
        let is_asked_for = plan.accepts(|field| item.__value(field));
        // Where it has not moved, the entry's key has promised more than it holds.
        stats.changed += usize::from(!is_asked_for && !is_unmoved);
        let is_hidden = is_asked_for && !self.include_expired && is_expired(plan.entity, stored, now());
        stats.expired += usize::from(is_hidden);
        Ok(Some(item).filter(|_| is_asked_for && !is_hidden))
    }
}

impl Plan {
    /// Whether a key of the table or index that is read lies in what the query visits.
    fn visits(&self, key: &ItemKey) -> bool {
        self.lanes().any(|lane| {
            *lane.partition_key() == key.partition
                && key.sort.as_ref().is_none_or(|sort| lane.interval().contains(sort))
        })
    }
}

impl<'a, T: Table, E: Entity> IntoFuture for Hydrating<'a, T, E> {
    type Output = Result<Page<E>>;
    type IntoFuture = Sending<'a, Page<E>>;

    fn into_future(self) -> Self::IntoFuture {
        let (handle, call) = (self.handle, self.selection.call("hydrate"));
        Box::pin(async move { call.run(handle, self.run()).await })
    }
}

impl<T: Table, E> fmt::Debug for Hydrating<'_, T, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Hydrating").field("entity", &self.selection.entity.name).finish_non_exhaustive()
    }
}

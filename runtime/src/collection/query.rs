//! Queries collections.

use std::{fmt, marker::PhantomData, ops::Bound};

use super::{Alike, Collection, InBuckets, LeadRange, LeadValue, NoLead, shared::Shared};
use crate::{
    Result,
    key::{KeyArg, clock::now, range::ValueRange},
    physics::capacity::Consistency,
    read::{BucketRange, NoBucket, Plan, QuerySpec, SharedSpec, Strong, query_settings},
};

/// A query over the partition key that the entities of a collection share. `D` is the field of the buckets, and `S` is
/// the field that leads the sort key of the first entity.
///
/// Created by the function that `#[derive(Collection)]` generates on an enum. Like a [`Query`](crate::read::Query), it
/// reads every partition key that can contain matching items, by bucket and shard, and returns the items of all
/// entities in the order of their sort keys. [`between`](Self::between), [`sort_within`](Self::sort_within) and
/// [`sort_begins_with`](Self::sort_begins_with) limit the sort keys. No filter is sent, so every item that is read is
/// charged and returned.
///
/// ```
/// # #[cfg(feature = "client")] mod example {
/// # use keywright::{Collection, Entity, Handle, Table};
/// # use serde::{Deserialize, Serialize};
/// # #[derive(Table)]
/// # struct Shop;
/// # #[derive(Entity, Serialize, Deserialize)]
/// # #[entity(table = Shop)]
/// # #[pk(template = "CUSTOMER#<id>")]
/// # #[sk(template = "CUSTOMER")]
/// # struct Customer { id: String, name: String }
/// # #[derive(Entity, Serialize, Deserialize)]
/// # #[entity(table = Shop)]
/// # #[pk(template = "CUSTOMER#<customer>")]
/// # #[sk(template = "ORDER#<number>")]
/// # struct Order { customer: String, number: u32 }
/// #[derive(Collection)]
/// #[collection(query = of_customer(id))]
/// enum CustomerItem { Customer(Customer), Order(Order) }
///
/// # async fn example(shop: Handle<Shop>) -> keywright::Result<()> {
/// let page = CustomerItem::of_customer("ann").limit(50).send(&shop).await?;
/// for item in page.items {
///     match item {
///         CustomerItem::Customer(customer) => println!("{}", customer.name),
///         CustomerItem::Order(order) => println!("order {}", order.number),
///     }
/// }
/// # Ok(()) }
/// # }
/// ```
///
/// An item of another entity is a [`WrongEntity`](crate::ErrorKind::WrongEntity) error, unless
/// [`skip_unknown`](Self::skip_unknown) is set.
#[must_use = "a query does nothing until it is sent: `.send(&table).await`"]
pub struct CollectionQuery<C, D = NoBucket, S = NoLead> {
    pub(crate) spec: SharedSpec,
    pub(crate) skips_unknown: bool,
    of: PhantomData<Types<C, D, S>>,
}

type Types<C, D, S> = fn() -> (C, D, S);

impl<C: Collection, D, S> CollectionQuery<C, D, S> {
    #[doc(hidden)]
    pub fn __new() -> Self {
        let spec = QuerySpec { entities: C::SCHEMA.entities, ..QuerySpec::new() }.into();
        Self { spec, skips_unknown: false, of: PhantomData }
    }

    #[doc(hidden)]
    pub fn __arg<F>(mut self, place: usize, value: impl KeyArg<F>) -> Self {
        let key = Shared::<C>::SCHEMA.keys.get(Shared::<C>::KEY);
        let field = key.and_then(|key| key.argument(place));
        self.spec.partition.extend(field.zip(value.into_value()));
        self
    }

    /// Matches items for which the field of the buckets is in a range. It selects buckets and compares each item's
    /// field.
    ///
    /// An open end is closed: `a..` ends 5 minutes after the current time, and `..b` begins at the longest `retention`
    /// of the entities. If one has none, `..b` is an [`UnboundedRange`](crate::ErrorKind::UnboundedRange) error.
    pub fn during<R>(mut self, range: R) -> Self
    where
        D: InBuckets,
        R: BucketRange<D>,
    {
        let (lower, upper) = range.into_bounds();
        self.spec.during = ValueRange { lower, upper };
        self
    }

    /// Matches items for which the field that leads the sort key of every entity has one value. Like
    /// [`between`](Self::between) with only that value, but also for a type without an order.
    pub fn then<V>(mut self, value: V) -> Self
    where
        C::Alike: Alike,
        V: LeadValue<S>,
    {
        match value.__value() {
            Some(value) => {
                let end = || Bound::Included(value.clone());
                self.spec.range = ValueRange { lower: end(), upper: end() };
            }
            // Planning reports the error.
            None => self.spec.prefix.push(None),
        }
        self
    }

    /// Matches items for which the field that leads the sort key of every entity is in a range: any of Rust's ranges,
    /// half-open as in `a..b`. If the key contains the value rounded down, the item's own field is compared.
    ///
    /// It compiles only if the sort keys begin with the same field, and have one attribute.
    pub fn between<R>(mut self, range: R) -> Self
    where
        C::Alike: Alike,
        R: LeadRange<S>,
    {
        self.spec.range = range.__range().0;
        self
    }

    /// Matches items of all entities whose stored sort key begins with this text.
    ///
    /// It is a prefix of the whole key: `"ORDER#1"` includes `ORDER#10`, and `"ORDER#1#"` does not. Values must be
    /// written as in the stored key, escaped and in fixed width. For a sort key that is not text, sending such a query
    /// is an [`InvalidArgument`](crate::ErrorKind::InvalidArgument) error.
    pub fn sort_begins_with(mut self, beginning: impl Into<String>) -> Self {
        self.spec.sort_begins_with = Some(beginning.into());
        self
    }

    /// Omits items of entities that the collection does not name, and counts them in
    /// [`Stats::unknown`](crate::read::Stats::unknown). Without this, such an item is an error.
    pub fn skip_unknown(mut self) -> Self {
        self.skips_unknown = true;
        self
    }

    query_settings! {
        self => self.spec;

        /// Continues after a page, with the same range. Takes the page's [`Cursor`](crate::Cursor) or an `Option` of
        /// one; `None` starts at the beginning. See [`Query::cursor`](crate::read::Query::cursor).
        ///
        /// The cursor is bound to the table, the entities of the collection, the index, the direction, the partition
        /// key's fields, the beginning of the sort key, its bounds by entities, and the range of
        /// [`between`](Self::between), [`then`](Self::then) and [`during`](Self::during).
        cursor;

        /// Continues after a page, with the range that [`between`](Self::between), [`then`](Self::then) or
        /// [`during`](Self::during) set for the first page. See [`Query::resume`](crate::read::Query::resume).
        resume;
    }

    /// Also returns expired items that DynamoDB has not deleted yet: see [`lifecycle`](crate::lifecycle).
    pub fn include_expired(mut self) -> Self {
        self.spec.include_expired = true;
        self
    }

    /// Reads with strong consistency, at twice the cost.
    pub fn consistent(mut self) -> Self
    where
        C::Strong: Strong,
    {
        self.spec.consistency = Consistency::Strong;
        self
    }

    /// Plans the query without sending it: its lanes and their conditions, to be printed.
    ///
    /// # Errors
    ///
    /// The errors of `send` that need no request.
    pub fn explain(&self) -> Result<Plan> {
        Plan::on_table(None, const { &Shared::<C>::SCHEMA }, Shared::<C>::KEY, &self.spec, now())
    }
}

impl<C, D, S> Clone for CollectionQuery<C, D, S> {
    fn clone(&self) -> Self {
        Self { spec: self.spec.clone(), skips_unknown: self.skips_unknown, of: PhantomData }
    }
}

/// Omits keys if an entity has a sensitive field, because keys of different entities can contain different fields.
impl<C: Collection, D, S> fmt::Debug for CollectionQuery<C, D, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let schema = &Shared::<C>::SCHEMA;
        let name = |field: &u8| schema.fields.get(usize::from(*field)).map_or("", |field| field.name);
        let partition: Vec<_> = self.spec.partition.iter().map(|(field, value)| (name(field), value)).collect();
        let mut debug = f.debug_struct("CollectionQuery");
        debug.field("collection", &schema.name);
        if !C::SCHEMA.entities.iter().any(|entity| entity.has_secrets()) {
            debug.field("partition", &partition).field("sort_begins_with", &self.spec.sort_begins_with);
        }
        debug.field("limit", &self.spec.limit).finish_non_exhaustive()
    }
}

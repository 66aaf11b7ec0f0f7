//! The typed query.

use std::{fmt, marker::PhantomData};

use super::{
    Access, BucketRange, Bucketed, End, HashArgs, HashSharded, KeyRange, NoBucket, NoHash, Open, OpenText, Plan,
    Strong,
    settings::query_settings,
    shape::{HashFields, Shape},
    spec::{QuerySpec, SharedSpec},
};
use crate::{
    Entity, Result,
    key::{
        KeyArg, Ordered, Timestamp, clock,
        range::ValueRange,
        redaction::{ShownValue, hides_sort_keys},
    },
    physics::capacity::Consistency,
    schema::EntitySchema,
};

/// A query of an entity by its table key or by an index key. The entity's generated functions build it.
///
/// A query reads every partition key that can hold matching items, its *lanes*: bucket by bucket if the key has time
/// buckets, and all shards of each bucket. It merges their items into one ordered result.
///
/// Items are ordered by sort key. Items with equal sort keys are returned lane by lane, each lane in the order of the
/// service. The result is exact for what each lane returned. It is not a snapshot, because lanes are read at different
/// instants.
///
/// The shards of a bucket are read concurrently. Buckets are read in order, and the next one only if the limit is not
/// reached: see [`prefetch`](Self::prefetch). The first request to each lane is for the lane's share of the limit plus
/// a margin that makes it sufficient in 99 of 100 cases. If it is not, the lanes that may hold more are read again.
///
/// `A` is the key that is read, an [`Access`]. `S` holds the parts of the sort key that are not given yet, `D` the
/// field of the bucket, and `H` the hashed fields.
///
/// ```
/// # #[cfg(feature = "client")] mod example {
/// # use chrono::{DateTime, Duration, Utc};
/// # use keywright::{Entity, Handle, Table};
/// # use serde::{Deserialize, Serialize};
/// # #[derive(Table)]
/// # struct Platform;
/// # #[derive(Entity, Serialize, Deserialize)]
/// # #[entity(table = Platform)]
/// # #[pk(template = "OPS_LOG#<at:day>")]
/// # #[shard(random = 10)]
/// # #[sk(template = "<at>#<call_id>")]
/// # struct OpsLog { at: DateTime<Utc>, call_id: String }
/// # async fn example(platform: Handle<Platform>) -> keywright::Result<()> {
/// let week = Utc::now() - Duration::days(7)..Utc::now();              // once: each page asks for this range
/// let query = OpsLog::query().between(week).newest_first().limit(50);
/// println!("{}", query.explain()?);                    // the lanes, without a request
///
/// let mut cursor = None;
/// loop {
///     let page = query.clone().cursor(cursor).send(&platform).await?;
///     for log in &page.items {
///         println!("{}", log.call_id);
///     }
///     cursor = page.cursor;
///     if cursor.is_none() {
///         break;                                       // `None` ends the query; a page can be empty
///     }
/// }
/// # Ok(()) }
/// # }
/// ```
///
/// `send` reads a page, `stream` all pages, and `count` counts the items. `located` returns items with their keys,
/// `keys` only the keys, `project` some fields of each item, and `hydrate` whole items of the table for the entries of
/// an index.
#[must_use = "a query does nothing until it is sent: `.send(&table).await`"]
pub struct Query<A, S, D = NoBucket, H = NoHash> {
    pub(crate) spec: SharedSpec,
    shape: PhantomData<Types<A, S, D, H>>,
}

type Types<A, S, D, H> = fn() -> (A, S, D, H);

impl<A: Access, S, D, H> Query<A, S, D, H> {
    #[doc(hidden)]
    pub fn __new() -> Self {
        Self { spec: QuerySpec::new().into(), shape: PhantomData }
    }

    #[doc(hidden)]
    pub fn __arg<F>(mut self, field: u8, value: impl KeyArg<F>) -> Self {
        self.spec.partition.extend(value.into_value().map(|value| (field, value)));
        self
    }

    fn with<T>(spec: SharedSpec) -> Query<A, T, D, H> {
        Query { spec, shape: PhantomData }
    }

    /// Fixes the next part of the sort key to one value.
    ///
    /// A value that was given for a part of the partition key also counts where it follows in the sort key: beside
    /// `<at:s>` in the partition key and `<room>#<at>` in the sort key, `then(room)` finds the items of the exact time.
    pub fn then<V>(mut self, value: V) -> Query<A, S::Rest, D, H>
    where
        S: Shape + Open,
        V: KeyArg<S::Head>,
    {
        self.spec.prefix.push(value.into_value());
        Self::with(self.spec)
    }

    /// Matches items whose next part of the sort key is in a range: any of Rust's ranges, half-open as in `a..b`.
    ///
    /// An empty range returns nothing and sends no request. If the key holds the value rounded down (a bucket, a
    /// precision), the range applies to the item's own field. If the key holds text in one case (`lower`, `upper`), the
    /// range is compared in that case: `"Ann".."Bob"` includes `ANN LEE`.
    ///
    /// Over time buckets an open end is closed: `a..` ends 5 minutes after the current time, and `..b` begins at the
    /// key's `retention`. Give both ends to find items of the future.
    ///
    /// A number in `plain` decimal, and text followed by a byte above `$`, have no order in the key. Sending such a
    /// query is an [`InvalidArgument`](crate::ErrorKind::InvalidArgument) error (KW012).
    pub fn between<R>(mut self, range: R) -> Query<A, End, D, H>
    where
        S: Shape + Open,
        S::Head: Ordered,
        R: KeyRange<S::Head>,
    {
        self.spec.range = ValueRange::of(range);
        Self::with(self.spec)
    }

    /// Matches items whose next part of the sort key is a text that begins with `beginning`.
    ///
    /// It is a prefix of the value, not of the stored key: a delimiter in it is part of the value.
    pub fn begins_with(mut self, beginning: impl Into<String>) -> Query<A, End, D, H>
    where
        S: OpenText,
    {
        self.spec.begins_with = Some(beginning.into());
        Self::with(self.spec)
    }

    /// Matches items whose bucket's field is in a range. The range selects the buckets, and each item is checked on its
    /// own field.
    ///
    /// Open ends are closed as for [`between`](Self::between).
    pub fn during<R>(mut self, range: R) -> Self
    where
        D: Bucketed,
        R: BucketRange<D>,
    {
        let (lower, upper) = range.into_bounds();
        self.spec.during = ValueRange { lower, upper };
        self
    }

    /// Reads only the shard of these values of the hashed fields: one lane per bucket instead of all shards.
    ///
    /// Takes one value, or a tuple of values in the order of `#[shard(hash(..))]`. Items with other values in the same
    /// shard are returned too, unless the given parts of the sort key exclude them.
    pub fn shard_of<V>(mut self, values: V) -> Self
    where
        H: HashFields + HashSharded,
        V: HashArgs<H::Fields>,
    {
        self.spec.hashed = Some(values.into_values());
        self
    }

    query_settings! {
        self => self.spec;

        /// Continues after a page, with the same range. Takes the page's [`Cursor`](crate::Cursor) or an `Option`
        /// of one; `None` starts at the beginning.
        ///
        /// A cursor of another range is a [`CursorForeign`](crate::ErrorKind::CursorForeign) error. If the range is
        /// computed again for each page, use [`resume`](Self::resume). To read a cursor from a text, use
        /// `text.parse::<Cursor>()?` or [`CursorKeys::open`](crate::read::CursorKeys::open).
        cursor;

        /// Continues after a page, with the range of the [`Cursor`](crate::Cursor). The range of this query
        /// applies to the first page only, for `None`.
        ///
        /// Use it for a moving window: later pages read "the last seven days" as of the first page. A cursor from a
        /// text that is not sealed must not reach beyond the range of this query, if it gives one: see
        /// [`Cursor`](crate::Cursor). Give the range for the first page only, or seal cursors as below.
        ///
        /// ```
        /// # #[cfg(all(feature = "client", feature = "chrono"))] mod example {
        /// # use chrono::{DateTime, Duration, Utc};
        /// # use keywright::{Entity, Handle, Page, Result, Table, read::CursorKeys};
        /// # use serde::{Deserialize, Serialize};
        /// # #[derive(Table)]
        /// # struct Platform;
        /// # #[derive(Entity, Serialize, Deserialize)]
        /// # #[entity(table = Platform)]
        /// # #[pk(template = "OPS_LOG#<at:day>")]
        /// # #[shard(random = 10)]
        /// # #[sk(template = "<at>#<call_id>")]
        /// # struct OpsLog { at: DateTime<Utc>, call_id: String }
        /// async fn last_week(
        ///     platform: &Handle<Platform>,
        ///     keys: &CursorKeys,
        ///     from_client: Option<&str>,
        /// ) -> Result<Page<OpsLog>> {
        ///     let cursor = from_client.map(|text| keys.open(text)).transpose()?;
        ///     let now = Utc::now();
        ///     OpsLog::query().between(now - Duration::days(7)..now).limit(50).resume(cursor).send(platform).await
        /// }
        /// # }
        /// ```
        resume;
    }

    /// Returns only items for which a condition holds. With several filters, all must hold.
    ///
    /// DynamoDB filters items after reading them: a filter saves no read units. A page may be empty and have a cursor,
    /// `limit` counts the items that pass the filter, and [`scan_limit`](Self::scan_limit) bounds what a page reads.
    /// With a limit, requests are sized by the share of the evaluated items that matched so far, and grow while nothing
    /// matches.
    ///
    /// DynamoDB rejects a filter on the key attributes of the table or index that is read, such as `PK` and `SK`. A
    /// field that is only a part of such a key, as in `ORDER#<id>`, is an attribute of its own and can be filtered by.
    /// The index must contain the attributes of the filter. Otherwise sending the query is an
    /// [`InvalidArgument`](crate::ErrorKind::InvalidArgument) error.
    ///
    /// If an item may be stored under several keys (`legacy`, `grow`), the filter applies to its newest copy. It is
    /// then evaluated in this process, not by DynamoDB.
    ///
    /// ```
    /// # use keywright::{Entity, Table};
    /// # use serde::{Deserialize, Serialize};
    /// # #[derive(Table)]
    /// # struct Shop;
    /// # #[derive(Entity, Serialize, Deserialize)]
    /// # #[entity(table = Shop)]
    /// # #[pk(template = "CUSTOMER#<customer>")]
    /// # #[sk(template = "ORDER#<id>")]
    /// # struct Order { customer: String, id: u32, status: String, cents: u64 }
    /// let dear = Order::query("ann").filter(Order::STATUS.eq("open") & Order::CENTS.ge(10_000)).limit(20);
    /// ```
    #[cfg(feature = "client")]
    pub fn filter(mut self, condition: crate::expression::Condition<A::Entity>) -> Self {
        self.spec.add_filter(condition.erased());
        self
    }

    /// Reads with strong consistency: the result contains every write that succeeded before. Costs twice the read
    /// units.
    pub fn consistent(mut self) -> Self
    where
        A::Strong: Strong,
    {
        self.spec.consistency = Consistency::Strong;
        self
    }

    /// Also returns expired items that DynamoDB has not deleted yet: see [`lifecycle`](crate::lifecycle).
    pub fn include_expired(mut self) -> Self {
        self.spec.include_expired = true;
        self
    }

    /// Plans the query without sending it. The plan can be printed, with its lanes and their conditions.
    /// [`first_round`](Plan::first_round) and [`every_lane`](Plan::every_lane) of the plan estimate the cost.
    ///
    /// # Errors
    ///
    /// The errors of `send` that need no request: a value that cannot be part of a key, an open range over buckets, too
    /// many lanes, a cursor of another query.
    pub fn explain(&self) -> Result<Plan> {
        self.plan(clock::now())
    }

    pub(crate) fn plan(&self, now: Timestamp) -> Result<Plan> {
        Plan::on_table(None, Self::ENTITY, A::KEY, &self.spec, now)
    }

    const ENTITY: &'static EntitySchema = &<A::Entity as Entity>::SCHEMA;
}

impl<A, S, D, H> Clone for Query<A, S, D, H> {
    fn clone(&self) -> Self {
        Self { spec: self.spec.clone(), shape: PhantomData }
    }
}

/// Redacts the values of sensitive fields.
impl<A: Access, S, D, H> fmt::Debug for Query<A, S, D, H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let schema = Self::ENTITY;
        let name = |field: &u8| schema.fields.get(usize::from(*field)).map_or("", |field| field.name);
        let shown = |(field, value)| (name(field), ShownValue(schema, *field, value));
        let partition: Vec<_> = self.spec.partition.iter().map(|(field, value)| shown((field, value))).collect();
        let mut debug = f.debug_struct("Query");
        debug.field("entity", &schema.name).field("partition", &partition);
        if !hides_sort_keys(schema, A::KEY) {
            debug.field("prefix", &self.spec.prefix);
        }
        debug.field("limit", &self.spec.limit).finish_non_exhaustive()
    }
}

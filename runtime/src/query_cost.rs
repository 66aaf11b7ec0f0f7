//! The certificate of a query: what its first page costs at worst, from the schema alone.

use std::fmt;

use crate::{
    Entity, Table,
    physics::{WorstPage, capacity::Consistency, worst_page::PageShape},
    schema::{AttributeKind, EntitySchema, Form, KeySchema, PageLimit, Purpose, Segment, Template, same, same_index},
    template::{
        declared_key::DeclaredKey,
        overlap::{may_begin_with, overlaps},
    },
};

/// The cost of a generated query at worst, from the schema alone: a constant.
///
/// It applies to the query with a limit and without a filter, and to every query that declares `max_rcu`. A range of a
/// field of which the keys contain only a part (a bucket, a precision) reads the other items of that part, too.
/// [`Plan::worst_page`](crate::read::Plan::worst_page) is the cost of a query with all its settings.
///
/// Only items of the listed entities count. An index entry of unknown size counts as the whole item.
///
/// ```
/// # use keywright::{Entity, QueryCost, Table, physics::Consistency};
/// # use serde::{Deserialize, Serialize};
/// # #[derive(Table)]
/// # #[entities(Order)]
/// # struct Shop;
/// #[derive(Entity, Serialize, Deserialize)]
/// #[entity(table = Shop)]
/// #[pk(template = "ORDERS#<region>")]
/// #[sk(template = "ORDER#<id>")]
/// #[shard(random = 10)]
/// #[peak(creates = 5_000, item_bytes = 400)]
/// struct Order {
///     region: String,
///     id: String,
/// }
///
/// // The page of 50 orders of a region reads 10 shards, and three of them again if they hold nearly all of it.
/// const ORDERS: QueryCost = QueryCost::of::<Order>("query");
/// const PAGE: keywright::physics::WorstPage = match ORDERS.page(50, 1, Consistency::Eventual) {
///     Ok(page) => page,
///     Err(_) => panic!("the page is unbounded"),
/// };
/// assert_eq!((PAGE.lanes, PAGE.requests), (10, 14));
/// ```
#[derive(Debug, Clone, Copy)]
pub struct QueryCost {
    entity: &'static EntitySchema,
    /// The position of the key in the entity's keys.
    key: usize,
    /// The entities of the table, if it lists them.
    listed: &'static [&'static EntitySchema],
    /// The entities that the query of a collection returns. Empty for a query of one entity.
    members: &'static [&'static EntitySchema],
    /// The consistency of the batch gets of whole items, if there are any.
    hydrates: Option<Consistency>,
}

/// The reason for which no number of requests bounds a page: it can read any number of items that it does not return.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unbounded {
    /// The query has no limit, so that a page contains up to 1 MB of each partition key.
    NoLimit,
    /// The query has a filter, and DynamoDB reads the items that do not match.
    Filter,
    /// The keys contain only a part of a field of the query, such as its day.
    PartOfField,
    /// Expired items are read until DynamoDB deletes them, within a few days. [`include_expired`] returns them.
    ///
    /// [`include_expired`]: crate::read::Query::include_expired
    ExpiredItems,
    /// Items of another entity can be in the same range of sort keys: this one, or one that the table does not list.
    OtherEntity(&'static str),
    /// Older keys of the entity can contain further copies of its items.
    OlderKeys,
    /// The page begins after a sort key that many items of an index can have, and DynamoDB reads those again. A
    /// declared `max_rcu` does not bound this page.
    EqualSortKeys,
    /// The query has a scan limit, which is the bound.
    ScanLimit,
}

impl QueryCost {
    /// Returns the certificate of the query of this name, such as `by_courier` for `Order::by_courier`.
    ///
    /// # Panics
    ///
    /// If the entity has no such query: an error of the compiler in a constant.
    #[must_use]
    pub const fn of<E: Entity>(query: &str) -> Self {
        let listed = match <E::Table as Table>::LISTED {
            Some(listed) => listed,
            None => &[],
        };
        let entity = const { &E::SCHEMA };
        let mut key = 0;
        while key < entity.keys.len() {
            if same(entity.keys[key].query, query) {
                return Self { listed, ..Self::at(entity, key) };
            }
            key += 1;
        }
        // Without keys, another error is reported.
        assert!(entity.keys.is_empty(), "the entity has no query of this name");
        Self { listed, ..Self::at(entity, key) }
    }

    /// Returns the certificate of the query of a collection: `entity` is what its entities share, and `key` the
    /// position of the key that it reads.
    pub(crate) const fn of_members(
        entity: &'static EntitySchema,
        key: usize,
        members: &'static [&'static EntitySchema],
        listed: &'static [&'static EntitySchema],
    ) -> Self {
        Self { listed, members, ..Self::at(entity, key) }
    }

    /// Returns the certificate of the query with [`hydrate`](crate::read::Query::hydrate): it includes batch gets of
    /// whole items, of this consistency.
    #[must_use]
    pub const fn hydrated(self, items: Consistency) -> Self {
        Self { hydrates: Some(items), ..self }
    }

    /// Returns the cost at worst of the first page of at most `items`, from `buckets` buckets of time. Of a key without
    /// buckets, give 1. If the query declares the items of a page, more than those count as that number.
    ///
    /// # Errors
    ///
    /// Why no number bounds it.
    pub const fn page(&self, items: u64, buckets: u64, consistency: Consistency) -> Result<WorstPage, Unbounded> {
        self.page_unless(self.reason(), items, buckets, consistency)
    }

    const fn page_unless(
        &self,
        reason: Option<Unbounded>,
        items: u64,
        buckets: u64,
        consistency: Consistency,
    ) -> Result<WorstPage, Unbounded> {
        let key = &self.entity.keys[self.key];
        let items = match key.page {
            Some(PageLimit { items: most, .. }) if most < items => most,
            _ => items,
        };
        let page = self.shape(items, buckets, consistency).worst();
        let page = match (reason, key.page) {
            (None, Some(PageLimit { max_rcu: Some(units), .. })) => {
                page.least(WorstPage::of_budget(page.lanes, units, consistency))
            }
            (Some(_), Some(PageLimit { max_rcu: Some(units), .. })) => {
                WorstPage::of_budget(page.lanes, units, consistency)
            }
            (None, _) => page,
            (Some(reason), _) => return Err(reason),
        };
        match self.hydrates {
            None => Ok(page),
            Some(_) if has_older_copies(self.entity) => Err(Unbounded::OlderKeys),
            Some(consistency) => Ok(page.and_items(items, most_item_bytes(self.entity), consistency)),
        }
    }

    /// Returns the cost of the key at this position, without the other entities.
    pub(crate) const fn at(entity: &'static EntitySchema, key: usize) -> Self {
        Self { entity, key, listed: &[], members: &[], hydrates: None }
    }

    /// Returns the cost of the key at this position in [`EntitySchema::keys`], beside these entities.
    #[doc(hidden)]
    pub fn page_beside(
        entity: &'static EntitySchema,
        key: usize,
        listed: &[&EntitySchema],
        items: u64,
    ) -> Result<WorstPage, Unbounded> {
        let cost = Self::at(entity, key);
        let reason = cost.reason().or_else(|| other_in_range(entity, key, listed).map(Unbounded::OtherEntity));
        cost.page_unless(reason, items, 1, Consistency::Eventual)
    }

    /// Returns a page all of whose items are of this entity and returned.
    pub(crate) const fn shape(&self, items: u64, buckets: u64, consistency: Consistency) -> PageShape {
        let key = &self.entity.keys[self.key];
        let lanes = key.lanes_of_a_bucket();
        let groups = if key.bucket_field().is_some() { buckets } else { 1 };
        let bytes = match self.entity.entry_bytes(self.key) {
            Some(bytes) => bytes,
            None => 0,
        };
        let most_bytes = self.most_bytes();
        PageShape { items, lanes, groups, bytes, most_bytes, request_items: u64::MAX, outside: 0, consistency }
    }

    /// The size of the largest item of the entities that the query returns, in bytes. 0 if one is not declared.
    const fn most_bytes(&self) -> u64 {
        let (mut most, mut at) = (0, 0);
        while let Some((member, key)) = self.member(at) {
            match most_entry_bytes(member, key) {
                Some(bytes) => most = if bytes > most { bytes } else { most },
                None => return 0,
            }
            at += 1;
        }
        most
    }

    /// The entity at this position among those that the query returns, with the position of the key that it reads.
    const fn member(&self, at: usize) -> Option<(&'static EntitySchema, usize)> {
        if self.members.is_empty() {
            return if at == 0 { Some((self.entity, self.key)) } else { None };
        }
        if at >= self.members.len() {
            return None;
        }
        let (member, index) = (self.members[at], self.entity.keys[self.key].index);
        let mut key = 0;
        while key + 1 < member.keys.len() && !same_index(member.keys[key].index, index) {
            key += 1;
        }
        Some((member, key))
    }

    const fn is_member(&self, name: &str) -> bool {
        let mut at = 0;
        while let Some((member, _)) = self.member(at) {
            if same(member.name, name) {
                return true;
            }
            at += 1;
        }
        false
    }

    /// Returns why no number bounds a page, even with a limit and without a filter. `None` if one does, such as a
    /// declared `max_rcu`.
    pub const fn unbounded(&self) -> Option<Unbounded> {
        match self.entity.key_at(self.key) {
            _ if self.hydrates.is_some() && has_older_copies(self.entity) => Some(Unbounded::OlderKeys),
            Some(KeySchema { page: Some(PageLimit { max_rcu: Some(_), .. }), .. }) => None,
            _ => self.reason(),
        }
    }

    /// Returns why a page can read any number of items that it does not return.
    const fn reason(&self) -> Option<Unbounded> {
        let mut at = 0;
        while let Some((member, _)) = self.member(at) {
            if expires(member) {
                return Some(Unbounded::ExpiredItems);
            }
            at += 1;
        }
        at = 0;
        while let Some((member, key)) = self.member(at) {
            match member.key_at(key) {
                None => return Some(Unbounded::NoLimit),
                Some(key) if !key.legacy.is_empty() => return Some(Unbounded::OlderKeys),
                Some(_) => {}
            }
            at += 1;
        }
        if let Some(key) = self.entity.key_at(self.key)
            && contains_part_of_bucket(self.entity, key)
        {
            return Some(Unbounded::PartOfField);
        }
        at = 0;
        while let Some((member, key)) = self.member(at) {
            let mut other = 0;
            while other < self.listed.len() {
                if !self.is_member(self.listed[other].name)
                    && let Some(other) = other_in_range(member, key, &[self.listed[other]])
                {
                    return Some(Unbounded::OtherEntity(other));
                }
                other += 1;
            }
            at += 1;
        }
        None
    }
}

const fn expires(entity: &EntitySchema) -> bool {
    let mut at = 0;
    while at < entity.fields.len() {
        if matches!(entity.fields[at].purpose, Purpose::Ttl) {
            return true;
        }
        at += 1;
    }
    false
}

/// Whether hydration reads the newer keys of items that it found under older ones.
pub(crate) const fn has_older_copies(entity: &EntitySchema) -> bool {
    match entity.keys {
        [table, ..] => !table.legacy.is_empty(),
        [] => false,
    }
}

/// The size of the largest item in the table, in bytes. 0 if it is not declared.
pub(crate) const fn most_item_bytes(entity: &EntitySchema) -> u64 {
    match entity.item_bytes() {
        Some(bytes) => bytes,
        None => 0,
    }
}

impl fmt::Display for Unbounded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoLimit => f.write_str("without a limit, a page contains up to 1 MB of each partition key"),
            Self::Filter => f.write_str("items that do not match the filter are read"),
            Self::PartOfField => f.write_str("the keys contain only a part of a field of the query"),
            Self::ExpiredItems => f.write_str("expired items are read and skipped until DynamoDB deletes them"),
            Self::OtherEntity(name) => write!(f, "items of {name} can be in the same range of sort keys"),
            Self::OlderKeys => f.write_str("older keys can contain copies of items, which are read and skipped"),
            Self::EqualSortKeys => f.write_str("items with the sort key after which the page begins are read again"),
            Self::ScanLimit => f.write_str("`scan_limit` is the bound"),
        }
    }
}

/// The size of the largest entry of a key in bytes: as declared for the index or, failing that, that of the whole item.
pub(crate) const fn most_entry_bytes(entity: &EntitySchema, key: usize) -> Option<u64> {
    let Some(key) = entity.key_at(key) else { return None };
    match (key.entry_bytes, key.peak, entity.peak) {
        (Some(bytes), ..) => Some(bytes),
        (None, Some(peak), _) | (None, None, Some(peak)) => Some(peak.item_bytes),
        (None, None, None) => None,
    }
}

/// The size of the largest item that a page of a key can read, in bytes: of the entity or of a listed one in the same
/// range of sort keys. `Err` is the name of such an entity whose size is not declared.
pub(crate) const fn most_bytes_in_range(
    entity: &'static EntitySchema,
    key: usize,
    listed: &[&EntitySchema],
) -> Result<u64, &'static str> {
    let Some(mut most) = most_entry_bytes(entity, key) else { return Err(entity.name) };
    let mut at = 0;
    while at < listed.len() {
        let other = listed[at];
        at += 1;
        if same(other.name, entity.name) || other_in_range(entity, key, &[other]).is_none() {
            continue;
        }
        match other.peak {
            Some(peak) if peak.item_bytes > most => most = peak.item_bytes,
            Some(_) => {}
            None => return Err(other.name),
        }
    }
    Ok(most)
}

/// Whether a query of all times of the buckets reads items outside of its range, because the sort key does not begin
/// with the whole time.
const fn contains_part_of_bucket(entity: &EntitySchema, key: &KeySchema) -> bool {
    let Some(bucket) = key.bucket_field() else { return false };
    let Some(sort) = entity.determined_sort(key) else { return true };
    let mut at = 0;
    while at < sort.segments.len() {
        if let Segment::Field { field, form, .. } = sort.segments[at]
            && !key.is_argument(field)
        {
            return field != bucket || !matches!(form, Form::Default);
        }
        at += 1;
    }
    true
}

/// Returns the name of another listed entity whose items can be in the range of sort keys that a query of the whole key
/// reads.
pub(crate) const fn other_in_range(
    entity: &EntitySchema,
    place: usize,
    listed: &[&EntitySchema],
) -> Option<&'static str> {
    let Some(ours) = DeclaredKey::of(entity, place) else { return None };
    let mut at = 0;
    while at < listed.len() {
        let other = listed[at];
        at += 1;
        if same(other.name, entity.name) {
            continue;
        }
        let mut theirs = 0;
        while theirs < other.places() {
            if let Some(key) = DeclaredKey::of(other, theirs)
                && (same_index(key.key.index, ours.key.index) || ours.key.local && theirs == 0)
                && in_range(&key, &ours)
            {
                return Some(other.name);
            }
            theirs += 1;
        }
    }
    None
}

/// Whether another entity's items with this key can be in a partition of ours, among the sort keys that begin with our
/// literal. The sort keys of a local index are not compared.
const fn in_range(theirs: &DeclaredKey<'_>, ours: &DeclaredKey<'_>) -> bool {
    if !may_share_partition(theirs, ours) {
        return false;
    }
    match (ours.key.sort, ours.sort, theirs.sort_part()) {
        (Some(Template { segments: [Segment::Literal(head), ..], .. }), Some(sort), Some(part))
            if !ours.key.local && matches!(sort.first.kind, AttributeKind::S) =>
        {
            may_begin_with(&part, head)
        }
        _ => true,
    }
}

const fn may_share_partition(theirs: &DeclaredKey<'_>, ours: &DeclaredKey<'_>) -> bool {
    if overlaps(&theirs.partition_part(), &ours.partition_part()) {
        return true;
    }
    let mut at = 0;
    while at < theirs.key.legacy.len() {
        if overlaps(&theirs.legacy_part(&theirs.key.legacy[at]), &ours.partition_part()) {
            return true;
        }
        at += 1;
    }
    false
}

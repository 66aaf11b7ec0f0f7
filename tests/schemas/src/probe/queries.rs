//! The law of queries.

use std::fmt::Debug;

use futures_util::TryStreamExt as _;
use keywright::{Entity, ErrorKind, Handle, Located, Page, Result, Table, client::AnyQuery, read::Plan};

use super::Probe;

impl Probe {
    /// A query returns these items in order, whole and in pages of each size.
    ///
    /// # Errors
    ///
    /// If a request fails.
    pub async fn query<T, I, Q>(
        &mut self,
        table: &Handle<T>,
        law: &str,
        query: Q,
        values: &[I],
        groups: &[&[usize]],
    ) -> Result<()>
    where
        T: Table,
        I: PartialEq + Debug + Send + 'static,
        Q: AnyQuery<T, Item = I> + Clone,
    {
        for limit in [None, Some(1), Some(2), Some(3)] {
            let most = limit.unwrap_or(usize::MAX);
            let result = pages(table, &query, limit).await;
            // A declared limit of a page.
            if let (Some(2 | 3), Err(error)) = (limit, &result)
                && error.kind() == ErrorKind::InvalidArgument
                && error.to_string().contains("`page(items = ..)`")
            {
                continue;
            }
            let pages = result?;
            if let Some(page) = pages.iter().find(|page| page.len() > most) {
                self.fail(format!("{law}: a page of {most} has {} items", page.len()));
            }
            let of = limit.map(|limit| format!(", in pages of {limit}")).unwrap_or_default();
            self.ordered(&format!("{law}{of}"), &flat(pages), values, groups);
        }
        Ok(())
    }

    /// The first page of any number of items costs no more than its certificate, if no item is larger than declared.
    ///
    /// # Errors
    ///
    /// If a request fails.
    pub async fn certified<T, O, Q>(
        &mut self,
        _: &Handle<T>,
        law: &str,
        query: impl Fn(usize) -> (Result<Plan>, Q),
    ) -> Result<()>
    where
        T: Table,
        Q: IntoFuture<Output = Result<Page<O>>>,
    {
        let sizes = T::LISTED.into_iter().flatten().map(|entity| entity.peak.map_or(0, |peak| peak.item_bytes));
        let are_as_declared = sizes.min().is_some_and(|declared| self.largest_bytes <= declared);
        for items in [1, 2, 3, 50] {
            let (plan, page) = query(items);
            let Ok(worst) = plan?.worst_page() else { continue };
            let stats = match page.await {
                Err(error) if error.to_string().contains("`page(items = ..)`") => continue,
                page => page?.stats,
            };
            let is_within = worst.units.is_none_or(|units| stats.rcu <= units || !are_as_declared);
            if stats.requests as u64 > worst.requests || !is_within {
                self.fail(format!("{law}: a page of {items} costs more than {worst}: {stats:?}"));
            }
        }
        Ok(())
    }

    /// A query returns these keys in order.
    ///
    /// # Errors
    ///
    /// If a request fails.
    pub async fn keys<T, I, Q>(
        &mut self,
        table: &Handle<T>,
        law: &str,
        query: Q,
        values: &[I],
        groups: &[&[usize]],
    ) -> Result<()>
    where
        T: Table,
        I: PartialEq + Debug + Send + 'static,
        Q: AnyQuery<T, Item = I> + Clone,
    {
        let found = flat(pages(table, &query, None).await?);
        self.ordered(&format!("{law}, keys"), &found, values, groups);
        Ok(())
    }

    /// A stream returns these items in order.
    ///
    /// # Errors
    ///
    /// If a request fails.
    pub async fn stream<T, I, Q>(
        &mut self,
        table: &Handle<T>,
        law: &str,
        query: Q,
        values: &[I],
        groups: &[&[usize]],
    ) -> Result<()>
    where
        T: Table,
        I: PartialEq + Debug + Send + 'static,
        Q: AnyQuery<T, Item = I>,
    {
        let found: Vec<I> = query.stream(table).try_collect().await?;
        self.ordered(&format!("{law}, stream"), &found, values, groups);
        Ok(())
    }

    /// A query returns these items in order, and the keys that they are stored under.
    ///
    /// # Errors
    ///
    /// If a request fails.
    pub async fn located<T, E, Q>(
        &mut self,
        table: &Handle<T>,
        law: &str,
        query: Q,
        values: &[E],
        groups: &[&[usize]],
    ) -> Result<()>
    where
        T: Table,
        E: Entity<Table = T> + PartialEq + Debug + Send + 'static,
        Q: AnyQuery<T, Item = Located<E>> + Clone,
    {
        let pages = pages(table, &query, None).await?;
        let found: Vec<E> = flat(pages).into_iter().map(|located| located.item).collect();
        self.ordered(&format!("{law}, located"), &found, values, groups);
        Ok(())
    }

    /// A search of all shards finds these items.
    pub fn finds<E: Entity + PartialEq + Debug>(&mut self, found: Vec<Located<E>>, values: &[E], expected: &[usize]) {
        let found: Vec<E> = found.into_iter().map(|located| located.item).collect();
        let mut places = places(&found, values);
        places.sort_unstable();
        self.same("find", &places.as_slice(), &expected);
    }

    /// A count is the number of these items.
    pub fn counts(&mut self, law: &str, found: u64, groups: &[&[usize]]) {
        let expected: usize = groups.iter().map(|group| group.len()).sum();
        self.same(&format!("{law}, count"), &found, &(expected as u64));
    }

    /// These items were found in order.
    pub fn found<I: PartialEq>(&mut self, law: &str, found: &[I], values: &[I], groups: &[&[usize]]) {
        self.ordered(law, found, values, groups);
    }

    /// These items of a collection over several buckets were found, in any order.
    pub fn collected<I: PartialEq>(&mut self, found: &[I], values: &[I], expected: &[usize]) {
        let mut places = places(found, values);
        let mut expected = expected.to_vec();
        places.sort_unstable();
        expected.sort_unstable();
        self.same("collection during a range", &places, &expected);
    }

    /// Compares what was found with these values. The order within a group is open.
    fn ordered<I: PartialEq>(&mut self, law: &str, found: &[I], values: &[I], groups: &[&[usize]]) {
        let mut places = places(found, values);
        // Of equal values, such as projections, the first one counts.
        let first = |place: &usize| values.iter().position(|value| *value == values[*place]).unwrap_or(*place);
        let mut expected = Vec::new();
        for group in groups {
            let (start, end) = (expected.len(), (expected.len() + group.len()).min(places.len()));
            places[start.min(end)..end].sort_unstable();
            let mut group: Vec<_> = group.iter().map(first).collect();
            group.sort_unstable();
            expected.extend(group);
        }
        self.same(law, &places, &expected);
    }
}

/// Returns all pages of a query.
async fn pages<T: Table, Q: AnyQuery<T> + Clone>(
    table: &Handle<T>,
    query: &Q,
    limit: Option<usize>,
) -> Result<Vec<Vec<Q::Item>>> {
    let (mut pages, mut cursor) = (Vec::new(), None);
    while pages.len() < 1_000 {
        let mut query = query.clone().cursor(cursor);
        if let Some(limit) = limit {
            query = query.limit(limit);
        }
        let page = query.send(table).await?;
        pages.push(page.items);
        cursor = page.cursor;
        if cursor.is_none() {
            break;
        }
    }
    Ok(pages)
}

fn flat<I>(pages: Vec<Vec<I>>) -> Vec<I> {
    pages.into_iter().flatten().collect()
}

/// Returns the places of the found items among the values, and `usize::MAX` for any other item.
pub fn places<I: PartialEq>(found: &[I], values: &[I]) -> Vec<usize> {
    found.iter().map(|item| values.iter().position(|value| value == item).unwrap_or(usize::MAX)).collect()
}

//! The law of queries.

use std::fmt::Debug;

use futures_util::TryStreamExt as _;
use keywright::{Entity, Handle, Located, Result, Table, client::AnyQuery};

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
        for limit in [usize::MAX, 1, 2, 3] {
            let mut found = Vec::new();
            let mut cursor = None;
            for _ in 0..100 {
                let mut query = query.clone().cursor(cursor.clone());
                if limit != usize::MAX {
                    query = query.limit(limit);
                }
                let page = query.send(table).await?;
                if page.items.len() > limit {
                    self.fail(format!("{law}: a page of {limit} has {} items", page.items.len()));
                }
                found.extend(page.items);
                cursor = page.cursor;
                if cursor.is_none() {
                    break;
                }
            }
            let of = if limit == usize::MAX { String::new() } else { format!(", in pages of {limit}") };
            self.ordered(&format!("{law}{of}"), &found, values, groups);
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
        Q: AnyQuery<T, Item = I>,
    {
        let page = query.send(table).await?;
        self.ordered(&format!("{law}, keys"), &page.items, values, groups);
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
        Q: AnyQuery<T, Item = Located<E>>,
    {
        let page = query.send(table).await?;
        let found: Vec<E> = page.items.into_iter().map(|located| located.item).collect();
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

/// Returns the places of the found items among the values, and `usize::MAX` for any other item.
pub fn places<I: PartialEq>(found: &[I], values: &[I]) -> Vec<usize> {
    found.iter().map(|item| values.iter().position(|value| value == item).unwrap_or(usize::MAX)).collect()
}

//! Sends queries of collections.

use super::{Counting, ItemStream, Reading, Selection, Source};
use crate::{
    Table,
    client::Handle,
    collection::{
        Collection, CollectionQuery, Shared,
        extract::{counted, member},
    },
    entity::SameTable,
    read::extract::Extract,
};

impl<C: Collection, D, S> CollectionQuery<C, D, S> {
    /// Binds the query to a table. Awaiting it reads one page.
    ///
    /// # Errors
    ///
    /// Those of [`Query::send`](crate::read::Query::send), and `WrongEntity` if an item belongs to no entity of the
    /// collection and [`skip_unknown`](Self::skip_unknown) is not set. A `Decode` error names the entity, the key and
    /// the attribute.
    pub fn send<T: Table>(self, handle: &Handle<T>) -> Reading<'_, C>
    where
        C::Table: SameTable<T>,
    {
        Reading::new(handle.connection(), self.select())
    }

    /// Streams the items of all pages, one after the other, up to the limit. See
    /// [`Query::stream`](crate::read::Query::stream).
    pub fn stream<T: Table>(self, handle: &Handle<T>) -> ItemStream<C>
    where
        C::Table: SameTable<T>,
    {
        ItemStream::new(handle.connection(), self.select())
    }

    /// Counts the items by reading all of them: a count costs as much as a query.
    ///
    /// # Errors
    ///
    /// Those of [`send`](Self::send).
    pub fn count<T: Table>(self, handle: &Handle<T>) -> Counting<'_>
    where
        C::Table: SameTable<T>,
    {
        let extract: Extract<()> = if self.skips_unknown { counted::<C, true> } else { counted::<C, false> };
        let entity = const { &Shared::<C>::SCHEMA };
        // With the keys only the first entity's time to live is requested, but each entity may have another one.
        let has_ttl = C::SCHEMA.entities.iter().any(|entity| entity.ttl_attribute().is_some());
        let fields: Option<&[_]> = if has_ttl { None } else { Some(&[]) };
        let source = Source { entity, key: Shared::<C>::KEY, spec: self.spec, fields, is_by_keys: false };
        Counting::new(handle.connection(), Selection { source, extract })
    }

    pub(super) fn select(self) -> Selection<C> {
        let extract: Extract<C> = if self.skips_unknown { member::<C, true> } else { member::<C, false> };
        let entity = const { &Shared::<C>::SCHEMA };
        let source = Source { entity, key: Shared::<C>::KEY, spec: self.spec, fields: None, is_by_keys: false };
        Selection { source, extract }
    }
}

//! The cost of a page of a plan at worst.

use super::Plan;
use crate::{
    physics::{WorstPage, worst_page::PageShape},
    query_cost::{Unbounded, most_entry_bytes, other_in_range},
    schema::EntitySchema,
};

impl Plan {
    /// Returns the requests and read units of the page at worst, over all distributions of the items to its lanes.
    /// Retries and hedged reads are not included.
    ///
    /// It applies to items of at most the declared size. Of the other entities, only those that the table lists count.
    ///
    /// # Errors
    ///
    /// Why no number bounds it. With a [`scan_limit`](crate::read::Query::scan_limit), that is the bound.
    pub fn worst_page(&self) -> Result<WorstPage, Unbounded> {
        let reason = match self.limit {
            _ if self.is_filtered() => Some(Unbounded::Filter),
            _ if self.scan_limit.is_some() => Some(Unbounded::ScanLimit),
            None => Some(Unbounded::NoLimit),
            Some(_) => self.unbounded(),
        };
        let (None, Some(limit)) = (reason, self.limit) else {
            return Err(reason.unwrap_or(Unbounded::NoLimit));
        };
        let (groups, lanes) = self.rest().fold((0, 0), |(groups, most), (_, lanes)| (groups + 1, lanes.max(most)));
        let sizes: Option<Vec<u64>> = self.read_keys().map(|(entity, key)| most_entry_bytes(entity, key)).collect();
        let shape = PageShape {
            items: limit as u64,
            lanes: lanes as u64,
            groups,
            bytes: self.entity.entry_bytes(self.key).unwrap_or_default(),
            most_bytes: sizes.and_then(|sizes| sizes.into_iter().max()).unwrap_or_default(),
            request_items: self.items_per_request.map_or(u64::MAX, |items| items as u64),
            consistency: self.consistency,
        };
        Ok(shape.worst())
    }

    /// Why items can be read that are not returned.
    fn unbounded(&self) -> Option<Unbounded> {
        if !self.rechecks.is_empty() || !self.member_rechecks.is_empty() {
            return Some(Unbounded::PartOfField);
        }
        let expires = self.members().any(|entity| entity.ttl_attribute().is_some());
        if expires && !self.include_expired {
            return Some(Unbounded::ExpiredItems);
        }
        let mut keys = self.read_keys().filter_map(|(entity, key)| entity.key_at(key));
        if keys.any(|key| !key.legacy.is_empty()) {
            return Some(Unbounded::OlderKeys);
        }
        let listed = self.entity.table.entities.get();
        let is_other = |other: &&&EntitySchema| self.members().all(|own| own.name != other.name);
        let others: Vec<&EntitySchema> = listed.iter().filter(is_other).copied().collect();
        self.read_keys().find_map(|(entity, key)| other_in_range(entity, key, &others)).map(Unbounded::OtherEntity)
    }

    /// The entities that the query returns, with the positions of the keys that it reads.
    fn read_keys(&self) -> impl Iterator<Item = (&'static EntitySchema, usize)> {
        self.members().map(|entity| (entity, self.place_in(entity)))
    }
}

//! The cost of a page of a plan at worst.

use super::Plan;
use crate::{
    key::lossy::is_whole_in,
    physics::{WorstPage, worst_page::PageShape},
    query_cost::{Unbounded, has_older_copies, most_entry_bytes, most_item_bytes, other_in_range},
    read::lane::Lane,
    schema::{EntitySchema, KeySchema, Segment, ShardBy, Sharding},
};

impl Plan {
    /// Returns the requests and read units of the page at worst, over all distributions of the items to its lanes.
    /// The batch gets of [`hydrate`](crate::read::Query::hydrate) are included; retries and hedged reads are not. If
    /// the query declares `max_rcu`, that is a bound, too.
    ///
    /// It applies to items of at most the declared size. Of the other entities, only those that the table lists count.
    ///
    /// # Errors
    ///
    /// Why no number bounds it. With a [`scan_limit`](crate::read::Query::scan_limit), that is the bound. With
    /// `max_rcu`, only [`EqualSortKeys`](Unbounded::EqualSortKeys).
    pub fn worst_page(&self) -> Result<WorstPage, Unbounded> {
        let page = self.worst_page_of_lanes()?;
        match (self.hydrates, self.page_limit()) {
            (None, _) => Ok(page),
            (Some(_), None) => Err(Unbounded::NoLimit),
            (Some(_), _) if has_older_copies(self.entity) => Err(Unbounded::OlderKeys),
            (Some(consistency), Some(limit)) => {
                Ok(page.and_items(limit as u64, most_item_bytes(self.entity), consistency))
            }
        }
    }

    fn worst_page_of_lanes(&self) -> Result<WorstPage, Unbounded> {
        let (groups, lanes) = self.rest().fold((0, 0), |(groups, most), (_, lanes)| (groups + 1, lanes.max(most)));
        let of_budget = self
            .schema
            .page
            .and_then(|page| page.max_rcu)
            .map(|units| WorstPage::of_budget((lanes as u64).saturating_mul(groups), units, self.consistency));
        let Some(outside) = self.items_before_start() else { return Err(Unbounded::EqualSortKeys) };
        let reason = match self.page_limit() {
            _ if self.is_filtered() => Some(Unbounded::Filter),
            _ if self.scan_limit.is_some() => Some(Unbounded::ScanLimit),
            None => Some(Unbounded::NoLimit),
            Some(_) => self.unbounded(),
        };
        let (None, Some(limit)) = (reason, self.page_limit()) else {
            return of_budget.ok_or(reason.unwrap_or(Unbounded::NoLimit));
        };
        let shape = PageShape {
            items: limit as u64,
            lanes: lanes as u64,
            groups,
            bytes: self.entity.entry_bytes(self.key).unwrap_or_default(),
            most_bytes: self.most_bytes(),
            request_items: self.items_per_request.map_or(u64::MAX, |items| items as u64),
            outside,
            consistency: self.consistency,
        };
        let worst = shape.worst();
        Ok(of_budget.map_or(worst, |of_budget| worst.least(of_budget)))
    }

    /// The size of the largest item that the query returns, in bytes. 0 if it is not declared.
    fn most_bytes(&self) -> u64 {
        let sizes: Option<Vec<u64>> = self.read_keys().map(|(entity, key)| most_entry_bytes(entity, key)).collect();
        sizes.and_then(|sizes| sizes.into_iter().max()).unwrap_or_default()
    }

    /// Returns how many items of a lane DynamoDB reads before the start of the page. `None` if it can be any number:
    /// the items of an index that share a sort key cannot be skipped without their table keys.
    fn items_before_start(&self) -> Option<u64> {
        let groups = [self.first_group(), self.group_count().saturating_sub(1)];
        let groups = groups.into_iter().filter(|at| *at < self.group_count());
        let lanes: Vec<Lane> = groups.flat_map(|at| self.existing_group(at).lanes).collect();
        let is_before = |lane: &&Lane| self.start_of(lane, 0).is_none() && !lane.is_empty();
        let mut unskipped = lanes.iter().filter(is_before).map(|lane| &lane.interval);
        let is_inexact = unskipped.clone().any(|interval| interval.is_inexact());
        match unskipped.any(|interval| interval.key_before_start(self.direction).is_some()) {
            _ if is_inexact => None,
            true if !self.sort_key_identifies_items() => None,
            is_any => Some(u64::from(is_any)),
        }
    }

    /// Whether a partition of an index has at most one item of each sort key, because the index's key contains all
    /// fields of the table's.
    fn sort_key_identifies_items(&self) -> bool {
        self.read_keys().all(|(entity, place)| {
            let (Some(table), Some(index)) = (entity.keys.first(), entity.keys.get(place)) else { return false };
            let is_random = matches!(table.shard, Some(Sharding { by: ShardBy::Random, .. }));
            let fields = |key: &KeySchema| -> Vec<u8> {
                let templates = std::iter::once(key.partition).chain(key.sort);
                let segments = templates.flat_map(|template| template.segments);
                segments
                    .filter_map(|of| if let Segment::Field { field, .. } = of { Some(*field) } else { None })
                    .collect()
            };
            let is_in_index = |field: &u8| is_whole_in(entity, index, &index.partition, *field);
            !is_random && fields(table).iter().all(is_in_index)
        })
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

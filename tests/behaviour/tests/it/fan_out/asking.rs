//! A query of the table or of the index, with every setting.

use std::ops::Range;

use chrono::{DateTime, Utc};
use keywright::{
    Handle,
    client::{Counting, ItemStream, Reading},
    read::{Access, Cursor, Query},
};
use proptest::prelude::*;

use super::plant::*;

/// The source of a read.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Source {
    Table,
    Index,
}

impl Source {
    pub const BOTH: [Self; 2] = [Self::Table, Self::Index];

    /// Returns the attribute that distinguishes lanes.
    pub fn partition_key(self) -> &'static str {
        match self {
            Self::Table => "PK",
            Self::Index => "GSI1PK",
        }
    }
}

/// A query and its settings.
#[derive(Debug, Clone)]
pub struct Asking {
    pub place: Source,
    pub range: Range<DateTime<Utc>>,
    pub newest_first: bool,
    pub limit: Option<usize>,
    pub scan_limit: Option<usize>,
    pub items_per_request: Option<usize>,
    pub prefetch: usize,
    pub in_flight: usize,
}

impl Asking {
    /// Returns a query for all events, with the default settings.
    pub fn all(place: Source) -> Self {
        Self {
            place,
            range: hours(-24)..hours(120),
            newest_first: false,
            limit: None,
            scan_limit: None,
            items_per_request: None,
            prefetch: 1,
            in_flight: 64,
        }
    }

    pub fn page<'a>(&self, plant: &'a Handle<Plant>, cursor: Option<Cursor>) -> Reading<'a, Event> {
        match self.place {
            Source::Table => self.turned(Event::query().between(self.range.clone())).cursor(cursor).send(plant),
            Source::Index => self.turned(Event::by_line("a").between(self.range.clone())).cursor(cursor).send(plant),
        }
    }

    /// Reads the page after a cursor, with the cursor's range.
    pub fn resumed<'a>(&self, plant: &'a Handle<Plant>, cursor: Option<Cursor>) -> Reading<'a, Event> {
        match self.place {
            Source::Table => self.turned(Event::query().between(self.range.clone())).resume(cursor).send(plant),
            Source::Index => self.turned(Event::by_line("a").between(self.range.clone())).resume(cursor).send(plant),
        }
    }

    pub fn stream(&self, plant: &Handle<Plant>) -> ItemStream<Event> {
        match self.place {
            Source::Table => self.turned(Event::query().between(self.range.clone())).stream(plant),
            Source::Index => self.turned(Event::by_line("a").between(self.range.clone())).stream(plant),
        }
    }

    pub fn count<'a>(&self, plant: &'a Handle<Plant>) -> Counting<'a> {
        match self.place {
            Source::Table => self.turned(Event::query().between(self.range.clone())).count(plant),
            Source::Index => self.turned(Event::by_line("a").between(self.range.clone())).count(plant),
        }
    }

    /// Reads the whole answer page by page. Each cursor is passed on as text.
    pub async fn walk(&self, plant: &Handle<Plant>) -> Vec<Event> {
        let (mut items, mut cursor) = (Vec::new(), None);
        loop {
            let page = self.page(plant, cursor).await.unwrap();
            assert!(page.items.len() <= self.limit.unwrap_or(usize::MAX));
            items.extend(page.items);
            match page.cursor {
                Some(next) => cursor = Some(through_text(&next)),
                None => return items,
            }
        }
    }

    fn turned<A: Access, S, D, H>(&self, query: Query<A, S, D, H>) -> Query<A, S, D, H> {
        let mut query = query.prefetch(self.prefetch).in_flight(self.in_flight);
        if self.newest_first {
            query = query.newest_first();
        }
        if let Some(items) = self.limit {
            query = query.limit(items);
        }
        if let Some(items) = self.scan_limit {
            let lanes = query.explain().unwrap().groups().next().map_or(0, |group| group.lanes().len());
            query = query.scan_limit(items.max(lanes));
        }
        if let Some(items) = self.items_per_request {
            query = query.items_per_request(items);
        }
        query
    }
}

pub fn through_text(cursor: &Cursor) -> Cursor {
    cursor.to_string().parse().unwrap()
}

/// Returns a random query.
pub fn asking() -> impl Strategy<Value = Asking> {
    let place = prop_oneof![Just(Source::Table), Just(Source::Index)];
    let range = (0..120_i64, 1..120_i64).prop_map(|(from, hours_long)| hours(from - 24)..hours(from - 24 + hours_long));
    let range = prop_oneof![Just(hours(-24)..hours(120)), range];
    let few = |most: usize| prop::option::of(1..most);
    let knobs = (few(12), few(12), few(6), 0..4_usize, prop_oneof![1..4_usize, Just(64)]);
    (place, range, any::<bool>(), knobs).prop_map(|(place, range, newest_first, knobs)| {
        let (limit, scan_limit, items_per_request, prefetch, in_flight) = knobs;
        Asking { place, range, newest_first, limit, scan_limit, items_per_request, prefetch, in_flight }
    })
}

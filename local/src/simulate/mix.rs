//! The kinds of requests, and their rates.

use keywright::schema::EntitySchema;

use super::load::Traffic;
use crate::random::Random;

/// The kinds of requests.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Create,
    Update,
    Delete,
    Get,
    /// A query of the key at this position in the entity's keys.
    Query(usize),
}

impl Kind {
    pub(super) fn is_read(self) -> bool {
        matches!(self, Self::Get | Self::Query(_))
    }
}

/// Draws kinds of requests by their rates.
#[derive(Debug)]
pub(super) struct Mix {
    /// The cumulative rates, each with its kind.
    sums: Vec<(f64, Kind)>,
}

impl Mix {
    pub(super) fn new(entity: &EntitySchema, traffic: &Traffic) -> Self {
        let query = |(index, rate): (&Option<String>, &f64)| {
            let key = entity.keys.iter().position(|key| key.index == index.as_deref())?;
            Some((*rate, Kind::Query(key)))
        };
        let writes =
            [(traffic.creates, Kind::Create), (traffic.updates, Kind::Update), (traffic.deletes, Kind::Delete)];
        let reads = std::iter::once((traffic.gets, Kind::Get)).chain(traffic.queries.iter().filter_map(query));
        let mut sum = 0.0;
        let sums = writes.into_iter().chain(reads).filter(|(rate, _)| *rate > 0.0).map(|(rate, kind)| {
            sum += rate;
            (sum, kind)
        });
        Self { sums: sums.collect() }
    }

    pub(super) fn draw(&self, random: &mut Random) -> Kind {
        if let [(_, only)] = self.sums.as_slice() {
            return *only;
        }
        let at = random.uniform() * self.sums.last().map_or(0.0, |(sum, _)| *sum);
        let found = self.sums.iter().find(|(sum, _)| at < *sum).or(self.sums.last());
        found.map_or(Kind::Create, |(_, kind)| *kind)
    }

    /// Returns whether any request is for an existing item.
    pub(super) fn needs_items(&self) -> bool {
        self.sums.iter().any(|(_, kind)| matches!(kind, Kind::Update | Kind::Delete | Kind::Get))
    }
}

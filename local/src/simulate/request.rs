//! What writers and readers ask for.

use keywright::schema::EntitySchema;

use super::item::Item;
use super::load::Traffic;
use crate::random::Random;

/// The kinds of requests.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Create,
    Update,
    Delete,
    Get,
    /// Of the key at this place of the entity's.
    Query(usize),
}

impl Kind {
    pub(super) fn is_read(self) -> bool {
        matches!(self, Self::Get | Self::Query(_))
    }
}

/// How often each kind of request comes.
#[derive(Debug)]
pub(super) struct Mix {
    /// The rates added up, each with its kind.
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

    /// Whether any request is of an item that exists.
    pub(super) fn needs_items(&self) -> bool {
        self.sums.iter().any(|(_, kind)| matches!(kind, Kind::Update | Kind::Delete | Kind::Get))
    }
}

/// One request for one item.
#[derive(Debug, Clone)]
pub(super) struct Request {
    pub(super) kind: Kind,
    pub(super) is_transaction: bool,
    /// The item as it is afterwards; of a delete, as it was before.
    pub(super) item: Item,
    /// As it was before an update that moves entries.
    pub(super) before: Option<Item>,
}

/// The last items that were created.
#[derive(Debug, Default)]
pub(super) struct Pool {
    items: Vec<Item>,
    next: usize,
}

/// How many of them are kept.
const MOST_ITEMS: usize = 10_000;

impl Pool {
    /// Adds an item; the oldest makes way.
    pub(super) fn add(&mut self, item: Item) {
        if self.items.len() < MOST_ITEMS {
            self.items.push(item);
            return;
        }
        self.next %= MOST_ITEMS;
        if let Some(oldest) = self.items.get_mut(self.next) {
            *oldest = item;
        }
        self.next += 1;
    }

    /// The number of one of them, each of the 10,000 as likely. `None` for one that was created before the simulation.
    pub(super) fn any(&self, random: &mut Random) -> Option<usize> {
        let number = random.below(MOST_ITEMS as u64) as usize;
        (number < self.items.len()).then_some(number)
    }

    /// The item of a number; deleted, it is no longer among them.
    pub(super) fn take(&mut self, number: usize, is_deleted: bool) -> Option<Item> {
        if is_deleted && number < self.items.len() {
            return Some(self.items.swap_remove(number));
        }
        self.items.get(number).cloned()
    }

    /// Puts an item in the place of another.
    pub(super) fn replace(&mut self, number: usize, item: Item) {
        if let Some(old) = self.items.get_mut(number) {
            *old = item;
        }
    }
}

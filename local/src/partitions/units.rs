//! The cost of a request, and its positions.

use dynoxide::types::{AttributeValue, Item, item_size};
use keywright::physics::capacity::{Consistency, failed_condition_units, read_units, write_units};
use keywright::physics::limits::TRANSACTION_FACTOR;

use super::images::Images;
use super::keys::{Keys, SortKey};
use super::kind::Kind;
use super::schema::{Index, Schema};

/// Units that one partition must serve.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Charge {
    pub(super) table: String,
    /// A global secondary index. Local secondary indexes share the table's partitions.
    pub(super) index: Option<String>,
    pub(super) spot: Spot,
    pub(super) sort: Option<SortKey>,
    pub(super) kind: Kind,
    pub(super) units: f64,
}

/// A position in the space of hashes.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Spot {
    /// The position of a partition key value.
    Key(String),
    /// The position of a partition key value at which the page of a scan starts.
    Page(String),
    Hash(u64),
}

impl Spot {
    /// Returns the partition key value that is charged.
    pub(super) fn key(&self) -> Option<&str> {
        match self {
            Self::Key(key) => Some(key),
            Self::Page(_) | Self::Hash(_) => None,
        }
    }
}

/// Whether a request is inside a transaction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Scope {
    Alone,
    Transaction,
}

impl Scope {
    fn factor(self) -> f64 {
        match self {
            Self::Alone => 1.0,
            Self::Transaction => TRANSACTION_FACTOR as f64,
        }
    }
}

pub(super) fn bytes(item: Option<&Item>) -> u64 {
    item.map_or(0, |item| item_size(item) as u64)
}

/// Returns the charge for reading one item by its key.
pub(super) fn of_read(
    schema: &Schema,
    place: Keys,
    item: Option<&Item>,
    consistency: Consistency,
    scope: Scope,
) -> Charge {
    let Keys { lane, sort } = place;
    let units = read_units(bytes(item), consistency) * scope.factor();
    Charge { table: schema.table.clone(), index: None, spot: Spot::Key(lane), sort, kind: Kind::Read, units }
}

/// Returns the charges for writing one item: the table's first, then those of its indexes.
pub(super) fn of_write(schema: &Schema, images: &Images, scope: Scope) -> Vec<Charge> {
    let charge = |index: Option<&Index>, keys: Keys, units: f64| {
        let index = index.filter(|index| index.is_global).map(|index| index.name.clone());
        let Keys { lane, sort } = keys;
        Charge { table: schema.table.clone(), index, spot: Spot::Key(lane), sort, kind: Kind::Write, units }
    };
    let (old, new) = (images.old.as_ref(), images.new.as_ref());
    let units = write_units(bytes(old).max(bytes(new))) as f64 * scope.factor();
    let mut charges = vec![charge(None, images.keys.clone(), units)];
    for index in &schema.indexes {
        for (entry, units) in entries(index, old, new) {
            let key = if index.is_global { &index.key } else { &schema.key };
            if let Some(keys) = key.keys(&entry) {
                charges.push(charge(Some(index), keys, units as f64));
            }
        }
    }
    charges
}

/// Returns the charge for a write whose condition fails.
pub(super) fn for_failed_condition(schema: &Schema, images: Images, scope: Scope) -> Charge {
    let units = failed_condition_units(bytes(images.old.as_ref())) as f64 * scope.factor();
    let Keys { lane, sort } = images.keys;
    Charge { table: schema.table.clone(), index: None, spot: Spot::Key(lane), sort, kind: Kind::Write, units }
}

/// Returns the entries of an index that a write changes, and the units of each.
fn entries(index: &Index, old: Option<&Item>, new: Option<&Item>) -> Vec<(Item, u64)> {
    let entry = |item: Option<&Item>| item.and_then(|item| index.entry(item));
    let units = |entry: &Item| write_units(item_size(entry) as u64);
    match (entry(old), entry(new)) {
        (None, None) => Vec::new(),
        (Some(only), None) | (None, Some(only)) => {
            let units = units(&only);
            vec![(only, units)]
        }
        (Some(old), Some(new)) if index.key.of(&old) != index.key.of(&new) => {
            let (before, after) = (units(&old), units(&new));
            vec![(old, before), (new, after)]
        }
        (Some(old), Some(new)) if is_same(&old, &new) => Vec::new(),
        (Some(old), Some(new)) => {
            let units = units(&old).max(units(&new));
            vec![(new, units)]
        }
    }
}

/// Whether two entries are equal. Sets have no order.
fn is_same(a: &Item, b: &Item) -> bool {
    a.len() == b.len() && a.iter().all(|(name, value)| b.get(name).is_some_and(|other| is_same_value(value, other)))
}

fn is_same_value(a: &AttributeValue, b: &AttributeValue) -> bool {
    use AttributeValue::{BS, L, M, NS, SS};
    match (a, b) {
        (SS(a), SS(b)) | (NS(a), NS(b)) => is_same_set(a, b),
        (BS(a), BS(b)) => is_same_set(a, b),
        (L(a), L(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| is_same_value(a, b)),
        (M(a), M(b)) => is_same(a, b),
        _ => a == b,
    }
}

fn is_same_set<T: PartialEq>(a: &[T], b: &[T]) -> bool {
    a.len() == b.len() && a.iter().all(|element| b.contains(element))
}

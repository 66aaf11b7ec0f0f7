//! The declared load of each entity in the table and in each global index: what a month's cost is computed from. A lock
//! records it.

use keywright::{
    load::{peak_units, warm_throughput},
    schema::{EntitySchema, TableSchema},
};

/// The declared loads of a schema.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Loads {
    /// In the order of the entities and their keys.
    pub(crate) keys: Vec<Load>,
    /// The requested warm throughput of the table and of the global indexes. Those that request none are omitted.
    pub(crate) warm: Vec<Warm>,
    /// The entities with a key whose peak is not declared. A lock does not list them.
    pub(crate) undeclared: Vec<String>,
}

/// The declared load of one entity in the table or in one global index.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Load {
    pub(crate) entity: String,
    /// `None` for the table.
    pub(crate) index: Option<String>,
    /// Creates, updates and deletes at the peak.
    pub(crate) writes: [Rate; 3],
    /// Write units per second of sentinels at the peak.
    pub(crate) sentinel_units: u64,
    /// Read units per second at the peak.
    pub(crate) read_units: f64,
    /// The bytes of an item with its entries in local indexes, or of an entry in the index.
    pub(crate) bytes: u64,
    /// The number of stored parts of these bytes: 1, and 1 for each local index.
    pub(crate) parts: u64,
    /// The mean as a share of the peak. `None` if it is not declared.
    pub(crate) mean: Option<f64>,
    /// Whether the items expire.
    pub(crate) expires: bool,
    /// The seconds after which they do. `None` if the schema does not declare it.
    pub(crate) lifetime: Option<u64>,
}

/// The writes of one kind.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(crate) struct Rate {
    /// Writes per second.
    pub(crate) writes: u64,
    /// Write units per second.
    pub(crate) units: f64,
}

/// Requested warm throughput, in units per second.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Warm {
    /// `None` for the table.
    pub(crate) index: Option<String>,
    pub(crate) write_units: Option<u64>,
    pub(crate) read_units: Option<u64>,
}

impl Loads {
    /// The declared loads of a table's entities.
    pub(crate) fn of(table: &TableSchema, entities: &[&EntitySchema]) -> Self {
        let keys = entities.iter().flat_map(|entity| (0..entity.places()).filter_map(|place| load(entity, place)));
        let names = std::iter::once(None).chain(table.indexes.iter().map(|index| Some(index.name)));
        let warm = names.filter_map(|index| {
            let warm = warm_throughput(entities, index);
            warm.is_needed().then(|| Warm {
                index: index.map(str::to_owned),
                write_units: warm.write_units,
                read_units: warm.read_units,
            })
        });
        let is_undeclared = |entity: &&&EntitySchema| {
            let mut places = (0..entity.places()).filter(|place| entity.key_at(*place).is_some_and(|key| !key.local));
            places.any(|place| entity.demand(place).is_none())
        };
        let undeclared = entities.iter().filter(is_undeclared).map(|entity| entity.name.to_owned());
        Self { keys: keys.collect(), warm: warm.collect(), undeclared: undeclared.collect() }
    }

    /// The load of an entity in the table or in an index.
    pub(crate) fn get(&self, entity: &str, index: Option<&str>) -> Option<&Load> {
        self.keys.iter().find(|load| load.is_of(entity, index))
    }
}

impl Load {
    /// Whether it is the load of this entity in the table or in this index.
    pub(crate) fn is_of(&self, entity: &str, index: Option<&str>) -> bool {
        self.entity == entity && self.index.as_deref() == index
    }

    /// Writes per second of all kinds at the peak.
    pub(crate) fn writes_per_second(&self) -> u64 {
        self.writes.iter().fold(0, |sum, rate| sum.saturating_add(rate.writes))
    }

    /// Write units per second at the peak, with those of sentinels.
    pub(crate) fn write_units(&self) -> f64 {
        self.writes.iter().map(|rate| rate.units).sum::<f64>() + self.sentinel_units as f64
    }
}

/// The load of one key. `None` without a declared peak, and for a local index, whose entries count with the table.
fn load(entity: &EntitySchema, place: usize) -> Option<Load> {
    let key = entity.key_at(place).filter(|key| !key.local)?;
    let demand = entity.demand(place)?;
    let units = peak_units(&[entity], key.index);
    let is_table = key.index.is_none();
    let locals = (0..entity.places()).filter(|place| is_table && entity.key_at(*place).is_some_and(|key| key.local));
    let locals: Vec<_> = locals.filter_map(|place| entity.entry_bytes(place)).collect();
    let [creates, updates, deletes] = demand.rates;
    let [of_creates, of_updates, of_deletes] = demand.by_kind;
    let expires = entity.ttl_attribute().is_some();
    Some(Load {
        entity: entity.name.to_owned(),
        index: key.index.map(str::to_owned),
        writes: [(creates, of_creates), (updates, of_updates), (deletes, of_deletes)]
            .map(|(writes, units)| Rate { writes, units }),
        sentinel_units: units.sentinel_units,
        read_units: units.read_units,
        bytes: locals.iter().fold(demand.entry_bytes, |sum, bytes| sum.saturating_add(*bytes)),
        parts: 1 + locals.len() as u64,
        mean: entity.peak.and_then(|peak| peak.mean_share()),
        expires,
        lifetime: entity.keys.first().and_then(|key| key.retention).filter(|_| expires),
    })
}

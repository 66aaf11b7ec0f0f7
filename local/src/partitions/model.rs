//! The partitions of all tables of one engine.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use dynoxide::actions::{TableDescription, TableProvisionedThroughputDescription};
use keywright::physics::limits::NEW_TABLE_PARTITIONS;

use super::admission::Ledger;
use super::resource::{Due, Resource};
use super::schema::Schema;
use super::units::Charge;
use super::verdict::{Mode, Refusal};
use super::warm::{self, Throughput};
use super::{Partitions, TableSnapshot};

/// A model that the engine updates and others read.
#[derive(Debug, Clone)]
pub(crate) struct SharedModel(Arc<Mutex<Model>>);

impl SharedModel {
    pub(crate) fn new(settings: Partitions) -> Self {
        Self(Arc::new(Mutex::new(Model { settings, tables: Tables::default() })))
    }

    pub(crate) fn snapshot(&self, table: &str) -> Option<TableSnapshot> {
        self.lock().tables.0.get(table).map(Table::snapshot)
    }

    pub(super) fn lock(&self) -> MutexGuard<'_, Model> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[derive(Debug)]
pub(super) struct Model {
    settings: Partitions,
    tables: Tables,
}

#[derive(Debug, Default)]
struct Tables(BTreeMap<String, Table>);

#[derive(Debug)]
struct Table {
    schema: Arc<Schema>,
    mode: Mode,
    table: Resource,
    indexes: BTreeMap<String, Resource>,
}

impl Model {
    pub(super) fn schema(&self, table: &str) -> Option<Arc<Schema>> {
        self.tables.0.get(table).map(|table| Arc::clone(&table.schema))
    }

    pub(super) fn forget(&mut self, table: &str) {
        self.tables.0.remove(table);
    }

    /// Updates the model from a table's description. `body` is the request that changed the table.
    pub(super) fn learn(&mut self, description: &TableDescription, body: &[u8]) {
        let now = self.settings.clock.now();
        let warm = warm::requested(body);
        let known = self.tables.0.remove(&description.table_name);
        let (table, mut indexes) = known.map_or((None, BTreeMap::new()), |known| (Some(known.table), known.indexes));
        let schema = Schema::new(description);
        let mode = Mode::of(description.billing_mode_summary.as_ref());
        let resource = |known: Option<Resource>,
                        index: Option<&str>,
                        arn: &str,
                        provisioned: Option<&TableProvisionedThroughputDescription>| {
            let splits = self.settings.splits(index.is_some(), schema.has_local_index());
            let provisioned = provisioned.filter(|_| mode == Mode::Provisioned);
            let provisioned =
                provisioned.map(|p| Throughput { read: p.read_capacity_units, write: p.write_capacity_units });
            let warm = warm.get(&index.map(str::to_owned)).map_or(0, |warm| warm.partitions());
            let count = provisioned.map_or(NEW_TABLE_PARTITIONS, Throughput::partitions).max(warm);
            let mut resource = match known {
                Some(mut known) => {
                    known.grow(count, &self.settings, now);
                    known
                }
                None => Resource::new(index, arn, splits, count, &self.settings, now),
            };
            resource.provision(provisioned, &self.settings, now);
            resource
        };
        let table = resource(table, None, &description.table_arn, description.provisioned_throughput.as_ref());
        let indexes = description.global_secondary_indexes.iter().flatten().map(|index| {
            let name = &index.index_name;
            let known = indexes.remove(name);
            let provisioned = index.provisioned_throughput.as_ref();
            (name.clone(), resource(known, Some(name), &index.index_arn, provisioned))
        });
        let indexes = indexes.collect();
        let schema = Arc::new(schema);
        self.tables.0.insert(description.table_name.clone(), Table { schema, mode, table, indexes });
    }

    /// Takes all units, or takes none and returns the reason.
    pub(super) fn admit(&mut self, charges: &[Charge]) -> Result<(), Refusal> {
        let Self { settings, tables } = self;
        let mut refusal: Option<Refusal> = None;
        for (at, limit) in tables.admit(charges, settings, settings.clock.now()) {
            let Some(charge) = charges.get(at) else { continue };
            let Some((mode, resource)) = tables.resource(charge) else { continue };
            let reason = resource.reason(limit, charge.kind);
            let reasons = &mut refusal.get_or_insert(Refusal { reasons: Vec::new(), mode }).reasons;
            if !reasons.contains(&reason) {
                reasons.push(reason);
            }
        }
        refusal.map_or(Ok(()), Err)
    }

    /// Takes units that were found to be due after a request.
    pub(super) fn charge(&mut self, charges: &[Charge]) {
        let Self { settings, tables } = self;
        tables.take(charges, settings, settings.clock.now());
    }

    /// Returns the units of requests that were not carried out.
    pub(super) fn refund(&mut self, charges: &[Charge]) {
        for charge in charges {
            if let Some((resource, due)) = self.tables.find(charge) {
                resource.return_units(&due);
            }
        }
    }
}

impl Tables {
    fn resource(&mut self, charge: &Charge) -> Option<(Mode, &mut Resource)> {
        let table = self.0.get_mut(&charge.table)?;
        Some((table.mode, table.resource(charge)?))
    }
}

impl Ledger for Tables {
    type Charge = Charge;

    fn find<'a>(&'a mut self, charge: &'a Charge) -> Option<(&'a mut Resource, Due<'a>)> {
        let (_, resource) = self.resource(charge)?;
        let due = resource.due(&charge.spot, charge.sort.as_ref(), charge.kind, charge.units);
        Some((resource, due))
    }
}

impl Table {
    fn resource(&mut self, charge: &Charge) -> Option<&mut Resource> {
        match &charge.index {
            Some(index) => self.indexes.get_mut(index),
            None => Some(&mut self.table),
        }
    }

    fn snapshot(&self) -> TableSnapshot {
        let indexes = self.indexes.values().map(Resource::snapshot).collect();
        TableSnapshot { table: self.table.snapshot(), indexes }
    }
}

//! The month of declared loads, in units and, with prices, in money.

use keywright::{
    physics::limits::{GB, NEW_TABLE_READ_UNITS, NEW_TABLE_WRITE_UNITS},
    schema::MONTH_SECONDS,
};
use serde::Serialize;

use super::load::{Load, Loads, Warm};
use crate::{
    infrastructure::{Capacity, Settings, TableClass},
    prices::{Amount, Prices},
};

/// The bytes that DynamoDB adds to each item and to each index entry.
///
/// AWS: [Item sizes](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/CapacityUnitCalculations.html).
const ADDED_BYTES: u64 = 100;

/// The bytes that a global table adds to each item.
///
/// AWS: [Item sizes](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/CapacityUnitCalculations.html).
const ADDED_BYTES_OF_GLOBAL_TABLE: u64 = 48;

/// The cost of a month of 730 hours, on demand.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct Month {
    /// The number of Regions with a replica of the table.
    pub regions: u64,
    /// The month of each entity in the table and in each global index.
    pub keys: Vec<KeyMonth>,
    /// The requested warm throughput, which is paid once.
    pub warm: Vec<WarmMonth>,
    /// The entities with a key whose peak is not declared, which is not counted.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub undeclared: Vec<String>,
    /// The price of the month, if prices were given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub price: Option<Amount>,
    /// The price of the warm throughput, which is paid once, if its price was given. 0 if none is requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub price_once: Option<Amount>,
    /// What the prices do not include, because the price file does not have it or the settings differ.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub not_included: Vec<String>,
}

/// The month of one entity in the table or in one global index, in all Regions.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct KeyMonth {
    /// The entity.
    pub entity: String,
    /// The index, or `None` for the table.
    pub index: Option<String>,
    /// The mean as a share of the peak. `None` if none is declared: the peak then counts as if it lasted all month.
    pub mean: Option<f64>,
    /// The number of creates.
    pub creates: f64,
    /// The number of updates.
    pub updates: f64,
    /// The number of deletes.
    pub deletes: f64,
    /// Write units, of all Regions. Those of a table include sentinels and entries in local indexes.
    pub write_units: f64,
    /// Of these, the units with which TTL deletes expired items in the other Regions.
    pub expiry_units: f64,
    /// Read units.
    pub read_units: f64,
    /// What the month adds to the storage.
    pub storage: Storage,
    /// The price, if prices were given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub price: Option<Amount>,
}

/// The storage of what a month creates, in GB of 2^30 bytes, of all Regions.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Storage {
    /// At the end of the first month.
    pub gb: f64,
    /// At any later time. `None` if no bound is known: it then grows by up to `gb` each month.
    pub most_gb: Option<f64>,
    /// Whether the items expire.
    pub expires: bool,
}

/// The warm throughput of the table or of one index, above that of a new one.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct WarmMonth {
    /// The index, or `None` for the table.
    pub index: Option<String>,
    /// Write units per second, of all Regions.
    pub write_units: u64,
    /// Read units per second, of all Regions.
    pub read_units: u64,
    /// The price, which is paid once, if it was given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub price: Option<Amount>,
}

impl Month {
    /// Returns the price of the month in the table or in one index. 0 without prices.
    pub fn price_of(&self, index: Option<&str>) -> Amount {
        sum(self.keys.iter().filter(|key| key.index.as_deref() == index).filter_map(|key| key.price))
    }

    /// Returns the entities whose peak counts as if it lasted all month, because they declare no mean.
    pub fn without_mean(&self) -> Vec<&str> {
        let mut names: Vec<_> = self.keys.iter().filter(|key| key.mean.is_none()).map(|key| &*key.entity).collect();
        names.dedup();
        names
    }
}

/// Computes the month of these loads. Prices are those of on-demand units.
pub(crate) fn month(loads: &Loads, prices: Option<&Prices>, settings: &Settings) -> Month {
    let regions = 1 + settings.replicas.as_ref().map_or(0, |replicas| replicas.len() as u64);
    let keys: Vec<_> = loads.keys.iter().map(|load| key_month(load, prices, regions)).collect();
    let warm: Vec<_> = loads.warm.iter().map(|warm| warm_month(warm, prices, regions)).collect();
    let once = prices.filter(|_| warm.iter().all(|warm| warm.price.is_some()));
    Month {
        regions,
        price: prices.map(|_| sum(keys.iter().filter_map(|key| key.price))),
        price_once: once.map(|_| sum(warm.iter().filter_map(|warm| warm.price))),
        not_included: prices.map_or_else(Vec::new, |prices| not_included(prices, settings, &keys, &warm)),
        undeclared: loads.undeclared.clone(),
        keys,
        warm,
    }
}

fn key_month(load: &Load, prices: Option<&Prices>, regions: u64) -> KeyMonth {
    let (mean, all) = (load.mean.unwrap_or(1.0), regions as f64);
    let seconds = mean * MONTH_SECONDS as f64;
    let [creates, updates, deletes] = load.writes.map(|rate| rate.writes as f64 * seconds);
    let kept = (creates - deletes).max(0.0);
    let expired = if load.expires && load.index.is_none() { kept * units_of_create(load) } else { 0.0 };
    let expiry_units = expired * (all - 1.0);
    let mut month = KeyMonth {
        entity: load.entity.clone(),
        index: load.index.clone(),
        mean: load.mean,
        creates,
        updates,
        deletes,
        write_units: load.write_units() * seconds * all + expiry_units,
        expiry_units,
        read_units: load.read_units * seconds,
        storage: storage(load, kept, regions),
        price: None,
    };
    month.price = prices.map(|prices| {
        let (write_units, each) = match (prices.million_replicated_write_units, load.index.is_none() && regions > 1) {
            (Some(each), true) => (month.write_units, each),
            // Without their price, those of the other Regions are not included.
            (None, true) => (load.write_units() * seconds, prices.million_write_units),
            (_, false) => (month.write_units, prices.million_write_units),
        };
        let throughput = (write_units * each + month.read_units * prices.million_read_units) / 1e6;
        Amount(throughput + month.storage.gb * prices.storage_gb_month.unwrap_or_default())
    });
    month
}

/// Write units of one create, without sentinels.
fn units_of_create(load: &Load) -> f64 {
    let [creates, ..] = load.writes;
    if creates.writes == 0 { 0.0 } else { creates.units / creates.writes as f64 }
}

/// The storage of the items that a month keeps.
fn storage(load: &Load, kept: f64, regions: u64) -> Storage {
    let of_region = if regions > 1 && load.index.is_none() { ADDED_BYTES_OF_GLOBAL_TABLE } else { 0 };
    let bytes = load.bytes.saturating_add(load.parts.saturating_mul(ADDED_BYTES)).saturating_add(of_region);
    let a_month = kept * bytes as f64 * regions as f64 / GB as f64;
    match load.lifetime {
        Some(lifetime) => {
            let months = lifetime as f64 / MONTH_SECONDS as f64;
            Storage { gb: a_month * months.min(1.0), most_gb: Some(a_month * months), expires: true }
        }
        None => Storage { gb: a_month, most_gb: (a_month == 0.0).then_some(0.0), expires: load.expires },
    }
}

fn warm_month(warm: &Warm, prices: Option<&Prices>, regions: u64) -> WarmMonth {
    let above = |asked: Option<u64>, new| asked.unwrap_or_default().saturating_sub(new).saturating_mul(regions);
    let write_units = above(warm.write_units, NEW_TABLE_WRITE_UNITS);
    let read_units = above(warm.read_units, NEW_TABLE_READ_UNITS);
    let price = prices.and_then(|prices| {
        let of = |units: u64, price: Option<f64>| if units == 0 { Some(0.0) } else { Some(units as f64 * price?) };
        Some(Amount(of(write_units, prices.warm_write_unit)? + of(read_units, prices.warm_read_unit)?))
    });
    WarmMonth { index: warm.index.clone(), write_units, read_units, price }
}

fn not_included(prices: &Prices, settings: &Settings, keys: &[KeyMonth], warm: &[WarmMonth]) -> Vec<String> {
    let mut missing = Vec::new();
    if prices.storage_gb_month.is_none() && keys.iter().any(|key| key.storage.gb > 0.0) {
        missing.push("storage: add `storage_gb_month` to the price file".to_owned());
    }
    if warm.iter().any(|warm| warm.price.is_none()) {
        missing.push(
            "warm throughput, which is paid once: add `warm_write_unit` and `warm_read_unit` to the price file"
                .to_owned(),
        );
    }
    let has_replicas = settings.replicas.as_ref().is_some_and(|replicas| !replicas.is_empty());
    if has_replicas && prices.million_replicated_write_units.is_none() {
        missing.push(
            "the table's writes in other Regions: add `million_replicated_write_units` to the price file".to_owned(),
        );
    }
    if let Some(witness) = &settings.witness {
        missing.push(format!("the writes and the storage of the witness in {witness}"));
    }
    if !matches!(settings.capacity, Capacity::OnDemand(_)) {
        missing
            .push("provisioned capacity, which the settings choose: the month is that of on-demand units".to_owned());
    }
    if settings.table_class == TableClass::StandardInfrequentAccess {
        missing
            .push("the table class of the settings: the month has the prices of the file for either class".to_owned());
    }
    missing
}

fn sum(amounts: impl Iterator<Item = Amount>) -> Amount {
    Amount(amounts.map(|amount| amount.0).sum())
}

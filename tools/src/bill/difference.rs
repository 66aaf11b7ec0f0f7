//! Compares the months of two schemas, for the review of a change.

use std::fmt::Write as _;

use serde::Serialize;

use super::{
    load::{Load, Loads},
    month::{KeyMonth, Month, month},
    text::{gigabytes, source},
};
use crate::{
    infrastructure::Settings,
    number::{grouped, millions, percent, tenths},
    prices::{Amount, Prices},
};

/// What a change of a schema costs in a month of 730 hours.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct Difference {
    /// The entities and indexes whose month changes.
    pub changes: Vec<CostChange>,
    /// The sum of the changes, if prices were given. Negative if the month costs less.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub price: Option<f64>,
    /// The change of what warm throughput costs once, if prices were given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub price_once: Option<f64>,
    /// The months that cannot be compared, and what the amounts do not include.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    #[serde(skip)]
    currency: Option<String>,
    #[serde(skip)]
    source: String,
}

/// The change of the month of one entity in the table or in one global index.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct CostChange {
    /// The entity.
    pub entity: String,
    /// The index, or `None` for the table.
    pub index: Option<String>,
    /// The change of the price, if prices were given. Negative if the month costs less.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub price: Option<f64>,
    /// The change of the write units.
    pub write_units: f64,
    /// The change of the read units.
    pub read_units: f64,
    /// The change of the storage at the end of the first month, in GB.
    pub gb: f64,
    /// What has changed, such as `1 write unit each of 3.2 million writes`.
    pub reason: String,
}

/// Compares the loads of a lock with those of a schema. `entities` are the names of the lock's entities.
pub(crate) fn difference(
    (old, entities): (&Loads, &[&str]),
    new: &Loads,
    prices: Option<&Prices>,
    settings: &Settings,
) -> Difference {
    let (before, after) = (month(old, prices, settings), month(new, prices, settings));
    let (mut changes, mut notes) = (Vec::new(), Vec::new());
    // A declared peak of an entity that had none is no change of the load.
    let was_silent = |entity: &str| entities.contains(&entity) && !old.keys.iter().any(|load| load.entity == entity);
    let is_silent = |entity: &str| !new.keys.iter().any(|load| load.entity == entity);
    for (load, key) in new.keys.iter().zip(&after.keys) {
        let was = month_of(old, &before, load);
        match was {
            None if was_silent(&load.entity) => {
                notes.push(format!("{}: the lock has no peak of it, so that its month is not compared", key.name()));
            }
            None => changes.push(CostChange::of(None, Some(key), added(load, key))),
            Some((was, of_old)) if of_old != key => {
                changes.push(CostChange::of(Some(of_old), Some(key), changed(was, load, key)));
            }
            Some(_) => {}
        }
    }
    for (load, key) in old.keys.iter().zip(&before.keys) {
        if month_of(new, &after, load).is_none() {
            let reason = match load.index {
                None if is_silent(&load.entity) => "no longer has a declared peak, or is gone".to_owned(),
                _ => "no longer written".to_owned(),
            };
            changes.push(CostChange::of(Some(key), None, reason));
        }
    }
    let without = after.without_mean().into_iter().chain(before.without_mean());
    if changes.iter().any(|change| without.clone().any(|name| name == change.entity)) {
        notes.push("without a `mean` or `per_month`, a month of peaks is compared: an upper bound".to_owned());
    }
    notes.extend(after.not_included.iter().map(|missing| format!("not included: {missing}")));
    let once = |month: &Month| month.price_once.map_or(0.0, |price| price.0);
    Difference {
        price: prices.map(|_| changes.iter().filter_map(|change| change.price).sum()),
        price_once: prices.map(|_| once(&after) - once(&before)),
        changes,
        notes,
        currency: prices.map(|prices| prices.currency.clone()),
        source: source(prices),
    }
}

fn month_of<'a>(loads: &'a Loads, month: &'a Month, of: &Load) -> Option<(&'a Load, &'a KeyMonth)> {
    let mut both = loads.keys.iter().zip(&month.keys);
    both.find(|(load, _)| load.is_of(&of.entity, of.index.as_deref()))
}

impl CostChange {
    fn of(old: Option<&KeyMonth>, new: Option<&KeyMonth>, reason: String) -> Self {
        let change = |of: fn(&KeyMonth) -> f64| new.map_or(0.0, of) - old.map_or(0.0, of);
        let key = new.or(old);
        let price = |key: &KeyMonth| key.price.map_or(0.0, |price| price.0);
        Self {
            entity: key.map(|key| key.entity.clone()).unwrap_or_default(),
            index: key.and_then(|key| key.index.clone()),
            price: key.and_then(|key| key.price).map(|_| change(price)),
            write_units: change(|key| key.write_units),
            read_units: change(|key| key.read_units),
            gb: change(|key| key.storage.gb),
            reason,
        }
    }

    /// Formats the name, such as `index GSI2 of Order`.
    fn name(&self) -> String {
        match &self.index {
            Some(index) => format!("index {index} of {}", self.entity),
            None => self.entity.clone(),
        }
    }
}

/// Describes a new load, such as `1 write unit each of 3.2 million writes`.
fn added(load: &Load, key: &KeyMonth) -> String {
    let mut parts = vec![format!("{} of {} writes", each(load), millions(writes(key)))];
    if key.read_units > 0.0 {
        parts.push(format!("{} read units", millions(key.read_units)));
    }
    if key.storage.gb > 0.0 {
        parts.push(format!("{} stored after a month", gigabytes(key.storage.gb)));
    }
    parts.join(", ")
}

/// Describes what has changed, such as `2 write units each in place of 1`.
fn changed(old: &Load, new: &Load, key: &KeyMonth) -> String {
    let mut parts = Vec::new();
    if old.writes.map(|rate| rate.writes) != new.writes.map(|rate| rate.writes) {
        let (before, after) = (old.writes_per_second(), new.writes_per_second());
        parts.push(match before == after {
            true => "other shares of creates, updates and deletes".to_owned(),
            false => format!("{} writes/s at the peak in place of {}", grouped(after), grouped(before)),
        });
    }
    if each(old) != each(new) {
        parts.push(format!("{} in place of {}, {} writes", each(new), per_write(old), millions(writes(key))));
    }
    if old.mean != new.mean {
        let share = |load: &Load| load.mean.map_or_else(|| "the whole peak".to_owned(), percent);
        parts.push(format!("a mean of {} in place of {}", share(new), share(old)));
    }
    if old.read_units != new.read_units {
        let units = |load: &Load| grouped(load.read_units.ceil() as u64);
        parts.push(format!("{} RCU/s at the peak in place of {}", units(new), units(old)));
    }
    if (old.bytes, old.parts) != (new.bytes, new.parts) {
        parts.push(format!("{} bytes stored in place of {}", grouped(new.bytes), grouped(old.bytes)));
    }
    if (old.expires, old.lifetime) != (new.expires, new.lifetime) {
        parts.push("items expire at another age".to_owned());
    }
    parts.join(", ")
}

fn writes(key: &KeyMonth) -> f64 {
    key.creates + key.updates + key.deletes
}

/// Formats the write units of one write.
fn per_write(load: &Load) -> String {
    let writes = load.writes_per_second();
    tenths(if writes == 0 { 0.0 } else { load.write_units() / writes as f64 })
}

fn each(load: &Load) -> String {
    let units = per_write(load);
    format!("{units} write unit{} each", if units == "1" { "" } else { "s" })
}

/// Formats a signed amount, such as `+ 41.20`.
fn signed(amount: f64) -> String {
    format!("{} {}", if amount < 0.0 { "-" } else { "+" }, Amount(amount.abs()))
}

impl Difference {
    /// Formats the comparison for a terminal. `against` is the name of the lock's file.
    pub(crate) fn to_text(&self, against: &str) -> String {
        let mut text = String::new();
        // Writing to a String cannot fail.
        let _ = self.write(&mut text, against);
        text
    }

    fn write(&self, text: &mut String, against: &str) -> std::fmt::Result {
        writeln!(text, "Change of a month of 730 hours against {against}, on demand{}", self.source)?;
        for change in &self.changes {
            let (name, reason) = (change.name(), &change.reason);
            match (change.price, &self.currency) {
                (Some(price), Some(currency)) => {
                    writeln!(text, "  {} {currency} a month: {name}, {reason}", signed(price))?;
                }
                _ => {
                    let sign = if change.write_units < 0.0 { "-" } else { "+" };
                    let units = millions(change.write_units.abs());
                    writeln!(text, "  {sign} {units} write units a month: {name}, {reason}")?;
                }
            }
        }
        if self.changes.is_empty() {
            writeln!(text, "  no declared load has changed")?;
        }
        match (self.price, &self.currency) {
            (Some(price), Some(currency)) => writeln!(text, "  sum: {} {currency} a month", signed(price))?,
            _ => writeln!(text, "  no prices: give `--prices FILE` for the amounts")?,
        }
        if let (Some(once), Some(currency)) = (self.price_once.filter(|once| *once != 0.0), &self.currency) {
            writeln!(text, "  once: {} {currency} for warm throughput", signed(once))?;
        }
        self.notes.iter().try_for_each(|note| writeln!(text, "  {note}"))
    }
}

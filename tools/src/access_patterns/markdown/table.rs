//! Renders the table and its indexes: keys, contents, and the load at the declared peaks.

use std::fmt::Write as _;

use super::{
    super::{AccessPatterns, Capacity, Index},
    cell, coded,
};
use crate::number::grouped;

pub(super) fn table(page: &mut String, patterns: &AccessPatterns) -> std::fmt::Result {
    writeln!(page, "## Table and indexes\n")?;
    let price = patterns.prices.as_ref().map(|prices| format!(" {} a month |", prices.currency));
    let price = price.unwrap_or_default();
    writeln!(page, "| | Key | Holds | Peak WCU/s | Peak RCU/s | Warm WCU/s | Warm RCU/s | Quota |{price}")?;
    writeln!(page, "|---|---|---|---|---|---|---|---|{}", if price.is_empty() { "" } else { "---|" })?;
    for place in &patterns.capacity {
        let index = patterns.indexes.iter().find(|index| Some(index.name) == place.throughput.index);
        write!(
            page,
            "| {} | {} | {} |",
            place.throughput.index.unwrap_or("table"),
            key(patterns, index),
            holds(index)
        )?;
        capacity(page, place)?;
    }
    for index in patterns.indexes.iter().filter(|index| index.local) {
        let (key, holds) = (key(patterns, Some(index)), holds(Some(index)));
        writeln!(page, "| {} (local) | {key} | {holds} | in the table's | | | | |", index.name)?;
    }
    writeln!(page)?;
    notes(page, patterns)
}

fn capacity(page: &mut String, place: &Capacity) -> std::fmt::Result {
    let of = &place.throughput;
    let asked = |units: Option<u64>| units.map_or_else(|| "new".to_owned(), grouped);
    let raise = if of.exceeds_quota { " (raise it first)" } else { "" };
    let price = place.price_per_month.map(|price| format!(" {price} |")).unwrap_or_default();
    writeln!(
        page,
        " {} | {} | {} | {} | {}{raise} |{price}",
        grouped(place.peak_wcu),
        rounded(place.peak_rcu),
        asked(of.warm_wcu),
        asked(of.warm_rcu),
        grouped(of.quota),
    )
}

fn notes(page: &mut String, patterns: &AccessPatterns) -> std::fmt::Result {
    if let Some(discriminator) = patterns.discriminator {
        writeln!(page, "`{}` says which entity an item is of.", cell(discriminator))?;
    }
    if let Some(ttl) = patterns.ttl {
        let expiring = patterns.entities.iter().filter(|entity| entity.expires.is_some()).map(|entity| entity.entity);
        let expiring = coded(expiring);
        match expiring.is_empty() {
            true => writeln!(page, "The TTL attribute is `{ttl}`, which no entity has.")?,
            false => writeln!(page, "Items of {expiring} expire at `{ttl}` (TTL); reads leave expired ones out.")?,
        }
    }
    let undeclared: u64 = patterns.capacity.iter().map(|place| place.undeclared_keys).sum();
    if undeclared > 0 {
        let declared: u64 = patterns.capacity.iter().map(|place| place.declared_keys).sum();
        writeln!(page, "Peaks are declared for {declared} of {} keys; others count as 0.", declared + undeclared)?;
    }
    if let Some(prices) = &patterns.prices {
        writeln!(
            page,
            "Prices of {} on {}, from {}, as if the peaks lasted all month.",
            prices.region, prices.date, prices.source
        )?;
    }
    writeln!(page)
}

/// Formats attributes with their types, such as `` `PK` (S), `SK` (S) ``.
fn key(patterns: &AccessPatterns, index: Option<&Index>) -> String {
    let typed = |attribute: &String| match attribute.rsplit_once(' ') {
        Some((name, kind)) => format!("`{}` {kind}", cell(name)),
        None => cell(attribute),
    };
    let attributes: Vec<_> = match index {
        Some(index) => index.partition_key.iter().chain(&index.sort_key).map(typed).collect(),
        None => patterns.key.iter().map(typed).collect(),
    };
    attributes.join(", ")
}

fn holds(index: Option<&Index>) -> String {
    match index.map(|index| index.projection.as_str()) {
        None | Some("all") => "whole items".to_owned(),
        Some("keys_only") => "keys".to_owned(),
        Some(attributes) => format!("keys, {}", cell(attributes)),
    }
}

fn rounded(units: f64) -> String {
    grouped(units.ceil() as u64)
}

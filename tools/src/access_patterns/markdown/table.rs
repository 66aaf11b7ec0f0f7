//! Renders the table and its indexes: keys, contents, and the load at the declared peaks.

use std::fmt::Write as _;

use super::{
    super::{AccessPatterns, Capacity, Index},
    cell, coded,
    grid::{Column, Grid},
};
use crate::{infrastructure::THROTTLES_AT_LAUNCH, number::grouped};

/// The warm throughput of a new on-demand table, which nothing requests.
const NEW: &str = "new";

pub(super) fn table(page: &mut String, patterns: &AccessPatterns) -> std::fmt::Result {
    writeln!(page, "## Table and indexes\n")?;
    let price = patterns.prices.as_ref().map(|prices| format!("{} a month", prices.currency));
    let mut grid = Grid::new(
        "part",
        [
            (String::new(), Column::Own),
            ("Key".to_owned(), Column::Own),
            ("Holds".to_owned(), Column::Shared),
            ("Peak WCU/s".to_owned(), Column::Usual("0")),
            ("Peak RCU/s".to_owned(), Column::Usual("0")),
            ("Warm WCU/s".to_owned(), Column::Usual(NEW)),
            ("Warm RCU/s".to_owned(), Column::Usual(NEW)),
            ("Quota WCU/s".to_owned(), Column::Shared),
            (price.unwrap_or_default(), Column::Own),
        ],
    );
    for place in &patterns.capacity {
        let index = patterns.indexes.iter().find(|index| Some(index.name) == place.throughput.index);
        let name = place.throughput.index.unwrap_or("table").to_owned();
        grid.row([name, key(patterns, index), holds(index)].into_iter().chain(capacity(place)));
    }
    for index in patterns.indexes.iter().filter(|index| index.local) {
        let name = format!("{} (local)", index.name);
        let counted_with_the_table = std::iter::repeat_n(String::new(), 6);
        grid.row([name, key(patterns, Some(index)), holds(Some(index))].into_iter().chain(counted_with_the_table));
    }
    // The picture shows the keys.
    if grid.has_only(2) {
        grid.write_shared(page)?
    } else {
        grid.write(page)?
    }
    notes(page, patterns)
}

fn capacity(place: &Capacity) -> [String; 6] {
    let of = &place.throughput;
    let asked = |units: Option<u64>| units.map_or_else(|| NEW.to_owned(), grouped);
    let raise = if of.exceeds_quota { " (raise it first)" } else { "" };
    let raise_reads = match of.exceeds_read_quota {
        true => format!(" (raise the quota of {} first)", grouped(of.read_quota)),
        false => String::new(),
    };
    [
        grouped(place.peak_wcu),
        format!("{}{raise_reads}", rounded(place.peak_rcu)),
        asked(of.warm_wcu),
        asked(of.warm_rcu),
        format!("{}{raise}", grouped(of.quota)),
        place.price_per_month.map(|price| price.to_string()).unwrap_or_default(),
    ]
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
    if patterns.regions.is_some() {
        let note = "Three Regions with strong consistency: conditions, versions and consistent reads see all writes.";
        writeln!(page, "{note}")?;
    }
    writeln!(page, "{}", peaks(patterns))?;
    for place in patterns.capacity.iter().filter(|place| place.throughput.launch_wcu.is_some()) {
        writeln!(page, "{}", launch(place))?;
    }
    let local = coded(patterns.indexes.iter().filter(|index| index.local).map(|index| index.name));
    if !local.is_empty() {
        writeln!(page, "Local indexes, whose load is counted with the table: {local}.")?;
    }
    if let Some(prices) = &patterns.prices {
        writeln!(
            page,
            "Prices of {} on {}, from {}; those of a month are explained [below](#a-month).",
            prices.region, prices.date, prices.source
        )?;
    }
    writeln!(page)
}

/// States that the table or an index throttles when it is launched at its declared peaks.
fn launch(place: &Capacity) -> String {
    let name = place.throughput.index.map_or_else(|| "The table".to_owned(), |index| format!("`{}`", cell(index)));
    format!("{name} {THROTTLES_AT_LAUNCH}: the load has to rise over hours.")
}

/// States which peaks are declared, and whether they need warm throughput.
fn peaks(patterns: &AccessPatterns) -> String {
    let sum = |of: fn(&Capacity) -> u64| patterns.capacity.iter().map(of).sum::<u64>();
    let (declared, undeclared) = (sum(|place| place.declared_keys), sum(|place| place.undeclared_keys));
    let declared_peaks = match (declared, undeclared) {
        (0, _) => "No peak is declared".to_owned(),
        (_, 0) => "Each key has a declared peak".to_owned(),
        _ => format!("Peaks are declared for {declared} of {} keys; others count as 0", declared + undeclared),
    };
    let is_served = patterns.capacity.iter().all(|place| !place.requests_warm_throughput());
    let served = if is_served { ": no warm throughput is requested." } else { "." };
    declared_peaks + served
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

//! Renders the capacity of the table and its indexes at the declared peaks, compared with their quotas.

use std::fmt::Write as _;

use super::{
    super::{AccessPatterns, Capacity, Index},
    frame::{heading, scroll_region},
    text::{Escaped, code},
    throttling::throttling,
};
use crate::{infrastructure::THROTTLES_AT_LAUNCH, number::grouped};

/// The width of a bar that represents the whole quota.
const WIDTH: f64 = 88.0;

pub(super) fn capacity(page: &mut String, patterns: &AccessPatterns) -> std::fmt::Result {
    writeln!(page, "<section aria-labelledby=\"capacity\">")?;
    heading(page, 2, "capacity", "Capacity at peak")?;
    scroll_region(page, "Capacity of the table and its indexes")?;
    write!(
        page,
        "<table><thead><tr><th scope=\"col\">Part</th><th scope=\"col\">Key</th><th scope=\"col\">Holds</th>"
    )?;
    for title in ["Peak WCU/s", "Peak RCU/s", "Warm", "Partitions", "Quota WCU/s"] {
        write!(page, "<th scope=\"col\" class=\"number\">{title}</th>")?;
    }
    if let Some(prices) = &patterns.prices {
        write!(page, "<th scope=\"col\" class=\"number\">{} a month</th>", Escaped(&prices.currency))?;
    }
    writeln!(page, "<th scope=\"col\">Of the quota</th></tr></thead><tbody>")?;
    for place in &patterns.capacity {
        let index = patterns.indexes.iter().find(|index| Some(index.name) == place.throughput.index);
        row(page, patterns, place, index)?;
    }
    let columns = if patterns.prices.is_some() { 7 } else { 6 };
    for index in patterns.indexes.iter().filter(|index| index.local) {
        let name = Escaped(index.name);
        write!(page, "<tr><th scope=\"row\" id=\"part-{name}\">{name} <span class=\"tag\">local</span></th>")?;
        write!(page, "<td>{}</td><td>{}</td>", attributes(patterns, Some(index)), holds(Some(index)))?;
        writeln!(page, "<td colspan=\"{columns}\" class=\"note\">its entries are counted on the table</td></tr>")?;
    }
    writeln!(page, "</tbody></table></div>")?;
    notes(page, patterns)?;
    if let Some(simulated) = &patterns.throttling {
        throttling(page, simulated)?;
    }
    writeln!(page, "</section>")
}

fn row(page: &mut String, patterns: &AccessPatterns, place: &Capacity, index: Option<&Index>) -> std::fmt::Result {
    let of = &place.throughput;
    let name = Escaped(of.index.unwrap_or("table"));
    write!(page, "<tr><th scope=\"row\" id=\"part-{name}\">{name}</th>")?;
    write!(page, "<td class=\"whole\">{}</td><td>{}</td>", attributes(patterns, index), holds(index))?;
    let quota = match of.exceeds_quota {
        true => format!("<span class=\"warn\">{}, raise it first</span>", grouped(of.quota)),
        false => grouped(of.quota),
    };
    let read = grouped(place.peak_rcu.ceil() as u64);
    let read = match of.exceeds_read_quota {
        true => format!("{read} <span class=\"warn\">raise the quota of {} first</span>", grouped(of.read_quota)),
        false => read,
    };
    let partitions = grouped(place.partitions);
    for cell in [grouped(place.peak_wcu), read, warm(place), partitions, quota] {
        write!(page, "<td class=\"number\">{cell}</td>")?;
    }
    if let Some(price) = place.price_per_month {
        write!(page, "<td class=\"number\">{price}</td>")?;
    }
    writeln!(page, "<td>{}</td></tr>", bar(place))
}

/// Formats the warm throughput that the generated templates request, such as `10,000 WCU/s`.
fn warm(place: &Capacity) -> String {
    let units = [(place.throughput.warm_wcu, "WCU/s"), (place.throughput.warm_rcu, "RCU/s")];
    let units: Vec<_> =
        units.into_iter().filter_map(|(units, name)| Some(format!("{} {name}", grouped(units?)))).collect();
    if units.is_empty() { "\u{2013}".to_owned() } else { units.join("<br>") }
}

/// Draws the peak as a bar relative to the quota, with a mark at the warm throughput.
fn bar(place: &Capacity) -> String {
    let of = &place.throughput;
    let scaled = |units: u64| (units as f64 / of.quota.max(1) as f64 * WIDTH).min(WIDTH);
    let (peak, served) = (scaled(place.peak_wcu), scaled(served(place)));
    format!(
        "<svg width=\"{WIDTH}\" height=\"18\" viewBox=\"0 0 {WIDTH} 18\" role=\"img\" aria-label=\"{} of {} WCU/s, \
         {} served at once\"><rect class=\"box\" x=\"0.5\" y=\"4.5\" width=\"{}\" height=\"9\"/>\
         <rect class=\"bar\" x=\"0.5\" y=\"4.5\" width=\"{served:.1}\" height=\"9\"/>\
         <rect class=\"own\" x=\"0.5\" y=\"4.5\" width=\"{peak:.1}\" height=\"9\"/></svg>",
        grouped(place.peak_wcu),
        grouped(of.quota),
        grouped(self::served(place)),
        WIDTH - 1.0
    )
}

/// Returns the write units per second that the initial partitions serve.
fn served(place: &Capacity) -> u64 {
    place.throughput.warm_wcu.unwrap_or(keywright::physics::limits::NEW_TABLE_WRITE_UNITS)
}

fn notes(page: &mut String, patterns: &AccessPatterns) -> std::fmt::Result {
    let sum = |of: fn(&Capacity) -> u64| patterns.capacity.iter().map(of).sum::<u64>();
    let (declared, undeclared) = (sum(|place| place.declared_keys), sum(|place| place.undeclared_keys));
    write!(page, "<p class=\"note\">")?;
    if undeclared > 0 {
        write!(page, "Peaks are declared for {declared} of {} keys; others count as 0. ", declared + undeclared)?;
    }
    write!(
        page,
        "In each bar, the colored part is the declared peak, and the grey part what the partitions serve from the \
         first second on: the warm throughput that the generated templates ask for, or the 4,000 WCU/s of a new \
         on-demand table."
    )?;
    for place in patterns.capacity.iter().filter(|place| place.throughput.launch_wcu.is_some()) {
        let name = place.throughput.index.map_or_else(|| "The table".to_owned(), code);
        write!(page, " <span class=\"warn\">{name} {THROTTLES_AT_LAUNCH}: the load has to rise over hours.</span>")?;
    }
    if patterns.prices.is_some() {
        write!(page, " Prices are those of <a href=\"#month\">a month</a>.")?;
    }
    writeln!(page, "</p>")
}

/// Formats attributes with their types, as in `PK (S)`.
fn attributes(patterns: &AccessPatterns, index: Option<&Index>) -> String {
    let html = |attribute: &String| match attribute.rsplit_once(' ') {
        Some((name, kind)) => format!("{} <span class=\"note\">{}</span>", code(name), Escaped(kind)),
        None => code(attribute),
    };
    let all: Vec<_> = match index {
        Some(index) => index.partition_key.iter().chain(&index.sort_key).map(html).collect(),
        None => patterns.key.iter().map(html).collect(),
    };
    all.join("<br>")
}

fn holds(index: Option<&Index>) -> String {
    match index.map(|index| index.projection.as_str()) {
        None | Some("all") => "whole\u{a0}items".to_owned(),
        Some("keys_only") => "keys".to_owned(),
        Some(attributes) => format!("keys, {}", Escaped(attributes)),
    }
}

//! Formats the plan as text for a terminal.

mod roll_over;

use std::fmt::Write as _;

use super::{CapacityPlan, KeyName, KeyPlan, PlacePlan};
use crate::{
    access_patterns::Risk,
    infrastructure::THROTTLES_AT_LAUNCH,
    number::{counted, grouped},
};

pub(crate) fn report(plan: &CapacityPlan) -> String {
    let mut text = String::new();
    // Writing to a String cannot fail.
    let _ = write_report(&mut text, plan);
    text
}

fn write_report(text: &mut String, plan: &CapacityPlan) -> std::fmt::Result {
    writeln!(
        text,
        "Capacity plan of `{}`: declared peaks, writes at random, one overloaded second in a million, one overloaded \
         roll-over in a thousand",
        plan.schema
    )?;
    for key in &plan.keys {
        writeln!(text, "\n{}", named(&key.name))?;
        write_key(text, key)?;
    }
    for name in &plan.undeclared {
        writeln!(text, "\n{}\n  no peak is declared", named(name))?;
    }
    writeln!(text, "\nWarm throughput in the generated templates")?;
    plan.places.iter().try_for_each(|place| write_place(text, place))?;
    text.push_str(&plan.month.to_text(plan.prices.as_ref()));
    Ok(())
}

fn named(name: &KeyName) -> String {
    let place = name.index.map_or_else(String::new, |index| format!(" in {index}"));
    let unasked = if name.is_unasked { " (unasked)" } else { "" };
    format!("{}{place}{unasked}  {}", name.entity, name.partition_key)
}

fn write_key(text: &mut String, key: &KeyPlan) -> std::fmt::Result {
    for kind in &key.peak.kinds {
        let (writes, wcu) = (grouped(kind.writes_per_second), grouped(kind.wcu.ceil() as u64));
        writeln!(text, "  {:<14} {writes}/s, {wcu} WCU/s", kind.kind)?;
    }
    let (wcu, bytes) = (grouped(key.peak.wcu), grouped(key.entry_bytes));
    writeln!(text, "  load           {wcu} WCU/s, of entries of {bytes} bytes")?;
    writeln!(text, "  shards         {}", shards(key))?;
    writeln!(text, "  P(over)        {}", overload(key))?;
    if key.risk != Risk::None {
        writeln!(text, "  risk           {}", key.risk)?;
    }
    let read = &key.read;
    let page = if key.page_items == 1 { "one item".to_owned() } else { format!("newest {}", key.page_items) };
    writeln!(
        text,
        "  {page:<14} {} x {}, {} RCU; {} RCU if empty; {} such reads/s",
        counted(read.lanes, "lane"),
        counted(read.items_per_lane, "item"),
        read.rcu,
        read.empty_rcu,
        grouped(read.reads_per_second as u64),
    )?;
    if let Some(at_worst) = &key.at_worst {
        writeln!(text, "  at worst       {at_worst}")?;
    }
    roll_over::write(text, key)
}

/// Formats the shards, such as `10 declared, 30 needed for each of 3 values`.
fn shards(key: &KeyPlan) -> String {
    if key.risk == Risk::Unknown {
        return format!("{} declared; how many are needed depends on the most frequent value", grouped(key.shards));
    }
    let is_held = key.roll_over.as_ref().is_some_and(|of| of.pairs.iter().any(|pair| !pair.is_design));
    let above_quota = is_held || key.risk == Risk::Quota;
    let needed = match key.shards_needed {
        Some(shards) => format!("{} needed", grouped(shards)),
        None if above_quota => "no number up to 1,000 suffices within the quota".to_owned(),
        None => "no number up to 1,000 suffices".to_owned(),
    };
    let values = match key.values {
        Some(1) => String::new(),
        Some(values) => format!(" for each of {} values", grouped(values)),
        None => " for each of many values".to_owned(),
    };
    let since = match key.shards_before_grow {
        Some(before) => format!(" after the last `grow` ({} before the first)", grouped(before.into())),
        None => String::new(),
    };
    format!("{} declared{since}, {needed}{values}", grouped(key.shards))
}

fn overload(key: &KeyPlan) -> String {
    match (key.overload_probability, key.values) {
        (Some(probability), Some(2..)) => format!("{} a second, if no value is more frequent", percent(probability)),
        (Some(probability), _) => format!("{} a second", percent(probability)),
        (None, _) if key.risk == Risk::Unknown => Risk::Unknown.to_string(),
        (None, _) if key.lasts == Some("instant") => "almost none: each second has many keys".to_owned(),
        (None, _) => "unknown, but low: the keys of one value can serve all writes".to_owned(),
    }
}

fn write_place(text: &mut String, place: &PlacePlan) -> std::fmt::Result {
    let asked: Vec<_> = [(place.warm_wcu, "WCU/s"), (place.warm_rcu, "RCU/s")]
        .into_iter()
        .filter_map(|(units, name)| Some(format!("{} {name}", grouped(units?))))
        .collect();
    let quotas: Vec<_> = [(place.warm_wcu, place.quota, "WCU/s"), (place.warm_rcu, place.read_quota, "RCU/s")]
        .into_iter()
        .filter_map(|(units, quota, name)| units.map(|_| format!("{} {name}", grouped(quota))))
        .collect();
    let (asked, quotas, name) = (asked.join(", "), quotas.join(" and "), place.index.unwrap_or("table"));
    match (asked.is_empty(), place.exceeds_quota) {
        (true, _) => writeln!(text, "  {name:<14} none: a new one serves the declared peaks")?,
        (false, false) => writeln!(text, "  {name:<14} {asked}; the quota is {quotas}")?,
        (false, true) => writeln!(
            text,
            "  {name:<14} {asked}: above the quota of {} WCU/s, so a quota increase comes first",
            grouped(place.quota)
        )?,
    }
    if let Some(units) = place.launch_wcu {
        writeln!(
            text,
            "  {:<14} {THROTTLES_AT_LAUNCH}: {} WCU/s would serve it at once;\n{:17}let the load rise over hours, or \
             add shards",
            "",
            grouped(units),
            ""
        )?;
    }
    if place.exceeds_read_quota {
        writeln!(
            text,
            "  {:<14} its declared reads exceed the quota of {} RCU/s, so a quota increase comes first",
            "",
            grouped(place.read_quota)
        )?;
    }
    Ok(())
}

/// Formats small shares with two digits and an exponent, others in percent.
fn percent(share: f64) -> String {
    match share {
        0.0 => "0".to_owned(),
        share if share < 1e-4 => format!("{share:.1e}"),
        share => format!("{:.2} %", share * 100.0),
    }
}

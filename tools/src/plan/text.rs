//! The plan as text for a terminal.

use std::fmt::Write as _;

use keywright::physics::limits::NEW_TABLE_PARTITIONS;

use super::{BeforeSplits, CapacityPlan, KeyName, KeyPlan};

pub(super) fn report(plan: &CapacityPlan) -> String {
    let mut text = String::new();
    // Writing to a String cannot fail.
    let _ = write_report(&mut text, plan);
    text
}

fn write_report(text: &mut String, plan: &CapacityPlan) -> std::fmt::Result {
    writeln!(
        text,
        "Capacity plan of `{}`: declared peaks, writes at random, one overloaded second in a million",
        plan.schema
    )?;
    for key in &plan.keys {
        writeln!(text, "\n{}", named(&key.name))?;
        write_key(text, key)?;
    }
    for name in &plan.undeclared {
        writeln!(text, "\n{}\n  no peak is declared", named(name))?;
    }
    Ok(())
}

fn named(name: &KeyName) -> String {
    let place = name.index.map_or_else(String::new, |index| format!(" in {index}"));
    format!("{}{place}  {}", name.entity, name.partition_key)
}

fn write_key(text: &mut String, key: &KeyPlan) -> std::fmt::Result {
    let KeyPlan { writes_per_second, write_units, wcu, entry_bytes, .. } = key;
    let (writes, wcu) = (grouped(*writes_per_second), grouped(*wcu));
    writeln!(
        text,
        "  load           {writes} writes/s x {write_units} WCU ({} bytes) = {wcu} WCU/s",
        grouped(*entry_bytes)
    )?;
    let needed = match key.shards_needed {
        Some(shards) => format!("{} needed", grouped(shards)),
        None => "no count up to 1,000 will do".to_owned(),
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
    writeln!(text, "  shards         {} declared{since}, {needed}{values}", grouped(key.shards))?;
    let overload = match key.overload_probability {
        Some(probability) => format!("{} a second", percent(probability)),
        None => "not known: it depends on the most popular value (`top_share`)".to_owned(),
    };
    writeln!(text, "  P(over)        {overload}")?;
    let read = &key.read;
    writeln!(
        text,
        "  newest 50      {} x {} items, {} RCU; {} RCU if empty; {} such reads/s",
        counted(read.lanes, "lane"),
        read.items_per_lane,
        read.rcu,
        read.empty_rcu,
        grouped(read.reads_per_second as u64),
    )?;
    match &key.before_splits {
        Some(carried) => write_before_splits(text, carried, key.warm_wcu)?,
        None => writeln!(text, "  before splits  not known: many keys, as even as their values are")?,
    }
    let warm = match key.warm_wcu {
        Some(wcu) => format!("ask for {} WCU/s", grouped(wcu)),
        None => "not needed".to_owned(),
    };
    writeln!(text, "  warm           {warm}{}", until_splits(key))
}

/// What becomes of the peak while several of the keys share a partition.
fn until_splits(key: &KeyPlan) -> String {
    let Some(carried) = key.before_splits.as_ref().filter(|carried| carried.warm_wcu < key.wcu as f64) else {
        return String::new();
    };
    match (carried.keys, carried.wcu_to_carry_peak) {
        // AWS: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/burst-adaptive-capacity.html
        (1, _) => {
            "; one key starts on one partition, and is split by sort key after minutes of heat at best: not in a table \
                   with a local index, and not where the sort key rises or falls with time"
                .to_owned()
        }
        (_, Some(wcu)) => format!(
            "; the peak throttles until hot partitions have split, in minutes; {} WCU/s would carry it before",
            grouped(wcu)
        ),
        (_, None) => "; the peak throttles until hot partitions have split, in minutes".to_owned(),
    }
}

fn write_before_splits(text: &mut String, carried: &BeforeSplits, warm: Option<u64>) -> std::fmt::Result {
    let (keys, new) = (counted(carried.keys, "key"), grouped(carried.new_table_wcu as u64));
    write!(
        text,
        "  before splits  {keys} on {NEW_TABLE_PARTITIONS} partitions of a new table carry {new} WCU/s on average"
    )?;
    if warm.is_some() {
        let (partitions, warm) = (grouped(carried.warm_partitions), grouped(carried.warm_wcu as u64));
        write!(text, ", on {partitions} warm ones {warm}")?;
    }
    writeln!(text)
}

fn counted(count: u64, noun: &str) -> String {
    format!("{} {noun}{}", grouped(count), if count == 1 { "" } else { "s" })
}

/// `12,345`
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Small shares with two digits and an exponent, others in per cent.
fn percent(share: f64) -> String {
    match share {
        0.0 => "0".to_owned(),
        share if share < 1e-4 => format!("{share:.1e}"),
        share => format!("{:.2} %", share * 100.0),
    }
}

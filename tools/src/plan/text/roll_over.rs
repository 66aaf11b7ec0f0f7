//! Formats the placement of new keys, and what it requires.

use std::fmt::Write as _;

use super::super::{KeyPlan, PairPlan, RollOverPlan};
use crate::number::grouped;

pub(super) fn write(text: &mut String, key: &KeyPlan) -> std::fmt::Result {
    match (&key.roll_over, key.lasts) {
        (Some(roll_over), _) => pairs(text, key, roll_over),
        (None, None) => placed_once(text, key),
        (None, Some("instant")) => Ok(()),
        (None, Some(each)) => writeln!(
            text,
            "  roll-over      each {each} has new keys; how evenly they spread over the partitions depends on the most \
             frequent value"
        ),
    }
}

/// Describes a key that does not change with time, which keeps its splits for heat. For a key that collects items, adds
/// the drawback.
///
/// AWS: [Burst and adaptive
/// capacity](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/burst-adaptive-capacity.html).
fn placed_once(text: &mut String, key: &KeyPlan) -> std::fmt::Result {
    writeln!(
        text,
        "  roll-over      none: keys are placed once, and splits for heat stay with them; until then, for minutes to \
         an hour,\n                 keys that share a partition throttle, unless the warm throughput below serves the \
         launch"
    )?;
    if key.values.is_some() && key.name.index.is_none() {
        writeln!(
            text,
            "                 without a bucket, a range of time is a range of sort keys; old items share their keys \
             with new ones:\n                 remove them by TTL or after an export, not by dropping a bucket"
        )?;
    }
    Ok(())
}

fn pairs(text: &mut String, key: &KeyPlan, plan: &RollOverPlan) -> std::fmt::Result {
    let whose = match key.values {
        Some(1) => "",
        Some(_) => ", counted for the most frequent value (all writes, unless `top_share` says less)",
        None => ", counted for the most frequent value",
    };
    writeln!(text, "  roll-over      each {} has new keys, which may share partitions{whose}:", plan.each)?;
    let page = if key.page_items == 1 { "item RCU".to_owned() } else { format!("newest {} RCU", key.page_items) };
    writeln!(text, "                 {:>6}  {:>10}  {:>13}  {:>13}", "shards", "warm WCU/s", page, "RCU if empty")?;
    plan.pairs.iter().try_for_each(|pair| writeln!(text, "{}", row(pair, plan.quota).trim_end()))
}

fn row(pair: &PairPlan, quota: u64) -> String {
    let (warm, note) = match pair.warm_wcu {
        None => ("-".to_owned(), "no warm throughput suffices".to_owned()),
        Some(units) if pair.exceeds_quota => {
            (grouped(units), format!("above the quota of {}: a quota increase comes first", grouped(quota)))
        }
        Some(units) => (grouped(units), String::new()),
    };
    let notes: Vec<_> =
        [if pair.is_design { "this design" } else { "" }, &note].into_iter().filter(|note| !note.is_empty()).collect();
    format!(
        "                 {:>6}  {warm:>10}  {:>13}  {:>13}  {}",
        grouped(pair.shards),
        pair.read.rcu,
        pair.read.empty_rcu,
        notes.join("; ")
    )
}

//! Explains the terms and numbers, for the guides of the Markdown and of the HTML.

use keywright::physics::fan_out::CERTAINTY;

use super::{AccessPatterns, command::PAGE_ITEMS};

/// Terms, each with its explanation. Backticks mark code.
pub(super) fn terms(patterns: &AccessPatterns) -> Vec<(&'static str, String)> {
    let mut terms = vec![
        (
            "Risks",
            "What a schema shows. A single value with most of the traffic, such as one tenant, is for a `Monitor` at \
             run time."
                .to_owned(),
        ),
        (
            "Warm throughput",
            "What the generated templates ask for: with it, keys that are not at risk hold their declared peaks from \
             the first second on, through each roll-over of a time bucket. Where there is none, a new on-demand table \
             serves them."
                .to_owned(),
        ),
        ("Partition keys", "Those that are written at one moment.".to_owned()),
        (
            "Cost of a write",
            "Of one item, if nothing is repeated. A refused condition costs the table as much. `put` and `create` are \
             of an item that is not there; a `put` over one costs what a `replace` does. A transaction costs the table \
             twice as much, and the indexes once. An index entry whose key changes is written twice."
                .to_owned(),
        ),
        (
            "Cost of a read",
            format!(
                "Of the newest {PAGE_ITEMS} items (of one bucket, where the key has one), eventually consistent, in \
                 the one round that is enough in {:.0} of 100 cases if the lanes are even. Lanes are the partition \
                 keys that it reads. The table and local indexes can be read strongly consistent, at twice the RCU.",
                100.0 * CERTAINTY
            ),
        ),
        (
            "Attributes",
            "With the DynamoDB type, if the Rust type tells it. Bytes follow from the declared peak, or are a guess of \
             1 KB."
                .to_owned(),
        ),
    ];
    if patterns.entities.iter().any(|entity| !entity.sentinels.is_empty()) {
        terms.push((
            "Sentinel",
            "The item of one value of a unique field: written and deleted in one transaction with the item that has \
             the value."
                .to_owned(),
        ));
    }
    terms
}

//! Explains the terms and numbers, for the guides of the Markdown and of the HTML.

use keywright::physics::fan_out::CERTAINTY;

use super::{AccessPatterns, command::PAGE_ITEMS};

/// Terms, each with its explanation. Backticks mark code.
pub(super) fn terms(patterns: &AccessPatterns) -> Vec<(&'static str, String)> {
    let mut terms = vec![
        (
            "Risks",
            "The overloads that the schema shows. It does not show a single value with most of the traffic, such as \
             one tenant: a `Monitor` finds that at run time."
                .to_owned(),
        ),
        (
            "Warm throughput",
            "The generated templates request it. With it, keys without a risk sustain their declared peaks from the \
             first second, and when a new time bucket begins. A table or index without a number is served by a new \
             on-demand table."
                .to_owned(),
        ),
        ("Partition keys", "The number of keys that are written at one moment.".to_owned()),
        (
            "Cost of a write",
            "The cost for one item, without retries. A write that a condition refuses costs the same in the table. \
             `create` and `put` write a new item; a `put` over an existing item costs as much as `replace`. A \
             transaction costs twice as much in the table, and the same in the indexes. A change of an index key \
             writes two entries."
                .to_owned(),
        ),
        (
            "Cost of a read",
            format!(
                "The cost of the newest {PAGE_ITEMS} items (of one bucket, if the key has buckets), eventually \
                 consistent. It is the cost of the first round, which is sufficient in {:.0} of 100 cases if the \
                 lanes are even. Lanes are the partition keys that a query reads. Strongly consistent reads, of the \
                 table and of local indexes, cost twice the RCU.",
                100.0 * CERTAINTY
            ),
        ),
        (
            "Attributes",
            "Each attribute has its DynamoDB type, if the Rust type determines it. The bytes are those of the declared \
             peak, or an assumed 1 KB."
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

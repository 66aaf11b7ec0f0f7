//! Explains the terms and numbers, for the guides of the Markdown and of the HTML.

use keywright::physics::fan_out::CERTAINTY;

use super::{AccessPatterns, Call, Capacity, command::PAGE_ITEMS, write::MANY};

/// Terms, each with its explanation. Backticks mark code. Terms and rules that this table does not use are omitted.
pub(super) fn terms(patterns: &AccessPatterns) -> Vec<(&'static str, String)> {
    let risks = "Those that the schema shows. A `Monitor` finds a single value with most of the traffic, such as one \
                 tenant, at run time.";
    let mut terms = vec![("Risks", risks.to_owned())];
    if patterns.capacity.iter().any(Capacity::requests_warm_throughput) {
        let warm = "The generated templates request it, so that keys without a risk sustain their declared peaks from \
                    the first second, and when a new time bucket begins. Without a number, a new on-demand table \
                    serves the load.";
        terms.push(("Warm throughput", warm.to_owned()));
    }
    let mut writes = patterns.entities.iter().flat_map(|entity| &entity.writes);
    if writes.any(|write| write.cardinality != MANY) {
        terms.push(("Partition keys", "Those written at one moment; many, if no number is given.".to_owned()));
    }
    let mut writes = patterns.entities.iter().flat_map(|entity| &entity.writes);
    if writes.any(|write| write.is_unasked) {
        let unasked = "The entity declares no key in the index. Its items enter it because they store its key \
                       attributes. They cost writes there, and the queries of other entities do not return them.";
        terms.push(("Unasked", unasked.to_owned()));
    }
    terms.push(("Cost of a write", cost_of_a_write(patterns)));
    terms.push(("Cost of a read", cost_of_a_read(patterns)));
    let attributes = "A `String` is stored as S and an integer as N. Other types name theirs, if the Rust type \
                      determines it.";
    terms.push(("Attributes", attributes.to_owned()));
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

fn cost_of_a_write(patterns: &AccessPatterns) -> String {
    let calls = || patterns.entities.iter().flat_map(|entity| &entity.calls);
    let mut rules =
        vec!["For one item, without retries. A write that a condition refuses costs the same in the table."];
    if patterns.entities.iter().any(|entity| put_costs_less(&entity.calls)) {
        rules.push("A `put` over an existing item costs as much as `replace`.");
    }
    if calls().any(|call| call.is_transaction) {
        rules.push("A transaction costs twice as much in the table, and the same in the indexes.");
    }
    if calls().any(|call| call.most_index_wcu > call.least_index_wcu) {
        rules.push("A changed index key writes two entries.");
    }
    rules.join(" ")
}

fn put_costs_less(calls: &[Call]) -> bool {
    let cost = |method: &str| calls.iter().find(|call| call.method == method).map(Call::units);
    cost("put") != cost("replace")
}

fn cost_of_a_read(patterns: &AccessPatterns) -> String {
    let of_entities = patterns.entities.iter().flat_map(|entity| &entity.reads);
    let reads: Vec<_> = of_entities.chain(patterns.collections.iter().flat_map(|of| &of.reads)).collect();
    let of_bucket =
        if reads.iter().any(|read| read.per.is_some()) { " (of one bucket, if the key has one)" } else { "" };
    let round = if reads.iter().any(|read| read.lanes > 1) {
        format!(
            " Only the first round is counted, which suffices in {:.0} of 100 cases if the lanes are even.",
            100.0 * CERTAINTY
        )
    } else {
        String::new()
    };
    format!(
        "For the newest {PAGE_ITEMS} items{of_bucket}, eventually consistent; strong consistency, in the table and in \
         local indexes, costs twice the RCU. Lanes are the partition keys that a query reads.{round}"
    )
}

//! Tables of measurements on the embedded engine.

use std::time::Duration;

use comfy_table::Table;

use super::{aligned, lines, table, tenths, thousands};
use crate::{
    cost::Cost,
    fan_out::{Cell, Reader},
    filters,
    grid::{Design, Judgement, Outcome},
    second_rounds::SecondRounds,
    tails::Tail,
    throttled::{Measured, Writer},
};

/// Shows the cost of each question for each reader.
#[must_use]
pub fn of_fan_outs(cells: &[Cell]) -> Table {
    let mut table = table(["Lanes", "Newest", "Runs", "", "Items", "RCU", "Requests", "Rounds", "p50 ms", "p99 ms"]);
    for cell in cells {
        let costs = || cell.costs.iter().map(|(_, cost)| cost);
        table.add_row([
            thousands(cell.lanes as f64),
            thousands(cell.limit as f64),
            costs().map(Cost::runs).max().unwrap_or_default().to_string(),
            lines(cell.costs.iter().map(|(reader, _)| name(*reader).to_owned())),
            lines(costs().map(|cost| thousands(cost.items().round()))),
            lines(costs().map(|cost| tenths(cost.rcu()))),
            lines(costs().map(|cost| tenths(cost.requests()))),
            lines(costs().map(|cost| format!("{:.3}", cost.rounds()))),
            lines(costs().map(|cost| ms(cost.latency(0.5)))),
            lines(costs().map(|cost| ms(cost.latency(0.99)))),
        ]);
    }
    aligned(table, &[3])
}

/// Shows the cost of pages with a filter, compared with the whole range.
#[must_use]
pub fn of_filters(rows: &[filters::Row]) -> Table {
    let mut table =
        table(["Lanes", "1 in", "Limit", "Found", "Items", "RCU", "of all", "Requests", "of all", "Rounds"]);
    for row in rows {
        let (ours, all) = (&row.stats, &row.without_limit);
        table.add_row([
            ours.lanes.to_string(),
            thousands(f64::from(row.one_in)),
            row.limit.to_string(),
            row.found.to_string(),
            thousands(ours.items_read as f64),
            tenths(ours.rcu),
            tenths(all.rcu),
            ours.requests.to_string(),
            all.requests.to_string(),
            ours.rounds.to_string(),
        ]);
    }
    aligned(table, &[])
}

/// Shows how often a first round was not enough.
#[must_use]
pub fn of_second_rounds(rows: &[SecondRounds]) -> Table {
    let mut table = table(["Lanes", "Newest", "Runs", "Items", "Rounds", "Rounds by formula, at most"]);
    for row in rows {
        table.add_row([
            thousands(row.lanes as f64),
            thousands(row.limit as f64),
            thousands(row.runs as f64),
            format!("{:.1}", row.items()),
            format!("{:.4}", row.rounds()),
            format!("{:.4}", 1.0 + row.bound),
        ]);
    }
    aligned(table, &[])
}

/// Shows how long appends took.
#[must_use]
pub fn of_appends(rows: &[(Writer, Measured)]) -> Table {
    let mut table = table(["", "Appends", "Failed", "Moved", "p50 ms", "p99 ms", "p99.9 ms", "Slowest ms"]);
    for (writer, measured) in rows {
        let name = match writer {
            Writer::Sdk => "random shard, SDK's retries",
            Writer::Ours => "same shards, ours",
            Writer::OursInTurn => "ours",
        };
        table.add_row([
            name.to_owned(),
            thousands(measured.latencies.len() as f64),
            thousands(measured.failed as f64),
            thousands(measured.moved as f64),
            ms(measured.latency(0.5)),
            ms(measured.latency(0.99)),
            ms(measured.latency(0.999)),
            ms(measured.latency(1.0)),
        ]);
    }
    aligned(table, &[])
}

/// Shows the tails of fan-outs.
#[must_use]
pub fn of_tails(tails: &[Tail]) -> Table {
    let header = ["Lanes", "Runs", "Second copies", "p50 ms", "p99 ms", "p99 by formula", "Extra requests"];
    let mut table = table(header);
    for tail in tails {
        let both = || [&tail.plain, &tail.hedged].into_iter();
        table.add_row([
            tail.lanes.to_string(),
            tail.plain.latencies.len().to_string(),
            "none\nat most 5 %".to_owned(),
            lines(both().map(|measured| ms(measured.latency(0.5)))),
            lines(both().map(|measured| ms(measured.latency(0.99)))),
            lines(both().map(|measured| format!("{:.1}", measured.expected_p99.as_secs_f64() * 1e3))),
            lines(both().map(|measured| format!("{:.1} %", measured.extra() * 100.0))),
        ]);
    }
    aligned(table, &[2])
}

/// Shows the compiler's judgement of each design and the result of its simulation.
#[must_use]
pub fn of_grid(rows: &[(Design, Judgement, Option<Outcome>)]) -> Table {
    let header = [
        "Design",
        "WCU/s",
        "Each",
        "Shards",
        "Quota",
        "Compiler",
        "Warm units",
        "Worst, %",
        "Mean, %",
        "Over 1 %",
        "Launch, %",
    ];
    let mut table = table(header);
    for (design, judgement, outcome) in rows {
        let of_outcome = |cell: &dyn Fn(&Outcome) -> String| outcome.as_ref().map(cell).unwrap_or_default();
        table.add_row([
            design.to_string(),
            thousands(design.peak as f64),
            design.weight.to_string(),
            design.shards.to_string(),
            thousands(design.quota as f64),
            match judgement {
                Judgement::Silent => "silent".to_owned(),
                Judgement::Warning(text) | Judgement::Error(text) => text.clone(),
            },
            of_outcome(&|outcome| outcome.warm_units.map_or_else(|| "new".to_owned(), |units| thousands(units as f64))),
            of_outcome(&|outcome| format!("{:.2}", outcome.worst() * 100.0)),
            of_outcome(&|outcome| format!("{:.2}", outcome.mean() * 100.0)),
            of_outcome(&|outcome| format!("{} of {}", outcome.failed(0.01), outcome.throttled.len())),
            of_outcome(&|outcome| {
                outcome.worst_launch().map_or_else(String::new, |worst| format!("{:.2}", worst * 100.0))
            }),
        ]);
    }
    aligned(table, &[0, 5])
}

fn name(reader: Reader) -> &'static str {
    match reader {
        Reader::ByHand => "by hand",
        Reader::Ours => "ours",
        Reader::Sized => "ours, size declared",
        Reader::Hedged => "ours, hedged",
    }
}

fn ms(time: Duration) -> String {
    format!("{:.0}", time.as_secs_f64() * 1e3)
}

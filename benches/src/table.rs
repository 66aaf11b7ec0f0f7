//! Tables for the terminal.

#[cfg(feature = "engine")]
mod of_engine;

use comfy_table::{CellAlignment, Table, presets};

use crate::{calls::measure::Measurement, recording::Recorded};

#[cfg(feature = "engine")]
pub use of_engine::{of_appends, of_fan_outs, of_filters, of_grid, of_second_rounds, of_tails};

/// Shows the cost of calls of each implementation, and the ratio to the first implementation.
#[must_use]
pub fn of_calls(rows: &[(&str, Vec<Measurement>)]) -> Table {
    let mut table =
        table(["", "", "us", "x", "Instructions", "x", "Code lines", "x", "Allocations", "x", "Bytes", "x"]);
    for (what, all) in rows {
        let first = all.first().cloned().unwrap_or_default();
        let numbers = |of: fn(&Measurement) -> f64| lines(all.iter().map(|taken| thousands(of(taken))));
        let times =
            |of: fn(&Measurement) -> f64| lines(all.iter().map(|taken| format!("{:.2}", of(taken) / of(&first))));
        let counted = |text: String| if first.instructions.is_some() { text } else { String::new() };
        table.add_row([
            (*what).to_owned(),
            lines(all.iter().map(|taken| taken.name.to_owned())),
            lines(all.iter().map(|taken| format!("{:.1}", taken.seconds * 1e6))),
            lines(all.iter().map(|taken| format!("{:.2}", taken.ratio))),
            counted(numbers(|taken| taken.instructions.unwrap_or_default())),
            counted(times(|taken| taken.instructions.unwrap_or_default())),
            counted(numbers(|taken| taken.code_lines.unwrap_or_default() as f64)),
            counted(times(|taken| taken.code_lines.unwrap_or_default() as f64)),
            numbers(|taken| taken.allocations),
            times(|taken| taken.allocations),
            numbers(|taken| taken.bytes),
            times(|taken| taken.bytes),
        ]);
    }
    aligned(table, &[0, 1])
}

/// Shows what the monitor adds to a write, in nanoseconds and, if they were counted, in instructions.
#[must_use]
pub fn of_recordings(rows: &[(&str, Recorded, Option<f64>)]) -> Table {
    let header = ["", "Without, ns", "With", "Times", "Adds, p10", "Adds, p50", "Adds, instructions"];
    let mut table = table(header);
    for (stream, recorded, instructions) in rows {
        let (without, with) = (recorded.without(0.1), recorded.with(0.1));
        table.add_row([
            (*stream).to_owned(),
            tenths(without),
            tenths(with),
            tenths(with / without),
            tenths(recorded.added(0.1)),
            tenths(recorded.added(0.5)),
            instructions.map(thousands).unwrap_or_default(),
        ]);
    }
    aligned(table, &[0])
}

fn table<const N: usize>(header: [&str; N]) -> Table {
    let mut table = Table::new();
    table.load_preset(presets::UTF8_HORIZONTAL_ONLY);
    table.set_header(header);
    table
}

/// Joins the texts to one cell, with a line for each.
fn lines(texts: impl Iterator<Item = String>) -> String {
    texts.collect::<Vec<_>>().join("\n")
}

/// Aligns all columns to the right except these.
fn aligned(mut table: Table, left: &[usize]) -> Table {
    for (place, column) in table.column_iter_mut().enumerate() {
        if !left.contains(&place) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table
}

fn tenths(number: f64) -> String {
    let whole = (number * 10.0).round() / 10.0;
    if whole.fract() == 0.0 {
        thousands(whole)
    } else {
        format!("{}.{:.0}", thousands(whole.trunc()), whole.fract() * 10.0)
    }
}

/// Formats a whole number with commas.
fn thousands(number: f64) -> String {
    let digits = format!("{number:.0}");
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place) % 3 == 0 {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

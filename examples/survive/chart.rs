//! Draws bars in the terminal.

use keywright_local::simulate::Report;

use crate::midnight;

const COLUMNS: f64 = 60.0;

/// Prints the writes and those throttled at their first attempt, with one line for each interval of the report.
pub(crate) fn print(report: &Report) {
    let most =
        report.intervals.iter().flat_map(|interval| interval.entities.values().map(|writes| writes.writes)).max();
    let columns = |items: u64| (items as f64 / most.unwrap_or(1).max(1) as f64 * COLUMNS).round() as usize;
    for interval in &report.intervals {
        let start = midnight::seconds_from_midnight(interval);
        if start == 0.0 {
            println!("         midnight");
        }
        for writes in interval.entities.values() {
            let at_once = columns(writes.writes.saturating_sub(writes.throttled));
            let throttled = columns(writes.writes).saturating_sub(at_once);
            let share = writes.throttled_share() * 100.0;
            let bar = format!("{}{}", "█".repeat(at_once), "░".repeat(throttled));
            println!("  {start:>+4.0} s {bar} {share:.0} % throttled");
        }
    }
}

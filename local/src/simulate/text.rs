//! Prints a report as text.

use std::fmt;

use super::report::{EntityReport, Report, ResourceReport, Writes};

/// The number of hottest keys that are shown.
const KEYS: usize = 3;

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}: {} s", self.table, self.seconds)?;
        for entity in &self.entities {
            entity.fmt(f)?;
        }
        for resource in &self.resources {
            resource.fmt(f)?;
        }
        Ok(())
    }
}

impl fmt::Display for EntityReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Writes { writes, accepted, throttled, refusals, lost } = self.totals;
        let [writes, accepted, throttled, refusals, lost] = [writes, accepted, throttled, refusals, lost].map(count);
        let (share, waiting) = (percent(self.throttled_share()), count(self.waiting));
        writeln!(f, "  {}: {writes} items, {throttled} of them throttled ({share})", self.entity)?;
        writeln!(f, "    {accepted} written, {lost} given up, {waiting} still waiting")?;
        if self.reads.reads > 0 {
            let (reads, throttled) = (count(self.reads.reads), count(self.reads.throttled));
            let share = percent(self.reads.throttled_share());
            writeln!(f, "    {reads} reads, {throttled} of them throttled ({share})")?;
        }
        if !self.refused_by.is_empty() {
            let by = self.refused_by.iter().map(|(name, times)| format!("{} by {name}", count(*times)));
            writeln!(f, "    {refusals} attempts refused: {}", by.collect::<Vec<_>>().join(", "))?;
        }
        if let Some(latency) = &self.latency {
            writeln!(
                f,
                "    latency p50 {:.0} ms, p99 {:.0} ms, p99.9 {:.0} ms, longest {:.0} ms",
                latency.p50_ms, latency.p99_ms, latency.p999_ms, latency.max_ms
            )?;
        }
        Ok(())
    }
}

impl fmt::Display for ResourceReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "  {}: {} units consumed, {} refused ({}); {} partitions, {} in the end",
            self.name,
            count(self.consumed_units as u64),
            count(self.throttled_units as u64),
            percent(self.throttled_share()),
            self.partitions_before,
            self.partitions_after
        )?;
        if self.consumed_read_units + self.throttled_read_units > 0.0 {
            let share = percent(self.throttled_read_share());
            writeln!(
                f,
                "    {} read units consumed, {share} of the requested ones refused",
                count(self.consumed_read_units as u64)
            )?;
        }
        let written = self.consumed_units + self.throttled_units;
        let all = written + self.consumed_read_units + self.throttled_read_units;
        let stand_out = self.hottest.iter().filter(|key| key.consumed + key.throttled > key.error);
        for key in stand_out.take(KEYS) {
            let share = percent((key.consumed + key.throttled) / all.max(1.0));
            writeln!(f, "    key {}: {share} of the units", key.key)?;
        }
        Ok(())
    }
}

/// Writes an integer with thousands separators.
fn count(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Writes a percentage. Only zero is written as `0 %`.
pub(super) fn percent(share: f64) -> String {
    match share * 100.0 {
        0.0 => "0 %".to_owned(),
        percent if percent < 0.01 => "below 0.01 %".to_owned(),
        percent if percent < 10.0 => format!("{percent:.2} %"),
        percent => format!("{percent:.0} %"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_and_shares_are_formatted_for_people() {
        let counts = [0, 7, 999, 1_000, 1_234_567].map(count);
        assert_eq!(counts, ["0", "7", "999", "1,000", "1,234,567"]);
        let shares = [0.0, 1e-9, 0.001, 0.0555, 0.8, 1.0].map(percent);
        assert_eq!(shares, ["0 %", "below 0.01 %", "0.10 %", "5.55 %", "80 %", "100 %"]);
    }
}

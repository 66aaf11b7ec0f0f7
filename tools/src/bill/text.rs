//! Formats a month for a terminal, and the sentences that the plan and the documentation share.

use std::fmt::Write as _;

use super::month::{KeyMonth, Month};
use crate::{
    number::{grouped, millions, percent, tenths},
    prices::{Amount, Prices},
};

impl KeyMonth {
    /// Formats the name, such as `OpsLog in GSI1`.
    pub(crate) fn name(&self) -> String {
        let place = self.index.as_ref().map_or_else(String::new, |index| format!(" in {index}"));
        format!("{}{place}", self.entity)
    }

    /// Formats the mean, such as `20 % of the peak`.
    pub(crate) fn mean_text(&self) -> String {
        match self.mean {
            Some(mean) => format!("{} of the peak", percent(mean)),
            None => "not declared: the peak, all month".to_owned(),
        }
    }

    /// Formats the writes by kind, such as `3.2 million creates, 500 deletes`.
    pub(crate) fn writes_text(&self) -> String {
        let kinds = [(self.creates, "creates"), (self.updates, "updates"), (self.deletes, "deletes")];
        let kinds = kinds.into_iter().filter(|(writes, _)| *writes > 0.0);
        let kinds: Vec<_> = kinds.map(|(writes, kind)| format!("{} {kind}", millions(writes))).collect();
        if kinds.is_empty() { "none".to_owned() } else { kinds.join(", ") }
    }

    /// Formats the storage that the month adds, and its bound.
    pub(crate) fn storage_text(&self) -> String {
        let after = gigabytes(self.storage.gb);
        match self.storage.most_gb {
            Some(0.0) => "none more".to_owned(),
            Some(most) if most > self.storage.gb => {
                format!("{after} after a month, never more than {}", gigabytes(most))
            }
            Some(_) => format!("{after}, because items expire"),
            None if self.storage.expires => {
                format!("{after} more each month until items expire, after a time that no `retention` declares")
            }
            None => format!("{after} more each month: it grows without bound"),
        }
    }
}

impl Month {
    /// What a reader must know to understand the amounts, each a sentence. The plan and the documentation show the same
    /// ones.
    pub(crate) fn notes(&self, prices: Option<&Prices>) -> Vec<String> {
        let mut notes = Vec::new();
        let without = self.without_mean();
        if !without.is_empty() {
            notes.push(format!(
                "Upper bound: {} no `mean` or `per_month`, so that a month of peaks is counted.",
                declares(&without)
            ));
        }
        let undeclared: Vec<_> = self.undeclared.iter().map(String::as_str).collect();
        if !undeclared.is_empty() {
            notes.push(format!("Not counted: the keys of {} without a declared peak.", listed(&undeclared)));
        }
        if self.regions > 1 {
            notes.push(format!("Writes and storage are those of {} Regions.", grouped(self.regions)));
        }
        if self.keys.iter().any(|key| key.expiry_units > 0.0) {
            notes.push(
                "The writes include those with which TTL deletes expired items in the other Regions, at most."
                    .to_owned(),
            );
        }
        for warm in self.warm.iter().filter(|warm| warm.write_units > 0 || warm.read_units > 0) {
            let units = [(warm.write_units, "WCU/s"), (warm.read_units, "RCU/s")];
            let units = units.into_iter().filter(|(units, _)| *units > 0);
            let units: Vec<_> = units.map(|(units, name)| format!("{} {name}", grouped(units))).collect();
            let price = match (warm.price, prices) {
                (Some(price), Some(prices)) => format!("{price} {}", prices.currency),
                _ => "a price that is not given".to_owned(),
            };
            let place = warm.index.as_deref().unwrap_or("the table");
            notes.push(format!(
                "Paid once, and not part of the month: {price} for {} of warm throughput of {place}, above that of a \
                 new one.",
                units.join(" and ")
            ));
        }
        notes.extend(self.not_included.iter().map(|missing| format!("Not included: {missing}.")));
        notes
    }

    /// Formats the month for a terminal.
    pub(crate) fn to_text(&self, prices: Option<&Prices>) -> String {
        let mut text = String::new();
        // Writing to a String cannot fail.
        let _ = self.write(&mut text, prices);
        text
    }

    fn write(&self, text: &mut String, prices: Option<&Prices>) -> std::fmt::Result {
        if self.keys.is_empty() {
            return Ok(());
        }
        writeln!(text, "\nMonth of 730 hours, on demand{}", source(prices))?;
        for key in &self.keys {
            writeln!(text, "  {}", key.name())?;
            writeln!(text, "    mean         {}", key.mean_text())?;
            writeln!(text, "    writes       {}, {} WCU", key.writes_text(), millions(key.write_units))?;
            writeln!(text, "    reads        {} RCU", millions(key.read_units))?;
            writeln!(text, "    storage      {}", key.storage_text())?;
            if let (Some(price), Some(prices)) = (key.price, prices) {
                writeln!(text, "    price        {}", money(price, prices))?;
            }
        }
        match (self.price, prices) {
            (Some(price), Some(prices)) => writeln!(text, "  sum            {} a month", money(price, prices))?,
            _ => writeln!(
                text,
                "  sum            no prices: give `--prices FILE`, as in the guide's page on the command line"
            )?,
        }
        self.notes(prices).iter().try_for_each(|note| writeln!(text, "  {note}"))
    }
}

/// Formats an amount with its currency.
pub(crate) fn money(amount: Amount, prices: &Prices) -> String {
    format!("{amount} {}", prices.currency)
}

/// Formats the source of the prices.
pub(super) fn source(prices: Option<&Prices>) -> String {
    prices.map_or_else(String::new, |prices| format!(", prices of {} on {}", prices.region, prices.date))
}

/// Formats a size, such as `14.7 GB` or `0.02 GB`.
pub(super) fn gigabytes(gb: f64) -> String {
    match gb {
        gb if gb >= 1_000.0 => format!("{} GB", grouped(gb.round() as u64)),
        gb if gb >= 0.1 => format!("{} GB", tenths(gb)),
        gb => format!("{gb:.1e} GB"),
    }
}

/// Formats names with a verb, such as `OpsLog and Visit declare`.
fn declares(names: &[&str]) -> String {
    format!("{} declare{}", listed(names), if names.len() == 1 { "s" } else { "" })
}

/// Formats names, such as `OpsLog, Threat and Visit`.
fn listed(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

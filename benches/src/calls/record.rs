//! Recorded instructions of calls, and the comparison of new counts with them.

use std::{fmt, str::FromStr};

use crate::Result;

/// The relative growth of a ratio that needs no new record.
const TOLERANCE: f64 = 0.03;

/// The instructions of calls, in the form of `benches/instructions.txt`.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Record {
    /// The reason for this record.
    pub reason: String,
    /// The calls.
    pub counts: Vec<Counted>,
}

/// The instructions of one call.
#[derive(Debug, Clone, PartialEq)]
pub struct Counted {
    /// The name of the call on the command line.
    pub row: String,
    /// The instructions by hand.
    pub by_hand: f64,
    /// The instructions by the library.
    pub ours: f64,
}

impl Counted {
    /// Returns the library's instructions as a multiple of those by hand.
    ///
    /// The counts themselves depend on the compiler, the SDK's release and the processor's `memcpy`. Most of that
    /// affects both counts alike.
    #[must_use]
    pub fn ratio(&self) -> f64 {
        self.ours / self.by_hand
    }
}

impl Record {
    /// Returns the ratios that have grown by more than 3 % since this record, as sentences.
    #[must_use]
    pub fn grown(&self, now: &[Counted]) -> Vec<String> {
        now.iter().filter_map(|now| self.judge(now)).collect()
    }

    fn judge(&self, now: &Counted) -> Option<String> {
        let Some(recorded) = self.counts.iter().find(|counted| counted.row == now.row) else {
            return Some(format!("{}: is not recorded", now.row));
        };
        let growth = now.ratio() / recorded.ratio() - 1.0;
        (growth > TOLERANCE).then(|| {
            let (is, was) = (now.ratio(), recorded.ratio());
            format!("{}: {is:.3} times by hand, and {was:.3} is recorded: {:.1} % more", now.row, growth * 100.0)
        })
    }
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "reason: {}", self.reason)?;
        self.counts.iter().try_for_each(|Counted { row, by_hand, ours }| writeln!(f, "{row} {by_hand:.0} {ours:.0}"))
    }
}

impl FromStr for Record {
    type Err = Box<dyn std::error::Error + Send + Sync>;

    fn from_str(text: &str) -> Result<Self> {
        let mut record = Self::default();
        for line in text.lines() {
            if let Some(reason) = line.strip_prefix("reason: ") {
                record.reason = reason.to_owned();
                continue;
            }
            let mut words = line.split_whitespace();
            let mut word = || words.next().ok_or_else(|| format!("a record has the line `{line}`"));
            let (row, by_hand, ours) = (word()?.to_owned(), word()?.parse()?, word()?.parse()?);
            record.counts.push(Counted { row, by_hand, ours });
        }
        Ok(record)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counted(by_hand: f64, ours: f64) -> Counted {
        Counted { row: "put".to_owned(), by_hand, ours }
    }

    fn recorded() -> Record {
        Record { reason: "the first".to_owned(), counts: vec![counted(1_000.0, 1_000.0)] }
    }

    #[test]
    fn records_round_trip_through_text() {
        assert_eq!(recorded().to_string().parse::<Record>().unwrap(), recorded());
        assert!("put 1".parse::<Record>().is_err());
    }

    #[test]
    fn more_than_three_percent_is_growth() {
        assert_eq!(recorded().grown(&[counted(1_000.0, 1_029.0)]), Vec::<String>::new());
        let grown = recorded().grown(&[counted(1_000.0, 1_031.0)]);
        assert_eq!(grown, ["put: 1.031 times by hand, and 1.000 is recorded: 3.1 % more"]);
    }

    #[test]
    fn growth_shared_with_the_hand_written_code_is_ignored() {
        assert_eq!(recorded().grown(&[counted(2_000.0, 2_000.0)]), Vec::<String>::new());
    }

    #[test]
    fn unrecorded_rows_are_reported() {
        let other = Counted { row: "get".to_owned(), by_hand: 1.0, ours: 1.0 };
        assert_eq!(recorded().grown(&[other]), ["get: is not recorded"]);
    }
}

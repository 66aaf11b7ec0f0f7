//! Implements the command `simulate`.

use std::{
    io::{self, IsTerminal as _, Write as _},
    time::Duration,
};

use chrono::{DateTime, SecondsFormat, Utc};
use clap::{Args, ValueEnum, value_parser};
use keywright::{Schema, Table, key::Timestamp};
use keywright_local::simulate::{Retry, Simulation};

use super::{
    outcome::{Outcome, Run, Warm},
    roll_over::{EVERY_BUCKET, RollOver, seeded},
    text::text,
};
use crate::plan::places;

/// The arguments of `simulate`.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Apply only the load of this entity; can be repeated. By default, that of every entity with a declared peak
    #[arg(long, value_name = "NAME")]
    entity: Vec<String>,
    /// The measured time in seconds, from the roll-over on
    #[arg(long, value_name = "SECONDS", default_value_t = 60, value_parser = value_parser!(u64).range(1..=86_400))]
    duration: u64,
    /// The instant of the roll-over. With the default, buckets of every length begin
    #[arg(long, value_name = "TIME", default_value = EVERY_BUCKET)]
    at: DateTime<Utc>,
    /// Start with the partitions that this many minutes of the load have split on the day before. By default 60 if a
    /// key has no bucket that ends, otherwise 0: those of the warm throughput
    #[arg(long, value_name = "MINUTES", value_parser = value_parser!(u64).range(..=1_440))]
    past: Option<u64>,
    /// Warm write units per second of the table, instead of those of the generated templates; 0 for a new table
    #[arg(long, value_name = "WCU")]
    warm_table: Option<u64>,
    /// Warm write units per second of an index; can be repeated
    #[arg(long, value_name = "INDEX=WCU", value_parser = warm_index)]
    warm_index: Vec<(String, u64)>,
    /// The seed of the requests and of the placement of keys on partitions; can be repeated
    #[arg(long, value_name = "NUMBER", default_values_t = [0, 1, 2, 3])]
    seed: Vec<u64>,
    /// How writers handle a throttled write
    #[arg(long, value_enum, default_value = "by-reason")]
    retry: RetryArgument,
    /// `all` also varies, one by one, what AWS does not document, or only without a number: 12 to 19 more runs
    #[arg(long, value_enum, default_value = "default")]
    assumptions: AssumptionsArgument,
    /// The format of the report
    #[arg(long, default_value = "text")]
    format: Format,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum RetryArgument {
    /// As keywright does: by the reason of the throttle
    ByReason,
    /// As the AWS SDK does: 3 attempts
    Sdk,
    /// They do not retry
    Never,
}

#[derive(Debug, Clone, Copy, PartialEq, ValueEnum)]
enum AssumptionsArgument {
    Default,
    All,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Format {
    Text,
    Json,
}

impl Arguments {
    /// Returns the report, and an error if the load throttles.
    pub(crate) fn run<S: Schema>(&self) -> Result<(String, Result<(), String>), String> {
        let table = const { &<S::Table as Table>::SCHEMA };
        let roll_over = RollOver::of_all(table, S::ENTITIES).of_named(&self.entity)?;
        let outcome = self.simulate(&roll_over)?;
        let report = match self.format {
            Format::Text => text(&outcome),
            Format::Json => format!("{:#}\n", serde_json::json!(outcome)),
        };
        Ok((report, outcome.verdict()))
    }

    fn simulate(&self, roll_over: &RollOver) -> Result<Outcome, String> {
        let past = self.past.map_or_else(|| roll_over.past(), |minutes| Duration::from_secs(minutes * 60));
        let simulation = self.warmed(roll_over.simulation(self.instant(), self.duration));
        let simulation = simulation.after(past).retry(self.retry.policy());
        let mut runs = Vec::new();
        for (place, seed) in self.seed.iter().enumerate() {
            progress(&format!("simulating with seed {seed}, {} of {}", place + 1, self.seed.len()));
            let report = seeded(&simulation, *seed).run().map_err(|error| error.to_string())?;
            runs.push(Run::new(*seed, report));
        }
        let assumptions = match self.assumptions {
            AssumptionsArgument::Default => None,
            AssumptionsArgument::All => {
                progress("simulating each assumption");
                Some(simulation.under_assumptions().map_err(|error| error.to_string())?)
            }
        };
        let holds_by_assumptions = assumptions.as_ref().is_none_or(|assumptions| assumptions.holds());
        Ok(Outcome {
            schema: roll_over.table.name,
            at: self.at.to_rfc3339_opts(SecondsFormat::AutoSi, true),
            seconds: self.duration,
            past_seconds: past.as_secs(),
            retry: self.retry.name(),
            warm: self.warm(roll_over),
            holds: holds_by_assumptions && runs.iter().all(|run| run.report.holds()),
            runs,
            assumptions,
        })
    }

    fn instant(&self) -> Timestamp {
        Timestamp { seconds: self.at.timestamp(), nanos: self.at.timestamp_subsec_nanos() }
    }

    fn warmed(&self, simulation: Simulation) -> Simulation {
        let simulation = match self.warm_table {
            Some(units) => simulation.warm_table(units),
            None => simulation,
        };
        self.warm_index.iter().fold(simulation, |simulation, (index, units)| simulation.warm_index(index, *units))
    }

    /// Returns the warm throughput of the templates, unless the arguments set it.
    fn warm(&self, roll_over: &RollOver) -> Vec<Warm> {
        let given = |index: Option<&str>| match index {
            None => self.warm_table,
            Some(name) => self.warm_index.iter().rev().find(|(index, _)| index == name).map(|(_, units)| *units),
        };
        let places = places(roll_over.table, roll_over.entities);
        let warm = |index, units: Option<u64>| Warm { index, write_units: units.filter(|units| *units > 0) };
        places.iter().map(|place| warm(place.index, given(place.index).or(place.warm_wcu))).collect()
    }
}

impl RetryArgument {
    const fn policy(self) -> Retry {
        match self {
            Self::ByReason => Retry::ByReason,
            Self::Sdk => Retry::Sdk,
            Self::Never => Retry::Never,
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Self::ByReason => "by reason, as keywright does",
            Self::Sdk => "as the AWS SDK does",
            Self::Never => "none",
        }
    }
}

/// Prints what is being simulated, if the standard error is a terminal.
fn progress(line: &str) {
    if io::stderr().is_terminal() {
        // A closed terminal does not stop the command.
        let _ = writeln!(io::stderr(), "{line}");
    }
}

fn warm_index(text: &str) -> Result<(String, u64), String> {
    let form = || format!("`{text}` is not INDEX=WCU, such as GSI1=20000");
    let (index, units) = text.split_once('=').ok_or_else(form)?;
    Ok((index.to_owned(), units.parse().map_err(|_| form())?))
}

#[cfg(test)]
mod tests {
    use clap::Parser;
    use keywright::Entity;
    use serde::{Deserialize, Serialize};
    use serde_json::Value;

    use super::*;

    #[derive(Table)]
    #[gsi(name = "GSI1", pk = "GSI1PK")]
    #[entities(Call, Note, Log)]
    struct Calls;

    /// 1,500 units a second on the one key of a day.
    #[derive(Entity, Serialize, Deserialize)]
    #[entity(table = Calls)]
    #[pk(template = "CALL#<at:day>", allow_hot = "to see it fail")]
    #[sk(template = "<at>#<id>")]
    #[peak(creates = 1_500, item_bytes = 500)]
    struct Call {
        at: DateTime<Utc>,
        id: String,
    }

    #[derive(Entity, Serialize, Deserialize)]
    #[entity(table = Calls)]
    #[pk(template = "NOTE#<id>")]
    #[sk(template = "NOTE")]
    #[gsi(index = "GSI1", query = by_author, pk = "AUTHOR#<author>")]
    #[peak(creates = 100, item_bytes = 500)]
    struct Note {
        id: String,
        author: String,
    }

    #[derive(Entity, Serialize, Deserialize)]
    #[entity(table = Calls)]
    #[pk(template = "LOG#<id>")]
    #[sk(template = "LOG")]
    struct Log {
        id: String,
    }

    #[derive(Debug, Parser)]
    struct Parsed {
        #[command(flatten)]
        arguments: Arguments,
    }

    fn run(arguments: &str) -> Result<(String, Result<(), String>), String> {
        let all = ["simulate", "--duration", "3"].into_iter().chain(arguments.split_whitespace());
        Parsed::try_parse_from(all).unwrap().arguments.run::<Calls>()
    }

    #[test]
    fn a_load_that_throttles_fails_with_the_shares() {
        let (report, verdict) = run("--retry never").unwrap();
        let error = verdict.unwrap_err();
        assert!(error.starts_with("the load throttles: ") && error.contains(" % of the writes of Call, "), "{error}");
        assert!(error.contains("write units of table") && !error.contains("GSI1"), "{error}");
        assert!(report.contains("Calls: the declared load for 3 s from 2029-01-01T00:00:00Z on\n"), "{report}");
        assert!(report.contains("warm throughput: table new; GSI1 new\n"), "{report}");
        assert!(report.contains("seed 3: throttles, up to "), "{report}");
        assert!(report.contains("key CALL#2029-01-01: "), "{report}");
        assert!(report.contains("fullest partitions of table: 1,0"), "{report}");
        let bars = report.lines().filter(|line| line.contains('█') && line.contains('░') && line.contains("    +"));
        assert_eq!(bars.count(), 3, "{report}");
    }

    #[test]
    fn a_load_that_holds_has_no_chart() {
        let (report, verdict) = run("--entity Note --seed 7 --warm-index GSI1=20000").unwrap();
        assert_eq!(verdict, Ok(()), "{report}");
        assert!(report.contains("seed 7: holds, up to 0 % throttled\n") && !report.contains('█'), "{report}");
        assert!(report.contains("table new; GSI1 20,000 WCU/s\n") && report.contains("20 partitions"), "{report}");
        assert!(report.contains("60 minutes of the load on the day before"), "the keys of notes stay: {report}");
        assert!(!report.contains("Call:"), "{report}");
    }

    #[test]
    fn equal_seeds_give_equal_reports() {
        let arguments = "--format json --seed 2";
        let (first, second) = (run(arguments).unwrap().0, run(arguments).unwrap().0);
        assert_eq!(first, second);
        let report: Value = serde_json::from_str(&first).unwrap();
        assert_eq!((&report["holds"], &report["runs"][0]["seed"]), (&Value::Bool(false), &Value::from(2)));
        assert_eq!(report["runs"][0]["report"]["intervals"].as_array().unwrap().len(), 3);
    }

    #[test]
    fn assumptions_are_judged_too() {
        let (report, verdict) = run("--entity Call --seed 0 --past 0 --assumptions all").unwrap();
        assert!(report.contains("\ntable: fails always, "), "{report}");
        assert!(verdict.is_err());
        let (report, verdict) = run("--entity Note --seed 0 --past 0 --assumptions all").unwrap();
        assert!(report.contains("Note: holds, 0 % to 0 % throttled"), "{report}");
        assert_eq!(verdict, Ok(()));
    }

    #[test]
    fn entities_need_a_declared_load() {
        let error = run("--entity Lock").unwrap_err();
        assert_eq!(error, "`Lock` is not an entity of `Calls`; it has Call, Note, Log");
        let error = run("--entity Log").unwrap_err();
        assert!(error.starts_with("`Log` declares no load; give it `#[peak("), "{error}");
        let error = run("--warm-index GSI2=9000").unwrap_err();
        assert!(error.contains("has no index GSI2 to be warm"), "{error}");
        assert!(Parsed::try_parse_from(["simulate", "--warm-index", "GSI1"]).is_err());
    }
}

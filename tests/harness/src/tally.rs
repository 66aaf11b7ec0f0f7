//! Totals over many runs.

use std::{collections::BTreeMap, fmt};

use crate::{check::Verdict, history::History};

/// Counts of runs, calls, answers and faults.
#[derive(Debug, Clone, Default)]
pub struct Tally {
    pub runs: u64,
    pub operations: u64,
    pub requests: u64,
    /// The number of hedged reads.
    pub hedged: u64,
    /// Runs whose check was not abandoned.
    pub judged: u64,
    pub designs: BTreeMap<String, u64>,
    /// By the call and its answer.
    pub answers: BTreeMap<(&'static str, &'static str), u64>,
    pub faults: BTreeMap<&'static str, u64>,
    pub crashes: u64,
}

impl Tally {
    /// Counts a run.
    pub fn add(&mut self, design: &str, verdict: &Verdict, history: &History) {
        self.runs += 1;
        self.judged += u64::from(*verdict != Verdict::Undecided);
        self.requests += history.requests;
        self.hedged += history.hedged;
        *self.designs.entry(design.into()).or_default() += 1;
        for event in &history.events {
            self.operations += 1;
            self.crashes += u64::from(event.crashed);
            *self.answers.entry((event.call.name(), event.answer.name())).or_default() += 1;
        }
        for (name, count) in &history.faults {
            *self.faults.entry(name).or_default() += count;
        }
    }

    /// Adds the counts of another thread.
    pub fn merge(&mut self, other: &Self) {
        self.runs += other.runs;
        self.operations += other.operations;
        self.requests += other.requests;
        self.hedged += other.hedged;
        self.judged += other.judged;
        self.crashes += other.crashes;
        for (design, count) in &other.designs {
            *self.designs.entry(design.clone()).or_default() += count;
        }
        for (answer, count) in &other.answers {
            *self.answers.entry(*answer).or_default() += count;
        }
        for (name, count) in &other.faults {
            *self.faults.entry(name).or_default() += count;
        }
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { runs, operations, requests, hedged, judged, crashes, .. } = self;
        let share = *judged as f64 / (*runs).max(1) as f64 * 100.0;
        writeln!(f, "{operations} operations, {requests} requests and {crashes} crashes in {runs} runs")?;
        writeln!(f, "{hedged} reads were sent twice")?;
        writeln!(f, "{share:.3} % of the histories were judged to the end")?;
        writeln!(f, "\nruns by design")?;
        for (design, count) in &self.designs {
            writeln!(f, "  {design:<28} {count:>12}")?;
        }
        writeln!(f, "\noperations by call and answer")?;
        for ((call, answer), count) in &self.answers {
            writeln!(f, "  {call:<18} {answer:<22} {count:>12}")?;
        }
        writeln!(f, "\nfaults")?;
        for (name, count) in &self.faults {
            writeln!(f, "  {name:<28} {count:>12}")?;
        }
        Ok(())
    }
}

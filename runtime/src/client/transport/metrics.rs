//! Publishes the duration, requests, capacity units and throttles of each call through the facade of the crate
//! `metrics`.
//!
//! Labels are the operation, the table, names of the schema, reasons of throttles and kinds of errors. Their number is
//! bounded, and none contains a value of a key.

use std::iter;

use metrics::{Label, counter, histogram};
use tokio::time::Instant;

use super::meter::{Units, tally::Totals};
use crate::ErrorKind;

/// The duration of a call in seconds, including retries. OpenTelemetry's name and unit.
const DURATION: &str = "db.client.operation.duration";
const REQUESTS: &str = "keywright.requests";
const READ_UNITS: &str = "keywright.read_units";
const WRITE_UNITS: &str = "keywright.write_units";
const THROTTLES: &str = "keywright.throttles";
const LANES: &str = "keywright.lanes";
const ROUNDS: &str = "keywright.rounds";

/// A call in progress.
#[derive(Debug)]
pub(super) struct CallMetrics {
    labels: Vec<Label>,
    start: Instant,
    failure: Option<ErrorKind>,
}

impl CallMetrics {
    /// Begins a call of a table, described by these labels and their values.
    pub(super) fn begin(table: &str, names: impl IntoIterator<Item = (&'static str, &'static str)>) -> Self {
        let mut labels: Vec<_> = names.into_iter().map(|(label, name)| Label::from_static_parts(label, name)).collect();
        labels.push(Label::new("db.collection.name", table.to_owned()));
        Self { labels, start: Instant::now(), failure: None }
    }

    pub(super) fn fail(&mut self, kind: ErrorKind) {
        self.failure = Some(kind);
    }

    /// Publishes the finished call.
    pub(super) fn publish(&self, totals: &Totals) {
        let labels = &self.labels;
        let failure = self.failure.map(|kind| Label::new("error.type", format!("{kind:?}")));
        histogram!(DURATION, with(labels, failure)).record(self.start.elapsed().as_secs_f64());
        counter!(REQUESTS, labels.clone()).increment(totals.consumed.requests);
        publish_units(labels, totals.consumed.table);
        for (index, units) in &totals.consumed.indexes {
            publish_units(&with(labels, [Label::new("keywright.resource", index.clone())]), *units);
        }
        for (place, count) in &totals.throttles {
            let reason = Label::new("keywright.reason", place.reason.clone().unwrap_or_else(|| "unknown".to_owned()));
            let index = place.index.clone().map(|index| Label::new("keywright.resource", index));
            counter!(THROTTLES, with(labels, iter::once(reason).chain(index))).increment(*count);
        }
        if let Some(fan_out) = totals.fan_out {
            histogram!(LANES, labels.clone()).record(fan_out.lanes as f64);
            histogram!(ROUNDS, labels.clone()).record(fan_out.rounds as f64);
        }
    }
}

/// Publishes the units of the table or of one index.
fn publish_units(labels: &[Label], units: Units) {
    for (name, units) in [(READ_UNITS, units.read), (WRITE_UNITS, units.write)] {
        if units > 0.0 {
            histogram!(name, labels.to_vec()).record(units);
        }
    }
}

fn with(labels: &[Label], more: impl IntoIterator<Item = Label>) -> Vec<Label> {
    labels.iter().cloned().chain(more).collect()
}

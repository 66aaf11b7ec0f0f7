//! Records the metrics that the library publishes.

use std::collections::BTreeMap;

use metrics::LocalRecorderGuard;
use metrics_util::debugging::{DebugValue, DebuggingRecorder, Snapshotter};

/// The label of the call. The labels of the table and the system never change.
const OPERATION: &str = "db.operation.name";

/// Returns the metrics since the last time, by name and labels: the total of a counter, or the values of a histogram.
pub fn published(snapshotter: &Snapshotter) -> BTreeMap<String, Vec<f64>> {
    let metrics = snapshotter.snapshot().into_vec().into_iter();
    let all = metrics.map(|(key, _, _, value)| {
        let labels = key.key().labels().filter(|label| !label.key().starts_with("db.") || label.key() == OPERATION);
        let labels: Vec<_> = labels.map(|label| label.value().to_owned()).collect();
        let values = match value {
            DebugValue::Counter(total) => vec![total as f64],
            DebugValue::Gauge(value) => vec![value.into_inner()],
            DebugValue::Histogram(values) => values.into_iter().map(f64::from).collect(),
        };
        (format!("{} {}", key.key().name(), labels.join(" ")), values)
    });
    all.filter(|(_, values)| values.iter().any(|value| *value > 0.0)).collect()
}

/// Records this thread's metrics while the guard lives.
pub fn listen() -> (Snapshotter, LocalRecorderGuard<'static>) {
    let recorder = Box::leak(Box::new(DebuggingRecorder::new()));
    (recorder.snapshotter(), metrics::set_default_local_recorder(recorder))
}

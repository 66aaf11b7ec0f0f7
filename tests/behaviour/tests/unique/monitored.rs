//! What the writes of unique values take of their keys, as a monitor counts it.

use keywright::monitor::{Capacity, Monitor};
use keywright_local::Local;

use super::design::*;

/// The units written within the window.
fn units(monitor: &Monitor, key: &str) -> f64 {
    let is_it =
        |hot: &keywright::monitor::HotKey| hot.index.is_none() && hot.key == key && hot.capacity == Capacity::Write;
    monitor.snapshot().into_iter().find(is_it).map_or(0.0, |hot| hot.rate / 2.0)
}

#[tokio::test(start_paused = true)]
async fn the_item_and_its_sentinels_count_twice() {
    // Inline, so that the paused clock stands still while the engine answers.
    let local = Local::builder().answer_inline().start();
    let platform = local.open::<Platform>("platform").await.unwrap();
    let monitor = Monitor::new();
    let platform = platform.monitor(&monitor);
    platform.create(&named(1, "acme", "ann")).await.unwrap();
    for key in ["USER#1", "%UNIQUE#User#mail#1@x", "%UNIQUE#User#nickname#acme#ann"] {
        assert_eq!(units(&monitor, key), 2.0, "{key}");
    }
}

//! The consumption of writes of unique values by key, as counted by a monitor.

use keywright::{
    Entity, Table,
    monitor::{Capacity, Monitor},
};
use keywright_local::Local;
use serde::{Deserialize, Serialize};

use super::design::*;

/// Returns the units written within the window.
fn units(monitor: &Monitor, key: &str) -> f64 {
    let is_it =
        |hot: &keywright::monitor::HotKey| hot.index.is_none() && hot.key == key && hot.capacity == Capacity::Write;
    monitor.snapshot().into_iter().find(is_it).map_or(0.0, |hot| hot.units)
}

#[tokio::test(start_paused = true)]
async fn item_and_sentinels_count_double() {
    // Inline, so that the paused clock does not advance while the engine answers.
    let local = Local::builder().answer_inline().start();
    let platform = local.open::<Platform>("platform").await.unwrap();
    let monitor = Monitor::new();
    let platform = platform.monitor(&monitor);
    platform.create(&named(1, "acme", "ann")).await.unwrap();
    for key in ["USER#1", "%UNIQUE#User#mail#1@x", "%UNIQUE#User#nickname#acme#ann"] {
        assert_eq!(units(&monitor, key), 2.0, "{key}");
    }
}

#[derive(Table)]
#[entities(Patient)]
struct Clinic;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Clinic)]
#[pk(template = "PATIENT#<id>")]
#[sk(template = "PATIENT")]
struct Patient {
    id: u32,
    #[entity(sensitive)]
    ward: String,
    #[entity(unique, sensitive)]
    insurance: String,
    #[entity(unique(within = ward))]
    bed: u32,
    #[entity(unique)]
    bracelet: u32,
}

#[tokio::test]
async fn sentinel_of_a_sensitive_field_is_redacted() {
    let clinic = Local::start().open::<Clinic>("clinic").await.unwrap();
    let monitor = Monitor::new();
    let clinic = clinic.monitor(&monitor);
    let patient = |id| Patient { id, ward: "burns".into(), insurance: "A 123".into(), bed: 4, bracelet: id };
    clinic.create(&patient(1)).await.unwrap();
    let mut keys: Vec<_> = monitor.snapshot().into_iter().map(|hot| hot.key).collect();
    keys.sort();
    let sentinels = ["bed#<redacted>", "bracelet#1", "insurance#<redacted>"];
    let sentinels = sentinels.map(|sentinel| format!("%UNIQUE#Patient#{sentinel}"));
    assert_eq!(keys, [&sentinels[..], &["PATIENT#1".to_owned()]].concat());
    let error = clinic.create(&patient(2)).await.unwrap_err();
    let message = format!("{error} {error:?}");
    assert!(message.contains("unique field `insurance`: another item has the same value"), "{message}");
    assert!(!message.contains("A 123") && !message.contains("burns"), "{message}");
}

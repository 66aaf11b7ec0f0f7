//! Tests of merging the counts of several processes.

use super::*;
use crate::{
    check::samples::{Design, TABLE},
    key::{FieldKind, KeyScalar},
    monitor::{KeyUsage, Monitor, Watch},
    schema::EntitySchema,
};

fn entity() -> &'static EntitySchema {
    Design::new("Order", &[("tenant", FieldKind::Text), ("id", FieldKind::Text)])
        .key("T#<tenant>", "<id>")
        .index("GSI2", "ID#<id>", "<id>")
        .build()
}

fn record(watch: &Watch, place: usize, key: &str, units: f64) {
    let partition = KeyScalar::S(key.into());
    watch.record(
        Capacity::Write,
        [KeyUsage { entity: entity(), place, partition: &partition, units, is_refused: false }],
    );
}

fn watch(monitor: &Monitor) -> Watch {
    Watch::new(monitor, "platform", &TABLE).unwrap()
}

fn count(key: &str, rate: f64, error: f64) -> KeyCount {
    KeyCount {
        table: "platform".into(),
        schema: TABLE.name.into(),
        index: None,
        capacity: Capacity::Write,
        entity: "Order".into(),
        key: key.into(),
        key_bytes: key.len(),
        is_whole: true,
        units: rate,
        rate,
        error,
        refused: 0.0,
        largest: 2.0,
        units_per_request: 2.0,
    }
}

fn of(keys: Vec<KeyCount>) -> Snapshot {
    let units = keys.iter().map(|key| key.units).sum();
    let load = LoadCount { table: "platform".into(), index: None, capacity: Capacity::Write, units };
    Snapshot { processes: 1, keys, loads: vec![load] }
}

fn merged(snapshots: impl IntoIterator<Item = Snapshot>) -> Snapshot {
    snapshots.into_iter().fold(Snapshot::default(), |mut fleet, snapshot| {
        fleet.merge(snapshot);
        fleet
    })
}

#[tokio::test(start_paused = true)]
async fn counts_of_monitors_add_up() {
    let monitors = [Monitor::new(), Monitor::new(), Monitor::new()];
    for (monitor, units) in monitors.iter().zip([300.0, 200.0, 100.0]) {
        let watch = watch(monitor);
        for _ in 0..2 {
            record(&watch, 0, "T#acme", units / 4.0);
            record(&watch, 1, "T#acme", 10.0);
        }
        record(&watch, 0, &format!("T#{units}"), 50.0);
    }
    let fleet = merged(monitors.iter().map(Monitor::counts));
    let shown: Vec<_> =
        fleet.keys.iter().map(|key| (key.index.as_deref(), key.key.as_str(), key.rate, fleet.share(key))).collect();
    assert_eq!(fleet.processes, 3);
    assert_eq!(shown[..2], [(None, "T#acme", 600.0, 300.0 / 450.0), (Some("GSI2"), "T#acme", 120.0, 1.0)]);
    assert_eq!(fleet.keys.len(), 5);
    let acme = &fleet.keys[0];
    assert_eq!((acme.units, acme.key_bytes, acme.is_whole), (300.0, 6, true));
    // 75 units in half a second, rounded up.
    assert!((150.0..150.3).contains(&acme.largest), "{}", acme.largest);
    assert_eq!(acme.units_per_request, 600.0 / (300.0 / 75.0 + 200.0 / 50.0 + 100.0 / 25.0));
}

#[test]
fn errors_and_throttles_merge_in_any_order() {
    let snapshots = || {
        let mut refused = count("T#a", 80.0, 2.0);
        refused.refused = 7.0;
        [
            of(vec![count("T#a", 100.0, 1.0), count("T#b", 60.0, 0.0)]),
            of(vec![refused]),
            of(vec![count("T#b", 200.0, 4.0)]),
        ]
    };
    let fleet = merged(snapshots());
    let shown: Vec<_> = fleet.keys.iter().map(|key| (key.key.as_str(), key.rate, key.error, key.refused)).collect();
    assert_eq!(shown, [("T#b", 260.0, 4.0, 0.0), ("T#a", 180.0, 3.0, 7.0)]);
    assert_eq!(fleet.loads, of(vec![count("all", 440.0, 0.0)]).loads);
    let [first, second, third] = snapshots();
    assert_eq!(merged([merged([third, second]), first]), fleet);
}

#[test]
fn shortened_keys_and_keys_of_other_resources_are_not_merged() {
    let redacted = || KeyCount { is_whole: false, ..count("T#<redacted>", 10.0, 0.0) };
    assert_eq!(merged([of(vec![redacted()]), of(vec![redacted()])]).keys.len(), 2);
    let place = |table: &str, index: Option<&str>, capacity| KeyCount {
        table: table.into(),
        index: index.map(str::to_owned),
        capacity,
        ..count("T#a", 10.0, 0.0)
    };
    let places = [
        place("platform", None, Capacity::Write),
        place("platform", None, Capacity::Read),
        place("platform", Some("GSI2"), Capacity::Write),
        place("other", None, Capacity::Write),
    ];
    let twice = merged([of(places.to_vec()), of(places.to_vec())]);
    assert_eq!(twice.keys.iter().map(|key| key.rate).collect::<Vec<_>>(), [20.0; 4]);
}

#[tokio::test(start_paused = true)]
async fn long_keys_are_marked_as_shortened() {
    let monitor = Monitor::new();
    let watch = watch(&monitor);
    for length in [20, 157, 159, 400] {
        record(&watch, 0, &"x".repeat(length), 10.0);
    }
    let mut whole: Vec<_> = monitor.counts().keys.into_iter().map(|key| (key.key_bytes, key.is_whole)).collect();
    whole.sort_unstable();
    assert_eq!(whole, [(20, true), (157, false), (159, false), (400, false)]);
}

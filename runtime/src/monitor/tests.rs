//! Tests the monitor from requests to events.

use std::{
    sync::atomic::{AtomicUsize, Ordering},
    thread,
};

use super::*;
use crate::{
    check::samples::{Design, TABLE},
    key::{FieldKind, KeyScalar},
    schema::EntitySchema,
};

fn entity() -> &'static EntitySchema {
    Design::new("Order", &[("tenant", FieldKind::Text), ("id", FieldKind::Text)])
        .key("T#<tenant>", "<id>")
        .index("GSI2", "ID#<id>", "<id>")
        .build()
}

fn key(text: impl Into<String>) -> KeyScalar {
    KeyScalar::S(text.into())
}

fn usage<'a>(entity: &'static EntitySchema, place: usize, partition: &'a KeyScalar, units: f64) -> KeyUsage<'a> {
    KeyUsage { entity, place, partition, units, is_refused: false }
}

fn watch(monitor: &Monitor) -> Watch {
    Watch::new(monitor, "platform", &TABLE).unwrap()
}

#[tokio::test(start_paused = true)]
async fn keys_are_counted_per_table_index_and_capacity() {
    let (monitor, entity, same) = (Monitor::new(), entity(), key("T#a"));
    let (platform, other) = (watch(&monitor), Watch::new(&monitor, "other", &TABLE).unwrap());
    platform.record(Capacity::Write, [usage(entity, 0, &same, 300.0), usage(entity, 1, &same, 200.0)]);
    platform.record(Capacity::Read, [usage(entity, 0, &same, 300.0)]);
    watch(&monitor).record(Capacity::Write, [usage(entity, 0, &key("T#b"), 100.0)]);
    other.record(Capacity::Write, [usage(entity, 0, &same, 50.0)]);
    let seen: Vec<_> = monitor
        .snapshot()
        .into_iter()
        .map(|hot| (hot.table, hot.index, hot.capacity, hot.key, hot.rate, hot.share))
        .collect();
    let of = |table: &str, index, capacity, key: &str, rate, share| {
        (table.to_owned(), index, capacity, key.to_owned(), rate, share)
    };
    assert_eq!(
        seen,
        [
            of("platform", None, Capacity::Write, "T#a", 300.0, 0.75),
            of("platform", Some("GSI2"), Capacity::Write, "T#a", 200.0, 1.0),
            of("platform", None, Capacity::Read, "T#a", 300.0, 1.0),
            of("platform", None, Capacity::Write, "T#b", 100.0, 0.25),
            of("other", None, Capacity::Write, "T#a", 50.0, 1.0),
        ]
    );
}

#[tokio::test(start_paused = true)]
async fn an_event_handler_gets_the_key_and_may_take_a_snapshot() {
    let again = Arc::new(Mutex::new(None::<Monitor>));
    let events = Arc::new(Mutex::new(Vec::new()));
    let (inner, seen) = (Arc::clone(&again), Arc::clone(&events));
    let monitor = Monitor::new().write_rate(500.0).processes(1).on_event(move |hot| {
        let heaviest = inner.lock().unwrap().as_ref().map(|monitor| monitor.snapshot().len());
        seen.lock().unwrap().push((hot.to_string(), hot.shards, heaviest));
    });
    *again.lock().unwrap() = Some(monitor.clone());
    let (watch, entity, hot) = (watch(&monitor), entity(), key("T#acme"));
    for _ in 0..600 {
        watch.record(Capacity::Write, [usage(entity, 0, &hot, 2.0)]);
        tokio::time::advance(Duration::from_millis(1)).await;
    }
    assert_eq!(
        *events.lock().unwrap(),
        [(
            "table platform, key T#acme: 2000 WCU/s, 100 %; it is one value of `tenant`: limit its rate, or give every \
             value 3 shards, all of which a read visits: `#[shard(hash(id), count = 3)]` (keeps `key` and safe \
             retries), or `#[shard(random = 3)]` (append-only: no key without the shard)"
                .to_owned(),
            Some(3),
            Some(1)
        )]
    );
}

/// Records the fields of trace events.
#[derive(Clone, Default)]
struct Traced(Arc<Mutex<Vec<String>>>);

impl tracing::Subscriber for Traced {
    fn enabled(&self, of: &tracing::Metadata<'_>) -> bool {
        of.target() == "keywright::monitor"
    }

    fn new_span(&self, _: &tracing::span::Attributes<'_>) -> tracing::Id {
        tracing::Id::from_u64(1)
    }

    fn record(&self, _: &tracing::Id, _: &tracing::span::Record<'_>) {}

    fn record_follows_from(&self, _: &tracing::Id, _: &tracing::Id) {}

    fn event(&self, event: &tracing::Event<'_>) {
        struct Fields(String);
        impl tracing::field::Visit for Fields {
            fn record_debug(&mut self, field: &tracing::field::Field, value: &dyn fmt::Debug) {
                self.0 += &format!("{field}={value:?} ");
            }
        }
        let mut fields = Fields(format!("{} ", event.metadata().level()));
        event.record(&mut fields);
        self.0.lock().unwrap().push(fields.0);
    }

    fn enter(&self, _: &tracing::Id) {}

    fn exit(&self, _: &tracing::Id) {}
}

#[tokio::test(start_paused = true)]
async fn events_are_logged_as_warnings_with_all_fields() {
    let traced = Traced::default();
    // If there were only one subscriber in the process, another thread could disable the callsite.
    let _second = tracing::Dispatch::new(Traced::default());
    let _guard = tracing::subscriber::set_default(traced.clone());
    let monitor = Monitor::new().processes(1);
    let (watch, entity, hot) = (watch(&monitor), entity(), key("ID#7"));
    for _ in 0..500 {
        watch.record(Capacity::Write, [usage(entity, 1, &hot, 2.0)]);
        tokio::time::advance(Duration::from_millis(1)).await;
    }
    assert!(traced.0.lock().unwrap().is_empty());
    monitor.snapshot();
    let warnings = traced.0.lock().unwrap();
    assert!(
        warnings[0].starts_with(
            "WARN message=hot key table=\"platform\" index=\"GSI2\" entity=\"Order\" key=\"ID#7\" capacity=WCU \
             rate=2000.0 error=0.0 refused=0.0 share=1.0 processes=1 fleet_rate=2000.0 shards=3 advice=\"it is one \
             value of `id`"
        ),
        "{}",
        warnings[0]
    );
    assert_eq!(warnings.len(), 1);
}

#[test]
fn concurrent_requests_are_all_counted() {
    let mut monitor = Monitor::new();
    // The clock of this monitor stays at 0.
    let shared = Arc::get_mut(&mut monitor.shared).unwrap();
    shared.start += Duration::from_secs(3_600);
    let (watch, entity, hot) = (watch(&monitor), entity(), key("T#hot"));
    thread::scope(|scope| {
        for writer in 0..8 {
            let (watch, hot) = (&watch, &hot);
            scope.spawn(move || {
                for number in 0..2_000 {
                    watch.record(Capacity::Write, [usage(entity, 0, hot, 0.5)]);
                    watch.record(Capacity::Write, [usage(entity, 0, &key(format!("T#{writer}-{number}")), 0.5)]);
                }
            });
        }
    });
    let hottest = monitor.snapshot().into_iter().next().unwrap();
    assert_eq!((hottest.key.as_str(), hottest.rate, hottest.share), ("T#hot", 16_000.0, 0.5));
}

#[tokio::test(start_paused = true)]
async fn thresholds_that_are_not_finite_are_never_reached() {
    let events = Arc::new(AtomicUsize::new(0));
    let seen = Arc::clone(&events);
    let monitor = Monitor::new().share(f64::NAN).write_rate(f64::NAN).read_rate(f64::INFINITY).counters(0);
    let monitor = monitor.on_event(move |_| {
        seen.fetch_add(1, Ordering::Relaxed);
    });
    let (watch, entity, hot) = (watch(&monitor), entity(), key("T#acme"));
    for _ in 0..1_200 {
        watch.record(Capacity::Write, [usage(entity, 0, &hot, 100.0)]);
        watch.record(Capacity::Read, [usage(entity, 0, &hot, f64::NAN)]);
        tokio::time::advance(Duration::from_millis(1)).await;
    }
    assert_eq!(events.load(Ordering::Relaxed), 0);
    assert_eq!(monitor.snapshot().len(), 1);
}

#[test]
fn tables_beyond_the_limit_are_not_watched() {
    let monitor = Monitor::new();
    let watched = (0..20_000).filter(|number| Watch::new(&monitor, &number.to_string(), &TABLE).is_some()).count();
    assert_eq!(watched, 65_535 / 8);
}

#[tokio::test(start_paused = true)]
async fn one_large_request_has_no_advice() {
    let (monitor, entity, large) = (Monitor::new().processes(1), entity(), key("T#a"));
    let watch = watch(&monitor);
    let seen = || {
        let HotKey { units, rate, shards, advice, .. } = monitor.snapshot().remove(0);
        (units, rate, shards, advice.contains("nothing to do"))
    };
    watch.record(Capacity::Write, [usage(entity, 0, &large, 900.0)]);
    assert_eq!(seen(), (900.0, 900.0, None, true));
    watch.record(Capacity::Write, [usage(entity, 0, &large, 900.0)]);
    let (units, rate, _, has_none) = seen();
    assert_eq!((units, rate, has_none), (1_800.0, 3_600.0, false));
}

/// Writes of 2 WCU to one key, in each millisecond of a second.
async fn thousand(watch: &Watch, partition: &KeyScalar, units: f64) {
    for _ in 0..1_000 {
        watch.record(Capacity::Write, [usage(entity(), 0, partition, units)]);
        tokio::time::advance(Duration::from_millis(1)).await;
    }
}

#[tokio::test(start_paused = true)]
async fn hot_keys_are_judged_by_the_estimated_fleet_rate() {
    let events = |processes: Option<u32>, units: f64| async move {
        let seen = Arc::new(Mutex::new(Vec::new()));
        let told = Arc::clone(&seen);
        let monitor = match processes {
            Some(processes) => Monitor::new().processes(processes),
            None => Monitor::new(),
        };
        let monitor = monitor.on_event(move |hot| told.lock().unwrap().push(hot.clone()));
        thousand(&watch(&monitor), &key("T#acme"), units).await;
        monitor.snapshot();
        seen.lock().unwrap().clone()
    };
    assert_eq!(events(None, 0.05).await, []);
    assert_eq!(events(Some(15), 0.05).await, []);
    let hot = events(Some(20), 0.05).await.remove(0);
    assert_eq!((hot.counted, hot.processes, hot.shards), (1, Some(20), Some(2)));
    assert_eq!((hot.rate.round(), hot.fleet_rate().map(f64::round)), (50.0, Some(1_000.0)));
    assert!(
        hot.to_string().starts_with(
            "table platform, key T#acme: 50 WCU/s in 1 of 20 processes, 1000 WCU/s in all, 100 %; it is one value of"
        ),
        "{hot}"
    );
    let unknown = events(None, 0.9).await.remove(0);
    assert_eq!((unknown.processes, unknown.fleet_rate()), (None, None));
    assert!(
        unknown.to_string().starts_with("table platform, key T#acme: 900 WCU/s in this process, 100 %;"),
        "{unknown}"
    );
}

#[tokio::test(start_paused = true)]
async fn share_events_start_at_a_tenth_of_a_partition_of_fleet_load() {
    let events = Arc::new(AtomicUsize::new(0));
    let seen = Arc::clone(&events);
    let monitor = Monitor::new().share(0.5).processes(20).on_event(move |_| {
        seen.fetch_add(1, Ordering::Relaxed);
    });
    let watch = watch(&monitor);
    thousand(&watch, &key("T#acme"), 0.0045).await;
    assert_eq!(events.load(Ordering::Relaxed), 0, "4.5 WCU/s of 20 processes are 90");
    thousand(&watch, &key("T#acme"), 0.0067).await;
    assert_eq!(events.load(Ordering::Relaxed), 1, "6.7 WCU/s of 20 processes are 134");
}

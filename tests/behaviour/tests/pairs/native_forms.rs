//! Fields that are themselves key attributes, of types that serde writes in another form than keys do.

use futures_util::TryStreamExt as _;
use jiff::Timestamp;
use keywright::{Conditional, Entity, ErrorKind, Handle, ItemUpdate, KeyEnum, Projection, Table};
use keywright_local::Local;
use serde::{Deserialize, Serialize};
use time::{Date, OffsetDateTime, PrimitiveDateTime, UtcDateTime};
use uuid::Uuid;

#[derive(Table)]
#[table(pk = "device", sk = "at", discriminator = none, undeclared_peak = "allow")]
#[gsi(name = "ByDay", pk("day", "state"), sk("local", "utc", "mark"))]
#[gsi(name = "ByMode", pk = "mode", sk(name = "seen", type = "N"))]
#[gsi(name = "ByText", pk = "text", sk = "zoned")]
#[entities(Sample)]
struct Samples;

/// In keys by its own texts, and in serde by others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, KeyEnum, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
enum State {
    #[key("on")]
    On,
    #[key("off")]
    OffForNow,
}

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Samples)]
#[pk(template = "<device>")]
#[sk(template = "<at>")]
#[gsi(index = "ByDay", query = by_day, pk("<day>", "<state>"), sk("<local>", "<utc>", "<mark>"))]
#[gsi(index = "ByMode", query = by_mode, pk = "<mode>", sk = "<seen:epoch_ms>")]
#[gsi(index = "ByText", query = by_text, pk = "<text:s>", sk = "<zoned>")]
struct Sample {
    #[serde(with = "uuid::serde::simple")]
    device: Uuid,
    at: OffsetDateTime,
    day: Date,
    state: State,
    local: PrimitiveDateTime,
    utc: Option<UtcDateTime>,
    mark: Option<State>,
    mode: Option<State>,
    #[serde(with = "chrono::serde::ts_milliseconds")]
    seen: chrono::DateTime<chrono::Utc>,
    #[serde(with = "time::serde::rfc3339")]
    text: OffsetDateTime,
    zoned: Timestamp,
    value: u32,
}

#[derive(Debug, PartialEq, Projection, Deserialize)]
#[projection(of = Sample)]
struct Part {
    #[serde(with = "uuid::serde::simple")]
    device: Uuid,
    at: OffsetDateTime,
    day: Date,
    state: State,
    mark: Option<State>,
    #[serde(with = "chrono::serde::ts_milliseconds")]
    seen: chrono::DateTime<chrono::Utc>,
    #[serde(with = "time::serde::rfc3339")]
    text: OffsetDateTime,
}

fn at() -> OffsetDateTime {
    OffsetDateTime::from_unix_timestamp_nanos(1_782_129_600_000_000_007).unwrap()
}

fn sample() -> Sample {
    let utc = UtcDateTime::from_unix_timestamp(1_782_129_600).unwrap();
    Sample {
        device: Uuid::from_u128(7),
        at: at(),
        day: utc.date(),
        state: State::OffForNow,
        local: PrimitiveDateTime::new(utc.date(), utc.time()),
        utc: Some(utc),
        mark: Some(State::OffForNow),
        mode: Some(State::On),
        seen: "2026-06-22T12:00:00.005Z".parse().unwrap(),
        text: OffsetDateTime::from_unix_timestamp(1_782_129_600).unwrap(),
        zoned: "2026-06-22T12:00:00.5Z".parse().unwrap(),
        value: 3,
    }
}

fn part(of: &Sample) -> Part {
    let Sample { device, at, day, state, mark, seen, text, .. } = of.clone();
    Part { device, at, day, state, mark, seen, text }
}

fn key(of: &Sample) -> keywright::Key<Sample> {
    Sample::key(of.device, of.at)
}

async fn samples() -> Handle<Samples> {
    Local::start().open::<Samples>("samples").await.unwrap()
}

/// Reads the only item in every way.
async fn assert_read(samples: &Handle<Samples>, sample: &Sample) {
    let all = std::slice::from_ref(sample);
    let stored = samples.client().scan().table_name("samples").send().await.unwrap().items()[0].clone();
    assert_eq!(Sample::from_item(stored).unwrap(), *sample);
    for samples in [samples.clone(), samples.clone().parse_items_with_sdk()] {
        assert_eq!(samples.get(key(sample)).await.unwrap().as_ref(), Some(sample));
        assert_eq!(samples.batch_get([key(sample)]).await.unwrap(), [Some(sample.clone())]);
        assert_eq!(samples.transaction_get(key(sample)).await.unwrap().as_ref(), Some(sample));
        assert_eq!(samples.scan::<Sample>().await.unwrap().items, all);
        let range = sample.at - time::Duration::SECOND..=sample.at;
        let found = Sample::query(sample.device).between(range).send(&samples).await.unwrap().items;
        assert_eq!(found, all);
        assert_eq!(Sample::query(sample.device).stream(&samples).try_collect::<Vec<_>>().await.unwrap(), all);
        let of_day = Sample::by_day(sample.day, sample.state).then(sample.local);
        assert_eq!(of_day.clone().send(&samples).await.unwrap().items, all);
        assert_eq!(of_day.project::<Part>().send(&samples).await.unwrap().items, [part(sample)]);
        if let Some(mode) = sample.mode {
            assert_eq!(Sample::by_mode(mode).then(sample.seen).send(&samples).await.unwrap().items, all);
        }
        assert_eq!(Sample::by_text(sample.text).then(sample.zoned).send(&samples).await.unwrap().items, all);
        assert_eq!(samples.get(key(sample)).project::<Part>().await.unwrap(), Some(part(sample)));
    }
}

#[tokio::test]
async fn every_read_returns_what_was_put() {
    let samples = samples().await;
    let sample = sample();
    samples.put(&sample).await.unwrap();
    assert_read(&samples, &sample).await;
    samples.replace(&sample).await.unwrap();
    assert_read(&samples, &sample).await;
    let stored = samples.client().scan().table_name("samples").send().await.unwrap().items()[0].clone();
    for (name, text) in [
        ("device", "00000000-0000-0000-0000-000000000007"),
        ("at", "2026-06-22T12:00:00.000000007Z"),
        ("day", "2026-06-22"),
        ("state", "off"),
        ("mark", "off"),
        ("mode", "on"),
        ("text", "2026-06-22T12:00:00Z"),
    ] {
        assert_eq!(stored[name].as_s().unwrap(), text, "{name}");
    }
    assert_eq!(stored["seen"].as_n().unwrap(), "1782129600005");
}

#[tokio::test]
async fn absent_values_stay_absent() {
    let samples = samples().await;
    let sample = Sample { mode: None, ..sample() };
    samples.put(&sample).await.unwrap();
    assert_read(&samples, &sample).await;
    samples.update(key(&sample)).set(Sample::MODE, Some(State::OffForNow)).await.unwrap();
    assert_read(&samples, &Sample { mode: Some(State::OffForNow), ..sample }).await;
}

#[tokio::test]
async fn conditions_and_filters_compare_the_form_of_the_key() {
    let samples = samples().await;
    let sample = sample();
    samples.put(&sample).await.unwrap();
    let conditions = [
        Sample::AT.eq(sample.at),
        Sample::DAY.eq(sample.day),
        Sample::STATE.eq(State::OffForNow),
        Sample::STATE.is_in([State::On, State::OffForNow]),
        Sample::LOCAL.eq(sample.local),
        Sample::UTC.eq(sample.utc),
        Sample::MODE.eq(Some(State::On)),
        Sample::MODE.ne(Some(State::OffForNow)),
        Sample::SEEN.eq(sample.seen),
        Sample::TEXT.eq(sample.text),
        Sample::DEVICE.eq(sample.device),
        Sample::ZONED.eq(sample.zoned),
    ];
    for condition in conditions {
        let shown = format!("{condition:?}");
        let update = samples.update(key(&sample)).set(Sample::VALUE, 3).when(condition.clone()).await.unwrap();
        assert!(matches!(update, Conditional::Applied(_)), "{shown}");
        let put = samples.put(&sample).when(condition).await.unwrap();
        assert!(matches!(put, Conditional::Applied(_)), "{shown}");
    }
    let filters = [Sample::MARK.eq(Some(State::OffForNow)), Sample::SEEN.eq(sample.seen)];
    for filter in filters {
        let found = Sample::query(sample.device).filter(filter.clone()).send(&samples).await.unwrap().items;
        assert_eq!(found, std::slice::from_ref(&sample));
        assert_eq!(samples.scan::<Sample>().filter(filter).await.unwrap().items, std::slice::from_ref(&sample));
    }
    let put = samples.put(&sample).when(Sample::STATE.eq(State::On)).await.unwrap();
    assert!(matches!(put, Conditional::Refused(_)));
}

#[tokio::test]
async fn updates_write_the_form_of_the_key() {
    let samples = samples().await;
    let mut sample = sample();
    samples.put(&sample).await.unwrap();
    sample.day = sample.day.next_day().unwrap();
    sample.state = State::On;
    sample.mode = Some(State::OffForNow);
    sample.mark = None;
    sample.seen += chrono::TimeDelta::milliseconds(3);
    sample.zoned = "2026-07-01T00:00:00.25Z".parse().unwrap();
    let updated = samples
        .update(key(&sample))
        .set(Sample::DAY, sample.day)
        .set(Sample::STATE, sample.state)
        .set(Sample::MODE, sample.mode)
        .set(Sample::MARK, sample.mark)
        .set(Sample::SEEN, sample.seen)
        .set(Sample::ZONED, sample.zoned)
        .returning()
        .await
        .unwrap();
    assert_eq!(updated, sample);
    sample.mark = Some(State::On);
    samples.update(key(&sample)).if_not_exists(Sample::MARK, sample.mark).await.unwrap();
    assert_read(&samples, &sample).await;
    sample.text += time::Duration::SECOND;
    let change = ItemUpdate::new(key(&sample)).set(Sample::TEXT, sample.text);
    samples.transaction().update(change).await.unwrap();
    assert_read(&samples, &sample).await;
    let day = sample.day;
    let change = |each: Sample| Some(Sample { state: State::OffForNow, ..each });
    assert_eq!(samples.update_each(change).await.unwrap().written, 1);
    sample.state = State::OffForNow;
    assert_eq!(Sample::by_day(day, sample.state).send(&samples).await.unwrap().items, std::slice::from_ref(&sample));
    assert_read(&samples, &sample).await;
    samples.delete(key(&sample)).await.unwrap();
    assert_eq!(samples.get(key(&sample)).await.unwrap(), None);
}

#[tokio::test]
async fn time_finer_than_its_function_stores_is_refused_before_it_is_sent() {
    let samples = samples().await;
    let sample = Sample { seen: "2026-06-22T12:00:00.005000001Z".parse().unwrap(), ..sample() };
    let error = samples.put(&sample).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::KeyValue);
    assert!(samples.scan::<Sample>().await.unwrap().items.is_empty());
}

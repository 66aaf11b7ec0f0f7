//! The flights of `examples/flights`, as a program without this crate would store them.

use keywright_local::Local;
use keywright_tools::{
    audit::{Risk, StoredItem},
    put_back::PutBack,
};
use serde_json::{Map, Value, json};

use crate::{
    generated::flights::{AircraftProfile, Departure, Flights, RouteDay},
    raw::{as_stored, assert_generated, audit, put_all_back, store, stored, templates},
};

const FLIGHTS: &str = include_str!("../../../../examples/flights/flights.csv");

/// Returns departures under their day, aircraft, and routes by day, with an index by aircraft.
pub(crate) fn raw_flights() -> Vec<StoredItem> {
    let mut lines = FLIGHTS.lines();
    let columns: Vec<_> = lines.next().unwrap().split(',').collect();
    let rows: Vec<Vec<&str>> = lines.map(|line| line.split(',').collect()).collect();
    let (mut items, mut tails) = (Vec::new(), std::collections::BTreeMap::<&str, u64>::new());
    let mut routes = std::collections::BTreeMap::<(&str, &str, &str), u64>::new();
    for row in &rows {
        let of = |name: &str| row[columns.iter().position(|column| *column == name).unwrap()];
        let (at, tail) = (of("scheduled_at"), of("tail"));
        let sort = format!("{at}#{}#{}", of("carrier"), of("flight"));
        let mut item = Map::new();
        item.insert("PK".to_owned(), json!({ "S": format!("DEPARTURE#{}", &at[..10]) }));
        for (column, value) in columns.iter().zip(row).filter(|(_, value)| !value.is_empty()) {
            let is_number = *column == "flight" || column.ends_with("_min") || column.ends_with("_mi");
            item.insert((*column).to_owned(), if is_number { json!({ "N": value }) } else { json!({ "S": value }) });
        }
        if !tail.is_empty() {
            item.insert("GSI1PK".to_owned(), json!({ "S": format!("TAIL#{tail}") }));
            item.insert("GSI1SK".to_owned(), json!({ "S": sort }));
            *tails.entry(tail).or_default() += 1;
        }
        item.insert("SK".to_owned(), json!({ "S": sort }));
        *routes.entry((of("origin"), of("dest"), &at[..10])).or_default() += 1;
        items.push(item);
    }
    let object = |value: Value| value.as_object().unwrap().clone();
    items.extend(tails.iter().map(|(tail, departures)| {
        let (partition, departures) = (format!("AIRCRAFT#{tail}"), departures.to_string());
        object(json!({ "PK": {"S": partition}, "SK": {"S": "PROFILE"}, "departures": {"N": departures} }))
    }));
    items.extend(routes.iter().map(|((origin, dest, day), departures)| {
        let (partition, sort) = (format!("ROUTE#{origin}#{dest}"), format!("DAY#{day}"));
        object(json!({ "PK": {"S": partition}, "SK": {"S": sort}, "departures": {"N": departures.to_string()} }))
    }));
    items.into_iter().map(|item| StoredItem::new(item).unwrap()).collect()
}

#[test]
fn the_audit_finds_the_patterns_and_the_hot_key() {
    let items = raw_flights();
    let audit = audit(&items, None);
    assert_eq!(
        templates(&audit),
        [
            ("DEPARTURE#<date>  <scheduled_at>#<carrier>#<flight>", 12_951),
            ("AIRCRAFT#<text>  PROFILE", 2_698),
            ("ROUTE#<word>#<word>  DAY#<date>", 2_535),
        ]
    );
    assert_eq!(audit.items, items.len() as u64);
    assert_eq!(audit.bytes, items.iter().map(StoredItem::bytes).sum::<u64>());
    let departures = &audit.patterns[0];
    let exact = |of: fn(&StoredItem) -> Option<&str>| {
        items.iter().filter_map(of).collect::<std::collections::BTreeSet<_>>().len() as u64
    };
    let days = exact(|item| item.attributes()["PK"]["S"].as_str().filter(|key| key.starts_with("DEPARTURE#")));
    assert_eq!((departures.partition_keys.estimate, departures.partition_keys.exact), (days, true));
    // Counts above 512 are estimates, within four standard errors of 1.6 %.
    let times = exact(|item| item.attributes().get("scheduled_at").and_then(|value| value["S"].as_str()));
    assert!(departures.parts[1].distinct.estimate.abs_diff(times) * 100 < times * 7, "{:?}", departures.parts[1]);
    let (entries, index) = (&departures.entries[0], &audit.indexes[0].patterns[0]);
    assert_eq!((index.template.as_str(), entries.items), ("TAIL#<text>  <time:s>#<text>#<digits>", 12_814));
    let findings: Vec<_> = audit.findings.iter().map(|finding| (finding.risk, finding.key.as_str())).collect();
    assert_eq!(findings, [(Risk::OneKeyAtATime, "DEPARTURE#<date>  <scheduled_at>#<carrier>#<flight>")]);
    let note = "its sort keys rise with time, so that DynamoDB does not split it for heat";
    assert_eq!(audit.findings[0].note, note);
}

#[test]
fn every_item_round_trips_unchanged() {
    let items = raw_flights();
    assert_generated(&audit(&items, None), "Flights", "flights.rs");
    let entities = PutBack::new().entity::<AircraftProfile>().entity::<RouteDay>().entity::<Departure>();
    let report = entities.check(&items);
    assert!(report.is_identical(), "{report}");
    assert_eq!(report.identical, items.len() as u64);
}

#[tokio::test]
async fn puts_store_every_item_byte_for_byte() {
    // A twentieth of the items, of all patterns.
    let items: Vec<_> = raw_flights().into_iter().step_by(20).collect();
    let flights = Local::start().open::<Flights>("flights").await.unwrap();
    store(&flights, &items).await;
    assert_eq!(stored(&flights).await, as_stored(&items));
    let count = put_all_back::<_, Departure>(&flights).await
        + put_all_back::<_, AircraftProfile>(&flights).await
        + put_all_back::<_, RouteDay>(&flights).await;
    assert_eq!(count, items.len());
    assert_eq!(stored(&flights).await, as_stored(&items));
    let tail = items.iter().find_map(|item| item.attributes().get("tail")?["S"].as_str()).unwrap();
    let of_tail = Departure::by_gsi1(tail).send(&flights).await.unwrap().items;
    assert!(!of_tail.is_empty() && of_tail.iter().all(|departure| departure.tail.as_deref() == Some(tail)));
}

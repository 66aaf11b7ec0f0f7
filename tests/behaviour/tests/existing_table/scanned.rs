//! A table that is scanned by the SDK, and a description without items.

use keywright_local::Local;
use keywright_tools::{
    audit::{AuditOptions, Auditor, ScanOptions, ScanPosition, scan},
    put_back::PutBack,
    scaffold::audit_of,
};
use serde_json::json;

use crate::{
    flights::raw_flights,
    generated::{flights::Flights, sessions::Item},
    raw::{assert_generated, items, store, templates},
};

/// A scan that fails after each page and resumes from its position counts every item once.
#[tokio::test]
async fn failed_scan_resumes_from_its_position() {
    let items: Vec<_> = raw_flights().into_iter().step_by(10).collect();
    let flights = Local::start().open::<Flights>("flights").await.unwrap();
    store(&flights, &items).await;
    let mut auditor = Auditor::new(AuditOptions::default());
    let mut options = ScanOptions::new("flights");
    (options.segments, options.rate) = (Some(8), Some(1_000_000.0));
    let (mut position, mut ends) = (ScanPosition::default(), 0);
    loop {
        let mut reached = position.clone();
        let mut pages = 0;
        let ended = scan(flights.client(), &options, position, |items, position| {
            if pages == 2 {
                return Err("stop".to_owned());
            }
            pages += 1;
            items.into_iter().try_for_each(|item| auditor.add(item)).map_err(|error| error.to_string())?;
            reached = position.clone();
            Ok(())
        });
        if ended.await.is_ok() {
            break;
        }
        // Through the text that a file would contain.
        position = serde_json::from_str(&serde_json::to_string(&reached).unwrap()).unwrap();
        ends += 1;
    }
    assert!(ends >= 3, "{ends}");
    let audit = auditor.report().unwrap();
    assert_eq!(audit.items, items.len() as u64);
    assert_eq!(audit.bytes, items.iter().map(keywright_tools::audit::StoredItem::bytes).sum::<u64>());
}

/// Item collections are read as a whole, or not at all.
#[tokio::test]
async fn sample_contains_full_item_collections() {
    let items: Vec<_> = raw_flights().into_iter().step_by(10).collect();
    let flights = Local::start().open::<Flights>("flights").await.unwrap();
    store(&flights, &items).await;
    let mut options = ScanOptions::new("flights");
    (options.segments, options.sample) = (Some(50), Some(0.2));
    assert_eq!(options.sampled(), Some(0.2));
    let mut found = Vec::new();
    let sampled = scan(flights.client(), &options, ScanPosition::default(), |items, _| {
        found.extend(items);
        Ok(())
    });
    sampled.await.unwrap();
    assert!(found.len() > items.len() / 20 && found.len() < items.len() / 2, "{}", found.len());
    let partition = |item: &keywright_tools::audit::StoredItem| item.attributes()["PK"].clone();
    for item in &found {
        let of_key = |items: &[_]| items.iter().filter(|other| partition(other) == partition(item)).count();
        assert_eq!(of_key(&found), of_key(&items));
    }
}

#[tokio::test]
async fn out_of_range_options_are_rejected() {
    let flights = Local::start().open::<Flights>("flights").await.unwrap();
    let refused = async |change: fn(&mut ScanOptions)| {
        let mut options = ScanOptions::new("flights");
        change(&mut options);
        let ended = scan(flights.client(), &options, ScanPosition::default(), |_, _| Ok(())).await;
        ended.unwrap_err().to_string()
    };
    assert_eq!(refused(|it| it.segments = Some(0)).await, "segments: 1 to 1,000,000");
    assert_eq!(refused(|it| it.sample = Some(1.5)).await, "sample: a share above 0, up to 1");
    assert_eq!(refused(|it| it.rate = Some(f64::NAN)).await, "rate: above 0");
    assert!(refused(|it| it.table = "other".to_owned()).await.contains("ResourceNotFound"));
}

/// Without items, only the keys of a table are known. They become fields, and all other attributes are kept.
#[test]
fn audit_works_from_a_table_description_alone() {
    let table = json!({
        "TableName": "sessions",
        "KeySchema": [{ "AttributeName": "id", "KeyType": "HASH" }, { "AttributeName": "at", "KeyType": "RANGE" }],
        "AttributeDefinitions": [
            { "AttributeName": "id", "AttributeType": "S" }, { "AttributeName": "at", "AttributeType": "N" },
            { "AttributeName": "user", "AttributeType": "S" },
        ],
        "GlobalSecondaryIndexes": [{
            "IndexName": "ByUser",
            "KeySchema": [{ "AttributeName": "user", "KeyType": "HASH" }],
            "Projection": { "ProjectionType": "KEYS_ONLY" },
        }],
    });
    let audit = audit_of(&table).unwrap();
    assert_eq!(templates(&audit), []);
    assert_generated(&audit, "Sessions", "sessions.rs");
    let items = items(json!([
        {
            "id": {"S": "a#b"}, "at": {"N": "-7"}, "user": {"S": "ann"},
            "roles": {"SS": ["x", "y"]}, "old": {"NULL": true},
        },
        { "id": {"S": "c"}, "at": {"N": "7"}, "data": {"B": "AAEC"}, "score": {"N": "12345678901234567890.5"} },
    ]));
    let report = PutBack::new().entity::<Item>().check(&items);
    assert!(report.is_identical() && report.identical == 2, "{report}");
}

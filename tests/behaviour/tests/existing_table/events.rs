//! Times in each format that programs write, and keys with a shard at the end.

use keywright_local::Local;
use keywright_tools::put_back::PutBack;
use serde_json::{Value, json};

use crate::{
    generated::events::{DeviceEvent, Events},
    raw::{as_stored, assert_generated, audit, items, put_all_back, store, stored, templates},
};

fn table() -> Value {
    let key = |name: &str, kind: &str| json!({ "AttributeName": name, "KeyType": kind });
    json!({
        "TableName": "events",
        "KeySchema": [key("PK", "HASH"), key("SK", "RANGE")],
        "AttributeDefinitions": [
            { "AttributeName": "PK", "AttributeType": "S" }, { "AttributeName": "SK", "AttributeType": "S" },
            { "AttributeName": "room", "AttributeType": "S" }, { "AttributeName": "seen", "AttributeType": "S" },
        ],
        "GlobalSecondaryIndexes": [{
            "IndexName": "ByRoom",
            "KeySchema": [key("room", "HASH"), key("seen", "RANGE")],
            "Projection": { "ProjectionType": "ALL" },
        }],
    })
}

/// Returns the events of ten devices on three shards each. Only the keys have times to the nanosecond. `changed` has a
/// fraction that chrono would write with fewer digits, and `once` is not a time in one item.
fn raw_events() -> Value {
    let event = |n: u32| {
        let (device, shard, minute, second) = (n % 10, n % 3 + 1, n / 60 % 60, n % 60);
        let time = format!("2026-06-22T14:{minute:02}:{second:02}");
        json!({
            "PK": {"S": format!("DEVICE#{device}#{shard:02}")},
            "SK": {"S": format!("EVENT#{time}.{:09}Z", n * 1_000)},
            "room": {"S": format!("room {}", n % 7)},
            "seen": {"S": format!("{time}.{:03}Z", n * 10 % 1_000)},
            "created": {"S": format!("{time}Z")},
            "changed": {"S": format!("{time}.{:03}Z", n * 10 % 1_000)},
            "day": {"S": format!("2026-06-{:02}", n % 28 + 1)},
            "once": {"S": if n == 77 { "never".to_owned() } else { format!("{time}Z") }},
        })
    };
    (0..360).map(event).collect()
}

#[tokio::test]
async fn times_round_trip_unchanged() {
    let items = items(raw_events());
    let audit = audit(&items, Some(&table()));
    assert_eq!(templates(&audit), [("DEVICE#<digits>#<digits>  EVENT#<time:ns>", 360)]);
    assert_generated(&audit, "Events", "events.rs");
    let report = PutBack::new().entity::<DeviceEvent>().check(&items);
    assert!(report.is_identical() && report.identical == 360, "{report}");
    let events = Local::start().open::<Events>("events").await.unwrap();
    store(&events, &items).await;
    assert_eq!(put_all_back::<Events, DeviceEvent>(&events).await, 360);
    assert_eq!(stored(&events).await, as_stored(&items));
    let seen = DeviceEvent::by_by_room("room 3").send(&events).await.unwrap().items;
    assert!(seen.len() > 50 && seen.windows(2).all(|pair| pair[0].seen <= pair[1].seen));
}

/// The design that the comment about the shard suggests.
mod sharded {
    use chrono::{DateTime, Utc};
    use keywright::{Attributes, Entity, Table};
    use serde::{Deserialize, Serialize};

    use super::*;

    #[derive(Table)]
    #[table(pk = "PK", sk = "SK", discriminator = none, encoding = "raw")]
    #[entities(Event)]
    struct Sharded;

    #[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
    #[entity(table = Sharded)]
    #[pk(template = "DEVICE#<device:plain>#<shard:02>")]
    #[shard(random = 3, first = 1)]
    #[sk(template = "EVENT#<event_time>")]
    struct Event {
        #[entity(key_only)]
        device: u64,
        #[entity(key_only)]
        event_time: DateTime<Utc>,
        #[serde(flatten)]
        others: Attributes,
    }

    #[tokio::test]
    async fn proposed_shards_are_read_in_one_query() {
        let events = Local::start().open::<Sharded>("events").await.unwrap();
        store(&events, &items(raw_events())).await;
        let read = Event::query(4_u64).send(&events).await.unwrap().items;
        assert_eq!(read.len(), 36);
        assert!(read.windows(2).all(|pair| pair[0].event_time < pair[1].event_time));
    }
}

//! An item is what serde says: names, skipped fields, defaults, formats, and what other writers add.

#![deny(warnings)]

use chrono::{DateTime, Utc, serde::ts_seconds};
use keywright::{Attributes, Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(pk = "deviceId", sk = "SK", discriminator = "kind")]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[entity(table = Platform)]
#[pk(template = "<device_id>")]
#[sk(template = "READING#<taken_at:epoch>#<type>")]
struct Reading {
    device_id: String,
    #[serde(with = "ts_seconds")]
    taken_at: DateTime<Utc>,
    #[serde(rename = "sensorType")]
    r#type: String,
    #[serde(rename(serialize = "v", deserialize = "v"))]
    celsius: f64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    note: Option<String>,
    #[serde(skip)]
    cached: Option<u32>,
    #[serde(flatten)]
    place: Place,
    #[serde(flatten)]
    others: Attributes,
}

#[derive(Serialize, Deserialize)]
struct Place {
    building: String,
    room: u16,
}

pub(super) fn main() {
    let schema = Reading::SCHEMA;
    let stored: Vec<(&str, &str)> = schema.fields.iter().map(|field| (field.name, field.attribute)).collect();
    let expected = [
        ("device_id", "deviceId"),
        ("taken_at", "takenAt"),
        ("type", "sensorType"),
        ("celsius", "v"),
        ("note", "note"),
    ];
    assert_eq!(stored, expected);

    let taken_at = DateTime::from_timestamp(1_782_137_106, 0).expect("an instant");
    let key = Reading::key("d-1", taken_at, "temperature").to_item_key().expect("a key");
    assert_eq!(key.partition.to_string(), "d-1");
    let _ = Reading::query("d-1").between(taken_at..);
    let place = Place { building: String::from("A"), room: 1 };
    let reading = Reading {
        device_id: String::new(),
        taken_at,
        r#type: String::new(),
        celsius: 21.5,
        note: None,
        cached: None,
        place,
        others: Attributes::new(),
    };
    let _ = (reading.celsius, reading.cached, reading.place.room, reading.place.building);
}

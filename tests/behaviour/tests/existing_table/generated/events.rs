//! Written by `keywright scaffold` from an audit of 360 items.
//!
//! Names are a first draft: a field can have another one, with `#[serde(rename = "..")]`.

use chrono::{DateTime, NaiveDate, Utc};
use keywright::{Attributes, Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(pk = "PK", sk = "SK", discriminator = none, encoding = "raw")]
#[gsi(name = "ByRoom", pk = "room", sk = "seen", projection = "all")]
#[entities(DeviceEvent)]
pub struct Events;

/// `DEVICE#<digits>#<digits>  EVENT#<time:ns>`: 360 items.
// `number` looks like a shard: 1 to 3, with 120 items each. If writers choose it at random, write `<shard:02>` in its
// place, `#[shard(random = 3, first = 1)]` below `#[pk(..)]`, and drop the field.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Events)]
#[pk(template = "DEVICE#<device:plain>#<number:w2>")]
#[sk(template = "EVENT#<event_time>")]
#[gsi(index = "ByRoom", query = by_by_room, pk = "<room>", sk = "<seen:ms>")]
pub struct DeviceEvent {
    #[entity(key_only)]
    pub device: u64,
    #[entity(key_only)]
    pub number: u64,
    #[entity(key_only)]
    pub event_time: DateTime<Utc>,
    pub changed: String,
    pub created: DateTime<Utc>,
    pub day: NaiveDate,
    pub once: String,
    pub room: String,
    pub seen: DateTime<Utc>,
    #[serde(flatten)]
    pub others: Attributes,
}

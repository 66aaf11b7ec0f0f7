//! Written by `keywright scaffold` from an audit of 18,184 items.
//!
//! Names are a first draft: a field can have another one, with `#[serde(rename = "..")]`.

use chrono::{DateTime, NaiveDate, Utc};
use keywright::{Attributes, Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(pk = "PK", sk = "SK", discriminator = none, encoding = "raw")]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK", projection = "all")]
#[entities(AircraftProfile, RouteDay, Departure)]
pub struct Flights;

/// `AIRCRAFT#<text>  PROFILE`: 2,698 items.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Flights)]
#[pk(template = "AIRCRAFT#<aircraft>")]
#[sk(template = "PROFILE")]
pub struct AircraftProfile {
    #[entity(key_only)]
    pub aircraft: String,
    pub departures: u64,
    #[serde(flatten)]
    pub others: Attributes,
}

/// `ROUTE#<word>#<word>  DAY#<date>`: 2,535 items.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Flights)]
#[pk(template = "ROUTE#<route>#<text>")]
#[sk(template = "DAY#<day_date>")]
pub struct RouteDay {
    #[entity(key_only)]
    pub route: String,
    #[entity(key_only)]
    pub text: String,
    #[entity(key_only)]
    pub day_date: NaiveDate,
    pub departures: u64,
    #[serde(flatten)]
    pub others: Attributes,
}

/// `DEPARTURE#<date>  <scheduled_at>#<carrier>#<flight>`: 12,951 items.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Flights)]
#[pk(template = "DEPARTURE#<departure_date>", allow_hot = "as found: 12,951 items under 15 partition keys")]
#[sk(template = "<scheduled_at:s>#<carrier>#<flight:plain>")]
#[gsi(index = "GSI1", query = by_gsi1, pk = "TAIL#<tail>", sk = "<scheduled_at:s>#<carrier>#<flight:plain>")]
pub struct Departure {
    #[entity(key_only)]
    pub departure_date: NaiveDate,
    pub air_time_min: Option<u64>,
    pub arrival_delay_min: Option<i64>,
    pub carrier: String,
    pub departure_delay_min: Option<i64>,
    pub dest: String,
    pub distance_mi: u64,
    pub flight: u64,
    pub origin: String,
    pub scheduled_at: DateTime<Utc>,
    pub tail: Option<String>,
    #[serde(flatten)]
    pub others: Attributes,
}

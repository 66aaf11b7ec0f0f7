//! The schema: one table with three entities.

use chrono::{DateTime, NaiveDate, Utc};
use keywright::{Entity, KeyEnum, Table};
use serde::{Deserialize, Serialize};

/// Departures from New York's airports.
#[derive(Table)]
#[gsi(name = "ByTail", pk = "TailPK", sk = "TailSK")]
#[gsi(name = "ByCarrier", pk = "CarrierPK", sk = "CarrierSK")]
#[entities(Departure, Aircraft, Route)]
pub(crate) struct Departures;

/// One scheduled departure.
///
/// All departures of a day share its bucket, so the bucket is spread over 4 shards. The shard is a hash of
/// the departure's own key, so a read of one departure asks one shard.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Departures)]
#[pk(template = "DEPARTURE#<scheduled_at>", bucket = "day")]
#[shard(hash(scheduled_at, carrier, flight), count = 4)]
#[sk(template = "<scheduled_at>#<carrier>#<flight>")]
#[gsi(index = "ByTail", query = by_tail, pk = "TAIL#<tail>", sk = "<scheduled_at>#<carrier>#<flight>")]
#[gsi(
    index = "ByCarrier", query = by_carrier,
    pk = "CARRIER#<carrier>#<scheduled_at:day>", sk = "<scheduled_at>#<flight>",
)]
#[peak(writes_per_second = 1_200, item_bytes = 400, mean = 0.25)]
pub(crate) struct Departure {
    /// The scheduled time of departure, in UTC.
    pub(crate) scheduled_at: DateTime<Utc>,
    /// The airline's two-letter code.
    pub(crate) carrier: String,
    /// The airline's flight number.
    pub(crate) flight: u16,
    /// The aircraft; absent for some cancelled flights, which are then absent from the index too.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) tail: Option<String>,
    /// The airport of departure.
    pub(crate) origin: Airport,
    /// The destination.
    pub(crate) dest: String,
    /// Minutes late at departure; absent for a cancelled flight.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) departure_delay_min: Option<i16>,
    /// Minutes late at arrival.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) arrival_delay_min: Option<i16>,
    /// Minutes in the air.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) air_time_min: Option<u16>,
    /// Miles flown.
    pub(crate) distance_mi: u16,
}

/// The totals of one aircraft.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Departures)]
#[pk(template = "AIRCRAFT#<tail>")]
#[sk(template = "PROFILE")]
pub(crate) struct Aircraft {
    /// Its registration.
    pub(crate) tail: String,
    /// The number of scheduled departures from New York.
    pub(crate) departures: u32,
    /// The scheduled miles of these departures.
    pub(crate) miles: u32,
}

/// One route on one day (UTC).
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Departures)]
#[pk(template = "ROUTE#<origin>#<dest>")]
#[sk(template = "DAY#<day>")]
pub(crate) struct Route {
    /// The airport of departure.
    pub(crate) origin: Airport,
    /// The destination.
    pub(crate) dest: String,
    /// The day, as in `2013-07-04`.
    pub(crate) day: NaiveDate,
    /// Scheduled departures.
    pub(crate) departures: u32,
    /// The number of cancelled departures.
    pub(crate) cancelled: u32,
}

/// New York's airports.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, KeyEnum, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub(crate) enum Airport {
    /// Newark.
    Ewr,
    /// John F. Kennedy.
    Jfk,
    /// LaGuardia.
    Lga,
}

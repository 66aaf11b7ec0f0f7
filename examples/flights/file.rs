//! Reads the file into the entities of the schema.

use std::{collections::BTreeMap, error::Error};

use crate::schema::{Aircraft, Departure, Route};

const FLIGHTS: &[u8] = include_bytes!("flights.csv");

/// The contents of the file.
pub(crate) struct File {
    /// Departures in the order of the file, which is the order of their scheduled time.
    pub(crate) departures: Vec<Departure>,
    pub(crate) aircraft: Vec<Aircraft>,
    pub(crate) routes: Vec<Route>,
}

impl File {
    pub(crate) fn read() -> Result<Self, Box<dyn Error>> {
        let departures = csv::Reader::from_reader(FLIGHTS).deserialize().collect::<Result<Vec<Departure>, _>>()?;
        Ok(Self { aircraft: aircraft(&departures), routes: routes(&departures), departures })
    }

    /// Returns the matching departures, newest first. Those at equal times are ordered by airline and flight number, as
    /// in the key.
    pub(crate) fn newest(&self, wanted: impl Fn(&Departure) -> bool) -> Vec<Departure> {
        let mut departures = self.departures.iter().filter(|departure| wanted(departure)).cloned().collect::<Vec<_>>();
        departures.sort_by(|a, b| order(b).cmp(&order(a)));
        departures
    }
}

fn aircraft(departures: &[Departure]) -> Vec<Aircraft> {
    let mut by_tail = BTreeMap::<&str, Aircraft>::new();
    for departure in departures {
        let Some(tail) = &departure.tail else { continue };
        let aircraft = by_tail.entry(tail).or_insert_with(|| Aircraft { tail: tail.clone(), departures: 0, miles: 0 });
        aircraft.departures += 1;
        aircraft.miles += u32::from(departure.distance_mi);
    }
    by_tail.into_values().collect()
}

fn routes(departures: &[Departure]) -> Vec<Route> {
    let mut by_day = BTreeMap::new();
    for departure in departures {
        let day = departure.scheduled_at.date_naive();
        let route = by_day.entry((departure.origin, &departure.dest, day)).or_insert_with(|| Route {
            origin: departure.origin,
            dest: departure.dest.clone(),
            day,
            departures: 0,
            cancelled: 0,
        });
        route.departures += 1;
        route.cancelled += u32::from(departure.departure_delay_min.is_none());
    }
    by_day.into_values().collect()
}

fn order(departure: &Departure) -> (chrono::DateTime<chrono::Utc>, &str, u16) {
    (departure.scheduled_at, &departure.carrier, departure.flight)
}

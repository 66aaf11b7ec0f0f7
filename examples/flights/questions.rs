//! Asks a user's questions, and checks each answer against the file.

use std::{error::Error, fmt::Debug};

use aws_sdk_dynamodb::types::ReturnConsumedCapacity;
use chrono::{DateTime, Datelike, Duration, SecondsFormat, TimeZone, Utc};
use keywright::{
    Handle, Key,
    entity::{KnownKey, StoredIn},
    read::Stats,
};
use serde::de::DeserializeOwned;

use crate::{
    file::File,
    naive::{self, Lanes},
    schema::{Aircraft, Airport, Departure, Departures, Route},
};

/// A question with its answer and its cost.
pub(crate) struct Answer {
    pub(crate) question: &'static str,
    pub(crate) answer: String,
    pub(crate) requests: usize,
    pub(crate) read_units: f64,
    pub(crate) naive_units: f64,
}

type AnswerResult = Result<Answer, Box<dyn Error>>;

/// Asks all questions, in the order of the printed table.
pub(crate) async fn ask_all(table: &Handle<Departures>, file: &File) -> Result<Vec<Answer>, Box<dyn Error>> {
    Ok(vec![
        latest(table, file).await?,
        week_of_an_aircraft(table, file).await?,
        airline_on_a_day(table, file).await?,
        count_of_a_day(table, file).await?,
        second_page(table, file).await?,
        one_departure(table, file).await?,
        days_of_a_route(table, file).await?,
        profile(table, file).await?,
    ])
}

async fn latest(table: &Handle<Departures>, file: &File) -> AnswerResult {
    let page = Departure::query().between(first_day()..day(16)).newest_first().limit(50).send(table).await?;
    same(&page.items, &file.newest(|_| true)[..50])?;
    let naive = naive::read_units(table, Lanes::of_days(1..=15, "0", "9").limit(50)).await?;
    let answer = format!("{} to {}", time(page.items[49].scheduled_at), time(page.items[0].scheduled_at));
    Ok(answered("the latest 50, over 15 days and 4 shards", answer, page.stats, naive))
}

async fn week_of_an_aircraft(table: &Handle<Departures>, file: &File) -> AnswerResult {
    let week = first_day()..first_day() + Duration::days(7);
    let page = Departure::by_tail("N355JB").between(week.clone()).newest_first().send(table).await?;
    let expected =
        file.newest(|departure| departure.tail.as_deref() == Some("N355JB") && week.contains(&departure.scheduled_at));
    same(&page.items, &expected)?;
    let lanes = Lanes::of_index("ByTail", "TailPK", "TailSK", "TAIL#N355JB", "2013-07-01", "2013-07-08");
    let naive = naive::read_units(table, lanes).await?;
    Ok(answered("N355JB in its first week", format!("{} departures", page.items.len()), page.stats, naive))
}

async fn airline_on_a_day(table: &Handle<Departures>, file: &File) -> AnswerResult {
    let fourth = day(4)..day(5);
    let page = Departure::by_carrier("HA").between(fourth.clone()).send(table).await?;
    let mut expected = file.newest(|departure| departure.carrier == "HA" && fourth.contains(&departure.scheduled_at));
    expected.reverse();
    same(&page.items, &expected)?;
    let lanes = Lanes::of_index("ByCarrier", "CarrierPK", "CarrierSK", "CARRIER#HA#2013-07-04", "0", "9");
    let naive = naive::read_units(table, lanes).await?;
    let answer = page.items.iter().map(|departure| format!("{}{}", departure.carrier, departure.flight));
    Ok(answered("Hawaiian on the 4th of July", answer.collect::<Vec<_>>().join(", "), page.stats, naive))
}

async fn count_of_a_day(table: &Handle<Departures>, file: &File) -> AnswerResult {
    let fourth = day(4)..day(5);
    let count = Departure::query().between(fourth.clone()).count(table).await?;
    let expected = file.newest(|departure| fourth.contains(&departure.scheduled_at)).len();
    same(&[count.items], &[expected as u64])?;
    let naive = naive::read_units(table, Lanes::of_days(4..=4, "0", "9").counted()).await?;
    Ok(answered("how many on the 4th of July", count.items.to_string(), count.stats, naive))
}

async fn second_page(table: &Handle<Departures>, file: &File) -> AnswerResult {
    let query = Departure::query().between(first_day()..day(16)).newest_first().limit(50);
    let first = query.clone().send(table).await?;
    let cursor = first.cursor.ok_or("the first page has no cursor")?;
    let second = query.cursor(cursor).send(table).await?;
    same(&second.items, &file.newest(|_| true)[50..100])?;
    // By hand there is no cursor over several lanes: the first 100 items are read again, and 50 are discarded.
    let naive = naive::read_units(table, Lanes::of_days(1..=15, "0", "9").limit(100)).await?;
    let answer = format!("{} to {}", time(second.items[49].scheduled_at), time(second.items[0].scheduled_at));
    Ok(answered("the next 50, by cursor", answer, second.stats, naive))
}

async fn one_departure(table: &Handle<Departures>, file: &File) -> AnswerResult {
    let wanted = file.departures.get(6_000).ok_or("the file is too short")?;
    let key = Departure::key(wanted.scheduled_at, &wanted.carrier, wanted.flight);
    let (found, read_units) = by_key(table, key).await?;
    same(&[&found], &[wanted])?;
    // The key's fields determine its shard. By hand, with a random shard, each of the four would have to be read.
    let day = wanted.scheduled_at.day();
    let time_of = wanted.scheduled_at.to_rfc3339_opts(SecondsFormat::Nanos, true);
    let lanes = Lanes::of_days(day..=day, &time_of, &format!("{time_of}~")).limit(1);
    let naive = naive::read_units(table, lanes).await?;
    let answer = format!("{}{} at {}", found.carrier, found.flight, time(found.scheduled_at));
    Ok(Answer { question: "one departure by its key", answer, requests: 1, read_units, naive_units: naive })
}

async fn days_of_a_route(table: &Handle<Departures>, file: &File) -> AnswerResult {
    let page = Route::query(Airport::Lga, "ORD").send(table).await?;
    let expected = file.routes.iter().filter(|route| route.origin == Airport::Lga && route.dest == "ORD");
    same(&page.items.iter().collect::<Vec<_>>(), &expected.collect::<Vec<_>>())?;
    let lanes = Lanes::of_table("ROUTE#LGA#ORD", "DAY#", "DAY#~");
    let naive = naive::read_units(table, lanes).await?;
    let departures: u32 = page.items.iter().map(|route| route.departures).sum();
    let answer = format!("{} days, {departures} departures", page.items.len());
    Ok(answered("LaGuardia to O'Hare, day by day", answer, page.stats, naive))
}

async fn profile(table: &Handle<Departures>, file: &File) -> AnswerResult {
    let (found, read_units) = by_key(table, Aircraft::key("N298JB")).await?;
    let expected = file.aircraft.iter().find(|aircraft| aircraft.tail == "N298JB").ok_or("not in the file")?;
    same(&[&found], &[expected])?;
    let answer = format!("{} departures, {} miles", found.departures, found.miles);
    Ok(Answer { question: "what N298JB did", answer, requests: 1, read_units, naive_units: read_units })
}

/// Calls `table.get(key)` as a request of the SDK, because that can return the consumed capacity.
async fn by_key<E>(table: &Handle<Departures>, key: Key<E>) -> Result<(E, f64), Box<dyn Error>>
where
    E: StoredIn<Departures> + KnownKey + DeserializeOwned,
{
    let request = table.get(key).into_sdk()?.return_consumed_capacity(ReturnConsumedCapacity::Total);
    let answer = request.send().await?;
    let units = answer.consumed_capacity().and_then(|consumed| consumed.capacity_units()).unwrap_or_default();
    Ok((E::from_item(answer.item.ok_or("the item does not exist")?)?, units))
}

fn answered(question: &'static str, answer: String, stats: Stats, naive_units: f64) -> Answer {
    Answer { question, answer, requests: stats.requests, read_units: stats.rcu, naive_units }
}

fn same<T: PartialEq<U> + Debug, U: Debug>(answer: &[T], expected: &[U]) -> Result<(), Box<dyn Error>> {
    if answer.len() != expected.len() || answer.iter().zip(expected).any(|(answer, expected)| answer != expected) {
        return Err(format!("the answer differs from the file: {answer:?} instead of {expected:?}").into());
    }
    Ok(())
}

fn first_day() -> DateTime<Utc> {
    day(1)
}

fn day(day: u32) -> DateTime<Utc> {
    Utc.with_ymd_and_hms(2013, 7, day, 0, 0, 0).single().unwrap_or_default()
}

fn time(at: DateTime<Utc>) -> String {
    at.format("%b %e %H:%M").to_string()
}

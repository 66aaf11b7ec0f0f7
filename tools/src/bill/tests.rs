//! Months against numbers that are computed by hand. A month has 730 hours, which are 2,628,000 seconds.

use keywright::{Entity, Schema, Table};
use serde::{Deserialize, Serialize};

use super::{load::Loads, month, month::Storage};
use crate::{
    access_patterns::{Prices, access_patterns},
    infrastructure::Settings,
    plan,
};

mod difference;

const MONTH: f64 = 2_628_000.0;
const GB: f64 = 1_073_741_824.0;

const PRICES: &str = r#"{ "region": "us-east-1", "date": "2026-11-01", "source": "AWS", "currency": "USD",
    "million_write_units": 1, "million_read_units": 0.5, "million_replicated_write_units": 2, "storage_gb_month": 0.25,
    "warm_write_unit": 0.001, "warm_read_unit": 0.0001 }"#;

#[derive(Table)]
#[table(ttl = "ends")]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK", projection = "keys_only")]
#[entities(Order, Session, Visit, Brand)]
struct Shop;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop)]
#[pk(template = "CUSTOMER#<customer>")]
#[sk(template = "ORDER#<id>")]
#[gsi(index = "GSI1", query = by_courier, pk = "COURIER#<courier>", sk = "<id>", peak(moves = 0.5, item_bytes = 156))]
#[peak(
    creates = 20,
    updates = 10,
    deletes = 4,
    item_bytes = 1_500,
    reads(queries = 8, items = 2, gets = 4),
    mean = 0.25
)]
struct Order {
    customer: String,
    id: String,
    courier: String,
}

/// A month has 5,256,000 creates, which are 2 a second.
#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop)]
#[pk(template = "USER#<user>#<at:day>", retention = "73h")]
#[sk(template = "<at>")]
#[peak(creates = 10, item_bytes = 924, per_month = 5_256_000)]
struct Session {
    user: String,
    at: chrono::DateTime<chrono::Utc>,
    #[entity(ttl)]
    ends: u64,
}

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop)]
#[pk(template = "VISIT#<page>")]
#[sk(template = "<id>")]
#[peak(updates = 3, item_bytes = 200)]
struct Visit {
    page: String,
    id: String,
}

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop)]
#[pk(template = "BRAND#<id>")]
#[sk(template = "BRAND")]
struct Brand {
    id: String,
}

fn prices() -> Prices {
    Prices::from_json(PRICES).unwrap()
}

fn loads() -> Loads {
    Loads::of(&<Shop as Table>::SCHEMA, <Shop as Schema>::ENTITIES)
}

fn near(found: f64, expected: f64) {
    assert!((found - expected).abs() <= 1e-9 * expected.abs(), "{found} is not {expected}");
}

#[test]
fn units_are_those_of_the_mean() {
    let month = month(&loads(), Some(&prices()), &Settings::default());
    let [order, by_courier, session, visit] = &month.keys[..] else { panic!("{month:?}") };
    // A quarter of 20, 10 and 4 writes a second.
    assert_eq!((order.creates, order.updates, order.deletes), (5.0 * MONTH, 2.5 * MONTH, MONTH));
    // 1,500 bytes are 2 write units. A query of 2 items costs 0.5 read units, a read of one item also 0.5.
    near(order.write_units, 8.5 * 2.0 * MONTH);
    near(order.read_units, 0.25 * (8.0 * 0.5 + 4.0 * 0.5) * MONTH);
    // 24 creates and deletes of 1 unit; half of 10 updates move an entry with 2 units, the others change no key.
    assert_eq!(by_courier.index.as_deref(), Some("GSI1"));
    near(by_courier.write_units, 0.25 * (24.0 + 5.0 * 2.0) * MONTH);
    assert_eq!((session.creates, session.mean), (5_256_000.0, Some(0.2)));
    near(visit.write_units, 3.0 * MONTH);
    assert_eq!(month.without_mean(), ["Visit"]);
}

#[test]
fn storage_grows_by_what_is_not_deleted_and_is_bounded_by_the_ttl() {
    let month = month(&loads(), Some(&prices()), &Settings::default());
    let [order, by_courier, session, visit] = &month.keys[..] else { panic!("{month:?}") };
    // 5 creates less 1 delete a second, of 1,500 + 100 bytes, and of 156 + 100 bytes in the index.
    near(order.storage.gb, 4.0 * MONTH * 1_600.0 / GB);
    assert_eq!(order.storage.most_gb, None);
    near(by_courier.storage.gb, 4.0 * MONTH * 256.0 / GB);
    // 2 creates a second that live for a tenth of a month, of 924 + 100 bytes.
    near(session.storage.gb, 2.0 * 73.0 * 3_600.0 * 1_024.0 / GB);
    near(session.storage.most_gb.unwrap(), session.storage.gb);
    assert_eq!(visit.storage, Storage { gb: 0.0, most_gb: Some(0.0), expires: false });
    near(order.price.unwrap().0, (17.0 * MONTH + 1.5 * MONTH * 0.5) / 1e6 + 0.25 * order.storage.gb);
    let sum: f64 = month.keys.iter().map(|key| key.price.unwrap().0).sum();
    near(month.price.unwrap().0, sum);
    near(month.price_of(None).0 + month.price_of(Some("GSI1")).0, sum);
}

#[test]
fn storage_of_items_that_expire_at_an_unknown_time_is_no_growth_without_bound() {
    let mut loads = loads();
    loads.keys.iter_mut().for_each(|load| load.lifetime = None);
    let month = month(&loads, None, &Settings::default());
    assert_eq!(month.keys[2].storage.most_gb, None);
    let text = month.keys[2].storage_text();
    assert_eq!(text, "5 GB more each month until items expire, after a time that no `retention` declares");
}

#[test]
fn each_region_is_written_at_the_full_rate() {
    let settings =
        Settings { replicas: Some(vec!["eu-west-1".to_owned(), "eu-central-1".to_owned()]), ..Settings::default() };
    let month = month(&loads(), Some(&prices()), &settings);
    let [order, by_courier, session, _] = &month.keys[..] else { panic!("{month:?}") };
    assert_eq!(month.regions, 3);
    near(order.write_units, 3.0 * 17.0 * MONTH);
    near(order.storage.gb, 3.0 * 4.0 * MONTH * 1_648.0 / GB);
    // Replicated writes cost 2 a million, entries of indexes 1.
    near(order.price.unwrap().0, (3.0 * 17.0 * 2.0 + 1.5 * 0.5) * MONTH / 1e6 + 0.25 * order.storage.gb);
    near(by_courier.price.unwrap().0, 3.0 * 8.5 * MONTH / 1e6 + 0.25 * by_courier.storage.gb);
    // Each session is written in 3 Regions, and its expiry in the 2 others.
    near(session.write_units, (3.0 + 2.0) * 5_256_000.0);
    near(session.expiry_units, 2.0 * 5_256_000.0);
    let unpriced = Prices { million_replicated_write_units: None, ..prices() };
    let month = super::month(&loads(), Some(&unpriced), &settings);
    assert!(month.not_included.iter().any(|text| text.contains("`million_replicated_write_units`")), "{month:?}");
    near(month.keys[0].price.unwrap().0, (17.0 + 1.5 * 0.5) * MONTH / 1e6 + 0.25 * month.keys[0].storage.gb);
}

#[test]
fn warm_throughput_is_paid_once_above_that_of_a_new_table() {
    let mut loads = loads();
    assert!(loads.warm.is_empty());
    let warm = super::Warm { index: Some("GSI1".to_owned()), write_units: Some(9_000), read_units: Some(20_000) };
    loads.warm.push(warm);
    let month = month(&loads, Some(&prices()), &Settings::default());
    near(month.price_once.unwrap().0, 5_000.0 * 0.001 + 8_000.0 * 0.0001);
    let text = month.to_text(Some(&prices()));
    assert!(text.contains("Paid once, and not part of the month: 5.80 USD for 5,000 WCU/s and 8,000 RCU/s"), "{text}");
    let unpriced = Prices { warm_read_unit: None, ..prices() };
    let month = super::month(&loads, Some(&unpriced), &Settings::default());
    assert!(month.price_once.is_none() && month.not_included[0].contains("`warm_read_unit`"), "{month:?}");
}

#[test]
fn the_plan_and_the_page_have_one_total() {
    let plan = plan::priced::<Shop>(Some(prices()), &Settings::default());
    let total = format!("{} USD", plan.month.price.unwrap());
    let text = plan::report(&plan);
    assert!(text.contains(&format!("  sum            {total} a month\n")), "{text}");
    let patterns = access_patterns::<Shop>("shop").priced(prices());
    let (markdown, html) = (patterns.to_markdown(), patterns.to_html());
    for page in [&markdown, &html] {
        assert!(page.contains(&format!("A month of 730 hours on demand costs {total}.")), "{page}");
    }
    assert_eq!(patterns.to_json()["month"], serde_json::json!(plan.month));
    let places: f64 = patterns.capacity.iter().map(|place| place.price_per_month.unwrap().0).sum();
    near(places, plan.month.price.unwrap().0);
    // A month of peaks is never shown without saying so.
    for text in [&text, &markdown, &html] {
        assert!(text.contains("Upper bound: Visit declares no "), "{text}");
        assert!(text.contains("so that a month of peaks is counted"), "{text}");
        assert!(text.contains("it grows without bound"), "{text}");
        assert!(text.contains("Not counted: the keys of Brand without a declared peak."), "{text}");
    }
}

#[test]
fn without_prices_the_plan_says_what_is_missing() {
    let text = plan::text::<Shop>();
    assert!(text.contains("  sum            no prices: give `--prices FILE`"), "{text}");
    assert!(text.contains("    mean         25 % of the peak\n"), "{text}");
    let prices = Prices { storage_gb_month: None, ..prices() };
    let text = plan::report(&plan::priced::<Shop>(Some(prices), &Settings::default()));
    assert!(text.contains("Not included: storage: add `storage_gb_month` to the price file."), "{text}");
}

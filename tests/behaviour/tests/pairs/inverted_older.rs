//! Indexes over the table's key attributes, of entities whose table key has older designs or shards.

use aws_sdk_dynamodb::types::AttributeValue;
use futures_util::TryStreamExt as _;
use jiff::{Timestamp, civil::Date};
use keywright::{Collection, Entity, ErrorKind, Handle, Item, Projection, Table};
use keywright_local::Local;
use serde::{Deserialize, Serialize};

fn text(text: &str) -> AttributeValue {
    AttributeValue::S(text.into())
}

/// Stores an item under another partition key, as an older design did.
async fn put_under<T: Table>(table: &Handle<T>, pk: &str, mut item: Item) {
    item.insert("PK".into(), text(pk));
    table.client().put_item().table_name(table.table_name()).set_item(Some(item)).send().await.unwrap();
}

/// Reads a query of an inverted index in every way. `$expected` are all items, in the order of the stored sort keys.
macro_rules! assert_found {
    ($table:expr, $entity:ty, $part:ty, $query:expr, $expected:expr) => {{
        let (table, expected): (_, Vec<$entity>) = ($table, $expected);
        assert_eq!($query.send(table).await.unwrap().items, expected);
        assert_eq!($query.stream(table).try_collect::<Vec<_>>().await.unwrap(), expected);
        assert_eq!($query.count(table).await.unwrap(), expected.len() as u64);
        assert_eq!($query.hydrate().send(table).await.unwrap().items, expected);
        assert_eq!($query.hydrate().stream(table).try_collect::<Vec<_>>().await.unwrap(), expected);
        let located = $query.located().send(table).await.unwrap().items;
        let keys = $query.keys().send(table).await.unwrap().items;
        assert_eq!((located.len(), keys.len()), (expected.len(), expected.len()));
        for ((located, key), item) in located.into_iter().zip(keys).zip(&expected) {
            assert_eq!(located.item, *item);
            assert_eq!(table.get(key).await.unwrap().as_ref(), Some(item));
            assert_eq!(table.get(located.key).await.unwrap().as_ref(), Some(item));
        }
        let parts: Vec<$part> = expected.iter().map(<$part>::of).collect();
        assert_eq!($query.project::<$part>().send(table).await.unwrap().items, parts);
        let newest_first = $query.newest_first().send(table).await.unwrap().items;
        assert_eq!(newest_first, expected.iter().rev().cloned().collect::<Vec<_>>());
        for limit in 1..=3 {
            let (mut found, mut cursor) = (Vec::new(), None);
            loop {
                let page = $query.limit(limit).cursor(cursor).send(table).await.unwrap();
                assert!(page.items.len() <= limit);
                found.extend(page.items);
                cursor = page.cursor;
                if cursor.is_none() {
                    break;
                }
            }
            assert_eq!(found, expected, "pages of {limit}");
        }
        let mut scanned = table.scan::<$entity>().await.unwrap().items;
        scanned.retain(|item| expected.contains(item));
        assert_eq!(scanned.len(), expected.len());
    }};
}

#[derive(Table)]
#[table(delimiter = "$", discriminator = none, undeclared_peak = "allow")]
#[gsi(name = "INDEX0", pk = "SK", sk = "PK")]
#[entities(Record, Visit)]
struct Records;

/// Without a discriminator: the key decides, by the current template or the older one.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Records)]
#[pk(template = "<at>", legacy(template = "OLD$<at>"))]
#[sk(template = "x$<at>$<count>")]
#[gsi(index = "INDEX0", query = by_0, pk = "x$<at>$<count>", sk = "<at>", allow_hot = "a test")]
struct Record {
    at: bool,
    count: Date,
    note: String,
}

/// Another entity with equal sort keys.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Records)]
#[pk(template = "VISIT$<id>")]
#[sk(template = "x$<at>$<count>")]
struct Visit {
    id: u32,
    at: bool,
    count: Date,
}

#[derive(Debug, PartialEq, Projection, Deserialize)]
#[projection(of = Record)]
struct PartOfRecord {
    at: bool,
    note: String,
}

impl PartOfRecord {
    fn of(Record { at, note, .. }: &Record) -> Self {
        Self { at: *at, note: note.clone() }
    }
}

#[tokio::test]
async fn an_item_under_another_text_is_found_without_a_discriminator() {
    let records = Local::start().open::<Records>("records").await.unwrap();
    let date = |day| jiff::civil::date(2026, 5, day);
    let record = |at, day| Record { at, count: date(day), note: format!("{at} {day}") };
    for record in [record(false, 27), record(true, 28)] {
        let pk = format!("OLD${}", record.at);
        put_under(&records, &pk, record.to_item().unwrap()).await;
    }
    records.put(&record(false, 28)).await.unwrap();
    records.put(&Visit { id: 7, at: true, count: date(28) }).await.unwrap();
    assert_found!(&records, Record, PartOfRecord, Record::by_0(false, date(27)), vec![record(false, 27)]);
    assert_found!(&records, Record, PartOfRecord, Record::by_0(false, date(28)), vec![record(false, 28)]);
    assert_found!(&records, Record, PartOfRecord, Record::by_0(true, date(28)), vec![record(true, 28)]);
    assert_eq!(Record::by_0(true, date(27)).count(&records).await.unwrap(), 0);
    // A replace moves the item to the current key, where the index finds it too.
    records.replace(&record(true, 28)).await.unwrap();
    assert_found!(&records, Record, PartOfRecord, Record::by_0(true, date(28)), vec![record(true, 28)]);
}

#[derive(Table)]
#[table(undeclared_peak = "allow")]
#[allow(clippy::duplicated_attributes, reason = "two indexes have equal keys")]
#[gsi(name = "INDEX0", pk = "SK", sk = "PK")]
#[gsi(name = "KEYS", pk = "SK", sk = "PK", projection = "keys_only")]
#[entities(Order, Parcel)]
struct Shop;

/// Its key changes at an instant of its time.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Shop)]
#[pk(
    template = "A#<tags>#<region>",
    since = "2027-01-01T00:00:00Z",
    legacy(template = "OLD#<tags>#<region>", until = "2028-01-01T00:00:00Z")
)]
#[sk(template = "ORDER#<tags>")]
#[gsi(index = "INDEX0", query = by_0, pk = "ORDER#<tags>", sk = "A#<tags>#<region>", allow_hot = "a test")]
#[gsi(index = "KEYS", query = by_key, pk = "ORDER#<tags>", sk = "A#<tags>#<region>", allow_hot = "a test")]
struct Order {
    region: i64,
    tags: Timestamp,
    note: Option<String>,
}

#[derive(Debug, PartialEq, Projection, Deserialize)]
#[projection(of = Order)]
struct PartOfOrder {
    region: i64,
    note: Option<String>,
}

impl PartOfOrder {
    fn of(Order { region, note, .. }: &Order) -> Self {
        Self { region: *region, note: note.clone() }
    }
}

/// Another entity with equal sort keys.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Shop, may_overlap = "its discriminator tells it apart")]
#[pk(template = "PARCEL#<region>")]
#[sk(template = "ORDER#<tags>")]
#[gsi(index = "INDEX0", query = parcels, pk = "ORDER#<tags>", sk = "PARCEL#<region>", allow_hot = "a test")]
struct Parcel {
    region: i64,
    tags: Timestamp,
}

#[derive(Debug, Clone, PartialEq, Collection)]
#[collection(index = "INDEX0", query = at_once(tags))]
enum Both {
    Order(Order),
    Parcel(Parcel),
}

#[tokio::test]
async fn items_of_both_sides_of_an_instant_are_found() {
    let shop = Local::start().open::<Shop>("shop").await.unwrap();
    let (before, after): (Timestamp, Timestamp) =
        ("2026-12-31T23:59:59.5Z".parse().unwrap(), "2027-01-01T00:00:00Z".parse().unwrap());
    let order = |region, tags| Order { region, tags, note: Some(region.to_string()) };
    for tags in [before, after] {
        for region in [-3, 7, 12] {
            shop.put(&order(region, tags)).await.unwrap();
        }
        shop.put(&Parcel { region: 7, tags }).await.unwrap();
    }
    // Written by a release that had no `since` yet.
    let early = order(5, after);
    let pk = format!("OLD#{}#5", early.keys().unwrap()[0].partition.split('#').nth(1).unwrap());
    put_under(&shop, &pk, early.to_item().unwrap()).await;
    let all = |regions: &[i64], tags| regions.iter().map(|region| order(*region, tags)).collect::<Vec<_>>();
    assert_found!(&shop, Order, PartOfOrder, Order::by_0(before), all(&[-3, 12, 7], before));
    assert_found!(&shop, Order, PartOfOrder, Order::by_0(after), all(&[-3, 12, 7, 5], after));
    let both = Both::at_once(after).send(&shop).await.unwrap().items;
    let orders = both.iter().filter(|one| matches!(one, Both::Order(_))).count();
    assert_eq!((both.len(), orders), (5, 4));
    assert_eq!(Parcel::parcels(after).then(7).send(&shop).await.unwrap().items.len(), 1);
    // An index of keys only.
    for (tags, expected) in [(before, all(&[-3, 12, 7], before)), (after, all(&[-3, 12, 7, 5], after))] {
        assert_eq!(Order::by_key(tags).count(&shop).await.unwrap(), expected.len() as u64);
        assert_eq!(Order::by_key(tags).hydrate().send(&shop).await.unwrap().items, expected);
        let keys = Order::by_key(tags).keys().send(&shop).await.unwrap().items;
        let regions: Vec<_> = keys.iter().map(|key| key.field(Order::REGION).unwrap()).collect();
        assert_eq!(regions, expected.iter().map(|order| order.region).collect::<Vec<_>>());
    }
    let error = Order::by_0(after).then(7).send(&shop).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidArgument);
    assert!(error.to_string().contains("shards or older keys"), "{error}");
    let error = Order::by_0(after).between(3..9).send(&shop).await.unwrap_err();
    assert!(error.to_string().contains("shards or older keys"), "{error}");
}

#[derive(Table)]
#[table(undeclared_peak = "allow")]
#[gsi(name = "ByDay", pk = "SK", sk = "PK")]
#[entities(Sample)]
struct Samples;

/// The index's partition key has a part of the time, and the table's partition key all of it.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Samples)]
#[pk(template = "S#<at>#<name>", legacy(template = "<name>#<at>"))]
#[shard(hash(name), count = 3)]
#[sk(template = "<name:lower>#<at:day>")]
#[gsi(index = "ByDay", query = by_day, pk = "<name:lower>#<at:day>", sk = "S#<at>#<name>", allow_hot = "a test")]
struct Sample {
    at: Timestamp,
    name: String,
}

#[tokio::test]
async fn parts_of_fields_are_compared_as_in_a_sort_key_that_is_determined() {
    let samples = Local::start().open::<Samples>("samples").await.unwrap();
    let at = |hour: u32| -> Timestamp { format!("2026-06-22T{hour:02}:00:00Z").parse().unwrap() };
    let sample = |hour, name: &str| Sample { at: at(hour), name: name.into() };
    for item in [sample(3, "Ann"), sample(5, "Ann"), sample(5, "ANN")] {
        samples.put(&item).await.unwrap();
    }
    let older = sample(4, "Ann");
    put_under(&samples, "Ann#2026-06-22T04:00:00.000000000Z", older.to_item().unwrap()).await;
    let of = async |name: &str, from: u32, until: u32| {
        let query = Sample::by_day(name.to_owned()).between(at(from)..at(until));
        let mut items = query.clone().send(&samples).await.unwrap().items;
        assert_eq!(query.clone().count(&samples).await.unwrap(), items.len() as u64);
        assert_eq!(query.keys().send(&samples).await.unwrap().items.len(), items.len());
        items.sort_by_key(|item| (item.at, item.name.clone()));
        items
    };
    // The partition key has the name in lower case, and the time, which is before the name in the sort key, is a range.
    let all = [sample(3, "Ann"), sample(4, "Ann"), sample(5, "ANN"), sample(5, "Ann")];
    assert_eq!(of("Ann", 0, 23).await, all);
    assert_eq!(of("ANN", 0, 23).await, all);
    assert_eq!(of("Ann", 4, 5).await, [older]);
}

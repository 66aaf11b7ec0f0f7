//! Fields with `#[serde(alias = ..)]`: items that an earlier release wrote under the old name, through every operation.

use std::collections::{BTreeSet, HashMap};

use aws_sdk_dynamodb::types::AttributeValue;
use keywright::{
    Attributes, Conditional, Entity, ErrorKind, Handle, Item, ItemUpdate, Projection, Table, expression::Condition,
};
use keywright_local::Local;
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
#[entities(Order)]
struct Shop;

/// An order most of whose fields had another name earlier.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Shop)]
#[pk(template = "ORDER#<id>")]
#[sk(template = "ORDER")]
#[gsi(index = "GSI1", query = by_agent, pk = "AGENT#<agent>", sk = "<id>", allow_hot = "a test")]
struct Order {
    id: String,
    #[serde(alias = "bot")]
    agent: String,
    #[serde(alias = "state", alias = "phase")]
    status: String,
    #[serde(alias = "amount")]
    cents: u64,
    #[serde(alias = "remark")]
    note: Option<String>,
    #[serde(default, alias = "steps")]
    log: Vec<String>,
    #[serde(default, alias = "labels")]
    tags: BTreeSet<String>,
    #[serde(default, alias = "house")]
    address: HashMap<String, String>,
    #[serde(flatten)]
    others: Attributes,
}

#[derive(Debug, PartialEq, Projection, Deserialize)]
#[projection(of = Order)]
struct Part {
    id: String,
    agent: String,
    status: String,
    note: Option<String>,
    tags: BTreeSet<String>,
}

const OLD: [(&str, &str); 8] = [
    ("agent", "bot"),
    ("status", "state"),
    ("cents", "amount"),
    ("note", "remark"),
    ("log", "steps"),
    ("tags", "labels"),
    ("address", "house"),
    ("", "phase"),
];

fn s(text: &str) -> AttributeValue {
    AttributeValue::S(text.to_owned())
}

/// An item under the old names, with the attribute of another writer.
fn older(id: &str) -> Item {
    let map = HashMap::from([("city".to_owned(), s("rome"))]);
    let attributes = [
        ("PK", s(&format!("ORDER#{id}"))),
        ("SK", s("ORDER")),
        ("GSI1PK", s("AGENT#ann")),
        ("GSI1SK", s(id)),
        ("_et", s("Order")),
        ("id", s(id)),
        ("bot", s("ann")),
        ("state", s("open")),
        ("amount", AttributeValue::N("5".into())),
        ("remark", s("soon")),
        ("steps", AttributeValue::L(vec![s("made")])),
        ("labels", AttributeValue::Ss(vec!["red".into()])),
        ("house", AttributeValue::M(map)),
        ("theirs", s("kept")),
    ];
    attributes.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

/// The item under the current names.
fn newer(id: &str) -> Item {
    let current = |name: String| OLD.iter().find(|(_, old)| *old == name).map_or(name, |(of, _)| (*of).to_owned());
    older(id).into_iter().map(|(name, value)| (current(name), value)).collect()
}

async fn write(shop: &Handle<Shop>, item: Item) {
    shop.client().put_item().table_name(shop.table_name()).set_item(Some(item)).send().await.unwrap();
}

async fn stored(shop: &Handle<Shop>, id: &str) -> Item {
    let get = shop.client().get_item().table_name(shop.table_name()).consistent_read(true);
    get.key("PK", s(&format!("ORDER#{id}"))).key("SK", s("ORDER")).send().await.unwrap().item.unwrap()
}

async fn filled() -> (Local, Handle<Shop>) {
    let local = Local::start();
    let shop = local.open::<Shop>("shop").await.unwrap();
    write(&shop, older("1")).await;
    write(&shop, newer("2")).await;
    (local, shop)
}

async fn read(shop: &Handle<Shop>, id: &str) -> Order {
    shop.get(Order::key(id)).await.unwrap().unwrap()
}

#[tokio::test]
async fn updates_change_the_value_that_reads_return() {
    let (_local, shop) = filled().await;
    for id in ["1", "2"] {
        let update = |update: ItemUpdate<Order>| shop.update(update);
        let of = || ItemUpdate::new(Order::key(id));
        update(of().set(Order::STATUS, "paid").add(Order::CENTS, 7)).await.unwrap();
        update(of().if_not_exists(Order::NOTE, "late").append(Order::LOG, ["sent".to_owned()])).await.unwrap();
        update(of().prepend(Order::LOG, ["new".to_owned()])).await.unwrap();
        let order = read(&shop, id).await;
        assert_eq!((order.status.as_str(), order.cents, order.note.as_deref()), ("paid", 12, Some("soon")));
        assert_eq!(order.log, ["new", "made", "sent"]);
        let item = stored(&shop, id).await;
        for old in ["state", "phase", "amount", "remark", "steps"] {
            assert!(!item.contains_key(old), "{old}: {item:?}");
        }
        update(of().remove(Order::NOTE).set(Order::AGENT, "bob")).await.unwrap();
        let order = read(&shop, id).await;
        assert_eq!((order.note, order.agent.as_str()), (None, "bob"));
        assert_eq!(order.others.get("theirs").map(|_| ()), Some(()));
    }
    assert_eq!(Order::by_agent("bob").send(&shop).await.unwrap().items.len(), 2);
    assert_eq!(Order::by_agent("ann").send(&shop).await.unwrap().items.len(), 0);
}

#[tokio::test]
async fn removed_and_absent_values_stay_so() {
    let (_local, shop) = filled().await;
    shop.update(ItemUpdate::new(Order::key("1")).remove(Order::NOTE)).await.unwrap();
    assert_eq!(read(&shop, "1").await.note, None);
    shop.update(ItemUpdate::new(Order::key("1")).if_not_exists(Order::NOTE, "late")).await.unwrap();
    assert_eq!(read(&shop, "1").await.note.as_deref(), Some("late"));
}

#[tokio::test]
async fn sums_are_checked_under_the_old_name() {
    let (_local, shop) = filled().await;
    for id in ["1", "2"] {
        let error = shop.update(ItemUpdate::new(Order::key(id)).add(Order::CENTS, -6)).await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::OutOfRange, "{error}");
        shop.update(ItemUpdate::new(Order::key(id)).add(Order::CENTS, -5)).await.unwrap();
        assert_eq!(read(&shop, id).await.cents, 0);
    }
}

#[tokio::test]
async fn what_no_expression_can_do_is_refused_before_it_is_sent() {
    let (_local, shop) = filled().await;
    for id in ["1", "2"] {
        let before = stored(&shop, id).await;
        let of = || ItemUpdate::new(Order::key(id));
        let updates = [
            of().add_to(Order::TAGS, ["blue".to_owned()]),
            of().take_from(Order::TAGS, ["red".to_owned()]),
            of().set(Order::ADDRESS.entry("city"), "oslo"),
            of().remove(Order::ADDRESS.entry("city")),
        ];
        for update in updates {
            let error = shop.update(update).await.unwrap_err();
            assert_eq!(error.kind(), ErrorKind::InvalidArgument, "{error}");
            assert!(error.to_string().contains("update_each"), "{error}");
        }
        assert_eq!(stored(&shop, id).await, before);
    }
}

/// Each condition, and whether the item meets it under either name.
fn conditions() -> Vec<(Condition<Order>, bool)> {
    vec![
        (Order::STATUS.eq("open"), true),
        (Order::STATUS.eq("paid"), false),
        (Order::STATUS.ne("open"), false),
        (Order::STATUS.ne("paid"), true),
        (!Order::STATUS.eq("open"), false),
        (!Order::STATUS.ne("open"), true),
        (Order::STATUS.begins_with("op"), true),
        (Order::STATUS.is_in(["paid", "open"]), true),
        (Order::STATUS.size().eq(4), true),
        (Order::STATUS.exists(), true),
        (Order::STATUS.not_exists(), false),
        (Order::STATUS.attribute_exists(), true),
        (Order::STATUS.attribute_not_exists(), false),
        (Order::STATUS.is_type("S"), true),
        (Order::STATUS.path().eq("open"), true),
        (Order::NOTE.eq(None), false),
        (Order::NOTE.ne(None), true),
        (Order::CENTS.between(5..=5), true),
        (Order::CENTS.between(..5), false),
        (Order::CENTS.lt(6_u64), true),
        (Order::LOG.contains("made"), true),
        (Order::TAGS.contains("blue"), false),
        (Order::ADDRESS.entry("city").eq("rome"), true),
        (Order::ADDRESS.entry("city").attribute_not_exists(), false),
        (Order::ADDRESS.entry("street").attribute_not_exists(), true),
        (Order::STATUS.ne_field(Order::AGENT), true),
        (Order::STATUS.eq_field(Order::AGENT), false),
        (Order::STATUS.eq("open") & Order::CENTS.gt(1_u64) & !Order::AGENT.eq("bob"), true),
        (Order::STATUS.eq("paid") | Order::NOTE.eq("soon"), true),
    ]
}

#[tokio::test]
async fn conditions_and_filters_see_the_value_under_either_name() {
    let (_local, shop) = filled().await;
    for (condition, holds) in conditions() {
        for id in ["1", "2"] {
            let filtered = Order::query(id).filter(condition.clone()).send(&shop).await.unwrap().items;
            assert_eq!(filtered.len(), usize::from(holds), "filter of {id}: {condition}");
            let touch =
                ItemUpdate::new(Order::key(id)).set(keywright::expression::attribute::<Order, String>("touched"), "x");
            let update = shop.update(touch.when(condition.clone())).await;
            assert_eq!(update.is_ok(), holds, "condition of {id}: {condition}: {update:?}");
        }
    }
    assert!(stored(&shop, "1").await.contains_key("state"));
}

#[tokio::test]
async fn projections_read_both_names() {
    let (_local, shop) = filled().await;
    for id in ["1", "2"] {
        let part: Part = shop.get(Order::key(id)).project::<Part>().await.unwrap().unwrap();
        let tags = BTreeSet::from(["red".to_owned()]);
        let expected =
            Part { id: id.into(), agent: "ann".into(), status: "open".into(), note: Some("soon".into()), tags };
        assert_eq!(part, expected);
    }
    let parts = Order::by_agent("ann").project::<Part>().send(&shop).await.unwrap().items;
    assert_eq!(parts.iter().map(|part| part.status.as_str()).collect::<Vec<_>>(), ["open", "open"]);
}

#[tokio::test]
async fn sweeps_rename_the_attributes() {
    let (_local, shop) = filled().await;
    let report = shop.update_each(|order: Order| Some(order)).await.unwrap();
    assert_eq!((report.written, report.unchanged, report.failures), (1, 1, 0));
    assert_eq!(stored(&shop, "1").await, newer("1"));
    write(&shop, older("1")).await;
    let report = shop.delete_each(|order: &Order| order.status == "open").await.unwrap();
    assert_eq!((report.written, report.failures), (2, 0));
}

#[tokio::test]
async fn put_writes_only_the_current_names() {
    let (_local, shop) = filled().await;
    let order = read(&shop, "1").await;
    assert_eq!(order.others.iter().map(|(name, _)| name.to_owned()).collect::<Vec<_>>(), ["theirs"]);
    shop.put(&order).await.unwrap();
    assert_eq!(stored(&shop, "1").await, newer("1"));
}

/// An earlier release wrote the item after a later one had.
#[tokio::test]
async fn current_name_wins_if_an_item_has_both() {
    let (_local, shop) = filled().await;
    let mut both = newer("1");
    both.extend([("state".to_owned(), s("lost")), ("remark".to_owned(), s("lost"))]);
    both.remove("note");
    write(&shop, both.clone()).await;
    let expected = |order: &Order| (order.status == "open", order.note.as_deref() == Some("lost"));
    assert_eq!(expected(&read(&shop, "1").await), (true, true));
    assert_eq!(expected(&Order::from_item(both.clone()).unwrap()), (true, true));
    let page = Order::query("1").send(&shop).await.unwrap().items;
    assert_eq!(page.iter().map(expected).collect::<Vec<_>>(), [(true, true)]);
    let condition = Order::STATUS.eq("open") & Order::STATUS.ne("lost") & Order::NOTE.eq("lost");
    shop.update(ItemUpdate::new(Order::key("1")).when(condition).set(Order::STATUS, "paid")).await.unwrap();
    let item = stored(&shop, "1").await;
    assert!(!item.contains_key("state") && item["status"] == s("paid"), "{item:?}");
}

#[tokio::test]
async fn earlier_name_cannot_be_written() {
    let (_local, shop) = filled().await;
    let update = ItemUpdate::new(Order::key("1")).set(keywright::expression::attribute::<Order, String>("state"), "x");
    assert_eq!(shop.update(update).await.unwrap_err().kind(), ErrorKind::InvalidArgument);
    let mut order = read(&shop, "1").await;
    order.others.insert("state", "x");
    assert_eq!(shop.put(&order).await.unwrap_err().kind(), ErrorKind::Encode);
}

/// A field that is written under one name and read under two.
mod written_under_its_alias {
    use super::*;

    #[derive(Table)]
    #[entities(Parcel)]
    struct Depot;

    #[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
    #[entity(table = Depot)]
    #[pk(template = "PARCEL#<id>")]
    #[sk(template = "PARCEL")]
    struct Parcel {
        id: u32,
        #[serde(rename(serialize = "grams", deserialize = "weight"), alias = "grams")]
        weight: u64,
    }

    #[tokio::test]
    async fn both_names_are_read_and_compared() {
        let depot = Local::start().open::<Depot>("depot").await.unwrap();
        for (id, name) in [(1, "grams"), (2, "weight")] {
            let parcel = Parcel { id, weight: 5 };
            let mut item = parcel.to_item().unwrap();
            let weight = item.remove("grams").unwrap();
            item.insert(name.to_owned(), weight);
            depot.client().put_item().table_name("depot").set_item(Some(item)).send().await.unwrap();
            assert_eq!(depot.get(Parcel::key(id)).await.unwrap(), Some(parcel));
            let change = depot.update(Parcel::key(id)).add(Parcel::WEIGHT, 2).when(Parcel::WEIGHT.eq(5));
            assert!(matches!(change.await.unwrap(), Conditional::Applied(_)));
            assert_eq!(depot.get(Parcel::key(id)).await.unwrap(), Some(Parcel { id, weight: 7 }));
        }
    }
}

//! An item of another program is unchanged after a read and a put, attribute for attribute: sets stay sets, and nulls
//! stay nulls if the field distinguishes them from absent values.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use aws_sdk_dynamodb::{primitives::Blob, types::AttributeValue};
use keywright::{Attributes, Bytes, Entity, Handle, Item, Table, update::ItemUpdate};
use keywright_local::Local;
use proptest::{prelude::*, test_runner::TestRunner};
use serde::{Deserialize, Serialize};

use crate::support::stored::{items, s};

#[derive(Table)]
#[table(pk = "id", sk = none, discriminator = none)]
#[gsi(name = "ByOwner", pk = "owner", sk(name = "rank", type = "N"))]
#[entities(Document)]
struct Documents;

/// A document with an attribute of every type, in the Rust type that one would choose for it.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Documents)]
#[pk(template = "<id>")]
#[gsi(index = "ByOwner", query = by_owner, pk = "<owner>", sk = "<rank>")]
struct Document {
    id: String,
    owner: Option<String>,
    rank: Option<i64>,
    title: String,
    draft: bool,
    score: Option<f64>,
    thumbnail: Option<Bytes>,
    tags: BTreeSet<String>,
    pages: BTreeSet<u32>,
    seen_by: HashSet<i64>,
    hashes: BTreeSet<Bytes>,
    editors: Option<HashSet<String>>,
    approved: Option<Option<String>>,
    due: Option<Option<u64>>,
    /// A put drops its null.
    note: Option<String>,
    chapters: Vec<String>,
    sizes: Option<BTreeMap<String, Vec<Option<u8>>>>,
    #[serde(flatten)]
    others: Attributes,
}

fn n(number: impl ToString) -> AttributeValue {
    AttributeValue::N(number.to_string())
}

fn list(values: Vec<AttributeValue>) -> AttributeValue {
    AttributeValue::L(values)
}

fn numbers<T: ToString>(values: impl IntoIterator<Item = T>) -> AttributeValue {
    AttributeValue::Ns(values.into_iter().map(|value| value.to_string()).collect())
}

fn blob() -> impl Strategy<Value = Blob> {
    prop::collection::vec(any::<u8>(), 1..4).prop_map(Blob::new)
}

fn text() -> impl Strategy<Value = String> {
    "[a-zä#% ]{1,5}"
}

/// Returns a value that no field of the struct reads.
fn stranger() -> impl Strategy<Value = AttributeValue> {
    let leaf = prop_oneof![
        text().prop_map(AttributeValue::S),
        any::<i64>().prop_map(n),
        blob().prop_map(AttributeValue::B),
        any::<bool>().prop_map(AttributeValue::Bool),
        Just(AttributeValue::Null(true)),
        prop::collection::hash_set(text(), 1..4).prop_map(|texts| AttributeValue::Ss(texts.into_iter().collect())),
        prop::collection::hash_set(any::<i32>(), 1..4).prop_map(numbers),
        Just(AttributeValue::Bs(vec![Blob::new([1]), Blob::new([0, 255])])),
    ];
    leaf.prop_recursive(3, 12, 3, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..3).prop_map(AttributeValue::L),
            prop::collection::hash_map(text(), inner, 0..3).prop_map(AttributeValue::M),
        ]
    })
}

fn attribute(name: &'static str) -> BoxedStrategy<AttributeValue> {
    match name {
        "title" | "owner" | "note" => text().prop_map(AttributeValue::S).boxed(),
        "rank" | "due" => any::<u32>().prop_map(n).boxed(),
        "draft" => any::<bool>().prop_map(AttributeValue::Bool).boxed(),
        "score" => any::<i16>().prop_map(|number| n(f64::from(number) / 4.0)).boxed(),
        "thumbnail" => blob().prop_map(AttributeValue::B).boxed(),
        "approved" => prop_oneof![text().prop_map(AttributeValue::S), Just(AttributeValue::Null(true))].boxed(),
        "tags" | "editors" => prop::collection::hash_set(text(), 1..5)
            .prop_map(|set| AttributeValue::Ss(set.into_iter().collect()))
            .boxed(),
        "pages" => prop::collection::hash_set(any::<u32>(), 1..5).prop_map(numbers).boxed(),
        "seen_by" => prop::collection::hash_set(any::<i64>(), 1..5).prop_map(numbers).boxed(),
        "hashes" => prop::collection::hash_set(prop::collection::vec(any::<u8>(), 1..4), 1..4)
            .prop_map(|set| AttributeValue::Bs(set.into_iter().map(Blob::new).collect()))
            .boxed(),
        "chapters" => prop::collection::vec(text().prop_map(AttributeValue::S), 0..4).prop_map(list).boxed(),
        "sizes" => {
            let size = prop_oneof![any::<u8>().prop_map(n), Just(AttributeValue::Null(true))];
            let sizes = prop::collection::vec(size, 0..3).prop_map(list);
            prop::collection::hash_map(text(), sizes, 0..3).prop_map(AttributeValue::M).boxed()
        }
        _ => stranger().boxed(),
    }
}

/// Returns an item of another program, with the attributes that the struct requires, and any of the others.
fn raw_item() -> impl Strategy<Value = Item> {
    const DEMANDED: [&str; 3] = ["title", "draft", "chapters"];
    const OTHERS: [&str; 15] = [
        "owner",
        "rank",
        "score",
        "thumbnail",
        "tags",
        "pages",
        "seen_by",
        "hashes",
        "editors",
        "approved",
        "due",
        "note",
        "sizes",
        "x-one",
        "x-two",
    ];
    let demanded = DEMANDED.map(|name| attribute(name).prop_map(move |value| (name, Some(value))).boxed());
    let others = OTHERS.map(|name| prop::option::of(attribute(name)).prop_map(move |value| (name, value)).boxed());
    demanded.into_iter().chain(others).collect::<Vec<_>>().prop_map(|attributes| {
        let present = attributes.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?)));
        present.chain([("id".to_owned(), s("d-1"))]).collect()
    })
}

/// Sorts sets, because they have no order.
fn sorted(value: AttributeValue) -> AttributeValue {
    match value {
        AttributeValue::Ss(mut set) => {
            set.sort();
            AttributeValue::Ss(set)
        }
        AttributeValue::Ns(mut set) => {
            set.sort();
            AttributeValue::Ns(set)
        }
        AttributeValue::Bs(mut set) => {
            set.sort_by(|one, other| one.as_ref().cmp(other.as_ref()));
            AttributeValue::Bs(set)
        }
        AttributeValue::L(values) => AttributeValue::L(values.into_iter().map(sorted).collect()),
        AttributeValue::M(values) => {
            AttributeValue::M(values.into_iter().map(|(name, value)| (name, sorted(value))).collect())
        }
        value => value,
    }
}

async fn the_item(documents: &Handle<Documents>) -> Item {
    let [item] = <[Item; 1]>::try_from(items(documents).await).unwrap();
    item.into_iter().map(|(name, value)| (name, sorted(value))).collect()
}

async fn write(documents: &Handle<Documents>, item: Item) {
    documents.client().put_item().table_name("documents").set_item(Some(item)).send().await.unwrap();
}

#[test]
fn unchanged_attributes_round_trip() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let documents = runtime.block_on(Local::start().open::<Documents>("documents")).unwrap();
    let by_sdk = documents.clone().parse_items_with_sdk();
    let mut runner = TestRunner::new(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(200) });
    runner
        .run(&(raw_item(), any::<bool>()), |(item, in_body)| {
            runtime.block_on(async {
                write(&documents, item).await;
                let mut before = the_item(&documents).await;
                let reader = if in_body { &documents } else { &by_sdk };
                let read = reader.get(Document::key("d-1")).consistent().await.unwrap().unwrap();
                documents.put(&read).await.unwrap();
                assert_eq!(the_item(&documents).await, before);

                documents.update(Document::key("d-1")).set(Document::TITLE, "new").await.unwrap();
                before.insert("title".into(), s("new"));
                assert_eq!(the_item(&documents).await, before);

                let swept = |read: Document| Some(Document { draft: !read.draft, ..read });
                assert_eq!(documents.update_each(swept).await.unwrap().written, 1);
                before.insert("draft".into(), AttributeValue::Bool(!read.draft));
                assert_eq!(the_item(&documents).await, before);
            });
            Ok(())
        })
        .unwrap();
}

fn bare() -> Item {
    [("id", s("d-1")), ("title", s("t")), ("draft", AttributeValue::Bool(true)), ("chapters", list(Vec::new()))]
        .map(|(name, value)| (name.to_owned(), value))
        .into()
}

#[tokio::test]
async fn absent_sets_are_empty_and_empty_sets_are_not_stored() {
    let documents = Local::start().open::<Documents>("documents").await.unwrap();
    for documents in [documents.clone(), documents.parse_items_with_sdk()] {
        write(&documents, bare()).await;
        let read = documents.get(Document::key("d-1")).await.unwrap().unwrap();
        assert!(read.tags.is_empty() && read.pages.is_empty() && read.hashes.is_empty() && read.editors.is_none());
        documents.put(&Document { editors: Some(HashSet::new()), ..read }).await.unwrap();
        assert_eq!(the_item(&documents).await, bare());

        let update = documents.update(Document::key("d-1"));
        let update = update.add_to(Document::TAGS, ["b", "a"]).add_to(Document::PAGES, [7_u32]);
        update.add_to(Document::HASHES, [Bytes(vec![9])]).add_to(Document::EDITORS, ["ann"]).await.unwrap();
        let item = the_item(&documents).await;
        assert_eq!(item["tags"], AttributeValue::Ss(vec!["a".into(), "b".into()]));
        assert_eq!(item["pages"], numbers([7]));
        assert_eq!(item["hashes"], AttributeValue::Bs(vec![Blob::new([9])]));
        let with_a = Document::TAGS.contains("a") & Document::PAGES.eq(BTreeSet::from([7]));
        let update = ItemUpdate::new(Document::key("d-1")).take_from(Document::TAGS, ["a", "b"]).when(with_a);
        let read = documents.update(update).set(Document::PAGES, BTreeSet::new()).returning().await.unwrap();
        assert!(read.tags.is_empty() && read.pages.is_empty() && read.hashes.len() == 1);
        assert!(!documents.get(Document::key("d-1")).await.unwrap().is_none_or(|read| read.hashes.is_empty()));
        let item = the_item(&documents).await;
        assert!(!item.contains_key("tags") && !item.contains_key("pages"));
    }
}

#[tokio::test]
async fn null_and_absent_differ_in_nested_options() {
    let documents = Local::start().open::<Documents>("documents").await.unwrap();
    for documents in [documents.clone(), documents.parse_items_with_sdk()] {
        let mut item = bare();
        item.insert("approved".into(), AttributeValue::Null(true));
        item.insert("note".into(), AttributeValue::Null(true));
        write(&documents, item.clone()).await;
        let read = documents.get(Document::key("d-1")).await.unwrap().unwrap();
        assert_eq!((&read.approved, &read.due, &read.note), (&Some(None), &None, &None));
        documents.put(&read).await.unwrap();
        item.remove("note");
        assert_eq!(the_item(&documents).await, item);

        documents.update(Document::key("d-1")).set(Document::DUE, Some(None)).remove(Document::APPROVED).await.unwrap();
        item.remove("approved");
        item.insert("due".into(), AttributeValue::Null(true));
        assert_eq!(the_item(&documents).await, item);
        documents.update(Document::key("d-1")).set(Document::DUE, None::<Option<u64>>).await.unwrap();
        assert_eq!(the_item(&documents).await, bare());
    }
}

//! Items decoded from the body of an answer equal those decoded from the SDK's items, whatever others wrote.

use std::{collections::BTreeMap, fmt::Debug};

use aws_sdk_dynamodb::{primitives::Blob, types::AttributeValue};
use chrono::{DateTime, Utc};
use futures_util::{StreamExt as _, TryStreamExt as _};
use keywright::{Attributes, Collection, Entity, Handle, Item, Projection, Result, Table};
use keywright_local::Local;
use proptest::{prelude::*, test_runner::TestRunner};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(ttl = "ends")]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
#[gsi(name = "GSI2", pk = "region", sk(name = "at", type = "N"))]
#[entities(Ticket, Note, Scan)]
struct Store;

/// An entity with everything that the library reads differently from serde: times, a version, and fields that are
/// attributes of an index.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Store)]
#[pk(template = "EVENT#<event>")]
#[sk(template = "TICKET#<id>")]
#[gsi(index = "GSI1", query = by_state, pk = "STATE#<state>", sk = "<id>", allow_hot = "a test")]
#[gsi(index = "GSI2", query = by_region, pk = "<region>", sk = "<at>")]
struct Ticket {
    event: String,
    id: u32,
    state: State,
    region: Option<String>,
    at: Option<u64>,
    #[entity(version)]
    version: u64,
    #[entity(created)]
    created: DateTime<Utc>,
    #[entity(updated)]
    updated: Option<DateTime<Utc>>,
    #[entity(ttl)]
    #[serde(default)]
    ends: Option<DateTime<Utc>>,
    #[serde(default)]
    sizes: BTreeMap<String, Vec<Option<f64>>>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, keywright::KeyEnum)]
enum State {
    Open,
    Paid,
}

/// An entity that keeps other writers' attributes.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Store)]
#[pk(template = "EVENT#<event>")]
#[sk(template = "NOTE#<id>")]
struct Note {
    event: String,
    id: u32,
    #[serde(default, rename = "body")]
    text: Option<String>,
    #[serde(flatten)]
    others: Attributes,
}

/// An entity that is found in any shard.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Store)]
#[pk(template = "SCANS#<gate>")]
#[shard(random = 2)]
#[sk(template = "<id>")]
struct Scan {
    gate: String,
    id: u32,
    #[serde(default)]
    sizes: BTreeMap<String, Vec<Option<f64>>>,
}

#[derive(Debug, Clone, PartialEq, Projection, Deserialize)]
#[projection(of = Ticket)]
struct Listed {
    id: u32,
    state: State,
    at: Option<u64>,
    version: u64,
    ends: Option<DateTime<Utc>>,
}

#[derive(Debug, Clone, PartialEq, Collection)]
#[collection(query = of_event(event))]
enum OfEvent {
    Ticket(Ticket),
    Note(Note),
}

fn ticket(id: u32) -> Ticket {
    Ticket {
        event: "e".into(),
        id,
        state: if id.is_multiple_of(2) { State::Open } else { State::Paid },
        region: Some("eu".into()),
        at: Some(7),
        version: 0,
        created: DateTime::UNIX_EPOCH,
        updated: None,
        ends: DateTime::from_timestamp(4_000_000_000, 0),
        sizes: BTreeMap::from([("a".into(), vec![Some(0.5), None])]),
    }
}

fn note(id: u32) -> Note {
    let others = [("tags", keywright::Attribute::Ss(["x".to_owned()].into()))].into_iter().collect();
    Note { event: "e".into(), id, text: None, others }
}

fn scan() -> Scan {
    Scan { gate: "g".into(), id: 1, sizes: BTreeMap::from([("a".into(), vec![Some(0.5)])]) }
}

/// Returns the result of a read, with its error as text and without random parts.
fn read_outcome<T: Debug>(read: Result<T>) -> std::result::Result<String, (String, String)> {
    read.map(|read| format!("{read:?}")).map_err(|error| (format!("{:?}", error.kind()), error.to_string()))
}

/// Returns the results of every kind of read.
async fn all(store: &Handle<Store>) -> Vec<std::result::Result<String, (String, String)>> {
    let mut read = Vec::new();
    for id in 0..2_u32 {
        read.push(read_outcome(store.get(Ticket::key("e", id)).await));
        read.push(read_outcome(store.get(Ticket::key("e", id)).include_expired().consistent().await));
        read.push(read_outcome(store.get(Ticket::key("e", id)).project::<Listed>().await));
        read.push(read_outcome(store.get(Note::key("e", id)).await));
    }
    let tickets = || (0..3_u32).map(|id| Ticket::key("e", id));
    let notes = || (0..3_u32).map(|id| Note::key("e", id));
    read.push(read_outcome(store.batch_get(tickets()).await));
    read.push(read_outcome(store.batch_get(tickets()).include_expired().consistent().await));
    read.push(read_outcome(store.batch_get(tickets()).partial().await));
    read.push(read_outcome(store.batch_get(tickets()).project::<Listed>().await));
    read.push(read_outcome(store.batch_get(notes()).await));
    read.push(read_outcome(store.batch_get_mixed((tickets(), notes())).await));
    read.push(read_outcome(store.batch_get_mixed((tickets(), notes())).partial().await));
    read.push(read_outcome(store.transaction_get((Ticket::key("e", 2_u32), Ticket::key("e", 0_u32))).await));
    read.push(read_outcome(store.transaction_get((Note::key("e", 0_u32), Note::key("e", 2_u32))).await));
    read.push(read_outcome(store.transaction_get(Ticket::key("e", 0_u32)).include_expired().await));
    read.push(read_outcome(Scan::find("g", 1_u32).send(store).await));
    let open = || Ticket::by_state(State::Open).hydrate();
    read.push(read_outcome(open().send(store).await.map(|page| (page.items, page.cursor))));
    read.push(read_outcome(open().located().consistent_items().send(store).await.map(|page| page.items)));
    read.push(read_outcome(open().stream(store).try_collect::<Vec<_>>().await));
    read.push(read_outcome(Ticket::query("e").send(store).await.map(|page| (page.items, page.cursor))));
    read.push(read_outcome(Ticket::query("e").limit(1).send(store).await.map(|page| (page.items, page.cursor))));
    read.push(read_outcome(
        Ticket::query("e").newest_first().include_expired().send(store).await.map(|page| page.items),
    ));
    read.push(read_outcome(Ticket::query("e").stream(store).try_collect::<Vec<_>>().await));
    read.push(read_outcome(Ticket::query("e").located().send(store).await.map(|page| page.items)));
    read.push(read_outcome(Ticket::query("e").keys().send(store).await.map(|page| page.items)));
    read.push(read_outcome(Ticket::query("e").project::<Listed>().send(store).await.map(|page| page.items)));
    read.push(read_outcome(Ticket::query("e").count(store).await.map(|count| count.items)));
    read.push(read_outcome(Ticket::by_state(State::Open).send(store).await.map(|page| page.items)));
    read.push(read_outcome(Ticket::by_region("eu").send(store).await.map(|page| page.items)));
    read.push(read_outcome(Note::query("e").send(store).await.map(|page| page.items)));
    read.push(read_outcome(OfEvent::of_event("e").skip_unknown().send(store).await.map(|page| page.items)));
    read.push(read_outcome(OfEvent::of_event("e").send(store).await.map(|page| page.items)));
    read.push(read_outcome(sorted(store.scan::<Ticket>().stream().collect::<Vec<_>>().await)));
    read.push(read_outcome(sorted(store.scan::<Note>().stream().collect::<Vec<_>>().await)));
    read
}

/// Sorts the items, because a scan has no order.
fn sorted<T: Debug>(read: Vec<Result<T>>) -> Result<Vec<String>> {
    let mut items = read.into_iter().map(|item| item.map(|item| format!("{item:?}"))).collect::<Result<Vec<_>>>()?;
    items.sort_unstable();
    Ok(items)
}

async fn assert_same(store: &Handle<Store>) {
    let by_sdk = store.clone().parse_items_with_sdk();
    for (body, sdk) in all(store).await.into_iter().zip(all(&by_sdk).await) {
        assert_eq!(body, sdk);
    }
}

async fn store() -> Handle<Store> {
    Local::start().open::<Store>("store").await.unwrap()
}

async fn write(store: &Handle<Store>, item: Item) {
    store.client().put_item().table_name("store").set_item(Some(item)).send().await.unwrap();
}

#[tokio::test]
async fn every_read_decodes_the_same_from_body_and_sdk() {
    let store = store().await;
    assert_same(&store).await;
    store.put(&ticket(0)).await.unwrap();
    store.put(&ticket(1)).await.unwrap();
    store.put(&note(0)).await.unwrap();
    store.put(&note(1)).await.unwrap();
    store.put(&scan()).await.unwrap();
    assert_same(&store).await;
    assert_eq!(store.batch_get([Note::key("e", 0_u32), Note::key("e", 9_u32)]).await.unwrap(), [Some(note(0)), None]);
    assert_eq!(store.transaction_get([Note::key("e", 9_u32), Note::key("e", 1_u32)]).await.unwrap()[1], Some(note(1)));
    assert_eq!(Scan::find("g", 1_u32).send(&store).await.unwrap()[0].item, scan());
    assert_eq!(Ticket::by_state(State::Open).hydrate().send(&store).await.unwrap().items.len(), 1);
    let read = store.get(Ticket::key("e", 0_u32)).await.unwrap().unwrap();
    assert_eq!((read.ends, read.sizes), (ticket(0).ends, ticket(0).sizes));
    assert_eq!(store.get(Note::key("e", 1_u32)).await.unwrap(), Some(note(1)));
    assert_eq!(Ticket::query("e").send(&store).await.unwrap().items.len(), 2);
}

/// Returns other values for attributes of the entities, and for some other attributes.
fn any_change() -> impl Strategy<Value = (&'static str, Option<AttributeValue>)> {
    let names = [
        "gate", "event", "id", "state", "created", "updated", "version", "ends", "sizes", "body", "tags", "_et",
        "GSI1SK", "zz",
    ];
    let value = prop_oneof![
        "[a-z\"\\\\é]{0,5}".prop_map(AttributeValue::S),
        Just(AttributeValue::S("Open".into())),
        Just(AttributeValue::S("2026-01-01T00:00:00Z".into())),
        prop_oneof!["-?[1-9][0-9]{0,10}", "[1-9]\\.[0-9]{1,30}5", Just("1".to_owned())].prop_map(AttributeValue::N),
        any::<bool>().prop_map(AttributeValue::Bool),
        Just(AttributeValue::Null(true)),
        Just(AttributeValue::B(Blob::new([1, 2, 255]))),
        Just(AttributeValue::Ns(vec!["1".into(), "2".into()])),
        Just(AttributeValue::Bs(vec![Blob::new([0])])),
        Just(AttributeValue::L(vec![AttributeValue::N("1".into()), AttributeValue::Null(true)])),
        Just(AttributeValue::M([("a".to_owned(), AttributeValue::L(vec![AttributeValue::N("2".into())]))].into())),
    ];
    (prop::sample::select(names.to_vec()), prop::option::of(value))
}

#[test]
fn random_items_decode_the_same_from_body_and_sdk() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let store = runtime.block_on(store());
    let scan_item = runtime.block_on(async {
        store.put(&scan()).await.unwrap();
        let stored = store.client().scan().table_name("store").send().await.unwrap().items.unwrap();
        stored.into_iter().next().unwrap()
    });
    // If several attributes do not decode, the SDK names any of them.
    let changes = || prop::collection::vec(any_change(), 0..2);
    let mut runner = TestRunner::new(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(150) });
    runner
        .run(&(changes(), changes(), changes()), |(of_ticket, of_note, of_scan)| {
            let (mut ticket, mut note) = (ticket(0).to_item().unwrap(), note(0).to_item().unwrap());
            let mut scan = scan_item.clone();
            for (item, changes) in [(&mut ticket, of_ticket), (&mut note, of_note), (&mut scan, of_scan)] {
                for (name, value) in changes {
                    // DynamoDB accepts only the right type for a key of an index.
                    let fits = name != "GSI1SK" || matches!(&value, Some(AttributeValue::S(text)) if !text.is_empty());
                    match value.filter(|_| fits) {
                        Some(value) => drop(item.insert(name.to_owned(), value)),
                        None => drop(item.remove(name)),
                    }
                }
            }
            runtime.block_on(async {
                write(&store, ticket).await;
                write(&store, note).await;
                write(&store, scan).await;
                assert_same(&store).await;
            });
            Ok(())
        })
        .unwrap();
}

#[tokio::test]
async fn parse_items_with_sdk_leaves_decoding_to_the_sdk() {
    use std::sync::{Arc, Mutex};

    use aws_sdk_dynamodb::{
        Client,
        config::{ConfigBag, Intercept, RuntimeComponents, interceptors::AfterDeserializationInterceptorContextRef},
        error::BoxError,
        operation::{
            batch_get_item::BatchGetItemOutput, get_item::GetItemOutput, query::QueryOutput,
            transact_get_items::TransactGetItemsOutput,
        },
    };

    /// Records whether the outputs of reads had items.
    #[derive(Debug, Clone, Default)]
    struct Outputs(Arc<Mutex<Vec<bool>>>);

    #[aws_smithy_runtime_api::client::interceptors::dyn_dispatch_hint]
    impl Intercept for Outputs {
        fn name(&self) -> &'static str {
            "Outputs"
        }

        fn read_after_deserialization(
            &self,
            context: &AfterDeserializationInterceptorContextRef<'_>,
            _: &RuntimeComponents,
            _: &mut ConfigBag,
        ) -> std::result::Result<(), BoxError> {
            let Ok(output) = context.output_or_error() else { return Ok(()) };
            let query = output.downcast_ref::<QueryOutput>().map(|output| output.items.is_some());
            let get = output.downcast_ref::<GetItemOutput>().map(|output| output.item.is_some());
            let batch = output.downcast_ref::<BatchGetItemOutput>().map(|output| output.responses.is_some());
            let transaction = output.downcast_ref::<TransactGetItemsOutput>().map(|output| output.responses.is_some());
            self.0.lock().unwrap().extend(query.or(get).or(batch).or(transaction));
            Ok(())
        }
    }

    let (local, outputs) = (Local::start(), Outputs::default());
    let client = Client::from_conf(local.config().interceptor(outputs.clone()).build());
    let store = Store::open(client, "store");
    store.create_table().await.unwrap();
    store.put(&ticket(0)).await.unwrap();
    let count = async |store: &Handle<Store>| Ticket::query("e").send(store).await.unwrap().items.len();
    assert_eq!(count(&store).await, 1);
    assert_eq!(count(&store.clone().parse_items_with_sdk()).await, 1);
    assert_eq!(count(&store.clone().parse_items_with_sdk().max_in_flight(2).hedge_reads(0.1)).await, 1);
    // This is the test that fails if a release of the SDK uses another deserializer.
    assert_eq!(*outputs.0.lock().unwrap(), [false, true, true]);
    for (store, has_items) in [(store.clone(), false), (store.clone().parse_items_with_sdk(), true)] {
        outputs.0.lock().unwrap().clear();
        let key = || Ticket::key("e", 0_u32);
        store.get(key()).await.unwrap().unwrap();
        store.get(key()).project::<Listed>().await.unwrap().unwrap();
        store.batch_get([key()]).await.unwrap()[0].as_ref().unwrap();
        store.batch_get([key()]).project::<Listed>().await.unwrap()[0].as_ref().unwrap();
        store.transaction_get(key()).await.unwrap().unwrap();
        assert_eq!(Ticket::by_state(State::Open).hydrate().send(&store).await.unwrap().items.len(), 1);
        assert_eq!(Scan::find("g", 1_u32).send(&store).await.unwrap().len(), 0);
        assert_eq!(*outputs.0.lock().unwrap(), [has_items; 8]);
    }
}

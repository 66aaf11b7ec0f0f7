//! A table with strong consistency between Regions: no operation sends a transaction, each write is repeated after a
//! conflict with another Region, and a deployed table is compared.

use std::sync::atomic::{AtomicBool, Ordering};

use aws_sdk_dynamodb::{
    Client,
    types::{
        AttributeDefinition, KeySchemaElement, KeyType, MultiRegionConsistency, ReplicaDescription,
        ScalarAttributeType, TableDescription, builders::TableDescriptionBuilder,
    },
};
use keywright::{Entity, ErrorKind, Handle, Table};
use keywright_local::Local;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::support::interceptor::{Interceptor, answer_with};

#[derive(Table)]
#[table(regions = "strong", write_id = "_w")]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
#[entities(Account, Visits, Note)]
struct Bank;

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Bank)]
#[pk(template = "ACCOUNT#<id>")]
#[sk(template = "ACCOUNT")]
#[gsi(index = "GSI1", query = by_owner, pk = "OWNER#<owner>", sk = "<opened>",
      shard(hash(id), count = 3, grow(at = "2030-01-01T00:00:00Z", count = 5)))]
struct Account {
    id: String,
    owner: String,
    cents: i64,
    opened: jiff::Timestamp,
    #[entity(version)]
    version: u64,
}

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Bank)]
#[pk(template = "VISITS#<page>")]
#[shard(random = 2)]
#[sk(template = "VISITS")]
struct Visits {
    page: String,
    #[entity(counter)]
    visits: u64,
}

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Bank)]
#[pk(template = "NOTE#<id>")]
#[sk(template = "NOTE")]
struct Note {
    id: u32,
    text: String,
}

fn note(id: u32, text: &str) -> Note {
    Note { id, text: text.into() }
}

/// Sends every operation that a table without transactions has.
async fn use_all(bank: &Handle<Bank>) {
    let opened = "2026-01-01T00:00:00Z".parse().unwrap();
    let account = Account { id: "a".into(), owner: "ann".into(), cents: 5, opened, version: 0 };
    bank.create(&account).await.unwrap();
    let stored = Account { version: 1, ..account.clone() };
    assert_eq!(bank.get(Account::key("a")).consistent().await.unwrap().as_ref(), Some(&stored));
    let error = bank.put(&account).await.map(drop).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::VersionConflict);
    bank.put(&Account { cents: 6, ..stored.clone() }).await.unwrap();
    bank.replace(&Account { cents: 7, version: 2, ..stored.clone() }).await.unwrap();
    let added = bank.update(Account::key("a")).add(Account::CENTS, 1).when(Account::VERSION.eq(3)).await.unwrap();
    assert!(added.is_applied());
    let found = Account::by_owner("ann").send(bank).await.unwrap().items;
    assert_eq!(found, [Account { cents: 8, version: 4, ..stored }]);
    for _ in 0..3 {
        bank.increment(Visits::visits("home"), 1).await.unwrap();
    }
    assert_eq!(bank.total(Visits::visits("home")).consistent().await.unwrap().value, 3);
    let notes = [note(1, "one"), note(2, "two"), note(3, "three")];
    assert!(bank.batch_put(&notes).await.unwrap().is_complete());
    bank.upsert(Note::key(1_u32)).set(Note::TEXT, "uno").await.unwrap();
    let read = bank.batch_get([1_u32, 2, 3].map(Note::key)).await.unwrap();
    assert_eq!(read, [Some(note(1, "uno")), Some(note(2, "two")), Some(note(3, "three"))]);
    let upper = bank.update_each(|note: Note| Some(Note { text: note.text.to_uppercase(), ..note })).await.unwrap();
    let fewer = bank.delete_each(|note: &Note| note.id == 2).await.unwrap();
    let (indexed, moved) = (bank.backfill::<Account>().await.unwrap(), bank.rekey::<Note>().await.unwrap());
    assert!([upper, fewer, indexed, moved].iter().all(|report| report.is_complete()));
    let mut scanned = bank.scan::<Note>().await.unwrap().items;
    scanned.sort_by_key(|note| note.id);
    assert_eq!(scanned, [note(1, "UNO"), note(3, "THREE")]);
    bank.delete(Note::key(1_u32)).await.unwrap();
    assert!(bank.batch_delete([Note::key(3_u32)]).await.unwrap().is_complete());
    assert!(bank.delete(Account::key("a")).when(Account::VERSION.eq(4)).await.unwrap().is_applied());
}

#[tokio::test]
async fn no_operation_sends_a_transaction() {
    let local = Local::start();
    let bank = local.open::<Bank>("bank").await.unwrap();
    use_all(&bank).await;
    let names: Vec<_> = local.operations().into_iter().map(|operation| operation.name).collect();
    assert!(names.len() > 20 && names.iter().any(|name| name == "BatchWriteItem"), "{names:?}");
    assert!(!names.iter().any(|name| name.starts_with("Transact") || name.contains("TimeToLive")), "{names:?}");
}

/// Every write is refused once, because another Region is writing the item.
#[tokio::test(start_paused = true)]
async fn writes_are_repeated_after_a_conflict_with_another_region() {
    let local = Local::start();
    local.open::<Bank>("bank").await.unwrap();
    let was_refused = AtomicBool::new(false);
    let interceptor = Interceptor::new(
        move |request| {
            let target = request.headers().get("x-amz-target").unwrap_or_default();
            let is_write =
                ["PutItem", "UpdateItem", "DeleteItem", "BatchWriteItem"].iter().any(|of| target.ends_with(of));
            let refuses = is_write && !was_refused.fetch_xor(true, Ordering::SeqCst);
            if refuses {
                request.headers_mut().insert("x-amz-target", "DynamoDB_20120810.ListTables");
                *request.body_mut() = "{}".into();
            }
        },
        move |response| {
            // Nothing else lists tables, and requests are answered in any order.
            let body = response.body().bytes().unwrap_or_default();
            if body.windows(10).any(|part| part == b"TableNames") {
                let message = "one or more items in the request are being modified by a request in another Region";
                let answer = json!({ "__type": "ReplicatedWriteConflictException", "message": message });
                answer_with(response, 400, answer);
            }
        },
    );
    let client = Client::from_conf(local.config().interceptor(interceptor).build());
    local.clear_operations();
    use_all(&Bank::open(client, "bank")).await;
    let conflicts = local.operations().iter().filter(|operation| operation.name == "ListTables").count();
    assert!(conflicts > 10, "{conflicts}");
}

#[test]
fn a_deployed_table_is_compared() {
    let described = || described(TableDescription::builder());
    let replicated = || described().replicas(ReplicaDescription::builder().region_name("us-east-2").build());
    let strong = || replicated().multi_region_consistency(MultiRegionConsistency::Strong).build();
    let expected =
        "consistency between Regions: declared strong, found eventual: conditions see the writes of one Region";
    assert_eq!(
        <Plain as Table>::SCHEMA.differences(&strong()),
        ["consistency between Regions: declared eventual, found strong: it has no transactions"]
    );
    assert_eq!(<Strong as Table>::SCHEMA.differences(&replicated().build()), [expected]);
    // As in tests.
    for found in [strong(), described().build()] {
        assert_eq!(<Strong as Table>::SCHEMA.differences(&found), Vec::<String>::new());
    }
    for found in [replicated().build(), described().build()] {
        assert_eq!(<Plain as Table>::SCHEMA.differences(&found), Vec::<String>::new());
    }
}

#[derive(Table)]
#[table(sk = none, regions = "strong")]
struct Strong;

#[derive(Table)]
#[table(sk = none)]
struct Plain;

fn described(table: TableDescriptionBuilder) -> TableDescriptionBuilder {
    let key = KeySchemaElement::builder().attribute_name("PK").key_type(KeyType::Hash).build().unwrap();
    let kind = AttributeDefinition::builder().attribute_name("PK");
    table.key_schema(key).attribute_definitions(kind.attribute_type(ScalarAttributeType::S).build().unwrap())
}

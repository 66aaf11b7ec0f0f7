//! A query of an inverted index did not find items under older keys of the table.

use keywright::{Entity, KeyEnum, KeyField, Result, Table};
use keywright_schema_tests::probe::*;
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "form")]
pub enum TaggedShape { Dot, Line { length: u8 } }

#[derive(Table)]
#[table(pk = "PK", sk = "SK", undeclared_peak = "allow")]
#[gsi(name = "INDEX1", pk = "SK", sk = "PK")]
#[entities(Record)]
pub struct Store;

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Store)]
#[pk(template = "x#<tags>#<type_>", legacy(template = "OLD#<tags>#<type_>"))]
#[sk(template = "ORDER#<tags>#<type_>")]
#[gsi(index = "INDEX1", query = by_1, pk = "ORDER#<tags>#<type_>", sk = "x#<tags>#<type_>")]
pub struct Record {
    #[entity(sensitive)]
    pub tags: u8,
    pub type_: i128,
    #[entity(sensitive)]
    pub count: Option<std::collections::BTreeSet<keywright::Bytes>>,
    pub at: TaggedShape,
    pub owner: Option<i128>,
    #[entity(created)]
    pub made: Option<chrono::DateTime<chrono::Utc>>,
}

pub fn records() -> Vec<Record> {
    vec![
        Record { tags: 8, type_: -11, count: None::<std::collections::BTreeSet<keywright::Bytes>>, at: TaggedShape::Line { length: 234 }, owner: None::<i128>, made: None::<chrono::DateTime<chrono::Utc>> },
        Record { tags: 0, type_: 42535295865117307932921825928971026431, count: Some(std::collections::BTreeSet::<keywright::Bytes>::from([keywright::Bytes(vec![126, 24, 173]), keywright::Bytes(vec![46, 127, 36, 228])])), at: TaggedShape::Line { length: 40 }, owner: None::<i128>, made: None::<chrono::DateTime<chrono::Utc>> },
        Record { tags: 0, type_: 9, count: Some(std::collections::BTreeSet::<keywright::Bytes>::from([keywright::Bytes(vec![33, 169, 236, 153])])), at: TaggedShape::Dot, owner: Some(-42535295865117307932921825928971026432), made: Some(chrono_time(1782482710, 120000)) },
        Record { tags: 10, type_: 9, count: Some(std::collections::BTreeSet::<keywright::Bytes>::from([keywright::Bytes(vec![33, 169, 236, 153])])), at: TaggedShape::Dot, owner: Some(-42535295865117307932921825928971026432), made: Some(chrono_time(1782482710, 120000)) },
        Record { tags: 5, type_: 42535295865117307932921825928971026431, count: Some(std::collections::BTreeSet::<keywright::Bytes>::from([keywright::Bytes(vec![63, 72, 150]), keywright::Bytes(vec![18])])), at: TaggedShape::Line { length: 89 }, owner: Some(11), made: None::<chrono::DateTime<chrono::Utc>> },
        Record { tags: 5, type_: 10, count: Some(std::collections::BTreeSet::<keywright::Bytes>::from([keywright::Bytes(vec![63, 72, 150]), keywright::Bytes(vec![18])])), at: TaggedShape::Line { length: 89 }, owner: Some(11), made: None::<chrono::DateTime<chrono::Utc>> },
    ]
}

pub fn record_keys() -> Vec<keywright::Key<Record>> {
    vec![
        Record::key(8, -11),
        Record::key(0, 42535295865117307932921825928971026431),
        Record::key(0, 9),
        Record::key(10, 9),
        Record::key(5, 42535295865117307932921825928971026431),
        Record::key(5, 10),
    ]
}

/// The items as another program stores them.
const STORED_RECORD: &[&str] = &[
    "{\"PK\":{\"S\":\"OLD#8#-11\"},\"SK\":{\"S\":\"ORDER#008#-999999999999999999999999999999999999988\"},\"_et\":{\"S\":\"Record\"},\"at\":{\"M\":{\"form\":{\"S\":\"Line\"},\"length\":{\"N\":\"234\"}}},\"tags\":{\"N\":\"8\"},\"type_\":{\"N\":\"-11\"}}",
    "{\"PK\":{\"S\":\"OLD#0#42535295865117307932921825928971026431\"},\"SK\":{\"S\":\"ORDER#000#0042535295865117307932921825928971026431\"},\"_et\":{\"S\":\"Record\"},\"at\":{\"M\":{\"form\":{\"S\":\"Line\"},\"length\":{\"N\":\"40\"}}},\"count\":{\"BS\":[\"Ln8k5A==\",\"fhit\"]},\"tags\":{\"N\":\"0\"},\"type_\":{\"N\":\"42535295865117307932921825928971026431\"},\"written_by\":{\"M\":{\"n\":{\"NS\":[\"1\",\"2\"]}}}}",
    "{\"PK\":{\"S\":\"OLD#0#9\"},\"SK\":{\"S\":\"ORDER#000#0000000000000000000000000000000000000009\"},\"_et\":{\"S\":\"Record\"},\"at\":{\"M\":{\"form\":{\"S\":\"Dot\"}}},\"count\":{\"BS\":[\"IansmQ==\"]},\"made\":{\"S\":\"2026-06-26T14:05:10.000120Z\"},\"owner\":{\"N\":\"-42535295865117307932921825928971026432\"},\"tags\":{\"N\":\"0\"},\"type_\":{\"N\":\"9\"},\"written_by\":{\"M\":{\"n\":{\"NS\":[\"1\",\"2\"]}}}}",
    "{\"PK\":{\"S\":\"x#10#9\"},\"SK\":{\"S\":\"ORDER#010#0000000000000000000000000000000000000009\"},\"_et\":{\"S\":\"Record\"},\"at\":{\"M\":{\"form\":{\"S\":\"Dot\"}}},\"count\":{\"BS\":[\"IansmQ==\"]},\"made\":{\"S\":\"2026-06-26T14:05:10.000120Z\"},\"owner\":{\"N\":\"-42535295865117307932921825928971026432\"},\"tags\":{\"N\":\"10\"},\"type_\":{\"N\":\"9\"}}",
    "{\"PK\":{\"S\":\"OLD#5#42535295865117307932921825928971026431\"},\"SK\":{\"S\":\"ORDER#005#0042535295865117307932921825928971026431\"},\"_et\":{\"S\":\"Record\"},\"at\":{\"M\":{\"form\":{\"S\":\"Line\"},\"length\":{\"N\":\"89\"}}},\"count\":{\"BS\":[\"Eg==\",\"P0iW\"]},\"owner\":{\"N\":\"11\"},\"tags\":{\"N\":\"5\"}}",
    "{\"PK\":{\"S\":\"x#5#10\"},\"SK\":{\"S\":\"ORDER#005#0000000000000000000000000000000000000010\"},\"_et\":{\"S\":\"Record\"},\"at\":{\"M\":{\"form\":{\"S\":\"Line\"},\"length\":{\"N\":\"89\"}}},\"count\":{\"BS\":[\"Eg==\",\"P0iW\"]},\"owner\":{\"N\":\"11\"},\"tags\":{\"N\":\"5\"},\"type_\":{\"N\":\"10\"}}",
];

pub async fn run(probe: &mut Probe) -> Result<()> {
    let table = probe.open::<Store>().await?;
    let records = records();
    let record_keys = record_keys();
    probe.write(&table, STORED_RECORD).await;
    probe.keys(&table, "by_1 like item 0", Record::by_1(8, -11).keys(), &record_keys, &[&[0]]).await?;
    probe.keys(&table, "by_1 like item 1", Record::by_1(0, 42535295865117307932921825928971026431).keys(), &record_keys, &[&[1]]).await?;
    probe.keys(&table, "by_1 like item 2", Record::by_1(0, 9).keys(), &record_keys, &[&[2]]).await?;
    Ok(())
}

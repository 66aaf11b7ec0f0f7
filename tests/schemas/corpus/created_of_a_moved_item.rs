//! An update that moved an item from an older key gave it a time of creation.

use keywright::{Entity, KeyEnum, KeyField, Result, Table};
use keywright_schema_tests::probe::*;
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Copy, KeyEnum, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Level { Low, #[key("high")] #[serde(rename = "hi")] High, TooHigh }

#[derive(Table)]
#[table(pk = "PK", sk = "SK", undeclared_peak = "allow")]
#[entities(Record, Other)]
pub struct Store;

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Store)]
#[pk(template = "x#<tenant>#<at>", legacy(template = "OLD#<tenant>#<at>"))]
#[sk(template = "ORDER#<at>")]
pub struct Record {
    pub owner: String,
    pub tenant: bool,
    pub at: bool,
    #[entity(sensitive)]
    pub id: Option<i16>,
    #[entity(created)]
    pub made: Option<jiff::Timestamp>,
}

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Store)]
#[pk(template = "OTHER#<part>")]
#[sk(template = "Z#<number>")]
pub struct Other {
    pub part: i32,
    pub number: Level,
    pub remark: Option<String>,
}

pub fn records() -> Vec<Record> {
    vec![
        Record { owner: "a%".to_owned(), tenant: false, at: false, id: None, made: None },
        Record { owner: "a%".to_owned(), tenant: true, at: false, id: None, made: None },
        Record { owner: "\"q\" $1".to_owned(), tenant: true, at: true, id: None, made: None },
        Record { owner: " ".to_owned(), tenant: false, at: true, id: Some(11), made: None },
    ]
}

fn record_keys() -> Vec<keywright::Key<Record>> {
    vec![
        Record::key(false, false),
        Record::key(true, false),
        Record::key(true, true),
        Record::key(false, true),
    ]
}

/// The items as another program stores them.
const STORED_RECORD: &[&str] = &[
    "{\"PK\":{\"S\":\"OLD#false#false\"},\"SK\":{\"S\":\"ORDER#false\"},\"_et\":{\"S\":\"Record\"},\"at\":{\"BOOL\":false},\"id\":{\"NULL\":true},\"owner\":{\"S\":\"a%\"},\"tenant\":{\"BOOL\":false},\"written_by\":{\"M\":{\"n\":{\"NS\":[\"1\",\"2\"]}}}}",
    "{\"PK\":{\"S\":\"x#true#false\"},\"SK\":{\"S\":\"ORDER#false\"},\"_et\":{\"S\":\"Record\"},\"at\":{\"BOOL\":false},\"owner\":{\"S\":\"a%\"},\"tenant\":{\"BOOL\":true}}",
    "{\"PK\":{\"S\":\"x#true#true\"},\"SK\":{\"S\":\"ORDER#true\"},\"_et\":{\"S\":\"Record\"},\"at\":{\"BOOL\":true},\"owner\":{\"S\":\"\\\"q\\\" $1\"},\"tenant\":{\"BOOL\":true}}",
    "{\"PK\":{\"S\":\"x#false#true\"},\"SK\":{\"S\":\"ORDER#true\"},\"_et\":{\"S\":\"Record\"},\"at\":{\"BOOL\":true},\"id\":{\"N\":\"11\"},\"owner\":{\"S\":\" \"},\"tenant\":{\"BOOL\":false}}",
];

fn others() -> Vec<Other> {
    vec![
        Other { part: 10, number: Level::Low, remark: None },
        Other { part: -12, number: Level::TooHigh, remark: None },
        Other { part: 2, number: Level::High, remark: Some("b".to_owned()) },
        Other { part: -4, number: Level::TooHigh, remark: Some("b".to_owned()) },
        Other { part: -9, number: Level::TooHigh, remark: None },
        Other { part: -2, number: Level::TooHigh, remark: None },
    ]
}

fn other_keys() -> Vec<keywright::Key<Other>> {
    vec![
        Other::key(10, Level::Low),
        Other::key(-12, Level::TooHigh),
        Other::key(2, Level::High),
        Other::key(-4, Level::TooHigh),
        Other::key(-9, Level::TooHigh),
        Other::key(-2, Level::TooHigh),
    ]
}

/// The items as another program stores them.
const STORED_OTHER: &[&str] = &[
    "{\"PK\":{\"S\":\"OTHER#10\"},\"SK\":{\"S\":\"Z#low\"},\"_et\":{\"S\":\"Other\"},\"number\":{\"S\":\"low\"},\"part\":{\"N\":\"10\"},\"remark\":{\"NULL\":true}}",
    "{\"PK\":{\"S\":\"OTHER#-12\"},\"SK\":{\"S\":\"Z#too-high\"},\"_et\":{\"S\":\"Other\"},\"number\":{\"S\":\"too-high\"},\"part\":{\"N\":\"-12\"}}",
    "{\"PK\":{\"S\":\"OTHER#2\"},\"SK\":{\"S\":\"Z#high\"},\"_et\":{\"S\":\"Other\"},\"number\":{\"S\":\"hi\"},\"part\":{\"N\":\"2\"},\"remark\":{\"S\":\"b\"}}",
    "{\"PK\":{\"S\":\"OTHER#-4\"},\"SK\":{\"S\":\"Z#too-high\"},\"_et\":{\"S\":\"Other\"},\"number\":{\"S\":\"too-high\"},\"part\":{\"N\":\"-4\"},\"remark\":{\"S\":\"b\"}}",
    "{\"PK\":{\"S\":\"OTHER#-9\"},\"SK\":{\"S\":\"Z#too-high\"},\"_et\":{\"S\":\"Other\"},\"number\":{\"S\":\"too-high\"},\"part\":{\"N\":\"-9\"}}",
    "{\"PK\":{\"S\":\"OTHER#-2\"},\"SK\":{\"S\":\"Z#too-high\"},\"_et\":{\"S\":\"Other\"},\"number\":{\"S\":\"too-high\"},\"part\":{\"N\":\"-2\"}}",
];

pub async fn run(probe: &mut Probe) -> Result<()> {
    let table = probe.open::<Store>().await?;
    let records = records();
    let record_keys = record_keys();
    probe.write(&table, STORED_RECORD).await;
    let others = others();
    let other_keys = other_keys();
    probe.write(&table, STORED_OTHER).await;
    probe.clear(&table).await;
    probe.write(&table, STORED_RECORD).await;
    probe.answers("step 0: update", table.update(record_keys[0].clone()).set(Record::OWNER, "%23".to_owned()).await, "Ok");
    probe.stores("step 0: update", &table, &["{\"PK\":{\"S\":\"x#false#false\"},\"SK\":{\"S\":\"ORDER#false\"},\"_et\":{\"S\":\"Record\"},\"at\":{\"BOOL\":false},\"owner\":{\"S\":\"%23\"},\"tenant\":{\"BOOL\":false},\"written_by\":{\"M\":{\"n\":{\"NS\":[\"1\",\"2\"]}}}}", "{\"PK\":{\"S\":\"x#true#false\"},\"SK\":{\"S\":\"ORDER#false\"},\"_et\":{\"S\":\"Record\"},\"at\":{\"BOOL\":false},\"owner\":{\"S\":\"a%\"},\"tenant\":{\"BOOL\":true}}", "{\"PK\":{\"S\":\"x#true#true\"},\"SK\":{\"S\":\"ORDER#true\"},\"_et\":{\"S\":\"Record\"},\"at\":{\"BOOL\":true},\"owner\":{\"S\":\"\\\"q\\\" $1\"},\"tenant\":{\"BOOL\":true}}", "{\"PK\":{\"S\":\"x#false#true\"},\"SK\":{\"S\":\"ORDER#true\"},\"_et\":{\"S\":\"Record\"},\"at\":{\"BOOL\":true},\"id\":{\"N\":\"11\"},\"owner\":{\"S\":\" \"},\"tenant\":{\"BOOL\":false}}"]).await;
    probe.answers("step 1: delete", table.delete(record_keys[1].clone()).await, "Ok");
    probe.stores("step 1: delete", &table, &["{\"PK\":{\"S\":\"x#false#false\"},\"SK\":{\"S\":\"ORDER#false\"},\"_et\":{\"S\":\"Record\"},\"at\":{\"BOOL\":false},\"owner\":{\"S\":\"%23\"},\"tenant\":{\"BOOL\":false},\"written_by\":{\"M\":{\"n\":{\"NS\":[\"1\",\"2\"]}}}}", "{\"PK\":{\"S\":\"x#true#true\"},\"SK\":{\"S\":\"ORDER#true\"},\"_et\":{\"S\":\"Record\"},\"at\":{\"BOOL\":true},\"owner\":{\"S\":\"\\\"q\\\" $1\"},\"tenant\":{\"BOOL\":true}}", "{\"PK\":{\"S\":\"x#false#true\"},\"SK\":{\"S\":\"ORDER#true\"},\"_et\":{\"S\":\"Record\"},\"at\":{\"BOOL\":true},\"id\":{\"N\":\"11\"},\"owner\":{\"S\":\" \"},\"tenant\":{\"BOOL\":false}}"]).await;
    Ok(())
}

//! An update did not find an item whose key contains a part of a time that is itself an index's key.

use keywright::{Entity, KeyEnum, KeyField, Result, Table};
use keywright_schema_tests::probe::*;
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(pk = "PK", sk = "SK", delimiter = "!", discriminator = none, undeclared_peak = "allow")]
#[gsi(name = "INDEX0", pk = "tenantX", sk = "note")]
#[entities(Record)]
pub struct Store;

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Store)]
#[pk(template = "A!<rank>", legacy(template = "OLD!<rank>"))]
#[shard(random = 3, first = 1)]
#[sk(template = "x!<rank>!<note:epoch_ms>")]
#[gsi(index = "INDEX0", query = by_0, pk = "<tenant>", sk = "<note>")]
pub struct Record {
    #[serde(rename = "rankX")]
    #[entity(key_only)]
    pub rank: String,
    #[serde(rename = "tenantX")]
    pub tenant: chrono::NaiveDateTime,
    pub note: time::PrimitiveDateTime,
    #[serde(rename = "idX")]
    pub id: std::collections::BTreeSet<String>,
    #[serde(rename = "ownerX")]
    pub owner: Option<jiff::civil::Date>,
}

pub fn records() -> Vec<Record> {
    vec![
        Record { rank: "ann".to_owned(), tenant: chrono_civil(1782309908, 120000), note: time_civil(1782309908, 999999999), id: std::collections::BTreeSet::<String>::from(["100%".to_owned()]), owner: None::<jiff::civil::Date> },
        Record { rank: "#".to_owned(), tenant: chrono_civil(1782223507, 999999999), note: time_civil(1782137106, 500000000), id: std::collections::BTreeSet::<String>::from([]), owner: Some(jiff_day(20600)) },
        Record { rank: "x|y".to_owned(), tenant: chrono_civil(1782482710, 123456789), note: time_civil(1782396309, 999999999), id: std::collections::BTreeSet::<String>::from(["\0".to_owned()]), owner: None::<jiff::civil::Date> },
        Record { rank: "a#b".to_owned(), tenant: chrono_civil(1782482710, 999999999), note: time_civil(1782223507, 123456789), id: std::collections::BTreeSet::<String>::from([]), owner: Some(jiff_day(20602)) },
        Record { rank: "%UNIQUE#Record".to_owned(), tenant: chrono_civil(1782482710, 999999999), note: time_civil(1782223507, 123456789), id: std::collections::BTreeSet::<String>::from([]), owner: Some(jiff_day(20602)) },
        Record { rank: "a".to_owned(), tenant: chrono_civil(1782137106, 500000000), note: time_civil(1782137106, 123456789), id: std::collections::BTreeSet::<String>::from(["A-1".to_owned()]), owner: Some(jiff_day(20600)) },
    ]
}

pub fn record_keys() -> Vec<keywright::Key<Record>> {
    vec![
        Record::key_in_shard(1, "ann".to_owned(), time_civil(1782309908, 999999999)),
        Record::key_in_shard(1, "#".to_owned(), time_civil(1782137106, 500000000)),
        Record::key_in_shard(2, "x|y".to_owned(), time_civil(1782396309, 999999999)),
        Record::key_in_shard(1, "a#b".to_owned(), time_civil(1782223507, 123456789)),
        Record::key_in_shard(2, "%UNIQUE#Record".to_owned(), time_civil(1782223507, 123456789)),
        Record::key_in_shard(2, "a".to_owned(), time_civil(1782137106, 123456789)),
    ]
}

/// The items as another program stores them.
const STORED_RECORD: &[&str] = &[
    "{\"PK\":{\"S\":\"A!ann!1\"},\"SK\":{\"S\":\"x!ann!00000001782309908999\"},\"idX\":{\"SS\":[\"100%\"]},\"note\":{\"S\":\"2026-06-24T14:05:08.999999999\"},\"tenantX\":{\"S\":\"2026-06-24T14:05:08.000120000\"}}",
    "{\"PK\":{\"S\":\"A!#!1\"},\"SK\":{\"S\":\"x!%23!00000001782137106500\"},\"note\":{\"S\":\"2026-06-22T14:05:06.500000000\"},\"ownerX\":{\"S\":\"2026-05-27\"},\"tenantX\":{\"S\":\"2026-06-23T14:05:07.999999999\"}}",
    "{\"PK\":{\"S\":\"A!x|y!2\"},\"SK\":{\"S\":\"x!x|y!00000001782396309999\"},\"idX\":{\"SS\":[\"\\u0000\"]},\"note\":{\"S\":\"2026-06-25T14:05:09.999999999\"},\"tenantX\":{\"S\":\"2026-06-26T14:05:10.123456789\"}}",
    "{\"PK\":{\"S\":\"A!a#b!1\"},\"SK\":{\"S\":\"x!a%23b!00000001782223507123\"},\"note\":{\"S\":\"2026-06-23T14:05:07.123456789\"},\"ownerX\":{\"S\":\"2026-05-29\"},\"tenantX\":{\"S\":\"2026-06-26T14:05:10.999999999\"}}",
    "{\"PK\":{\"S\":\"A!%25UNIQUE#Record!2\"},\"SK\":{\"S\":\"x!%25UNIQUE%23Record!00000001782223507123\"},\"note\":{\"S\":\"2026-06-23T14:05:07.123456789\"},\"ownerX\":{\"S\":\"2026-05-29\"},\"tenantX\":{\"S\":\"2026-06-26T14:05:10.999999999\"}}",
    "{\"PK\":{\"S\":\"A!a!2\"},\"SK\":{\"S\":\"x!a!00000001782137106123\"},\"idX\":{\"SS\":[\"A-1\"]},\"note\":{\"S\":\"2026-06-22T14:05:06.123456789\"},\"ownerX\":{\"S\":\"2026-05-27\"},\"tenantX\":{\"S\":\"2026-06-22T14:05:06.500000000\"}}",
];

pub async fn run(probe: &mut Probe) -> Result<()> {
    let table = probe.open::<Store>().await?;
    let records = records();
    let record_keys = record_keys();
    probe.write(&table, STORED_RECORD).await;
    probe.clear(&table).await;
    probe.write(&table, STORED_RECORD).await;
    probe.answers("step 0: update", table.update(record_keys[0].clone()).set(Record::TENANT, chrono_civil(1782482710, 123456789)).await, "Ok");
    probe.stores("step 0: update", &table, &["{\"PK\":{\"S\":\"A!ann!1\"},\"SK\":{\"S\":\"x!ann!00000001782309908999\"},\"idX\":{\"SS\":[\"100%\"]},\"note\":{\"S\":\"2026-06-24T14:05:08.999999999\"},\"tenantX\":{\"S\":\"2026-06-26T14:05:10.123456789\"}}", "{\"PK\":{\"S\":\"A!#!1\"},\"SK\":{\"S\":\"x!%23!00000001782137106500\"},\"note\":{\"S\":\"2026-06-22T14:05:06.500000000\"},\"ownerX\":{\"S\":\"2026-05-27\"},\"tenantX\":{\"S\":\"2026-06-23T14:05:07.999999999\"}}", "{\"PK\":{\"S\":\"A!x|y!2\"},\"SK\":{\"S\":\"x!x|y!00000001782396309999\"},\"idX\":{\"SS\":[\"\\u0000\"]},\"note\":{\"S\":\"2026-06-25T14:05:09.999999999\"},\"tenantX\":{\"S\":\"2026-06-26T14:05:10.123456789\"}}", "{\"PK\":{\"S\":\"A!a#b!1\"},\"SK\":{\"S\":\"x!a%23b!00000001782223507123\"},\"note\":{\"S\":\"2026-06-23T14:05:07.123456789\"},\"ownerX\":{\"S\":\"2026-05-29\"},\"tenantX\":{\"S\":\"2026-06-26T14:05:10.999999999\"}}", "{\"PK\":{\"S\":\"A!%25UNIQUE#Record!2\"},\"SK\":{\"S\":\"x!%25UNIQUE%23Record!00000001782223507123\"},\"note\":{\"S\":\"2026-06-23T14:05:07.123456789\"},\"ownerX\":{\"S\":\"2026-05-29\"},\"tenantX\":{\"S\":\"2026-06-26T14:05:10.999999999\"}}", "{\"PK\":{\"S\":\"A!a!2\"},\"SK\":{\"S\":\"x!a!00000001782137106123\"},\"idX\":{\"SS\":[\"A-1\"]},\"note\":{\"S\":\"2026-06-22T14:05:06.123456789\"},\"ownerX\":{\"S\":\"2026-05-27\"},\"tenantX\":{\"S\":\"2026-06-22T14:05:06.500000000\"}}"]).await;
    probe.answers("step 1: update", table.update(record_keys[2].clone()).set(Record::OWNER, Some(jiff_day(20603))).await, "Ok");
    probe.stores("step 1: update", &table, &["{\"PK\":{\"S\":\"A!ann!1\"},\"SK\":{\"S\":\"x!ann!00000001782309908999\"},\"idX\":{\"SS\":[\"100%\"]},\"note\":{\"S\":\"2026-06-24T14:05:08.999999999\"},\"tenantX\":{\"S\":\"2026-06-26T14:05:10.123456789\"}}", "{\"PK\":{\"S\":\"A!#!1\"},\"SK\":{\"S\":\"x!%23!00000001782137106500\"},\"note\":{\"S\":\"2026-06-22T14:05:06.500000000\"},\"ownerX\":{\"S\":\"2026-05-27\"},\"tenantX\":{\"S\":\"2026-06-23T14:05:07.999999999\"}}", "{\"PK\":{\"S\":\"A!x|y!2\"},\"SK\":{\"S\":\"x!x|y!00000001782396309999\"},\"idX\":{\"SS\":[\"\\u0000\"]},\"note\":{\"S\":\"2026-06-25T14:05:09.999999999\"},\"ownerX\":{\"S\":\"2026-05-30\"},\"tenantX\":{\"S\":\"2026-06-26T14:05:10.123456789\"}}", "{\"PK\":{\"S\":\"A!a#b!1\"},\"SK\":{\"S\":\"x!a%23b!00000001782223507123\"},\"note\":{\"S\":\"2026-06-23T14:05:07.123456789\"},\"ownerX\":{\"S\":\"2026-05-29\"},\"tenantX\":{\"S\":\"2026-06-26T14:05:10.999999999\"}}", "{\"PK\":{\"S\":\"A!%25UNIQUE#Record!2\"},\"SK\":{\"S\":\"x!%25UNIQUE%23Record!00000001782223507123\"},\"note\":{\"S\":\"2026-06-23T14:05:07.123456789\"},\"ownerX\":{\"S\":\"2026-05-29\"},\"tenantX\":{\"S\":\"2026-06-26T14:05:10.999999999\"}}", "{\"PK\":{\"S\":\"A!a!2\"},\"SK\":{\"S\":\"x!a!00000001782137106123\"},\"idX\":{\"SS\":[\"A-1\"]},\"note\":{\"S\":\"2026-06-22T14:05:06.123456789\"},\"ownerX\":{\"S\":\"2026-05-27\"},\"tenantX\":{\"S\":\"2026-06-22T14:05:06.500000000\"}}"]).await;
    Ok(())
}

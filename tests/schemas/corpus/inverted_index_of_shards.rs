//! A query of an inverted index did not find items in shards of the table's key.

use keywright::{Entity, KeyEnum, KeyField, Result, Table};
use keywright_schema_tests::probe::*;
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(pk = "PK", sk = "SK", ttl = "expires", undeclared_peak = "allow")]
#[gsi(name = "INDEX0", pk = "SK", sk = "PK")]
#[entities(Record)]
pub struct Store;

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Store)]
#[pk(template = "x#<region>#<at:year>")]
#[shard(hash(at), count = 4)]
#[sk(template = "<at>#B#<note>#<region>")]
#[gsi(index = "INDEX0", query = by_0, pk = "<at>#B#<note>#<region>", sk = "x#<region>#<at:year>")]
pub struct Record {
    pub note: u64,
    pub at: chrono::DateTime<chrono::Utc>,
    pub region: chrono::DateTime<chrono::Utc>,
}

pub fn records() -> Vec<Record> {
    vec![
        Record { note: 0, at: chrono_time(1782137106, 0), region: chrono_time(1792850710, 999999999) },
    ]
}

pub fn record_keys() -> Vec<keywright::Key<Record>> {
    vec![
        Record::key(chrono_time(1792850710, 999999999), chrono_time(1782137106, 0), 0),
    ]
}

/// The items as another program stores them.
const STORED_RECORD: &[&str] = &[
    "{\"PK\":{\"S\":\"x#2026-10-24T14:05:10.999999999Z#2026#1\"},\"SK\":{\"S\":\"2026-06-22T14:05:06.000000000Z#B#00000000000000000000#2026-10-24T14:05:10.999999999Z\"},\"_et\":{\"S\":\"Record\"},\"at\":{\"S\":\"2026-06-22T14:05:06Z\"},\"note\":{\"N\":\"0\"},\"region\":{\"S\":\"2026-10-24T14:05:10.999999999Z\"}}",
];

pub async fn run(probe: &mut Probe) -> Result<()> {
    let table = probe.open::<Store>().await?;
    let records = records();
    let record_keys = record_keys();
    probe.write(&table, STORED_RECORD).await;
    probe.query(&table, "by_0 like item 0", Record::by_0(chrono_time(1782137106, 0), 0, chrono_time(1792850710, 999999999)), &records, &[&[0]]).await?;
    Ok(())
}

//! An update did not find an item whose sort key is itself a time, with a bucket of it in the partition key.

use keywright::{Entity, KeyEnum, KeyField, Result, Table};
use keywright_schema_tests::probe::*;
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, KeyField, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub struct Slug(pub String);
impl From<String> for Slug { fn from(of: String) -> Self { Self(of) } }
impl From<Slug> for String { fn from(of: Slug) -> Self { of.0 } }

#[derive(Table)]
#[table(pk = "PK", sk = "due_day", undeclared_peak = "allow")]
#[gsi(name = "INDEX0", pk = "I0PK", sk = "I0SK")]
#[entities(Record)]
pub struct Store;

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Store)]
#[pk(template = "S<shard:01>#USER#<due_day:week>", legacy(template = "OLD"))]
#[shard(random = 4)]
#[sk(template = "<due_day>")]
#[gsi(index = "INDEX0", query = by_0, pk = "D#<id>#<rank>", sk = "x#<id>", shard(random = 2, first = 1))]
#[peak(creates = 2, updates = 1, item_bytes = 900)]
pub struct Record {
    #[serde(default)]
    pub owner: bool,
    pub due_day: time::OffsetDateTime,
    pub count: f64,
    pub id: Slug,
    pub rank: Option<time::Date>,
}

pub fn records() -> Vec<Record> {
    vec![
        Record { owner: true, due_day: time_time(1782741907, 120000), count: -0.25, id: Slug("x|y".to_owned()), rank: Some(time_day(20603)) },
        Record { owner: true, due_day: time_time(1782741907, 0), count: 1.0, id: Slug("A-1".to_owned()), rank: None },
        Record { owner: false, due_day: time_time(1783951509, 999999999), count: 0.25, id: Slug("A-1".to_owned()), rank: Some(time_day(20602)) },
        Record { owner: true, due_day: time_time(1783951509, 123456789), count: 0.0, id: Slug("\"q\" $1".to_owned()), rank: Some(time_day(20600)) },
        Record { owner: false, due_day: time_time(1783346708, 120000), count: -1.0, id: Slug("\"q\" $1".to_owned()), rank: Some(time_day(20601)) },
        Record { owner: false, due_day: time_time(1782137106, 0), count: -2.25, id: Slug(" ".to_owned()), rank: None },
    ]
}

fn record_keys() -> Vec<keywright::Key<Record>> {
    vec![
        Record::key_in_shard(0, time_time(1782741907, 120000)),
        Record::key_in_shard(1, time_time(1782741907, 0)),
        Record::key_in_shard(1, time_time(1783951509, 999999999)),
        Record::key_in_shard(0, time_time(1783951509, 123456789)),
        Record::key_in_shard(0, time_time(1783346708, 120000)),
        Record::key_in_shard(0, time_time(1782137106, 0)),
    ]
}

/// The items as another program stores them.
const STORED_RECORD: &[&str] = &[
    "{\"I0PK\":{\"S\":\"D#x|y#2026-05-30#1\"},\"I0SK\":{\"S\":\"x#x|y\"},\"PK\":{\"S\":\"S0#USER#2026-W27\"},\"_et\":{\"S\":\"Record\"},\"count\":{\"N\":\"-0.25\"},\"due_day\":{\"S\":\"2026-06-29T14:05:07.000120000Z\"},\"id\":{\"S\":\"x|y\"},\"owner\":{\"BOOL\":true},\"rank\":{\"L\":[{\"N\":\"2026\"},{\"N\":\"150\"}]}}",
    "{\"PK\":{\"S\":\"S1#USER#2026-W27\"},\"_et\":{\"S\":\"Record\"},\"count\":{\"N\":\"1\"},\"due_day\":{\"S\":\"2026-06-29T14:05:07.000000000Z\"},\"id\":{\"S\":\"A-1\"},\"owner\":{\"BOOL\":true}}",
    "{\"I0PK\":{\"S\":\"D#A-1#2026-05-29#2\"},\"I0SK\":{\"S\":\"x#A-1\"},\"PK\":{\"S\":\"S1#USER#2026-W29\"},\"_et\":{\"S\":\"Record\"},\"count\":{\"N\":\"0.25\"},\"due_day\":{\"S\":\"2026-07-13T14:05:09.999999999Z\"},\"id\":{\"S\":\"A-1\"},\"owner\":{\"BOOL\":false},\"rank\":{\"L\":[{\"N\":\"2026\"},{\"N\":\"149\"}]}}",
    "{\"I0PK\":{\"S\":\"D#\\\"q\\\" $1#2026-05-27#1\"},\"I0SK\":{\"S\":\"x#%22q%22%20%241\"},\"PK\":{\"S\":\"S0#USER#2026-W29\"},\"_et\":{\"S\":\"Record\"},\"count\":{\"N\":\"0\"},\"due_day\":{\"S\":\"2026-07-13T14:05:09.123456789Z\"},\"id\":{\"S\":\"\\\"q\\\" $1\"},\"owner\":{\"BOOL\":true},\"rank\":{\"L\":[{\"N\":\"2026\"},{\"N\":\"147\"}]}}",
    "{\"I0PK\":{\"S\":\"D#\\\"q\\\" $1#2026-05-28#1\"},\"I0SK\":{\"S\":\"x#%22q%22%20%241\"},\"PK\":{\"S\":\"S0#USER#2026-W28\"},\"_et\":{\"S\":\"Record\"},\"count\":{\"N\":\"-1\"},\"due_day\":{\"S\":\"2026-07-06T14:05:08.000120000Z\"},\"id\":{\"S\":\"\\\"q\\\" $1\"},\"owner\":{\"BOOL\":false},\"rank\":{\"L\":[{\"N\":\"2026\"},{\"N\":\"148\"}]}}",
    "{\"PK\":{\"S\":\"S0#USER#2026-W26\"},\"_et\":{\"S\":\"Record\"},\"count\":{\"N\":\"-2.25\"},\"due_day\":{\"S\":\"2026-06-22T14:05:06.000000000Z\"},\"id\":{\"S\":\" \"},\"owner\":{\"BOOL\":false},\"rank\":{\"NULL\":true}}",
];

pub async fn run(probe: &mut Probe) -> Result<()> {
    let table = probe.open::<Store>().await?;
    let records = records();
    let record_keys = record_keys();
    probe.write(&table, STORED_RECORD).await;
    probe.clear(&table).await;
    probe.write(&table, STORED_RECORD).await;
    probe.answers("step 0: update", table.update(record_keys[2].clone()).set(Record::OWNER, true).await, "Ok");
    probe.stores("step 0: update", &table, &["{\"I0PK\":{\"S\":\"D#x|y#2026-05-30#1\"},\"I0SK\":{\"S\":\"x#x|y\"},\"PK\":{\"S\":\"S0#USER#2026-W27\"},\"_et\":{\"S\":\"Record\"},\"count\":{\"N\":\"-0.25\"},\"due_day\":{\"S\":\"2026-06-29T14:05:07.000120000Z\"},\"id\":{\"S\":\"x|y\"},\"owner\":{\"BOOL\":true},\"rank\":{\"L\":[{\"N\":\"2026\"},{\"N\":\"150\"}]}}", "{\"PK\":{\"S\":\"S1#USER#2026-W27\"},\"_et\":{\"S\":\"Record\"},\"count\":{\"N\":\"1\"},\"due_day\":{\"S\":\"2026-06-29T14:05:07.000000000Z\"},\"id\":{\"S\":\"A-1\"},\"owner\":{\"BOOL\":true}}", "{\"I0PK\":{\"S\":\"D#A-1#2026-05-29#2\"},\"I0SK\":{\"S\":\"x#A-1\"},\"PK\":{\"$any\":[{\"S\":\"S0#USER#2026-W29\"},{\"S\":\"S1#USER#2026-W29\"},{\"S\":\"S2#USER#2026-W29\"},{\"S\":\"S3#USER#2026-W29\"}]},\"_et\":{\"S\":\"Record\"},\"count\":{\"N\":\"0.25\"},\"due_day\":{\"S\":\"2026-07-13T14:05:09.999999999Z\"},\"id\":{\"S\":\"A-1\"},\"owner\":{\"BOOL\":true},\"rank\":{\"L\":[{\"N\":\"2026\"},{\"N\":\"149\"}]}}", "{\"I0PK\":{\"S\":\"D#\\\"q\\\" $1#2026-05-27#1\"},\"I0SK\":{\"S\":\"x#%22q%22%20%241\"},\"PK\":{\"S\":\"S0#USER#2026-W29\"},\"_et\":{\"S\":\"Record\"},\"count\":{\"N\":\"0\"},\"due_day\":{\"S\":\"2026-07-13T14:05:09.123456789Z\"},\"id\":{\"S\":\"\\\"q\\\" $1\"},\"owner\":{\"BOOL\":true},\"rank\":{\"L\":[{\"N\":\"2026\"},{\"N\":\"147\"}]}}", "{\"I0PK\":{\"S\":\"D#\\\"q\\\" $1#2026-05-28#1\"},\"I0SK\":{\"S\":\"x#%22q%22%20%241\"},\"PK\":{\"S\":\"S0#USER#2026-W28\"},\"_et\":{\"S\":\"Record\"},\"count\":{\"N\":\"-1\"},\"due_day\":{\"S\":\"2026-07-06T14:05:08.000120000Z\"},\"id\":{\"S\":\"\\\"q\\\" $1\"},\"owner\":{\"BOOL\":false},\"rank\":{\"L\":[{\"N\":\"2026\"},{\"N\":\"148\"}]}}", "{\"PK\":{\"S\":\"S0#USER#2026-W26\"},\"_et\":{\"S\":\"Record\"},\"count\":{\"N\":\"-2.25\"},\"due_day\":{\"S\":\"2026-06-22T14:05:06.000000000Z\"},\"id\":{\"S\":\" \"},\"owner\":{\"BOOL\":false},\"rank\":{\"NULL\":true}}"]).await;
    probe.answers("step 1: update", table.update(record_keys[4].clone()).set(Record::COUNT, 1.5).await, "Ok");
    probe.stores("step 1: update", &table, &["{\"I0PK\":{\"S\":\"D#x|y#2026-05-30#1\"},\"I0SK\":{\"S\":\"x#x|y\"},\"PK\":{\"S\":\"S0#USER#2026-W27\"},\"_et\":{\"S\":\"Record\"},\"count\":{\"N\":\"-0.25\"},\"due_day\":{\"S\":\"2026-06-29T14:05:07.000120000Z\"},\"id\":{\"S\":\"x|y\"},\"owner\":{\"BOOL\":true},\"rank\":{\"L\":[{\"N\":\"2026\"},{\"N\":\"150\"}]}}", "{\"PK\":{\"S\":\"S1#USER#2026-W27\"},\"_et\":{\"S\":\"Record\"},\"count\":{\"N\":\"1\"},\"due_day\":{\"S\":\"2026-06-29T14:05:07.000000000Z\"},\"id\":{\"S\":\"A-1\"},\"owner\":{\"BOOL\":true}}", "{\"I0PK\":{\"S\":\"D#A-1#2026-05-29#2\"},\"I0SK\":{\"S\":\"x#A-1\"},\"PK\":{\"$any\":[{\"S\":\"S0#USER#2026-W29\"},{\"S\":\"S1#USER#2026-W29\"},{\"S\":\"S2#USER#2026-W29\"},{\"S\":\"S3#USER#2026-W29\"}]},\"_et\":{\"S\":\"Record\"},\"count\":{\"N\":\"0.25\"},\"due_day\":{\"S\":\"2026-07-13T14:05:09.999999999Z\"},\"id\":{\"S\":\"A-1\"},\"owner\":{\"BOOL\":true},\"rank\":{\"L\":[{\"N\":\"2026\"},{\"N\":\"149\"}]}}", "{\"I0PK\":{\"S\":\"D#\\\"q\\\" $1#2026-05-27#1\"},\"I0SK\":{\"S\":\"x#%22q%22%20%241\"},\"PK\":{\"S\":\"S0#USER#2026-W29\"},\"_et\":{\"S\":\"Record\"},\"count\":{\"N\":\"0\"},\"due_day\":{\"S\":\"2026-07-13T14:05:09.123456789Z\"},\"id\":{\"S\":\"\\\"q\\\" $1\"},\"owner\":{\"BOOL\":true},\"rank\":{\"L\":[{\"N\":\"2026\"},{\"N\":\"147\"}]}}", "{\"I0PK\":{\"S\":\"D#\\\"q\\\" $1#2026-05-28#1\"},\"I0SK\":{\"S\":\"x#%22q%22%20%241\"},\"PK\":{\"$any\":[{\"S\":\"S0#USER#2026-W28\"},{\"S\":\"S1#USER#2026-W28\"},{\"S\":\"S2#USER#2026-W28\"},{\"S\":\"S3#USER#2026-W28\"}]},\"_et\":{\"S\":\"Record\"},\"count\":{\"N\":\"1.5\"},\"due_day\":{\"S\":\"2026-07-06T14:05:08.000120000Z\"},\"id\":{\"S\":\"\\\"q\\\" $1\"},\"owner\":{\"BOOL\":false},\"rank\":{\"L\":[{\"N\":\"2026\"},{\"N\":\"148\"}]}}", "{\"PK\":{\"S\":\"S0#USER#2026-W26\"},\"_et\":{\"S\":\"Record\"},\"count\":{\"N\":\"-2.25\"},\"due_day\":{\"S\":\"2026-06-22T14:05:06.000000000Z\"},\"id\":{\"S\":\" \"},\"owner\":{\"BOOL\":false},\"rank\":{\"NULL\":true}}"]).await;
    probe.answers("step 2: update", table.update(record_keys[1].clone()).set(Record::COUNT, 0.25).set(Record::ID_AND_RANK, (Slug("x|y".to_owned()), None)).await, "Ok");
    probe.stores("step 2: update", &table, &["{\"I0PK\":{\"S\":\"D#x|y#2026-05-30#1\"},\"I0SK\":{\"S\":\"x#x|y\"},\"PK\":{\"S\":\"S0#USER#2026-W27\"},\"_et\":{\"S\":\"Record\"},\"count\":{\"N\":\"-0.25\"},\"due_day\":{\"S\":\"2026-06-29T14:05:07.000120000Z\"},\"id\":{\"S\":\"x|y\"},\"owner\":{\"BOOL\":true},\"rank\":{\"L\":[{\"N\":\"2026\"},{\"N\":\"150\"}]}}", "{\"PK\":{\"$any\":[{\"S\":\"S0#USER#2026-W27\"},{\"S\":\"S1#USER#2026-W27\"},{\"S\":\"S2#USER#2026-W27\"},{\"S\":\"S3#USER#2026-W27\"}]},\"_et\":{\"S\":\"Record\"},\"count\":{\"N\":\"0.25\"},\"due_day\":{\"S\":\"2026-06-29T14:05:07.000000000Z\"},\"id\":{\"S\":\"x|y\"},\"owner\":{\"BOOL\":true}}", "{\"I0PK\":{\"S\":\"D#A-1#2026-05-29#2\"},\"I0SK\":{\"S\":\"x#A-1\"},\"PK\":{\"$any\":[{\"S\":\"S0#USER#2026-W29\"},{\"S\":\"S1#USER#2026-W29\"},{\"S\":\"S2#USER#2026-W29\"},{\"S\":\"S3#USER#2026-W29\"}]},\"_et\":{\"S\":\"Record\"},\"count\":{\"N\":\"0.25\"},\"due_day\":{\"S\":\"2026-07-13T14:05:09.999999999Z\"},\"id\":{\"S\":\"A-1\"},\"owner\":{\"BOOL\":true},\"rank\":{\"L\":[{\"N\":\"2026\"},{\"N\":\"149\"}]}}", "{\"I0PK\":{\"S\":\"D#\\\"q\\\" $1#2026-05-27#1\"},\"I0SK\":{\"S\":\"x#%22q%22%20%241\"},\"PK\":{\"S\":\"S0#USER#2026-W29\"},\"_et\":{\"S\":\"Record\"},\"count\":{\"N\":\"0\"},\"due_day\":{\"S\":\"2026-07-13T14:05:09.123456789Z\"},\"id\":{\"S\":\"\\\"q\\\" $1\"},\"owner\":{\"BOOL\":true},\"rank\":{\"L\":[{\"N\":\"2026\"},{\"N\":\"147\"}]}}", "{\"I0PK\":{\"S\":\"D#\\\"q\\\" $1#2026-05-28#1\"},\"I0SK\":{\"S\":\"x#%22q%22%20%241\"},\"PK\":{\"$any\":[{\"S\":\"S0#USER#2026-W28\"},{\"S\":\"S1#USER#2026-W28\"},{\"S\":\"S2#USER#2026-W28\"},{\"S\":\"S3#USER#2026-W28\"}]},\"_et\":{\"S\":\"Record\"},\"count\":{\"N\":\"1.5\"},\"due_day\":{\"S\":\"2026-07-06T14:05:08.000120000Z\"},\"id\":{\"S\":\"\\\"q\\\" $1\"},\"owner\":{\"BOOL\":false},\"rank\":{\"L\":[{\"N\":\"2026\"},{\"N\":\"148\"}]}}", "{\"PK\":{\"S\":\"S0#USER#2026-W26\"},\"_et\":{\"S\":\"Record\"},\"count\":{\"N\":\"-2.25\"},\"due_day\":{\"S\":\"2026-06-22T14:05:06.000000000Z\"},\"id\":{\"S\":\" \"},\"owner\":{\"BOOL\":false},\"rank\":{\"NULL\":true}}"]).await;
    probe.answers("step 3: delete", table.delete(record_keys[4].clone()).await, "Ok");
    probe.stores("step 3: delete", &table, &["{\"I0PK\":{\"S\":\"D#x|y#2026-05-30#1\"},\"I0SK\":{\"S\":\"x#x|y\"},\"PK\":{\"S\":\"S0#USER#2026-W27\"},\"_et\":{\"S\":\"Record\"},\"count\":{\"N\":\"-0.25\"},\"due_day\":{\"S\":\"2026-06-29T14:05:07.000120000Z\"},\"id\":{\"S\":\"x|y\"},\"owner\":{\"BOOL\":true},\"rank\":{\"L\":[{\"N\":\"2026\"},{\"N\":\"150\"}]}}", "{\"PK\":{\"$any\":[{\"S\":\"S0#USER#2026-W27\"},{\"S\":\"S1#USER#2026-W27\"},{\"S\":\"S2#USER#2026-W27\"},{\"S\":\"S3#USER#2026-W27\"}]},\"_et\":{\"S\":\"Record\"},\"count\":{\"N\":\"0.25\"},\"due_day\":{\"S\":\"2026-06-29T14:05:07.000000000Z\"},\"id\":{\"S\":\"x|y\"},\"owner\":{\"BOOL\":true}}", "{\"I0PK\":{\"S\":\"D#A-1#2026-05-29#2\"},\"I0SK\":{\"S\":\"x#A-1\"},\"PK\":{\"$any\":[{\"S\":\"S0#USER#2026-W29\"},{\"S\":\"S1#USER#2026-W29\"},{\"S\":\"S2#USER#2026-W29\"},{\"S\":\"S3#USER#2026-W29\"}]},\"_et\":{\"S\":\"Record\"},\"count\":{\"N\":\"0.25\"},\"due_day\":{\"S\":\"2026-07-13T14:05:09.999999999Z\"},\"id\":{\"S\":\"A-1\"},\"owner\":{\"BOOL\":true},\"rank\":{\"L\":[{\"N\":\"2026\"},{\"N\":\"149\"}]}}", "{\"I0PK\":{\"S\":\"D#\\\"q\\\" $1#2026-05-27#1\"},\"I0SK\":{\"S\":\"x#%22q%22%20%241\"},\"PK\":{\"S\":\"S0#USER#2026-W29\"},\"_et\":{\"S\":\"Record\"},\"count\":{\"N\":\"0\"},\"due_day\":{\"S\":\"2026-07-13T14:05:09.123456789Z\"},\"id\":{\"S\":\"\\\"q\\\" $1\"},\"owner\":{\"BOOL\":true},\"rank\":{\"L\":[{\"N\":\"2026\"},{\"N\":\"147\"}]}}", "{\"PK\":{\"S\":\"S0#USER#2026-W26\"},\"_et\":{\"S\":\"Record\"},\"count\":{\"N\":\"-2.25\"},\"due_day\":{\"S\":\"2026-06-22T14:05:06.000000000Z\"},\"id\":{\"S\":\" \"},\"owner\":{\"BOOL\":false},\"rank\":{\"NULL\":true}}"]).await;
    Ok(())
}

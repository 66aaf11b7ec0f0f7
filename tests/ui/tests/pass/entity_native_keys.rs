//! Keys that are a field itself, stored once as S, N or B; tables and indexes without a sort key.

#![deny(warnings)]

use chrono::{DateTime, Utc};
use keywright::{
    Bytes, Entity, Table,
    key::KeyScalar::{B, N, S},
};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(pk = "device", sk(name = "ts", type = "N"))]
#[gsi(name = "ByOwner", pk = "owner", sk(name = "ts", type = "N"))]
#[gsi(name = "ByModel", pk = "model")]
#[entities(Reading)]
struct Readings;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Readings)]
#[pk(template = "<device>")]
#[sk(template = "<ts:epoch_ms>")]
#[gsi(index = "ByOwner", query = by_owner, pk = "<owner>", sk = "<ts:epoch_ms>")]
#[gsi(index = "ByModel", query = by_model, pk = "<model>")]
struct Reading {
    device: String,
    #[serde(with = "chrono::serde::ts_milliseconds")]
    ts: DateTime<Utc>,
    owner: Option<String>,
    model: String,
}

#[derive(Table)]
#[table(pk(name = "digest", type = "B"), sk = none)]
#[entities(Blob)]
struct Blobs;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Blobs)]
#[pk(template = "<digest>")]
struct Blob {
    digest: Bytes,
    bytes: u64,
}

#[derive(Table)]
#[table(pk = "tenant", sk(name = "number", type = "N"), discriminator = none)]
#[entities(Invoice)]
struct Invoices;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Invoices)]
#[pk(template = "<tenant>")]
#[sk(template = "<number>")]
struct Invoice {
    tenant: String,
    number: i64,
}

pub(super) fn main() {
    let ts = DateTime::from_timestamp_millis(1_782_137_106_000).expect("an instant");
    let key = Reading::key("d#1", ts).to_item_key().expect("a key");
    assert_eq!((key.partition, key.sort), (S(String::from("d#1")), Some(N(String::from("1782137106000")))));
    let _ = Reading::query("d#1").between(ts..);
    let _ = Reading::by_owner("ann").newest_first();
    let _ = Reading::by_model("m-1");

    let key = Blob::key(b"\x00\xff").to_item_key().expect("a key");
    assert_eq!((key.partition, key.sort), (B(vec![0, 255]), None));
    let _ = Blob::query(vec![0u8, 255]);

    let key = Invoice::key("a", -7i64).to_item_key().expect("a key");
    assert_eq!(key.sort, Some(N(String::from("-7"))));
    let _ = Invoice::query("a").between(1i64..100);
}

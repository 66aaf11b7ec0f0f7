//! The table for the tests of conditions.

use std::collections::BTreeMap;

use keywright::{Entity, Handle, KeyEnum, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK", projection = "keys_only")]
pub(crate) struct Shop;

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Shop)]
#[pk(template = "CUSTOMER#<customer>")]
#[sk(template = "ORDER#<id>")]
#[gsi(index = "GSI1", query = by_status, pk = "STATUS#<status>#<customer>", sk = "<id>")]
pub(crate) struct Order {
    pub(crate) customer: String,
    pub(crate) id: u32,
    pub(crate) status: Status,
    pub(crate) cents: u64,
    pub(crate) paid: u64,
    pub(crate) note: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) coupon: Option<String>,
    pub(crate) tags: Vec<String>,
    /// `size` is a reserved word.
    #[serde(rename = "size")]
    pub(crate) sizes: BTreeMap<String, u32>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, KeyEnum, Serialize, Deserialize)]
pub(crate) enum Status {
    Open,
    Paid,
}

pub(crate) async fn shop() -> Handle<Shop> {
    keywright_local::Local::start().open::<Shop>("shop").await.unwrap()
}

pub(crate) fn order(id: u32) -> Order {
    Order {
        customer: "ann".into(),
        id,
        status: Status::Open,
        cents: 100,
        paid: 0,
        note: None,
        coupon: None,
        tags: vec!["new".into()],
        sizes: BTreeMap::from([("width".into(), 3)]),
    }
}

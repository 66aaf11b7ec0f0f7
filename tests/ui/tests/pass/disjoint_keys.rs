//! Keys that are apart because of what the types of their fields can write.

#![deny(warnings)]

use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[entities(Order, Line, Note, Setting)]
pub struct Platform;

/// Its number has no `-`, so it ends before that of a `Line`.
#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "SHOP#<shop>")]
#[sk(template = "A-<order:plain>")]
pub struct Order {
    pub shop: u32,
    pub order: u64,
}

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "SHOP#<shop>")]
#[sk(template = "A-<order:plain>-<line:plain>")]
pub struct Line {
    pub shop: u32,
    pub order: u64,
    pub line: u64,
}

/// A number does not begin with a second `-`.
#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "SHOP#<shop>")]
#[sk(template = "A--<note>")]
pub struct Note {
    pub shop: u32,
    pub note: String,
}

/// Text in lower case has no `A`.
#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "SHOP#<shop>")]
#[sk(template = "<name:lower>")]
pub struct Setting {
    pub shop: u32,
    pub name: String,
}

pub(super) fn main() {
    assert!(Order::key(1_u32, 2_u64) == Order::key(1_u32, 2_u64));
}

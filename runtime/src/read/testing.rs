//! Key designs and a store of lanes, for the tests of plans and paging.

mod design;
mod store;

pub(super) use design::{AT, BRAND, Design, ID, OlderKeys, Parts, START, at, brand, field_range};
pub(super) use store::{DriveResult, Item, Store, drive, drive_with};

//! The operations that the programs need from a design.

use std::future::Future;

use chrono::{DateTime, Utc};
use keywright::{
    Handle, Result,
    entity::{Entity, StoredIn},
    read::Page,
};
use serde::{Serialize, de::DeserializeOwned};

use crate::call::Call;

/// A design that distributes the calls of one tenant over a number of lanes.
pub trait Design:
    Entity<Table = Self::Home> + StoredIn<Self::Home> + Serialize + DeserializeOwned + From<Call> + Into<Call>
{
    /// Its table.
    type Home: keywright::Table;

    /// The number of partition keys of one tenant.
    const LANES: usize;

    /// Returns these keys, as written by hand.
    fn partitions() -> Vec<String>;

    /// Reads the newest calls before an instant.
    fn newest(
        table: &Handle<Self::Home>,
        before: DateTime<Utc>,
        limit: usize,
    ) -> impl Future<Output = Result<Page<Self>>>;

    /// Reads all calls, with one request per lane.
    fn all(table: &Handle<Self::Home>) -> impl Future<Output = Result<Page<Self>>>;
}

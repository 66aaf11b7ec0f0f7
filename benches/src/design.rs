//! What the programs ask of a design.

use std::future::Future;

use chrono::{DateTime, Utc};
use keywright::{
    Handle, Result,
    entity::{Entity, StoredIn},
    read::Page,
};
use serde::{Serialize, de::DeserializeOwned};

use crate::call::Call;

/// A design of calls: one tenant's, over a number of lanes.
pub trait Design:
    Entity<Table = Self::Home> + StoredIn<Self::Home> + Serialize + DeserializeOwned + From<Call> + Into<Call>
{
    /// Its table.
    type Home: keywright::Table;

    /// The partition keys of one tenant.
    const LANES: usize;

    /// These keys, as one writes them by hand.
    fn partitions() -> Vec<String>;

    /// The newest calls before an instant.
    fn newest(
        table: &Handle<Self::Home>,
        before: DateTime<Utc>,
        limit: usize,
    ) -> impl Future<Output = Result<Page<Self>>>;

    /// All calls, each lane's in one request.
    fn all(table: &Handle<Self::Home>) -> impl Future<Output = Result<Page<Self>>>;
}

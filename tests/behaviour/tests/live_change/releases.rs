//! The releases of a program that changes the keys of its logs: each is a module with its version of the entity.

use std::ops::Range;

use chrono::{DateTime, Utc};
use keywright::Table;

#[derive(Table)]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK", projection = "all")]
pub(crate) struct Platform;

/// A log, independent of its release.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Log {
    pub(crate) at: DateTime<Utc>,
    pub(crate) call_id: String,
    pub(crate) agent: String,
    pub(crate) note: u32,
}

/// From this instant on, the keys have days.
pub(crate) const SINCE: &str = "2026-06-20T12:00:00Z";
/// Until this instant, stragglers wrote keys without days.
pub(crate) const UNTIL: &str = "2026-06-22T00:00:00Z";
/// From this instant on, the keys have no days again, after a rollback.
pub(crate) const BACK: &str = "2026-06-25T00:00:00Z";

pub(crate) fn at(instant: &str) -> DateTime<Utc> {
    instant.parse().expect("an instant")
}

/// Reads and writes of logs by one release.
pub(crate) trait Release {
    async fn put(&self, log: &Log);
    /// Creates the item. Returns false if it exists.
    async fn create(&self, log: &Log) -> bool;
    /// Replaces the item. Returns false if it does not exist.
    async fn replace(&self, log: &Log) -> bool;
    /// Updates the note of the item. Returns false if it does not exist.
    async fn note(&self, log: &Log, note: u32) -> bool;
    async fn delete(&self, log: &Log);
    async fn get(&self, log: &Log) -> Option<Log>;
    /// Returns the logs of a range in the order of their keys, read in pages of this size.
    async fn between(&self, range: Range<DateTime<Utc>>, page: usize, newest_first: bool) -> Vec<Log>;
    async fn of_agent(&self, agent: &str, range: Range<DateTime<Utc>>) -> Vec<Log>;
    async fn scanned(&self) -> Vec<Log>;
    /// Returns the number of partition keys that a read of a range queries, on the table and on the index.
    fn lanes(range: Range<DateTime<Utc>>) -> (usize, usize);
}

macro_rules! release {
    ($(#[doc = $doc:literal])* $name:ident, $(#[$attribute:meta])*) => {
        $(#[doc = $doc])*
        pub(crate) mod $name {
            use std::ops::Range;

            use chrono::{DateTime, Utc};
            use keywright::{Entity, ErrorKind, Handle};
            use serde::{Deserialize, Serialize};

            use super::{Log, Platform, Release};

            #[derive(Debug, Clone, Entity, Serialize, Deserialize)]
            #[entity(table = super::Platform)]
            $(#[$attribute])*
            pub(crate) struct OpsLog {
                pub(crate) at: DateTime<Utc>,
                pub(crate) call_id: String,
                pub(crate) agent: String,
                pub(crate) note: u32,
            }

            impl From<&Log> for OpsLog {
                fn from(Log { at, call_id, agent, note }: &Log) -> Self {
                    Self { at: *at, call_id: call_id.clone(), agent: agent.clone(), note: *note }
                }
            }

            impl From<OpsLog> for Log {
                fn from(OpsLog { at, call_id, agent, note }: OpsLog) -> Self {
                    Self { at, call_id, agent, note }
                }
            }

            pub(crate) struct Replica(pub(crate) Handle<Platform>);

            impl Release for Replica {
                async fn put(&self, log: &Log) {
                    self.0.put(&OpsLog::from(log)).await.unwrap();
                }

                async fn create(&self, log: &Log) -> bool {
                    match self.0.create(&OpsLog::from(log)).await {
                        Ok(_) => true,
                        Err(error) if error.kind() == ErrorKind::AlreadyExists => false,
                        Err(error) => panic!("{error}"),
                    }
                }

                async fn replace(&self, log: &Log) -> bool {
                    match self.0.replace(&OpsLog::from(log)).await {
                        Ok(_) => true,
                        Err(error) if error.kind() == ErrorKind::NotFound => false,
                        Err(error) => panic!("{error}"),
                    }
                }

                async fn note(&self, log: &Log, note: u32) -> bool {
                    match self.0.update(OpsLog::key(log.at, &log.call_id)).set(OpsLog::NOTE, note).await {
                        Ok(()) => true,
                        Err(error) if error.kind() == ErrorKind::NotFound => false,
                        Err(error) => panic!("{error}"),
                    }
                }

                async fn delete(&self, log: &Log) {
                    self.0.delete(OpsLog::key(log.at, &log.call_id)).await.unwrap();
                }

                async fn get(&self, log: &Log) -> Option<Log> {
                    self.0.get(OpsLog::key(log.at, &log.call_id)).await.unwrap().map(Log::from)
                }

                async fn between(&self, range: Range<DateTime<Utc>>, page: usize, newest_first: bool) -> Vec<Log> {
                    let (mut found, mut cursor) = (Vec::new(), None);
                    loop {
                        let query = OpsLog::query().between(range.clone()).limit(page).cursor(cursor);
                        let query = if newest_first { query.newest_first() } else { query };
                        let answer = query.send(&self.0).await.unwrap();
                        found.extend(answer.items.into_iter().map(Log::from));
                        cursor = answer.cursor;
                        if cursor.is_none() {
                            return found;
                        }
                    }
                }

                async fn of_agent(&self, agent: &str, range: Range<DateTime<Utc>>) -> Vec<Log> {
                    let query = OpsLog::by_agent(agent).between(range).limit(1_000);
                    query.send(&self.0).await.unwrap().items.into_iter().map(Log::from).collect()
                }

                async fn scanned(&self) -> Vec<Log> {
                    let items = self.0.scan::<OpsLog>().await.unwrap().items;
                    items.into_iter().map(Log::from).collect()
                }

                fn lanes(range: Range<DateTime<Utc>>) -> (usize, usize) {
                    let table = OpsLog::query().between(range.clone()).explain().unwrap().lanes().count();
                    (table, OpsLog::by_agent("ann").between(range).explain().unwrap().lanes().count())
                }
            }
        }
    };
}

release!(
    /// The release before the change.
    old,
    #[pk(template = "OPS_LOG", allow_hot = "it was small")]
    #[sk(template = "<at>#<call_id>")]
    #[gsi(index = "GSI1", query = by_agent, pk = "AGENT#<agent>", sk = "<at>#<call_id>")]
);

release!(
    /// The release with days and shards since an instant.
    new,
    #[pk(template = "OPS_LOG#<at:day>", since = "2026-06-20T12:00:00Z", legacy(template = "OPS_LOG"))]
    #[shard(hash(call_id), count = 6)]
    #[sk(template = "<at>#<call_id>")]
    #[gsi(
        index = "GSI1",
        query = by_agent,
        pk = "AGENT#<agent>#<at:month>",
        sk = "<at>#<call_id>",
        since = "2026-06-20T12:00:00Z",
        legacy(template = "AGENT#<agent>")
    )]
);

release!(
    /// The release `new` with an end of the older keys. No later item has them.
    later,
    #[pk(
        template = "OPS_LOG#<at:day>",
        since = "2026-06-20T12:00:00Z",
        legacy(template = "OPS_LOG", until = "2026-06-22T00:00:00Z")
    )]
    #[shard(hash(call_id), count = 6)]
    #[sk(template = "<at>#<call_id>")]
    #[gsi(
        index = "GSI1",
        query = by_agent,
        pk = "AGENT#<agent>#<at:month>",
        sk = "<at>#<call_id>",
        since = "2026-06-20T12:00:00Z",
        legacy(template = "AGENT#<agent>", until = "2026-06-22T00:00:00Z")
    )]
);

release!(
    /// The release that returns to the earlier keys, from another instant on.
    back,
    #[pk(
        template = "OPS_LOG",
        since = "2026-06-25T00:00:00Z",
        legacy(template = "OPS_LOG#<at:day>", since = "2026-06-20T12:00:00Z", hash(call_id), count = 6),
        legacy(template = "OPS_LOG"),
        allow_hot = "it is small again"
    )]
    #[sk(template = "<at>#<call_id>")]
    #[gsi(
        index = "GSI1",
        query = by_agent,
        pk = "AGENT#<agent>",
        sk = "<at>#<call_id>",
        since = "2026-06-25T00:00:00Z",
        legacy(template = "AGENT#<agent>#<at:month>", since = "2026-06-20T12:00:00Z"),
        legacy(template = "AGENT#<agent>")
    )]
);

release!(
    /// The release that writes as `new` does, and reads both keys at all times.
    both,
    #[pk(
        template = "OPS_LOG#<at:day>",
        since = "2026-06-20T12:00:00Z",
        legacy(template = "OPS_LOG"),
        legacy(template = "OPS_LOG#<at:day>", hash(call_id), count = 6)
    )]
    #[shard(hash(call_id), count = 6)]
    #[sk(template = "<at>#<call_id>")]
    #[gsi(
        index = "GSI1",
        query = by_agent,
        pk = "AGENT#<agent>#<at:month>",
        sk = "<at>#<call_id>",
        since = "2026-06-20T12:00:00Z",
        legacy(template = "AGENT#<agent>"),
        legacy(template = "AGENT#<agent>#<at:month>")
    )]
);

release!(
    /// The release that writes the newer keys for all times.
    settled,
    #[pk(template = "OPS_LOG#<at:day>", legacy(template = "OPS_LOG"))]
    #[shard(hash(call_id), count = 6)]
    #[sk(template = "<at>#<call_id>")]
    #[gsi(
        index = "GSI1",
        query = by_agent,
        pk = "AGENT#<agent>#<at:month>",
        sk = "<at>#<call_id>",
        legacy(template = "AGENT#<agent>")
    )]
);

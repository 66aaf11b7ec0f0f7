//! The untyped part of every handle.

use std::{fmt, sync::Arc};

use aws_sdk_dynamodb::Client;

use super::{
    overrides::Overrides,
    reads::{Reads, Settings},
    retry::Retries,
    writes::Writes,
};
use crate::{
    monitor::{Monitor, Watch},
    schema::TableSchema,
};

/// An open table: its name, its schema as data, and the senders of its requests.
///
/// Operations borrow this instead of the typed [`Handle`](super::Handle), so that their code is compiled once, not once
/// for each table of a user. Cloning is cheap.
#[derive(Clone)]
pub(crate) struct Connection(Arc<Shared>);

struct Shared {
    name: Arc<str>,
    schema: &'static TableSchema,
    reads: Arc<Reads>,
    writes: Writes,
}

impl Connection {
    pub(super) fn open(client: Client, name: Arc<str>, schema: &'static TableSchema) -> Self {
        let retries = Retries::of(&client, Overrides::default());
        Self::with(client, name, schema, retries, Settings::default(), None)
    }

    fn with(
        client: Client,
        name: Arc<str>,
        schema: &'static TableSchema,
        retries: Retries,
        settings: Settings,
        watch: Option<Watch>,
    ) -> Self {
        let writes = Writes::new(retries.clone());
        let reads = Arc::new(Reads::new(client, retries, settings, watch));
        Self(Arc::new(Shared { name, schema, reads, writes }))
    }

    /// Returns a connection to this table with other read settings. It does not share what earlier reads have learned.
    pub(super) fn set(&self, change: impl FnOnce(&mut Settings)) -> Self {
        let mut settings = self.reads().settings();
        change(&mut settings);
        self.with_new_reads(settings, self.watch().cloned())
    }

    /// Returns a connection to this table whose requests a monitor counts.
    pub(super) fn monitored(&self, monitor: &Monitor) -> Self {
        self.with_new_reads(self.reads().settings(), Watch::new(monitor, self.table_name(), self.schema()))
    }

    fn with_new_reads(&self, settings: Settings, watch: Option<Watch>) -> Self {
        let retries = self.reads().retries().clone();
        Self::with(self.client().clone(), self.0.name.clone(), self.schema(), retries, settings, watch)
    }

    /// Returns a connection to this table with other request settings. It shares what earlier reads have learned.
    pub(crate) fn overridden(&self, change: impl FnOnce(&mut Overrides)) -> Self {
        let Shared { name, schema, reads, writes } = &*self.0;
        let mut overrides = self.overrides().clone();
        change(&mut overrides);
        let retries = reads.retries().with(overrides);
        let (reads, writes) = (Arc::new(reads.with(retries.clone())), writes.with(retries));
        Self(Arc::new(Shared { name: name.clone(), schema, reads, writes }))
    }

    /// Returns the SDK client.
    pub(crate) fn client(&self) -> &Client {
        self.0.reads.client()
    }

    /// Returns the table's name on AWS.
    pub(crate) fn table_name(&self) -> &str {
        self.shared_table_name()
    }

    /// Returns the table's name on AWS, for users that outlive a borrow of the connection.
    pub(crate) fn shared_table_name(&self) -> &Arc<str> {
        &self.0.name
    }

    pub(crate) fn schema(&self) -> &'static TableSchema {
        self.0.schema
    }

    /// Returns the settings of its own requests.
    pub(crate) fn overrides(&self) -> &Overrides {
        self.reads().retries().overrides()
    }

    /// Returns the sender of its reads.
    pub(crate) fn reads(&self) -> &Arc<Reads> {
        &self.0.reads
    }

    /// Returns the sender of its writes.
    pub(crate) fn writes(&self) -> &Writes {
        &self.0.writes
    }

    /// Returns the counter of its requests, if it has a monitor.
    pub(crate) fn watch(&self) -> Option<&Watch> {
        self.0.reads.watch()
    }
}

impl fmt::Debug for Connection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Connection").field("table", &self.table_name()).finish_non_exhaustive()
    }
}

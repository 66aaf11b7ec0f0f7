use std::fmt;
use std::sync::Arc;

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::config::{self, BehaviorVersion, IntoShared, Region, SharedHttpClient};

use crate::connector::Connector;
use crate::engine::Engine;
use crate::{Faults, Operation, TableSnapshot};

/// A running engine with its tables.
///
/// Clones are handles to one engine; two [`Local::start`]s share nothing. The data of an in-memory engine lives as long
/// as it has a handle or a client.
#[derive(Clone)]
pub struct Local {
    engine: Arc<Engine>,
}

impl Local {
    pub(crate) fn new(engine: Engine) -> Self {
        Self { engine: Arc::new(engine) }
    }

    #[cfg(feature = "server")]
    pub(crate) fn engine(&self) -> &Engine {
        &self.engine
    }

    /// Makes a client of this engine, with the SDK's defaults for retries and time-outs.
    #[must_use]
    pub fn client(&self) -> Client {
        Client::from_conf(self.config().build())
    }

    /// Returns the configuration of [`Local::client`], to which you can add settings and interceptors.
    ///
    /// It has the connection to the engine, the Region `us-east-1` and an invalid endpoint, so that a replaced HTTP
    /// client never reaches AWS. It has no credentials, and its requests are not signed, because the engine does not
    /// check signatures. With a credentials provider, they are signed.
    ///
    /// ```
    /// use aws_sdk_dynamodb::config::retry::RetryConfig;
    /// use keywright_local::Local;
    ///
    /// let config = Local::start().config().retry_config(RetryConfig::disabled()).build();
    /// let client = aws_sdk_dynamodb::Client::from_conf(config);
    /// # drop(client);
    /// ```
    #[must_use]
    pub fn config(&self) -> config::Builder {
        config::Builder::new()
            .behavior_version(BehaviorVersion::latest())
            .region(Region::from_static("us-east-1"))
            .endpoint_url("http://keywright-local.invalid")
            .allow_no_auth()
            .http_client(self.http_client())
    }

    /// Returns the engine as an HTTP client, for another client of the SDK such as that of DynamoDB Streams.
    #[must_use]
    pub fn http_client(&self) -> SharedHttpClient {
        Connector::new(Arc::clone(&self.engine)).into_shared()
    }

    /// Returns the number of requests that have reached the engine since it started, or since
    /// [`Local::clear_operations`]. Every attempt of the SDK's retries counts, including those that a fault rejected or
    /// lost.
    #[must_use]
    pub fn requests(&self) -> u64 {
        self.engine.log().requests()
    }

    /// Returns the latest requests, oldest first, at most [`Local::OPERATIONS`] of them.
    ///
    /// A request is listed as soon as the engine has handled it, which is before its answer arrives.
    #[must_use]
    pub fn operations(&self) -> Vec<Operation> {
        self.engine.log().operations()
    }

    /// Replaces the faults of the running engine, for existing and new clients.
    ///
    /// The new rules apply to requests that the engine handles from now on, and their counts begin at 0. Answers that
    /// are already delayed stay delayed.
    pub fn set_faults(&self, faults: Faults) {
        self.engine.faults().replace(faults);
    }

    /// Removes all faults, like [`Local::set_faults`] without rules.
    pub fn clear_faults(&self) {
        self.set_faults(Faults::default());
    }

    /// Returns the number of requests that are still held back because of [`Failure::Late`](crate::Failure::Late) or
    /// [`Failure::Twice`](crate::Failure::Twice). Each request that the engine handles, including reads, brings them
    /// closer; clearing the faults does not drop them.
    #[must_use]
    pub fn late_requests(&self) -> usize {
        self.engine.faults().late().len()
    }

    /// Returns the current partitions of a table and its global secondary indexes, with what they have consumed and
    /// throttled.
    ///
    /// `None` without [`Builder::partitions`](crate::Builder::partitions), and until a request since the start has
    /// created or used the table.
    #[must_use]
    pub fn partitions(&self, table: &str) -> Option<TableSnapshot> {
        self.engine.model()?.snapshot(table)
    }

    /// The number of requests that [`Local::operations`] keeps.
    pub const OPERATIONS: usize = crate::operation::MAX_OPERATIONS;

    /// Clears the requests so far, so that [`Local::requests`] and [`Local::operations`] begin here.
    pub fn clear_operations(&self) {
        self.engine.log().clear();
    }
}

impl fmt::Debug for Local {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Local").field("requests", &self.requests()).finish_non_exhaustive()
    }
}

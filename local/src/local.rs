use std::fmt;
use std::sync::Arc;

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::config::{self, BehaviorVersion, Credentials, IntoShared, Region, SharedHttpClient};

use crate::connector::Connector;
use crate::engine::Engine;
use crate::{Faults, Operation, TableSnapshot};

/// A running engine with its tables.
///
/// Clones are handles of the same engine; two [`Local::start`]s share nothing. The data of an
/// engine in memory lives as long as a handle or a client of it.
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

    /// A client of this engine, with the SDK's own defaults for retries and time-outs.
    #[must_use]
    pub fn client(&self) -> Client {
        Client::from_conf(self.config().build())
    }

    /// The configuration behind [`Local::client`], for settings and interceptors of one's own.
    ///
    /// It carries the connection to the engine, dummy credentials, the Region `us-east-1` and an
    /// endpoint that cannot exist, so that a replaced HTTP client never reaches AWS.
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
            .credentials_provider(Credentials::new("keywright-local", "keywright-local", None, None, "keywright-local"))
            .http_client(self.http_client())
    }

    /// The engine as an HTTP client, for another client of the SDK such as that of DynamoDB
    /// Streams.
    #[must_use]
    pub fn http_client(&self) -> SharedHttpClient {
        Connector::new(Arc::clone(&self.engine)).into_shared()
    }

    /// How many requests have reached the engine since it started, or since
    /// [`Local::clear_operations`]. Every attempt of the SDK's retries counts, also one that a fault
    /// refused or lost.
    #[must_use]
    pub fn requests(&self) -> u64 {
        self.engine.log().requests()
    }

    /// The latest requests, oldest first, at most [`Local::OPERATIONS`] of them.
    ///
    /// A request is listed as soon as the engine is done with it, so before its answer arrives.
    #[must_use]
    pub fn operations(&self) -> Vec<Operation> {
        self.engine.log().operations()
    }

    /// Replaces the faults of the running engine, for the clients it has and those to come.
    ///
    /// Requests that the engine takes up from now on meet the new rules, whose counts begin at 0.
    /// Those already delayed stay so.
    pub fn set_faults(&self, faults: Faults) {
        self.engine.faults().replace(faults);
    }

    /// Ends all faults, like [`Local::set_faults`] with none.
    pub fn clear_faults(&self) {
        self.set_faults(Faults::default());
    }

    /// How many requests are still on their way because of [`Failure::Late`](crate::Failure::Late) or
    /// [`Failure::Twice`](crate::Failure::Twice). Each request that the engine answers brings them nearer, a read too;
    /// clearing the faults does not drop them.
    #[must_use]
    pub fn late_requests(&self) -> usize {
        self.engine.faults().late().len()
    }

    /// The partitions of a table and its global indexes as they are now, with what they have consumed
    /// and refused.
    ///
    /// None without [`Builder::partitions`](crate::Builder::partitions), and until a request since the start has
    /// created or used the table.
    #[must_use]
    pub fn partitions(&self, table: &str) -> Option<TableSnapshot> {
        self.engine.model()?.snapshot(table)
    }

    /// How many requests [`Local::operations`] remembers.
    pub const OPERATIONS: usize = crate::operation::REMEMBERED;

    /// Forgets the requests so far, as if [`Local::requests`] and [`Local::operations`] began here.
    pub fn clear_operations(&self) {
        self.engine.log().clear();
    }
}

impl fmt::Debug for Local {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Local").field("requests", &self.requests()).finish_non_exhaustive()
    }
}

use std::path::Path;

use crate::engine::{Engine, Settings};
use crate::{Error, Faults, Local, Partitions};

/// Options of a [`Local`], from [`Local::builder`].
///
/// ```
/// use keywright_local::Local;
///
/// let local = Local::builder().permute_ties(7).start();
/// # drop(local);
/// ```
#[derive(Debug, Clone, Default)]
#[must_use = "a builder does nothing until `start` or `at`"]
pub struct Builder {
    settings: Settings,
}

impl Builder {
    /// Returns items with equal index keys in a shuffled order.
    ///
    /// AWS promises no order among them; the underlying engine sorts them by table key. The order is stable for one
    /// seed, and differs between seeds and between the two directions. Paging is exact: with any `Limit`, following the
    /// last evaluated key returns every item once, and the key of any item resumes right after that item. It applies to
    /// `Query` on a global or local secondary index; a `Scan`, a PartiQL statement and a read of the table itself are
    /// not changed.
    ///
    /// Consumed capacity is that of the items of the shuffled page, with one exception: if a query on a local secondary
    /// index requests `ALL_ATTRIBUTES`, it is that of the page that the engine would have returned.
    ///
    /// A query reads every group of equal keys that it touches to the end, so with an index without a sort key each
    /// page reads the whole partition.
    pub fn permute_ties(mut self, seed: u64) -> Self {
        self.settings.permute_ties = Some(seed);
        self
    }

    /// Delays, rejects or loses requests by these rules from the start.
    ///
    /// That includes the requests that create the tables. Use [`Local::set_faults`] to begin later.
    pub fn faults(mut self, faults: Faults) -> Self {
        self.settings.faults = faults;
        self
    }

    /// Throttles by a model of DynamoDB's partitions: published limits and stated assumptions.
    ///
    /// A request that a fault rejects or loses consumes no capacity.
    pub fn partitions(mut self, partitions: Partitions) -> Self {
        self.settings.partitions = Some(partitions);
        self
    }

    /// Answers each request on the task that sends it, while that task is polled, instead of on the engine's thread.
    ///
    /// The runtime then never waits for another thread. So tokio's paused clock, which jumps to the next timer whenever
    /// the runtime is idle, advances only by the latency of [`Faults`] and by the timers of the SDK and of the test.
    /// Latency tests then take no real time, and equal seeds take equal virtual time:
    ///
    /// ```
    /// use std::time::Duration;
    /// use keywright_local::{Faults, Latency, Local, Rule};
    ///
    /// # #[tokio::main(flavor = "current_thread", start_paused = true)]
    /// # async fn main() { // In a test: #[tokio::test(start_paused = true)]
    /// let slow = Rule::all().latency(Latency::constant(Duration::from_secs(3)));
    /// let local = Local::builder().answer_inline().faults(Faults::seeded(1).rule(slow)).start();
    /// let client = local.client();
    /// let started = tokio::time::Instant::now();
    /// let (one, other) = tokio::join!(client.list_tables().send(), client.list_tables().send());
    /// assert!(one.is_ok() && other.is_ok());
    /// assert_eq!(started.elapsed(), Duration::from_secs(3));
    /// # }
    /// ```
    ///
    /// The drawback: while the engine works, nothing else runs on that thread of the runtime. A long `Scan` starves the
    /// other tasks, so use this only in tests.
    pub fn answer_inline(mut self) -> Self {
        self.settings.answer_inline = true;
        self
    }

    /// Sends the requests to another engine: DynamoDB Local, moto, or a [`Server`](crate::Server) of this crate.
    ///
    /// Use it to run tests against a second implementation. Faults apply before the other engine is called, and
    /// requests are logged; [`partitions`](Self::partitions) and [`permute_ties`](Self::permute_ties) need the embedded
    /// engine. Each [`Local`] has its own tables there: their names begin with `kw-`, which the client does not see.
    /// The URL is plain `http`, and requests are not signed: this is for engines on the same machine, not for AWS.
    ///
    /// Without this call, the environment variable `KEYWRIGHT_LOCAL_ENDPOINT` sets the engine, so that a whole test
    /// suite can run against another one unchanged.
    #[cfg(feature = "endpoint")]
    pub fn endpoint(mut self, url: impl Into<String>) -> Self {
        self.settings.endpoint = Some(url.into());
        self
    }

    /// Uses the names of the other engine's tables as they are, so that several processes share its tables. Without it,
    /// each [`Local`] has tables of its own at an [`endpoint`](Self::endpoint).
    #[cfg(feature = "endpoint")]
    pub fn shared_tables(mut self) -> Self {
        self.settings.shared_tables = true;
        self
    }

    /// Starts the engine in memory, like [`Local::start`].
    #[must_use]
    pub fn start(self) -> Local {
        Local::new(Engine::in_memory(self.settings))
    }

    /// Starts the engine on a database file, like [`Local::at`].
    ///
    /// # Errors
    ///
    /// If the file cannot be opened or created, or the engine's thread cannot be started.
    pub fn at(self, path: impl AsRef<Path>) -> Result<Local, Error> {
        Engine::at(path.as_ref(), self.settings).map(Local::new)
    }
}

impl Local {
    /// Starts an empty engine in memory.
    ///
    /// This cannot fail here: if the engine cannot start, every request fails with the reason, as the source of the
    /// SDK's dispatch failure.
    #[must_use]
    pub fn start() -> Self {
        Self::builder().start()
    }

    /// Starts an engine on a database file, which is created if it does not exist.
    ///
    /// Tables and items survive a restart. Use only one engine per file at a time: a second one would wait for the
    /// first one's writes and eventually fail with an internal error. The call opens the file and so blocks for a
    /// moment.
    ///
    /// # Errors
    ///
    /// If the file cannot be opened or created, or the engine's thread cannot be started.
    pub fn at(path: impl AsRef<Path>) -> Result<Self, Error> {
        Self::builder().at(path)
    }

    /// Sets options before [`Builder::start`] or [`Builder::at`].
    pub fn builder() -> Builder {
        Builder::default()
    }
}

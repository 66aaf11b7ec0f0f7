//! The retry policy of a handle: how often and for how long its requests are retried.

use std::time::Duration;

use aws_sdk_dynamodb::{
    Client,
    config::{self, SharedInterceptor, retry::RetryConfig},
};
use tokio::time::Instant;

use super::{
    backoff::RetryAttempts,
    deadline::Waits,
    failure_class::Failure,
    guard::Guard,
    meter::{counted, counted_only},
    once::{Once, Prepared},
    overrides::Overrides,
};
use crate::throttling::{Backoff, Retry};

/// Decides how often the reads and writes of a handle are retried.
///
/// The SDK's own backoff begins at one second, and all keys share one retry budget: a fan-out delayed by one hot key
/// would wait for both. So each request is sent with the SDK's retries switched off, and retried here. The user's
/// client sends it: connections, credentials, interceptors and time-outs are the client's, or the handle's overrides.
#[derive(Clone)]
pub(crate) struct Retries {
    overrides: Overrides,
    client: Client,
    /// The settings for a request that the user's client sends once.
    once: config::Builder,
    /// A client that already has these settings. `None` for a handle with overrides.
    prepared: Option<Prepared>,
    /// Whether anything is retried.
    repeats: bool,
    transient: Backoff,
    time_limit: Option<Duration>,
}

impl Retries {
    /// Makes the retries that the client and the handle configure: `max_attempts` limits the attempts after transient
    /// failures, and the operation time-out bounds a call with all retries. If `max_attempts` is 1, nothing is retried.
    pub(crate) fn of(client: &Client, overrides: Overrides) -> Self {
        let retries = overrides.retry_config(client);
        let tries = retries.max_attempts().max(1);
        let once = RetryConfig::disabled().with_reconnect_mode(retries.reconnect_mode());
        let of_client = || guarded(client.config().to_builder().retry_config(once.clone()));
        let prepared = overrides.config.is_none().then(|| Prepared::new(of_client()));
        Self {
            client: client.clone(),
            once: guarded(overrides.config.clone().unwrap_or_default().retry_config(once)),
            prepared,
            repeats: tries > 1,
            transient: Backoff::TRANSIENT.with_requests(tries),
            time_limit: overrides.time_limit(client),
            overrides,
        }
    }

    /// Returns these retries for a handle with other settings.
    pub(crate) fn with(&self, overrides: Overrides) -> Self {
        let others = Self::of(&self.client, overrides);
        let prepared = others.prepared.as_ref().and(self.prepared.clone()).or(others.prepared);
        Self { prepared, ..others }
    }

    pub(crate) fn overrides(&self) -> &Overrides {
        &self.overrides
    }

    /// Returns the settings for a request that the user's client sends once.
    pub(crate) fn once(&self) -> config::Builder {
        counted(self.once.clone(), &self.overrides.meters)
    }

    /// Returns the client and the settings with which a request is sent once.
    pub(crate) fn sender(&self) -> Once {
        match self.prepared.as_ref().and_then(Prepared::client) {
            Some(client) => Once::new(client.clone(), counted_only(&self.overrides.meters)),
            None => {
                let settings = match &self.prepared {
                    Some(prepared) => prepared.capturing(self.once()),
                    None => self.once(),
                };
                Once::new(self.client.clone(), Some(settings))
            }
        }
    }

    /// Returns the attempts of a throttled request.
    pub(crate) fn throttled(&self) -> RetryAttempts {
        self.allowed(Backoff::THROTTLED)
    }

    /// Returns the attempts of a throttled write, which may also move to another random shard.
    pub(crate) fn write(&self) -> WriteTries {
        self.write_with(self.throttled())
    }

    /// Returns the attempts of a throttled background write: throttles are retried for minutes.
    pub(crate) fn background_write(&self) -> WriteTries {
        self.write_with(self.allowed(Backoff::BACKGROUND))
    }

    fn write_with(&self, throttled: RetryAttempts) -> WriteTries {
        let waits = Waits::new(self.time_limit, throttled.longest_total());
        WriteTries { retry: Retry::new(throttled.limit()), waits }
    }

    /// Returns the attempts of a request after transient failures.
    pub(crate) fn transient(&self) -> RetryAttempts {
        RetryAttempts::new(self.transient)
    }

    /// Returns the attempts that the settings allow: one if nothing is retried.
    fn allowed(&self, backoff: Backoff) -> RetryAttempts {
        RetryAttempts::new(if self.repeats { backoff } else { backoff.with_requests(1) })
    }

    /// Returns the time limit of a call, counted from its first request.
    pub(crate) fn time_limit(&self) -> Option<Duration> {
        self.time_limit
    }

    /// Returns the attempts of a read.
    pub(crate) fn begin(&self) -> RequestTries {
        self.begin_with(self.throttled())
    }

    fn begin_with(&self, throttled: RetryAttempts) -> RequestTries {
        let waits = Waits::new(self.time_limit, throttled.longest_total());
        RequestTries { begun: Instant::now(), throttled, transient: self.transient(), waits }
    }

    /// Returns the attempts of a background read: throttles are retried for minutes.
    pub(crate) fn begin_background(&self) -> RequestTries {
        self.begin_with(self.allowed(Backoff::BACKGROUND))
    }
}

/// Adds the guard to the settings. It is permanent, so that the SDK does not check at each step whether it is disabled.
fn guarded(mut settings: config::Builder) -> config::Builder {
    settings.push_interceptor(SharedInterceptor::permanent(Guard));
    settings
}

/// The attempts of one write, which can be several requests if a batch leaves items unprocessed.
pub(crate) struct WriteTries {
    pub(crate) retry: Retry,
    pub(crate) waits: Waits,
}

/// The attempts of one request. Throttles and transient failures are counted separately.
pub(crate) struct RequestTries {
    /// The time at which the request was first ready to be sent.
    begun: Instant,
    throttled: RetryAttempts,
    transient: RetryAttempts,
    pub(crate) waits: Waits,
}

impl RequestTries {
    /// Returns the time at which the request was first ready to be sent, which orders the requests of one key.
    pub(crate) fn begun(&self) -> Instant {
        self.begun
    }

    /// Counts a failure. Returns how long to wait before the retry, or `None` if the request is not retried.
    pub(crate) fn wait_after(&mut self, failure: Failure) -> Option<Duration> {
        match failure {
            Failure::Throttled | Failure::Conflict => self.throttled.wait_after_failure(),
            Failure::Transient => self.transient.wait_after_failure(),
            Failure::Final => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use aws_sdk_dynamodb::config::{BehaviorVersion, retry::ReconnectMode, timeout::TimeoutConfig};

    use super::*;

    fn retries(config: config::Builder) -> Retries {
        overridden(config, Overrides::default())
    }

    fn overridden(config: config::Builder, overrides: Overrides) -> Retries {
        Retries::of(&Client::from_conf(config.behavior_version(BehaviorVersion::latest()).build()), overrides)
    }

    fn repeated(retries: &Retries, failure: Failure) -> usize {
        let mut tries = retries.begin();
        std::iter::from_fn(|| tries.wait_after(failure)).take(100).count()
    }

    #[test]
    fn the_retry_config_of_the_client_limits_attempts() {
        let by_default = retries(config::Builder::new());
        assert_eq!(repeated(&by_default, Failure::Transient), 2);
        assert_eq!(repeated(&by_default, Failure::Throttled), 9);
        assert_eq!(repeated(&by_default, Failure::Final), 0);
        let five = retries(config::Builder::new().retry_config(RetryConfig::adaptive().with_max_attempts(5)));
        assert_eq!(repeated(&five, Failure::Transient), 4);
        assert_eq!(repeated(&five, Failure::Throttled), 9);
        for attempts in [0, 1] {
            let once =
                retries(config::Builder::new().retry_config(RetryConfig::standard().with_max_attempts(attempts)));
            assert_eq!(repeated(&once, Failure::Transient), 0);
            assert_eq!(repeated(&once, Failure::Throttled), 0);
        }
    }

    #[test]
    fn throttles_and_other_failures_are_counted_separately() {
        let retries = retries(config::Builder::new());
        let mut tries = retries.begin();
        (0..9).for_each(|_| assert!(tries.wait_after(Failure::Throttled).is_some()));
        assert!(tries.wait_after(Failure::Transient).is_some());
        assert!(tries.wait_after(Failure::Throttled).is_none());
    }

    #[test]
    fn other_settings_of_the_client_are_kept() {
        let reuse = RetryConfig::standard().with_reconnect_mode(ReconnectMode::ReuseAllConnections);
        let timeouts = TimeoutConfig::builder().operation_timeout(Duration::from_secs(3)).build();
        let retries = retries(config::Builder::new().retry_config(reuse).timeout_config(timeouts));
        assert_eq!(retries.time_limit(), Some(Duration::from_secs(3)));
        let once = retries.once().build();
        let once = once.retry_config().unwrap();
        assert_eq!((once.max_attempts(), once.reconnect_mode()), (1, ReconnectMode::ReuseAllConnections));
    }

    #[test]
    fn settings_of_the_handle_override_those_of_the_client() {
        let timeouts = |seconds| TimeoutConfig::builder().operation_timeout(Duration::from_secs(seconds)).build();
        let client = || config::Builder::new().timeout_config(timeouts(3));
        let of_handle = |config| Overrides { config: Some(config), ..Overrides::default() };
        let once = RetryConfig::standard().with_max_attempts(1);
        let hasty = overridden(client(), of_handle(config::Builder::new().retry_config(once)));
        assert_eq!((repeated(&hasty, Failure::Transient), repeated(&hasty, Failure::Throttled)), (0, 0));
        assert_eq!(hasty.time_limit(), Some(Duration::from_secs(3)));
        let quick = overridden(client(), of_handle(config::Builder::new().timeout_config(timeouts(1))));
        assert_eq!(repeated(&quick, Failure::Transient), 2);
        assert_eq!(quick.time_limit(), Some(Duration::from_secs(1)));
        let sent = quick.once().build();
        assert_eq!(sent.retry_config().map(RetryConfig::max_attempts), Some(1));
        assert_eq!(sent.timeout_config(), Some(&timeouts(1)));
        // Overriding one time-out keeps the client's others. Disabling all of them disables all, as in the SDK.
        let connect = TimeoutConfig::builder().connect_timeout(Duration::from_secs(1)).build();
        let connect = overridden(client(), of_handle(config::Builder::new().timeout_config(connect)));
        assert_eq!(connect.time_limit(), Some(Duration::from_secs(3)));
        let off = config::Builder::new().timeout_config(TimeoutConfig::disabled());
        assert_eq!(overridden(client(), of_handle(off)).time_limit(), None);
    }
}

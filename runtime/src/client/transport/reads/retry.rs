//! How often a request is repeated, and for how long.

use std::time::Duration;

use aws_sdk_dynamodb::{
    Client,
    config::{self, SharedInterceptor, retry::RetryConfig},
};

use crate::client::transport::{
    backoff::Backoff, failure_class::Failure, limits::Limits, meter::counted, overrides::Overrides,
};

/// The repetitions of a handle's reads, and of its writes as far as they fail in passing.
///
/// The SDK's own pauses begin at a second, and all keys share one bucket of retries; a fan-out that one hot key holds up
/// would wait for both. So each request is sent with the SDK's retries switched off, and repeated here. It is sent by
/// the user's client: connections, credentials, interceptors and time-outs are the client's own, or those that the handle
/// sets in their place.
#[derive(Clone)]
pub(crate) struct Retries {
    overrides: Overrides,
    once: config::Builder,
    throttled: Backoff,
    transient: Backoff,
    time_limit: Option<Duration>,
}

impl Retries {
    /// As the client and the handle are configured: `max_attempts` says how often a transient failure is sent, the
    /// operation time-out how long a call takes with all repetitions. Where `max_attempts` is 1, nothing is repeated.
    pub(crate) fn of(client: &Client, overrides: Overrides) -> Self {
        let retries = overrides.retry_config(client);
        let tries = retries.max_attempts().max(1);
        let once = RetryConfig::disabled().with_reconnect_mode(retries.reconnect_mode());
        Self {
            once: checked(overrides.config.clone().unwrap_or_default().retry_config(once)),
            throttled: if tries == 1 { Backoff { tries, ..Backoff::BATCH } } else { Backoff::BATCH },
            transient: Backoff { tries, ..Backoff::READ },
            time_limit: overrides.time_limit(client),
            overrides,
        }
    }

    pub(crate) fn overrides(&self) -> &Overrides {
        &self.overrides
    }

    /// The settings for a request that the SDK shall send once.
    pub(crate) fn once(&self) -> config::Builder {
        counted(self.once.clone(), &self.overrides.meters)
    }

    /// How many requests are sent at most while they are throttled.
    pub(crate) fn throttled_tries(&self) -> u32 {
        self.throttled.tries
    }

    /// The same for a run that nobody waits for: about 4 minutes on average.
    pub(crate) fn patient_tries(&self) -> u32 {
        const PATIENT: u32 = 100;
        if self.throttled.tries == 1 { 1 } else { PATIENT }
    }

    /// How long a call may take from its first request on.
    pub(crate) fn time_limit(&self) -> Option<Duration> {
        self.time_limit
    }

    pub(crate) fn begin(&self) -> Tries<'_> {
        Tries { backoff: self.throttled, retries: self, throttled: 0, transient: 0 }
    }

    /// The same for a run that nobody waits for.
    pub(crate) fn begin_patient(&self) -> Tries<'_> {
        Tries { backoff: Backoff { tries: self.patient_tries(), ..self.throttled }, ..self.begin() }
    }
}

/// The settings with each request checked against DynamoDB's limits before it is sent.
fn checked(mut settings: config::Builder) -> config::Builder {
    settings.push_interceptor(SharedInterceptor::permanent(Limits));
    settings
}

/// The failures of one read so far.
pub(crate) struct Tries<'a> {
    retries: &'a Retries,
    /// While it is throttled.
    backoff: Backoff,
    throttled: u32,
    transient: u32,
}

impl Tries<'_> {
    /// How long to wait after a failure before the read is repeated; `None` if it is not.
    pub(crate) fn wait_after(&mut self, failure: Failure) -> Option<Duration> {
        let (failures, backoff) = match failure {
            Failure::Throttled | Failure::Conflict => (&mut self.throttled, &self.backoff),
            Failure::Transient => (&mut self.transient, &self.retries.transient),
            Failure::Final => return None,
        };
        *failures += 1;
        backoff.after(*failures)
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
    fn the_clients_settings_say_how_often() {
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
    fn throttles_and_other_failures_count_apart() {
        let retries = retries(config::Builder::new());
        let mut tries = retries.begin();
        (0..9).for_each(|_| assert!(tries.wait_after(Failure::Throttled).is_some()));
        assert!(tries.wait_after(Failure::Transient).is_some());
        assert!(tries.wait_after(Failure::Throttled).is_none());
    }

    #[test]
    fn what_else_the_client_says_is_kept() {
        let reuse = RetryConfig::standard().with_reconnect_mode(ReconnectMode::ReuseAllConnections);
        let timeouts = TimeoutConfig::builder().operation_timeout(Duration::from_secs(3)).build();
        let retries = retries(config::Builder::new().retry_config(reuse).timeout_config(timeouts));
        assert_eq!(retries.time_limit(), Some(Duration::from_secs(3)));
        let once = retries.once().build();
        let once = once.retry_config().unwrap();
        assert_eq!((once.max_attempts(), once.reconnect_mode()), (1, ReconnectMode::ReuseAllConnections));
    }

    #[test]
    fn what_the_handle_sets_comes_before_the_clients() {
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
        // Another time-out leaves the client's own; all of them off are all off, as with the SDK.
        let connect = TimeoutConfig::builder().connect_timeout(Duration::from_secs(1)).build();
        let connect = overridden(client(), of_handle(config::Builder::new().timeout_config(connect)));
        assert_eq!(connect.time_limit(), Some(Duration::from_secs(3)));
        let off = config::Builder::new().timeout_config(TimeoutConfig::disabled());
        assert_eq!(overridden(client(), of_handle(off)).time_limit(), None);
    }
}

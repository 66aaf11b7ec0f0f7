//! The settings of a handle's requests that differ from its client's.

use std::time::Duration;

use aws_sdk_dynamodb::{
    Client,
    config::{self, retry::RetryConfig, timeout::TimeoutConfig},
};

use super::meter::{Meter, counted};

/// The settings and the meters of a handle, which handles made from it inherit.
#[derive(Debug, Clone, Default)]
pub(crate) struct Overrides {
    pub(crate) config: Option<config::Builder>,
    pub(crate) meters: Vec<Meter>,
    /// Whether the calls publish metrics.
    #[cfg(feature = "metrics")]
    pub(crate) publishes_metrics: bool,
}

impl Overrides {
    /// Returns the settings for a request that the SDK retries according to its own settings.
    pub(crate) fn request(&self) -> config::Builder {
        counted(self.config.clone().unwrap_or_default(), &self.meters)
    }

    /// Returns how the client's requests are retried under these settings.
    pub(crate) fn retry_config(&self, client: &Client) -> RetryConfig {
        let own = self.config.clone().and_then(|config| config.build().retry_config().cloned());
        // A client without settings uses the SDK's standard ones: reads are safe to retry.
        own.or_else(|| client.config().retry_config().cloned()).unwrap_or_else(RetryConfig::standard)
    }

    /// Returns the operation time-out of the client under these settings, which are merged as the SDK merges them.
    pub(crate) fn time_limit(&self, client: &Client) -> Option<Duration> {
        let own = self.config.clone().and_then(|config| config.build().timeout_config().cloned());
        let of_client = client.config().timeout_config().cloned();
        let timeouts = match (own, of_client) {
            (Some(mut own), Some(of_client)) if own.has_timeouts() => own.take_defaults_from(&of_client).clone(),
            (own, of_client) => own.or(of_client).unwrap_or_else(TimeoutConfig::disabled),
        };
        timeouts.operation_timeout()
    }
}

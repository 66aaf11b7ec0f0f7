//! What a handle sets for its own requests, beyond its client.

use std::time::Duration;

use aws_sdk_dynamodb::{
    Client,
    config::{self, retry::RetryConfig, timeout::TimeoutConfig},
};

use super::meter::{Meter, counted};
use crate::{Table, client::Handle};

impl<T: Table> Handle<T> {
    /// A handle on the same table whose requests are sent with these settings, in place of the client's: time-outs,
    /// retries, interceptors, an endpoint, whatever the SDK lets a request override. What they leave out is the client's.
    ///
    /// ```no_run
    /// # use std::time::Duration;
    /// # use keywright::{Entity, Handle, Table};
    /// # use serde::{Deserialize, Serialize};
    /// use aws_sdk_dynamodb::config::{Builder, retry::RetryConfig, timeout::TimeoutConfig};
    /// # #[derive(Table)]
    /// # struct Shop;
    /// # #[derive(Entity, Serialize, Deserialize)]
    /// # #[entity(table = Shop)]
    /// # #[pk(template = "CUSTOMER#<customer>")]
    /// # #[sk(template = "ORDER#<id>")]
    /// # struct Order { customer: String, id: u32 }
    /// # async fn example(shop: Handle<Shop>) -> keywright::Result<()> {
    ///
    /// let quick = Builder::new()
    ///     .timeout_config(TimeoutConfig::builder().operation_timeout(Duration::from_millis(80)).build())
    ///     .retry_config(RetryConfig::standard().with_max_attempts(1));
    /// let order: Option<Order> = shop.with_config(quick).get(Order::key("ann", 7_u32)).await?;
    /// # Ok(()) }
    /// ```
    ///
    /// `max_attempts` and the operation time-out decide how often and for how long requests are repeated, as the client's
    /// do: see [Reads under stress](Self#reads-under-stress). A later `with_config` replaces all settings of an earlier one.
    ///
    /// The new handle shares with this one what the reads have learned, its settings and its monitor, so that it can be made
    /// for a single call. What opens into the SDK's own (`into_sdk()`, [`client`](Self::client)) is the client's, without
    /// these settings.
    #[must_use = "the settings are those of the handle which is returned"]
    pub fn with_config(&self, config: impl Into<config::Builder>) -> Self {
        self.overridden(|overrides| overrides.config = Some(config.into()))
    }

    /// A handle on the same table whose requests this [`Meter`] counts, besides the meters that count them already.
    ///
    /// They then ask DynamoDB for the capacity that they consume; `params()` prints them without that. The new handle shares
    /// with this one what the reads have learned, its settings and its monitor, so that it can be made for a single call.
    #[must_use = "the meter counts the requests of the handle which is returned"]
    pub fn metered(&self, meter: &Meter) -> Self {
        self.overridden(|overrides| overrides.meters.push(meter.clone()))
    }
}

/// The settings and the meters of a handle, as those of the handles made from it.
#[derive(Debug, Clone, Default)]
pub(crate) struct Overrides {
    pub(crate) config: Option<config::Builder>,
    pub(crate) meters: Vec<Meter>,
}

impl Overrides {
    /// The settings for a request that the SDK repeats as it is told.
    pub(crate) fn request(&self) -> config::Builder {
        counted(self.config.clone().unwrap_or_default(), &self.meters)
    }

    /// How the client's requests are repeated under these settings.
    pub(crate) fn retry_config(&self, client: &Client) -> RetryConfig {
        let own = self.config.clone().and_then(|config| config.build().retry_config().cloned());
        // A client without settings has the SDK's standard: reads are safe to repeat.
        own.or_else(|| client.config().retry_config().cloned()).unwrap_or_else(RetryConfig::standard)
    }

    /// The operation time-out of the client under these settings. They are merged as the SDK merges them.
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

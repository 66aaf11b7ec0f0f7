//! Sends a request once, with the SDK's own retries switched off.
//!
//! Settings of a single request cost 9,000 instructions. So the settings belong to a second client, which is made once
//! and shares the connections and the credentials of the user's client.

use std::sync::{Arc, OnceLock};

use aws_sdk_dynamodb::{
    Client,
    config::{
        self, ConfigBag, Intercept, RuntimeComponents, SharedInterceptor,
        interceptors::BeforeTransmitInterceptorContextRef,
    },
    error::BoxError,
};

/// A client, and the settings of a request that differ from the client's.
#[derive(Debug)]
pub(crate) struct Once {
    client: Client,
    /// Boxed because most requests have none, and each future that contains them would grow by their size.
    settings: Option<Box<config::Builder>>,
}

impl Once {
    pub(crate) fn new(client: Client, settings: Option<config::Builder>) -> Self {
        Self { client, settings: settings.map(Box::new) }
    }

    /// Returns the client that must send the request.
    pub(crate) fn client(&self) -> &Client {
        &self.client
    }

    /// Returns the settings with which the request must be sent.
    pub(crate) fn into_settings(self) -> Option<Box<config::Builder>> {
        self.settings
    }
}

/// Sends a request with the client of a [`Once`].
///
/// The SDK's future is boxed because it takes 5 KB: every future around it would contain them, and would be copied with
/// them. Each kind has a box of its own, which has its size and is filled once.
macro_rules! send_once {
    ($request:expr, $once:expr) => {{
        let (request, settings) = ($request, $once.into_settings());
        let sending: std::pin::Pin<Box<dyn Future<Output = _> + Send>> = match settings {
            None => Box::pin(request.send()),
            Some(settings) => Box::pin(request.customize().config_override(*settings).send()),
        };
        sending
    }};
}
pub(crate) use send_once;

/// A client with its own settings. It is created with the first request of the user's client, because only then are the
/// HTTP client and the credentials cache known if they are the SDK's defaults.
#[derive(Debug, Clone)]
pub(crate) struct Prepared(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    settings: config::Builder,
    client: OnceLock<Client>,
}

impl Prepared {
    /// `settings` are those of the user's client, with additions.
    pub(crate) fn new(settings: config::Builder) -> Self {
        Self(Arc::new(Shared { settings, client: OnceLock::new() }))
    }

    /// Returns the client, if it was created.
    pub(crate) fn client(&self) -> Option<&Client> {
        self.0.client.get()
    }

    /// Returns settings for requests of the user's client. The first of these requests creates this client.
    pub(crate) fn capturing(&self, mut settings: config::Builder) -> config::Builder {
        settings.push_interceptor(SharedInterceptor::permanent(self.clone()));
        settings
    }
}

impl Intercept for Prepared {
    fn name(&self) -> &'static str {
        "keywright::Prepared"
    }

    fn read_before_transmit(
        &self,
        _: &BeforeTransmitInterceptorContextRef<'_>,
        components: &RuntimeComponents,
        _: &mut ConfigBag,
    ) -> Result<(), BoxError> {
        self.0.client.get_or_init(|| {
            let mut settings = self.0.settings.clone();
            settings.set_http_client(components.http_client()).set_identity_cache(components.identity_cache());
            Client::from_conf(settings.build())
        });
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn futures_that_hold_a_client_without_settings_stay_small() {
        assert!(size_of::<Once>() <= 2 * size_of::<usize>());
    }
}

//! Sending a request once: with the SDK's own retries switched off.
//!
//! Settings of a single request cost it 9,000 instructions. So they are those of a client that is made once, and shares
//! the connections and the credentials of the user's.

use std::sync::{Arc, OnceLock};

use aws_sdk_dynamodb::{
    Client,
    config::{
        self, ConfigBag, Intercept, RuntimeComponents, SharedInterceptor,
        interceptors::BeforeTransmitInterceptorContextRef,
    },
    error::BoxError,
};

/// A client, and the settings of a request that this client does not have itself.
#[derive(Debug)]
pub(crate) struct Once {
    client: Client,
    settings: Option<config::Builder>,
}

impl Once {
    pub(crate) fn new(client: Client, settings: Option<config::Builder>) -> Self {
        Self { client, settings }
    }

    /// Whose request it has to be.
    pub(crate) fn client(&self) -> &Client {
        &self.client
    }

    /// What the request has to be sent with.
    pub(crate) fn into_settings(self) -> Option<config::Builder> {
        self.settings
    }
}

/// Sends a request of the client of a [`Once`].
///
/// The SDK's future has a box, because it takes 5 KB: every future around it would hold them, and be copied with them.
macro_rules! send_once {
    ($request:expr, $once:expr) => {{
        let (request, settings) = ($request, $once.into_settings());
        Box::pin(async move {
            match settings {
                None => request.send().await,
                Some(settings) => request.customize().config_override(settings).send().await,
            }
        })
    }};
}
pub(crate) use send_once;

/// A client with settings of its own, made when the first request of the user's client is sent: only then is it known
/// which HTTP client and which cache of credentials that one has, where they are the SDK's defaults.
#[derive(Debug, Clone)]
pub(crate) struct Prepared(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    settings: config::Builder,
    client: OnceLock<Client>,
}

impl Prepared {
    /// `settings` are those of the user's client, and more.
    pub(crate) fn new(settings: config::Builder) -> Self {
        Self(Arc::new(Shared { settings, client: OnceLock::new() }))
    }

    /// The client, once it is made.
    pub(crate) fn client(&self) -> Option<&Client> {
        self.0.client.get()
    }

    /// Settings for requests of the user's client, the first of which makes this one.
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

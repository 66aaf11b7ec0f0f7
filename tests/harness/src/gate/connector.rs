//! Connects a client to the engine through the scheduler.

use std::{io, sync::Arc};

use aws_sdk_dynamodb::{
    config::{HttpClient, RuntimeComponents, SharedHttpClient, http::HttpRequest},
    error::ConnectorError,
};
use aws_smithy_runtime_api::client::http::{
    HttpConnector, HttpConnectorFuture, HttpConnectorSettings, SharedHttpConnector,
};
use tokio::sync::oneshot;

use super::{
    Gate,
    pending::{Pending, PendingAction},
};

/// The HTTP client for one client of a run.
#[derive(Debug, Clone)]
pub struct Gated {
    gate: Arc<Gate>,
    client: u8,
    inner: SharedHttpClient,
}

impl Gated {
    /// Creates an HTTP client for this client.
    pub fn new(gate: &Arc<Gate>, client: u8) -> Self {
        Self { gate: Arc::clone(gate), client, inner: gate.local.http_client() }
    }
}

impl HttpClient for Gated {
    fn http_connector(&self, settings: &HttpConnectorSettings, components: &RuntimeComponents) -> SharedHttpConnector {
        let inner = self.inner.http_connector(settings, components);
        SharedHttpConnector::new(GatedConnector { gate: Arc::clone(&self.gate), client: self.client, inner })
    }
}

#[derive(Debug)]
struct GatedConnector {
    gate: Arc<Gate>,
    client: u8,
    inner: SharedHttpConnector,
}

impl HttpConnector for GatedConnector {
    fn call(&self, request: HttpRequest) -> HttpConnectorFuture {
        if !self.gate.has_begun(self.client) {
            return self.inner.call(request);
        }
        let target = request.headers().get("x-amz-target").unwrap_or_default();
        let operation = target.split_once('.').map_or(target, |(_, name)| name).to_owned();
        let inner = self.inner.clone();
        let connector = Box::new(move |request| inner.call(request));
        let (reply, answer) = oneshot::channel();
        let what = PendingAction::Request { request, operation, connector, reply };
        self.gate.enter(self.client, what);
        HttpConnectorFuture::new(async move {
            let gone = |_| ConnectorError::io(io::Error::from(io::ErrorKind::ConnectionReset).into());
            answer.await.map_err(gone)?
        })
    }
}

impl Gate {
    /// Returns whether the client has begun its first step. Earlier requests are not scheduled.
    fn has_begun(&self, client: u8) -> bool {
        self.state().at.contains_key(&client)
    }

    /// Adds a request of the client's current step, which waits for its turn.
    fn enter(&self, client: u8, what: PendingAction) {
        let mut state = self.state();
        let step = state.at.get(&client).copied().unwrap_or(usize::MAX);
        state.hedged += u64::from(self.plan.hedge > 0 && state.pending.iter().any(|one| one.is_copy(step, &what)));
        state.pending.push(Pending { client, step, what });
        let is_over = self.plan.steps.get(step).and_then(|step| step.crash).is_some_and(|crash| crash.after == 0);
        if is_over && let Some(crash) = state.crashes.remove(&step) {
            let _ = crash.send(());
        }
    }
}

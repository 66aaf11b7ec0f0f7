//! Counts the requests to the engine and the charged capacity at the HTTP client, in the same way for every reader.

use std::{
    fmt,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use aws_sdk_dynamodb::config::{
    HttpClient, RuntimeComponents, SharedHttpClient,
    http::{HttpRequest, HttpResponse},
};
use aws_smithy_runtime_api::client::{
    http::{HttpConnector, HttpConnectorFuture, HttpConnectorSettings, SharedHttpConnector},
    result::ConnectorError,
};
use serde::Deserialize;

/// An HTTP client that counts the answers of another one.
///
/// Every request runs to its end, even if its caller has dropped it, because DynamoDB charges it all the same.
#[derive(Debug, Clone)]
pub struct Meter {
    inner: SharedHttpClient,
    shared: Arc<Mutex<Shared>>,
}

#[derive(Debug, Default)]
struct Shared {
    charged: Charged,
    outstanding: usize,
}

/// The charges of requests.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Charged {
    /// The requests.
    pub requests: usize,
    /// The items that were evaluated.
    pub items: usize,
    /// The read capacity units.
    pub rcu: f64,
}

/// The part of an answer that is counted.
#[derive(Deserialize)]
struct Counted {
    #[serde(rename = "ScannedCount")]
    items: usize,
    #[serde(rename = "ConsumedCapacity")]
    consumed: Consumed,
}

#[derive(Deserialize)]
struct Consumed {
    #[serde(rename = "CapacityUnits")]
    units: f64,
}

impl Meter {
    /// Creates a client that counts the answers of `inner`.
    #[must_use]
    pub fn new(inner: SharedHttpClient) -> Self {
        Self { inner, shared: Arc::default() }
    }

    /// Waits until all requests are answered. Returns the charges since the last call.
    pub async fn take(&self) -> Charged {
        while self.shared().outstanding > 0 {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        std::mem::take(&mut self.shared().charged)
    }

    fn begin(&self) {
        let mut shared = self.shared();
        shared.outstanding += 1;
        shared.charged.requests += 1;
    }

    fn end(&self, answer: &Result<HttpResponse, ConnectorError>) {
        let body = answer.as_ref().ok().and_then(|response| response.body().bytes());
        let counted = body.and_then(|body| serde_json::from_slice::<Counted>(body).ok());
        let mut shared = self.shared();
        shared.outstanding -= 1;
        if let Some(Counted { items, consumed }) = counted {
            shared.charged.items += items;
            shared.charged.rcu += consumed.units;
        }
    }

    fn shared(&self) -> MutexGuard<'_, Shared> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl HttpClient for Meter {
    fn http_connector(&self, settings: &HttpConnectorSettings, components: &RuntimeComponents) -> SharedHttpConnector {
        let inner = self.inner.http_connector(settings, components);
        SharedHttpConnector::new(Metered { inner, meter: self.clone() })
    }
}

struct Metered {
    inner: SharedHttpConnector,
    meter: Meter,
}

impl HttpConnector for Metered {
    fn call(&self, request: HttpRequest) -> HttpConnectorFuture {
        self.meter.begin();
        let (meter, answer) = (self.meter.clone(), self.inner.call(request));
        let answered = tokio::spawn(async move {
            let answer = answer.await;
            meter.end(&answer);
            answer
        });
        HttpConnectorFuture::new(async move {
            answered.await.unwrap_or_else(|error| Err(ConnectorError::other(error.into(), None)))
        })
    }
}

impl fmt::Debug for Metered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Metered").finish_non_exhaustive()
    }
}

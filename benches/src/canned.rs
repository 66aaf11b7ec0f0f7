//! Answers from memory.

use std::{
    collections::HashMap,
    fmt,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
};

use aws_sdk_dynamodb::config::{
    HttpClient, RuntimeComponents, SharedHttpClient,
    http::{HttpRequest, HttpResponse},
};
use aws_smithy_runtime_api::{
    client::{
        http::{HttpConnector, HttpConnectorFuture, HttpConnectorSettings, SharedHttpConnector},
        result::ConnectorError,
    },
    http::HttpError,
};
use aws_smithy_types::body::SdkBody;
use serde_json::Value;

/// An HTTP client that asks another one once for each request, and from then on answers at once: what is timed with it
/// is the client's own work.
#[derive(Debug, Clone)]
pub struct Canned {
    inner: SharedHttpClient,
    answers: Arc<Answers>,
    key: Key,
}

/// What tells requests apart that are answered differently.
type Key = fn(&HttpRequest) -> Option<String>;

#[derive(Debug, Default)]
struct Answers {
    by_request: Mutex<HashMap<String, SdkBody>>,
    asked: AtomicUsize,
}

impl Canned {
    /// Asks this client for what it does not know.
    #[must_use]
    pub fn new(inner: SharedHttpClient) -> Self {
        Self { inner, answers: Arc::default(), key: body }
    }

    /// The same, with one answer for all requests of an operation: no request is read, so that hardly any time is spent
    /// but the client's own.
    #[must_use]
    pub fn by_operation(inner: SharedHttpClient) -> Self {
        Self { key: operation, ..Self::new(inner) }
    }

    /// How many requests were not in memory.
    #[must_use]
    pub fn asked(&self) -> usize {
        self.answers.asked.load(Ordering::Relaxed)
    }
}

impl Answers {
    fn by_request(&self) -> MutexGuard<'_, HashMap<String, SdkBody>> {
        self.by_request.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn get(&self, request: &str) -> Option<SdkBody> {
        self.by_request().get(request).and_then(SdkBody::try_clone)
    }

    fn keep(&self, request: String, body: &SdkBody) {
        if let Some(body) = body.try_clone() {
            self.by_request().insert(request, body);
        }
    }
}

impl HttpClient for Canned {
    fn http_connector(&self, settings: &HttpConnectorSettings, components: &RuntimeComponents) -> SharedHttpConnector {
        let inner = self.inner.http_connector(settings, components);
        SharedHttpConnector::new(Known { inner, answers: Arc::clone(&self.answers), key: self.key })
    }
}

struct Known {
    inner: SharedHttpConnector,
    answers: Arc<Answers>,
    key: Key,
}

impl HttpConnector for Known {
    fn call(&self, request: HttpRequest) -> HttpConnectorFuture {
        let Some(key) = (self.key)(&request) else {
            let refusal = "only JSON requests can be answered from memory";
            return HttpConnectorFuture::ready(Err(ConnectorError::user(refusal.into())));
        };
        if let Some(body) = self.answers.get(&key) {
            return HttpConnectorFuture::ready(ok(body));
        }
        let (answers, answer) = (Arc::clone(&self.answers), self.inner.call(request));
        answers.asked.fetch_add(1, Ordering::Relaxed);
        HttpConnectorFuture::new(async move {
            let response = answer.await?;
            if response.status().is_success() {
                answers.keep(key, response.body());
            }
            Ok(response)
        })
    }
}

/// The request in one spelling: the SDK writes maps in any order.
fn body(request: &HttpRequest) -> Option<String> {
    let mut body: Value = serde_json::from_slice(request.body().bytes()?).ok()?;
    body.sort_all_objects();
    Some(body.to_string())
}

/// `DynamoDB_20120810.PutItem` and the like.
fn operation(request: &HttpRequest) -> Option<String> {
    request.headers().get("x-amz-target").map(str::to_owned)
}

fn ok(body: SdkBody) -> Result<HttpResponse, ConnectorError> {
    let status = 200.try_into().map_err(|error: HttpError| ConnectorError::other(error.into(), None))?;
    let mut response = HttpResponse::new(status, body);
    response.headers_mut().insert("content-type", "application/x-amz-json-1.0");
    Ok(response)
}

impl fmt::Debug for Known {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Known").finish_non_exhaustive()
    }
}

//! An HTTP client that answers from memory.

use std::{
    collections::HashMap,
    fmt,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
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

use crate::Result;

/// Returns the body of the answer to the body of a request.
type Answer = Arc<dyn Fn(&[u8]) -> Option<SdkBody> + Send + Sync>;

/// An HTTP client that answers each operation from memory, at once.
#[derive(Clone, Default)]
pub struct Answers {
    by_operation: Arc<Mutex<HashMap<&'static str, Answer>>>,
    last: Arc<Mutex<Option<Vec<u8>>>>,
    keeps_last: bool,
}

impl Answers {
    /// Returns a client with shared answers that also keeps the body of the last request for [`last`](Self::last).
    #[must_use]
    pub fn keeping_last(&self) -> Self {
        Self { keeps_last: true, ..self.clone() }
    }

    /// Answers an operation, such as `PutItem`, with this body.
    pub fn set(&self, operation: &'static str, body: impl Into<Vec<u8>>) {
        let body = SdkBody::from(body.into());
        self.set_with(operation, move |_| body.try_clone());
    }

    /// Answers an operation with the body that this function returns for the body of a request.
    pub fn set_with(&self, operation: &'static str, answer: impl Fn(&[u8]) -> Option<SdkBody> + Send + Sync + 'static) {
        lock(&self.by_operation).insert(operation, Arc::new(answer));
    }

    /// Returns the body of the last request, as JSON.
    ///
    /// # Errors
    ///
    /// If no request was sent, or its body is not JSON.
    pub fn last(&self) -> Result<serde_json::Value> {
        let body = lock(&self.last).take().ok_or("no request was sent")?;
        Ok(serde_json::from_slice(&body)?)
    }

    fn answer(&self, request: &HttpRequest) -> std::result::Result<HttpResponse, ConnectorError> {
        let no_answer = |why: &str| ConnectorError::user(why.into());
        let target = request.headers().get("x-amz-target").and_then(|target| target.rsplit('.').next());
        let target = target.ok_or_else(|| no_answer("a request names no operation"))?;
        let answer = lock(&self.by_operation).get(target).cloned();
        let sent = request.body().bytes().ok_or_else(|| no_answer("a request has no body"))?;
        if self.keeps_last {
            *lock(&self.last) = Some(sent.to_vec());
        }
        let body = answer.and_then(|answer| answer(sent)).ok_or_else(|| no_answer("a request has no answer"))?;
        let status = 200.try_into().map_err(|error: HttpError| ConnectorError::other(error.into(), None))?;
        let mut response = HttpResponse::new(status, body);
        response.headers_mut().insert("content-type", "application/x-amz-json-1.0");
        Ok(response)
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl HttpClient for Answers {
    fn http_connector(&self, _: &HttpConnectorSettings, _: &RuntimeComponents) -> SharedHttpConnector {
        SharedHttpConnector::new(self.clone())
    }
}

impl HttpConnector for Answers {
    fn call(&self, request: HttpRequest) -> HttpConnectorFuture {
        HttpConnectorFuture::ready(self.answer(&request))
    }
}

/// Returns an SDK client that gets these answers.
#[must_use]
pub fn client(answers: &Answers) -> aws_sdk_dynamodb::Client {
    use aws_sdk_dynamodb::config::{BehaviorVersion, Config, Credentials, Region};
    let config = Config::builder()
        .behavior_version(BehaviorVersion::latest())
        .region(Region::new("eu-west-1"))
        .credentials_provider(Credentials::new("AKIAEXAMPLE", "example", None, None, "benches"))
        .http_client(SharedHttpClient::new(answers.clone()))
        .build();
    aws_sdk_dynamodb::Client::from_conf(config)
}

impl fmt::Debug for Answers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Answers").finish_non_exhaustive()
    }
}

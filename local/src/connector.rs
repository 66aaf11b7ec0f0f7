use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::{fmt, io};

use aws_sdk_dynamodb::config::http::{HttpRequest, HttpResponse};
use aws_sdk_dynamodb::config::{HttpClient, RuntimeComponents};
use aws_sdk_dynamodb::error::ConnectorError;
use aws_smithy_runtime_api::client::http::{
    HttpConnector, HttpConnectorFuture, HttpConnectorSettings, SharedHttpConnector,
};

use crate::engine::{Engine, delivered};
use crate::wire::Answer;

/// Connects the SDK to the engine in place of the network.
#[derive(Clone)]
pub(crate) struct Connector {
    engine: Arc<Engine>,
    answered: Arc<AtomicU64>,
}

impl Connector {
    pub(crate) fn new(engine: Arc<Engine>) -> Self {
        Self { engine, answered: Arc::default() }
    }
}

impl HttpClient for Connector {
    fn http_connector(&self, _: &HttpConnectorSettings, _: &RuntimeComponents) -> SharedHttpConnector {
        SharedHttpConnector::new(self.clone())
    }
}

impl HttpConnector for Connector {
    fn call(&self, request: HttpRequest) -> HttpConnectorFuture {
        let target = request.headers().get("x-amz-target").unwrap_or_default();
        let Some(body) = request.body().bytes() else {
            let refusal = "the embedded engine cannot read a streamed request body; send it whole";
            return HttpConnectorFuture::ready(Err(ConnectorError::user(refusal.into())));
        };
        let reply = match self.engine.submit(target.to_owned(), body.to_vec()) {
            Ok(reply) => reply,
            Err(error) => {
                return HttpConnectorFuture::ready(Err(ConnectorError::user(error.into())));
            }
        };
        let connector = self.clone();
        HttpConnectorFuture::new(async move {
            match delivered(reply).await.map_err(|stopped| ConnectorError::user(stopped.into()))? {
                Some(answer) => connector.respond(answer),
                None => Err(ConnectorError::io(io::Error::from(io::ErrorKind::ConnectionReset).into())),
            }
        })
    }
}

impl Connector {
    fn respond(&self, answer: Answer) -> Result<HttpResponse, ConnectorError> {
        let status = answer
            .status
            .try_into()
            .map_err(|error: aws_smithy_runtime_api::http::HttpError| ConnectorError::user(error.into()))?;
        let mut response = HttpResponse::new(status, answer.body.into());
        let number = self.answered.fetch_add(1, Ordering::Relaxed);
        let headers = response.headers_mut();
        headers.insert("content-type", "application/x-amz-json-1.0");
        headers.insert("x-amzn-requestid", format!("LOCAL{number:08}"));
        Ok(response)
    }
}

impl fmt::Debug for Connector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("keywright_local::Connector")
    }
}

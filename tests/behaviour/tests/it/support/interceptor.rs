//! Reads and changes requests and responses.

use std::{fmt, sync::Arc};

use aws_sdk_dynamodb::{
    config::{
        ConfigBag, Intercept, RuntimeComponents,
        http::{HttpRequest, HttpResponse},
        interceptors::{BeforeDeserializationInterceptorContextMut, BeforeTransmitInterceptorContextMut},
    },
    error::BoxError,
};
use serde_json::Value;

/// Calls a function on each request before it is sent, and another on each response before it is read.
///
/// Both functions see every attempt of a call.
#[derive(Clone)]
pub struct Interceptor {
    on_request: Arc<dyn Fn(&mut HttpRequest) + Send + Sync>,
    on_response: Arc<dyn Fn(&mut HttpResponse) + Send + Sync>,
}

impl Interceptor {
    pub fn new(
        on_request: impl Fn(&mut HttpRequest) + Send + Sync + 'static,
        on_response: impl Fn(&mut HttpResponse) + Send + Sync + 'static,
    ) -> Self {
        Self { on_request: Arc::new(on_request), on_response: Arc::new(on_response) }
    }

    /// Returns an interceptor that leaves responses unchanged.
    pub fn of_requests(on_request: impl Fn(&mut HttpRequest) + Send + Sync + 'static) -> Self {
        Self::new(on_request, |_| {})
    }
}

impl fmt::Debug for Interceptor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Interceptor")
    }
}

impl Intercept for Interceptor {
    fn name(&self) -> &'static str {
        "Interceptor"
    }

    fn modify_before_transmit(
        &self,
        context: &mut BeforeTransmitInterceptorContextMut<'_>,
        _: &RuntimeComponents,
        _: &mut ConfigBag,
    ) -> Result<(), BoxError> {
        (self.on_request)(context.request_mut());
        Ok(())
    }

    fn modify_before_deserialization(
        &self,
        context: &mut BeforeDeserializationInterceptorContextMut<'_>,
        _: &RuntimeComponents,
        _: &mut ConfigBag,
    ) -> Result<(), BoxError> {
        (self.on_response)(context.response_mut());
        Ok(())
    }
}

/// Returns whether the request is for this operation, such as `GetItem`.
pub fn is_operation(request: &HttpRequest, operation: &str) -> bool {
    request.headers().get("x-amz-target").and_then(|target| target.rsplit('.').next()) == Some(operation)
}

/// Returns the JSON body of a request.
pub fn body_of(request: &HttpRequest) -> Value {
    serde_json::from_slice(request.body().bytes().unwrap()).unwrap()
}

/// Returns the JSON body of a response.
pub fn answer_of(response: &HttpResponse) -> Value {
    serde_json::from_slice(response.body().bytes().unwrap()).unwrap()
}

/// Replaces a response.
pub fn answer_with(response: &mut HttpResponse, status: u16, body: impl ToString) {
    *response.status_mut() = status.try_into().unwrap();
    *response.body_mut() = body.to_string().into();
}

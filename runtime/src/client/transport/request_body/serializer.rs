//! Serializes an input into an HTTP request.

use std::marker::PhantomData;

use aws_sdk_dynamodb::{
    config::{ConfigBag, FrozenLayer, http::HttpRequest},
    error::BoxError,
};
use aws_smithy_runtime_api::{
    client::{
        interceptors::context::Input,
        ser_de::{SerializeRequest, SharedRequestSerializer},
    },
    http::Headers,
};
use aws_smithy_types::body::SdkBody;

use super::operations::WriteInput;

/// Writes the body of a request, or leaves it to the SDK.
#[derive(Debug)]
pub(super) struct Serializer<I> {
    sdk: SharedRequestSerializer,
    /// The headers of every request, without the length of its body.
    headers: Headers,
    input: PhantomData<fn() -> I>,
}

impl<I: WriteInput> Serializer<I> {
    /// Makes the serializer for the operation with these settings of the SDK. `None` if they have no serializer.
    pub(super) fn of(operation: &FrozenLayer) -> Option<SharedRequestSerializer> {
        let sdk = operation.load::<SharedRequestSerializer>()?.clone();
        let headers = headers(I::TARGET).ok()?;
        Some(SharedRequestSerializer::new(Self { sdk, headers, input: PhantomData }))
    }
}

impl<I: WriteInput> SerializeRequest for Serializer<I> {
    fn serialize_input(&self, input: Input, config: &mut ConfigBag) -> Result<HttpRequest, BoxError> {
        let written = input.downcast_ref::<I>().and_then(I::body);
        let Some(body) = written else { return self.sdk.serialize_input(input, config) };
        let length = body.len().to_string();
        let mut request = HttpRequest::new(SdkBody::from(body));
        request.set_method("POST")?;
        *request.headers_mut() = self.headers.clone();
        request.headers_mut().try_insert("content-length", length)?;
        Ok(request)
    }
}

/// Returns the headers of an operation in the protocol *AWS JSON 1.0*.
fn headers(target: &'static str) -> Result<Headers, BoxError> {
    let mut headers = Headers::new();
    headers.try_insert("content-type", "application/x-amz-json-1.0")?;
    headers.try_insert("x-amz-target", target)?;
    Ok(headers)
}

//! Serializes an input into an HTTP request.

use std::marker::PhantomData;

use aws_sdk_dynamodb::{
    config::{ConfigBag, FrozenLayer, http::HttpRequest},
    error::BoxError,
};
use aws_smithy_runtime_api::client::{
    interceptors::context::Input,
    ser_de::{SerializeRequest, SharedRequestSerializer},
};
use aws_smithy_types::body::SdkBody;

use super::operations::WriteInput;

/// Writes the body of a request, or leaves it to the SDK.
#[derive(Debug)]
pub(super) struct Serializer<I> {
    sdk: SharedRequestSerializer,
    /// A request without a body and without its length.
    bare: HttpRequest,
    input: PhantomData<fn() -> I>,
}

impl<I: WriteInput> Serializer<I> {
    /// Makes the serializer for the operation with these settings of the SDK. `None` if they have no serializer.
    pub(super) fn of(operation: &FrozenLayer) -> Option<SharedRequestSerializer> {
        let sdk = operation.load::<SharedRequestSerializer>()?.clone();
        let bare = bare(I::TARGET).ok()?;
        Some(SharedRequestSerializer::new(Self { sdk, bare, input: PhantomData }))
    }
}

impl<I: WriteInput> SerializeRequest for Serializer<I> {
    fn serialize_input(&self, input: Input, config: &mut ConfigBag) -> Result<HttpRequest, BoxError> {
        let written = input.downcast_ref::<I>().and_then(I::body).zip(self.bare.try_clone());
        let Some((body, mut request)) = written else { return self.sdk.serialize_input(input, config) };
        request.headers_mut().try_insert("content-length", body.len().to_string())?;
        *request.body_mut() = SdkBody::from(body);
        Ok(request)
    }
}

/// Makes an operation's request without its body, in the protocol *AWS JSON 1.0*.
fn bare(target: &'static str) -> Result<HttpRequest, BoxError> {
    let mut request = HttpRequest::empty();
    request.set_method("POST")?;
    let headers = request.headers_mut();
    headers.try_insert("content-type", "application/x-amz-json-1.0")?;
    headers.try_insert("x-amz-target", target)?;
    Ok(request)
}

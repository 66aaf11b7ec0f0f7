//! Deserializes a response and keeps its items.

use aws_sdk_dynamodb::config::{ConfigBag, http::HttpResponse};
use aws_smithy_runtime_api::client::{
    interceptors::context::OutputOrError,
    ser_de::{DeserializeResponse, SharedResponseDeserializer},
};

use super::{Operation, Slot};
use crate::item::wire::{Page, split};

/// The headers that contain the request id. Of all headers, only they are part of an output.
const REQUEST_ID: [&str; 2] = ["x-amzn-requestid", "x-amz-request-id"];

/// Keeps the items of a response, and lets the SDK deserialize the rest.
#[derive(Debug)]
pub(super) struct KeepItems {
    operation: Operation,
    slot: Slot,
    sdk: &'static SharedResponseDeserializer,
}

impl KeepItems {
    /// `None` if the SDK's own deserializer is not found.
    pub(super) fn of(operation: Operation, slot: &Slot) -> Option<Self> {
        let sdk = operation.config()?.load::<SharedResponseDeserializer>()?;
        Some(Self { operation, slot: slot.clone(), sdk })
    }

    /// Splits a response into its items and the rest. `None` for a failure, or if the body does not have the expected
    /// form.
    fn split(&self, response: &HttpResponse) -> Option<(Page, HttpResponse)> {
        let body = response.body().bytes().filter(|_| response.status().as_u16() == 200)?;
        let (page, rest) = split(body, self.operation.member())?;
        let mut bare = HttpResponse::new(response.status(), rest.into());
        for name in REQUEST_ID {
            if let Some(id) = response.headers().get(name) {
                bare.headers_mut().insert(name, id.to_owned());
            }
        }
        Some((page, bare))
    }
}

impl DeserializeResponse for KeepItems {
    fn deserialize_nonstreaming_with_config(&self, response: &HttpResponse, config: &ConfigBag) -> OutputOrError {
        self.slot.set(None);
        if let Some((page, bare)) = self.split(response)
            && let Ok(output) = self.sdk.deserialize_nonstreaming_with_config(&bare, config)
        {
            self.slot.set(Some(page));
            return Ok(output);
        }
        self.sdk.deserialize_nonstreaming_with_config(response, config)
    }
}

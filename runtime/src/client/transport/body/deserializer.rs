//! Deserializes a response and keeps its items.

use aws_sdk_dynamodb::config::{ConfigBag, http::HttpResponse};
use aws_smithy_runtime_api::client::{
    interceptors::context::OutputOrError,
    ser_de::{DeserializeResponse, SharedResponseDeserializer},
};
use aws_smithy_types::{body::SdkBody, byte_stream::ByteStream, str_bytes::StrBytes};
use futures_util::FutureExt as _;

use super::{Operation, Slot};
use crate::item::wire::{Page, split};

/// The minimum size in bytes of a body that is shared with the response. Copying a smaller one costs less.
const SHARED_FROM: usize = 8 * 1024;

/// The headers that contain the request id. They are the only headers that an output contains.
const REQUEST_ID: [&str; 2] = ["x-amzn-requestid", "x-amz-request-id"];

/// Keeps the items of a response, and lets the SDK deserialize the rest.
#[derive(Debug)]
pub(super) struct KeepItems {
    operation: Operation,
    slot: Slot,
    sdk: &'static SharedResponseDeserializer,
}

impl KeepItems {
    /// Returns `None` if the SDK's own deserializer is not found.
    pub(super) fn of(operation: Operation, slot: &Slot) -> Option<Self> {
        let sdk = operation.config()?.load::<SharedResponseDeserializer>()?;
        Some(Self { operation, slot: slot.clone(), sdk })
    }

    /// Splits a response into its items and the rest. `None` for a failure, or if the body does not have the expected
    /// form.
    fn split(&self, response: &HttpResponse) -> Option<(Page, HttpResponse)> {
        if response.status().as_u16() != 200 {
            return None;
        }
        let (page, rest) = split(text(response.body())?, self.operation.member())?;
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

/// Returns the text of a body. `None` if it is not in memory, or not UTF-8.
fn text(body: &SdkBody) -> Option<StrBytes> {
    let bytes = body.bytes()?;
    let shared = if bytes.len() < SHARED_FROM { None } else { shared_text(body) };
    shared.or_else(|| StrBytes::try_copy_from_slice(bytes).ok())
}

/// Returns the text of a body in memory, without copying it.
fn shared_text(body: &SdkBody) -> Option<StrBytes> {
    // The stream of such a body has one part, and is never pending.
    let parts = ByteStream::new(body.try_clone()?).collect().now_or_never()?.ok()?;
    parts.into_bytes().try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_of_a_body_is_its_bytes_whatever_its_size() {
        assert_eq!(text(&SdkBody::from("")).unwrap().as_str(), "");
        for size in [1, SHARED_FROM - 1, SHARED_FROM, 10 * SHARED_FROM] {
            let body = SdkBody::from("a".repeat(size));
            let read = text(&body).unwrap();
            assert_eq!(Some(&read.as_bytes()[..]), body.bytes(), "{size} bytes");
            let is_shared = read.as_bytes().as_ptr() == body.bytes().unwrap().as_ptr();
            assert_eq!(is_shared, size >= SHARED_FROM, "{size} bytes");
            let broken = SdkBody::from([vec![b'a'; size], vec![0xFF]].concat());
            assert!(text(&broken).is_none(), "{size} bytes and one that is not UTF-8");
        }
    }
}

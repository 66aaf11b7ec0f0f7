//! Writes the bodies of requests without the SDK's serializer.
//!
//! The SDK lets an interceptor choose the serializer of an operation. [`write_body`] installs one for the most frequent
//! requests, which writes equal JSON into one string. The input remains the SDK's type, so interceptors see and change
//! it as usual.
//!
//! An input with members that this library does not use, such as the legacy parameters that expressions replaced, is
//! left to the SDK's serializer.

mod json;
mod operations;
mod serializer;
#[cfg(test)]
mod tests;

use std::sync::LazyLock;

use aws_sdk_dynamodb::{
    config::{ConfigBag, RuntimePlugin as _, interceptors::BeforeSerializationInterceptorContextRef as Context},
    operation::{
        batch_write_item::{BatchWriteItem, BatchWriteItemInput},
        get_item::{GetItem, GetItemInput},
        put_item::{PutItem, PutItemInput},
        query::{Query, QueryInput},
        transact_write_items::{TransactWriteItems, TransactWriteItemsInput},
        update_item::{UpdateItem, UpdateItemInput},
    },
};
use aws_smithy_runtime_api::client::ser_de::SharedRequestSerializer;

use serializer::Serializer;

/// Each serializer is `None` if the SDK's own one is not found.
static PUT: LazyLock<Option<SharedRequestSerializer>> =
    LazyLock::new(|| Serializer::<PutItemInput>::of(&PutItem::new().config()?));
static GET: LazyLock<Option<SharedRequestSerializer>> =
    LazyLock::new(|| Serializer::<GetItemInput>::of(&GetItem::new().config()?));
static UPDATE: LazyLock<Option<SharedRequestSerializer>> =
    LazyLock::new(|| Serializer::<UpdateItemInput>::of(&UpdateItem::new().config()?));
static QUERY: LazyLock<Option<SharedRequestSerializer>> =
    LazyLock::new(|| Serializer::<QueryInput>::of(&Query::new().config()?));
static TRANSACTION: LazyLock<Option<SharedRequestSerializer>> =
    LazyLock::new(|| Serializer::<TransactWriteItemsInput>::of(&TransactWriteItems::new().config()?));
static BATCH_WRITE: LazyLock<Option<SharedRequestSerializer>> =
    LazyLock::new(|| Serializer::<BatchWriteItemInput>::of(&BatchWriteItem::new().config()?));

/// Replaces the serializer of the request, if its operation is one of these.
pub(super) fn write_body(context: &Context<'_>, config: &mut ConfigBag) {
    let input = context.input();
    let serializer = if input.downcast_ref::<PutItemInput>().is_some() {
        &PUT
    } else if input.downcast_ref::<UpdateItemInput>().is_some() {
        &UPDATE
    } else if input.downcast_ref::<GetItemInput>().is_some() {
        &GET
    } else if input.downcast_ref::<QueryInput>().is_some() {
        &QUERY
    } else if input.downcast_ref::<TransactWriteItemsInput>().is_some() {
        &TRANSACTION
    } else if input.downcast_ref::<BatchWriteItemInput>().is_some() {
        &BATCH_WRITE
    } else {
        return;
    };
    if let Some(serializer) = &**serializer {
        config.interceptor_state().store_put(serializer.clone());
    }
}

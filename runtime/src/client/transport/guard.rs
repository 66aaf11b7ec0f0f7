//! The interceptor of every request of the library.

use aws_sdk_dynamodb::{
    config::{
        ConfigBag, Intercept, RuntimeComponents,
        interceptors::{BeforeSerializationInterceptorContextRef, FinalizerInterceptorContextRef},
    },
    error::BoxError,
};

use super::{attempts::record_lost_response, body::keep_items, limits::check_input, request_body::write_body};

/// Checks a request against DynamoDB's limits, replaces its serializer and deserializer, and records the loss of its
/// answer.
///
/// This is one interceptor, not several, because the SDK calls each of them at 19 steps of a request.
#[derive(Debug)]
pub(crate) struct Guard;

impl Intercept for Guard {
    fn name(&self) -> &'static str {
        "keywright::Guard"
    }

    fn read_before_serialization(
        &self,
        context: &BeforeSerializationInterceptorContextRef<'_>,
        _: &RuntimeComponents,
        config: &mut ConfigBag,
    ) -> Result<(), BoxError> {
        keep_items(config);
        check_input(context)?;
        write_body(context, config);
        Ok(())
    }

    fn read_after_attempt(
        &self,
        context: &FinalizerInterceptorContextRef<'_>,
        _: &RuntimeComponents,
        _: &mut ConfigBag,
    ) -> Result<(), BoxError> {
        record_lost_response(context);
        Ok(())
    }
}

//! What became of the attempts of one call.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use aws_sdk_dynamodb::{
    config::{
        self, ConfigBag, Intercept, RuntimeComponents, SharedInterceptor, interceptors::FinalizerInterceptorContextRef,
    },
    error::BoxError,
};

use crate::Error;

/// Remembers whether an attempt was sent whose answer never came.
///
/// A call reports its last attempt only. A throttling answer to the third attempt says nothing about the first, which
/// may have been applied and its answer lost.
#[derive(Debug, Clone, Default)]
pub(crate) struct Attempts {
    lost: Arc<AtomicBool>,
}

impl Attempts {
    /// Whether an attempt may have been applied without our knowing.
    pub(crate) fn lost(&self) -> bool {
        self.lost.load(Ordering::Relaxed)
    }

    /// The error, with its outcome unknown where an attempt may have been applied.
    pub(crate) fn in_doubt(&self, error: Error) -> Error {
        if self.lost() { error.outcome_unknown() } else { error }
    }

    /// These settings of a request, with its attempts watched.
    pub(crate) fn watch(&self, mut settings: config::Builder) -> config::Builder {
        // Nobody can disable it, so that the SDK need not look for that at each of its steps.
        settings.push_interceptor(SharedInterceptor::permanent(self.clone()));
        settings
    }

    /// An attempt was given up before its answer came.
    pub(crate) fn lose(&self) {
        self.lost.store(true, Ordering::Relaxed);
    }
}

impl Intercept for Attempts {
    fn name(&self) -> &'static str {
        "keywright::Attempts"
    }

    fn read_after_attempt(
        &self,
        context: &FinalizerInterceptorContextRef<'_>,
        _: &RuntimeComponents,
        _: &mut ConfigBag,
    ) -> Result<(), BoxError> {
        let Some(Err(error)) = context.output_or_error() else { return Ok(()) };
        let lost = match context.response() {
            // Refused with reasons: 4xx. A failure inside DynamoDB, or an answer that could not be read, tells nothing.
            Some(response) => response.status().is_server_error() || response.status().is_success(),
            None => match error.as_connector_error() {
                Some(connector) => !connector.is_user() && !refused(connector),
                None => error.is_timeout_error(),
            },
        };
        if lost {
            self.lose();
        }
        Ok(())
    }
}

/// Whether no connection was made at all.
fn refused(error: &(dyn std::error::Error + 'static)) -> bool {
    let mut cause = Some(error);
    while let Some(error) = cause {
        if let Some(io) = error.downcast_ref::<std::io::Error>() {
            return io.kind() == std::io::ErrorKind::ConnectionRefused;
        }
        cause = error.source();
    }
    false
}

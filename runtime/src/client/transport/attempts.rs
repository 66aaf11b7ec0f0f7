//! Tracks the outcome of all attempts of one call.

use std::{
    future::poll_fn,
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use aws_sdk_dynamodb::config::interceptors::FinalizerInterceptorContextRef;

use crate::{Error, ErrorKind, Outcome};

/// Records what is known about the requests of a call, so that its error can report the outcome of all of them.
///
/// A call fails with the error of its last request. If the third attempt is throttled, the first may still have been
/// applied with its answer lost, and another request of the call may have succeeded before it.
///
/// A request whose answer was lost can also arrive after all later ones. So a rejected retry does not prove that the
/// lost request was not applied: it may have been applied before, or may be applied later.
#[derive(Debug, Clone, Default)]
pub(crate) struct Attempts {
    seen: Arc<Seen>,
}

#[derive(Debug, Default)]
struct Seen {
    lost: AtomicBool,
    carried_out: AtomicBool,
}

impl Attempts {
    /// Whether the answer to a request was lost. Such a request may be applied at any time.
    pub(crate) fn lost(&self) -> bool {
        self.seen.lost.load(Ordering::Relaxed)
    }

    /// Whether requests of the call were, or may have been, carried out. A failure of the call is then not
    /// `NotApplied`.
    pub(crate) fn may_have_written(&self) -> bool {
        self.lost() || self.seen.carried_out.load(Ordering::Relaxed)
    }

    /// Records that a request was carried out and that others will follow it.
    pub(crate) fn carried_out(&self) {
        self.seen.carried_out.store(true, Ordering::Relaxed);
    }

    /// Marks the error of the call: its outcome is unknown if a request of the call was, or may have been, carried out.
    pub(crate) fn in_doubt(&self, error: Error) -> Error {
        if error.outcome() == Outcome::Unknown || !self.may_have_written() {
            return error;
        }
        error.append_message(if self.lost() { LOST } else { CARRIED_OUT }).outcome_unknown()
    }

    /// Returns the error if other writers intervened: between a request whose answer was lost and its retry, they
    /// changed the item. A new request could be applied in addition to the lost one.
    pub(crate) fn concurrent_change_error(&self) -> Error {
        let message = "another writer changed the item before the request was repeated";
        self.in_doubt(Error::new(ErrorKind::Service, message))
    }

    /// Awaits a request and records whether its answer was lost.
    pub(crate) async fn watch<F: Future>(&self, mut request: Pin<&mut F>) -> F::Output {
        poll_fn(|context| ATTEMPTS.sync_scope(self.clone(), || request.as_mut().poll(context))).await
    }

    /// Records that an attempt was abandoned before its answer arrived.
    pub(crate) fn record_lost(&self) {
        self.seen.lost.store(true, Ordering::Relaxed);
    }
}

/// Added to the message if an answer was lost.
const LOST: &str = "; the answer to a request of this call was lost: the write may have been carried out, or may still \
                    be, so read the item before you repeat it";

/// Added to the message if only a part of the call was carried out.
const CARRIED_OUT: &str = "; earlier requests of the call were carried out: read the item before you repeat it";

tokio::task_local! {
    /// The attempts of the call whose request is being polled. A task-local costs less than an interceptor for each
    /// request, which would cost every call more than its own work.
    static ATTEMPTS: Attempts;
}

/// Records in the [`Attempts`] of the current call, if it has any, that the answer to a request was lost.
///
/// The SDK's error does not show it: missing credentials and a lost connection give the same error.
pub(super) fn record_lost_response(context: &FinalizerInterceptorContextRef<'_>) {
    let Some(Err(error)) = context.output_or_error() else { return };
    let lost = match context.response() {
        // A 4xx is a definite rejection. A failure inside DynamoDB, or an answer that cannot be parsed, proves nothing.
        Some(response) => response.status().is_server_error() || response.status().is_success(),
        None => match error.as_connector_error() {
            Some(connector) => !connector.is_user() && !refused(connector),
            None => error.is_timeout_error(),
        },
    };
    if lost {
        // Reads have no attempts: they are retried regardless of their outcome.
        ATTEMPTS.try_with(Attempts::record_lost).unwrap_or_default();
    }
}

/// Whether no connection was made.
pub(crate) fn refused(error: &(dyn std::error::Error + 'static)) -> bool {
    let mut cause = Some(error);
    while let Some(error) = cause {
        if let Some(io) = error.downcast_ref::<std::io::Error>() {
            return io.kind() == std::io::ErrorKind::ConnectionRefused;
        }
        cause = error.source();
    }
    false
}

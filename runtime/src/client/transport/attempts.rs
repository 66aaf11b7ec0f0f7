//! What became of the attempts of one call.

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

/// What is known of the requests that a call has sent, so that its error tells the outcome of all of them.
///
/// The error of a call is that of its last request. A throttling answer to the third attempt says nothing about the
/// first, which may have been applied and its answer lost, nor about another request that was carried out before it.
///
/// A request whose answer was lost can also arrive after all that follow it. A refusal of its repetition therefore does
/// not prove that it was not applied: it may have been applied before, and it may be applied later.
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
    /// Whether the answer to a request was lost, which may be applied at any time.
    pub(crate) fn lost(&self) -> bool {
        self.seen.lost.load(Ordering::Relaxed)
    }

    /// Whether requests of the call were carried out, or may be. A failure of the call is then not `NotApplied`.
    pub(crate) fn may_have_written(&self) -> bool {
        self.lost() || self.seen.carried_out.load(Ordering::Relaxed)
    }

    /// A request was carried out, and others are to follow it.
    pub(crate) fn carried_out(&self) {
        self.seen.carried_out.store(true, Ordering::Relaxed);
    }

    /// The error of the call: its outcome is unknown if a request of the call was carried out or may be.
    pub(crate) fn in_doubt(&self, error: Error) -> Error {
        if error.outcome() == Outcome::Unknown || !self.may_have_written() {
            return error;
        }
        error.noting(if self.lost() { LOST } else { CARRIED_OUT }).outcome_unknown()
    }

    /// That other writers wrote between a request whose answer was lost and its repetition. Another request in its
    /// place could be applied in addition to it.
    pub(crate) fn overtaken(&self) -> Error {
        let message = "another writer changed the item before the request was repeated";
        self.in_doubt(Error::new(ErrorKind::Service, message))
    }

    /// Awaits a request, and notes whether its answer was lost.
    pub(crate) async fn watch<F: Future>(&self, mut request: Pin<&mut F>) -> F::Output {
        poll_fn(|context| ATTEMPTS.sync_scope(self.clone(), || request.as_mut().poll(context))).await
    }

    /// An attempt was given up before its answer arrived.
    pub(crate) fn lose(&self) {
        self.seen.lost.store(true, Ordering::Relaxed);
    }
}

/// What the error says where an answer was lost.
const LOST: &str = "; the answer to a request of this call was lost: the write may have been carried out, or may still \
                    be, so read the item before you repeat it";

/// What the error says where the call was carried out in part.
const CARRIED_OUT: &str = "; earlier requests of the call were carried out: read the item before you repeat it";

tokio::task_local! {
    /// The attempts of the call whose request is polled. An interceptor of each request would cost every call more than
    /// its own work.
    static ATTEMPTS: Attempts;
}

/// Notes in the [`Attempts`] of the call, if it has any, that the answer to a request was lost.
///
/// The SDK's error does not say it: without credentials, it is the same as after a lost connection.
pub(super) fn note_loss(context: &FinalizerInterceptorContextRef<'_>) {
    let Some(Err(error)) = context.output_or_error() else { return };
    let lost = match context.response() {
        // Refused with reasons: 4xx. A failure inside DynamoDB, or an answer that could not be read, tells nothing.
        Some(response) => response.status().is_server_error() || response.status().is_success(),
        None => match error.as_connector_error() {
            Some(connector) => !connector.is_user() && !refused(connector),
            None => error.is_timeout_error(),
        },
    };
    if lost {
        // Reads have no attempts: they are repeated whatever became of them.
        ATTEMPTS.try_with(Attempts::lose).unwrap_or_default();
    }
}

/// Whether no connection was made at all.
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

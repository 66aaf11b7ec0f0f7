//! Sends a write until it has an answer: how often, with which key, and how its failures are handled.
//!
//! The SDK's own retries are off: they would resend an unchanged key after one second, from one retry budget for all
//! keys. Here the reason of a throttle decides ([`Retry`]), and no write waits for the key of another one. Only the
//! account's limit delays all of them ([`Pause`]).

use std::{pin::pin, sync::Arc, time::Duration};

use aws_sdk_dynamodb::error::{ProvideErrorMetadata, SdkError};
use tokio::time::Instant;

use super::{
    account_pause::Pause,
    attempts::Attempts,
    backoff::{by_deadline, jitter},
    failure::{exceeds, failure, throttles},
    failure_class::Failure,
    meter::tally::record_throttles,
    once::Once,
    retry::{RequestTries, Retries},
};
use crate::throttling::{Limit, Next, Retry, Throttle};

/// Sends the writes of a handle. Handles made from it share its pause.
pub(crate) struct Writes {
    retries: Retries,
    pause: Arc<Pause>,
}

/// The key that a request is sent to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum To {
    /// The key of the previous request, or the initial key.
    SameKey,
    /// A random shard that was not tried yet.
    OtherShard,
}

/// The failed requests of a write that are retried.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Repeats {
    /// Those that DynamoDB rejected, and those that failed transiently (a 5xx, a time-out, a lost connection).
    Failed,
    /// Only those that DynamoDB rejected, because they were throttled or in conflict with another request. For writes
    /// that must not be carried out twice.
    Refused,
}

impl Writes {
    pub(crate) fn new(retries: Retries) -> Self {
        Self { retries, pause: Arc::default() }
    }

    /// Returns these writes with other retries.
    pub(crate) fn with(&self, retries: Retries) -> Self {
        Self { retries, pause: Arc::clone(&self.pause) }
    }

    /// Returns the retries of a new write.
    pub(crate) fn retry(&self) -> Retry {
        self.retries.write()
    }

    /// Returns the retries of a background write: throttles are retried for minutes.
    pub(crate) fn background_retry(&self) -> Retry {
        self.retries.background_write()
    }

    /// Sends a write until it has an answer or has finally failed.
    ///
    /// With [`Repeats::Failed`], a retried write may have been carried out before: it must be idempotent, or `attempts`
    /// must decide on its condition. `may_move` is that of [`Retry::throttled`]. `request` builds the request each
    /// time, or returns `None` if it cannot. It must send it with the given [`Once`], which switches the SDK's own
    /// retries off and reports its result to `attempts`.
    pub(crate) async fn send<O, E, F>(
        &self,
        repeats: Repeats,
        attempts: &Attempts,
        retry: &mut Retry,
        may_move: impl Fn(Option<&str>) -> bool,
        mut request: impl FnMut(To, Once) -> Option<F>,
    ) -> Result<O, SdkError<E>>
    where
        F: Future<Output = Result<O, SdkError<E>>>,
        E: ProvideErrorMetadata + std::error::Error + 'static,
    {
        self.pause.wait().await;
        let Some(sending) = request(To::SameKey, self.retries.sender()) else {
            return Err(SdkError::construction_failure("the item does not encode"));
        };
        let start = Instant::now();
        // Pinned here: a future that is moved into another one takes its memory twice.
        let sending = pin!(sending);
        let error = match attempts.watch(sending).await {
            Ok(output) => return Ok(output),
            Err(error) => error,
        };
        // Boxed because few writes are repeated, so that other writes' futures stay small.
        let repeated = Repeated::new(&self.retries, repeats, start);
        Box::pin(self.repeat(attempts, retry, repeated, error, &may_move, &mut request)).await
    }

    /// Repeats a write whose first request failed, until it has an answer or has finally failed.
    async fn repeat<O, E, F>(
        &self,
        attempts: &Attempts,
        retry: &mut Retry,
        mut repeated: Repeated,
        mut failed: SdkError<E>,
        may_move: &impl Fn(Option<&str>) -> bool,
        request: &mut impl FnMut(To, Once) -> Option<F>,
    ) -> Result<O, SdkError<E>>
    where
        F: Future<Output = Result<O, SdkError<E>>>,
        E: ProvideErrorMetadata + std::error::Error + 'static,
    {
        let end = repeated.end;
        loop {
            record_unread_answer(&failed, attempts);
            if attempts.lost() {
                retry.in_doubt();
            }
            let refused = FailedRequest::new(&failed, attempts.lost());
            let Some(wait) = self.wait_after(&refused, &mut repeated, retry, may_move) else { return Err(failed) };
            if !wait.is_zero() {
                tokio::time::sleep(wait).await;
            }
            let is_in_time = by_deadline(end, self.pause.wait()).await.is_some();
            let Some(sending) = is_in_time.then(|| request(repeated.to, self.retries.sender())).flatten() else {
                return Err(failed);
            };
            repeated.start = Instant::now();
            let sending = pin!(sending);
            match by_deadline(end, attempts.watch(sending)).await {
                Some(Ok(output)) => return Ok(output),
                Some(Err(error)) => failed = error,
                None => {
                    attempts.record_lost();
                    return Err(failed);
                }
            }
        }
    }

    /// Decides how long a write waits before it is retried, and which key it is sent to. Returns `None` if it is not
    /// retried.
    fn wait_after(
        &self,
        failed: &FailedRequest,
        repeated: &mut Repeated,
        retry: &mut Retry,
        may_move: &dyn Fn(Option<&str>) -> bool,
    ) -> Option<Duration> {
        let wait = match failed.failure {
            Failure::Final => return None,
            Failure::Transient if repeated.repeats == Repeats::Refused => return None,
            // A throttle can have a 5xx status, after which the outcome is unknown.
            _ if repeated.repeats == Repeats::Refused && failed.is_lost => return None,
            Failure::Transient => {
                retry.in_doubt();
                repeated.to = To::SameKey;
                repeated.tries.wait_after(Failure::Transient)?
            }
            Failure::Throttled | Failure::Conflict => {
                let throttles = &failed.throttles;
                if failed.failure == Failure::Throttled {
                    record_throttles(throttles);
                }
                if exceeds(throttles, Limit::Account) {
                    self.pause.begin(repeated.start);
                }
                let next = retry.throttled(throttles, may_move);
                tracing::debug!(?throttles, ?next, "refused");
                match next {
                    Next::GiveUp => return None,
                    Next::OtherShard => {
                        repeated.to = To::OtherShard;
                        Duration::ZERO
                    }
                    Next::SameKey { up_to } => {
                        repeated.to = To::SameKey;
                        jitter(up_to)
                    }
                }
            }
        };
        let is_too_late = repeated.end.is_some_and(|end| Instant::now() + wait >= end);
        (!is_too_late).then_some(wait)
    }
}

/// Records that a request was sent and its answer, if there was one, did not reach the call: an interceptor of the
/// caller failed after the request was sent, or the answer does not parse.
fn record_unread_answer<E>(error: &SdkError<E>, attempts: &Attempts) {
    if let SdkError::ResponseError(unread) = error
        && !unread.raw().status().is_client_error()
    {
        attempts.record_lost();
    }
}

/// The state of the retries of one write.
struct Repeated {
    repeats: Repeats,
    tries: RequestTries,
    /// The time at which the last request was sent.
    start: Instant,
    /// The key of the next request.
    to: To,
    /// The time at which the retries of the write end.
    end: Option<Instant>,
}

impl Repeated {
    /// `start` is the time at which the first request was sent.
    fn new(retries: &Retries, repeats: Repeats, start: Instant) -> Self {
        let end = retries.time_limit().and_then(|limit| start.checked_add(limit));
        Self { repeats, tries: retries.begin(), start, to: To::SameKey, end }
    }
}

/// A request of a write that has failed.
struct FailedRequest {
    failure: Failure,
    /// The reasons of DynamoDB's throttles.
    throttles: Vec<Throttle>,
    /// Whether the answer to a request of the write was lost.
    is_lost: bool,
}

impl FailedRequest {
    fn new<E: ProvideErrorMetadata + std::error::Error + 'static>(error: &SdkError<E>, is_lost: bool) -> Self {
        let failure = failure(error);
        let throttles = match failure {
            Failure::Throttled | Failure::Conflict => throttles(error),
            Failure::Transient | Failure::Final => Vec::new(),
        };
        Self { failure, throttles, is_lost }
    }
}

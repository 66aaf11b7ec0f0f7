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
    backoff::{RetryAttempts, by_deadline, jitter},
    deadline::Waits,
    failure::{exceeds, failure, throttles, timed_out},
    failure_class::Failure,
    meter::tally::record_throttles,
    once::Once,
    retry::{Retries, WriteTries},
};
use crate::{
    Error, ErrorKind,
    throttling::{Limit, Next, Throttle},
};

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

    /// Returns the attempts of a new write.
    pub(crate) fn tries(&self) -> WriteTries {
        self.retries.write()
    }

    /// Returns the attempts of a background write: throttles are retried for minutes.
    pub(crate) fn background_tries(&self) -> WriteTries {
        self.retries.background_write()
    }

    /// Sends a write until it has an answer or has finally failed.
    ///
    /// With [`Repeats::Failed`], a retried write may have been carried out before: it must be idempotent, or `attempts`
    /// must decide on its condition. `may_move` is that of
    /// [`Retry::throttled`](crate::throttling::Retry::throttled). `request` builds the request each
    /// time, or returns `None` if it cannot. It must send it with the given [`Once`], which switches the SDK's own
    /// retries off and reports its result to `attempts`.
    #[allow(clippy::manual_async_fn, reason = "the future of an `async fn` holds each argument twice")]
    pub(crate) fn send<O, E, F>(
        &self,
        repeats: Repeats,
        attempts: &Attempts,
        tries: &mut WriteTries,
        may_move: impl Fn(Option<&str>) -> bool,
        mut request: impl FnMut(To, Once) -> Option<F>,
    ) -> impl Future<Output = Result<O, SdkError<E>>>
    where
        F: Future<Output = Result<O, SdkError<E>>>,
        E: ProvideErrorMetadata + std::error::Error + 'static,
    {
        async move {
            if self.pause.is_on() || tries.waits.are_over() {
                // Boxed because few writes wait, so that other writes' futures stay small.
                let waiting = Box::pin(self.wait_for_account(&mut tries.waits));
                waiting.await.map_err(SdkError::construction_failure)?;
            }
            let Some(sending) = request(To::SameKey, self.retries.sender()) else {
                return Err(SdkError::construction_failure("the item does not encode"));
            };
            let start = Instant::now();
            // In a block, so that the future of the repetitions does not hold the answer.
            let error = {
                // Pinned here: a future that is moved into another one takes its memory twice.
                let sending = pin!(sending);
                let sent = match tries.waits.deadline() {
                    None => Some(attempts.watch(sending).await),
                    // Boxed because few calls have a deadline.
                    deadline => Box::pin(by_deadline(deadline, attempts.watch(sending))).await,
                };
                match sent {
                    Some(Ok(output)) => return Ok(output),
                    Some(Err(error)) => error,
                    None => {
                        attempts.record_lost();
                        return Err(SdkError::timeout_error(timed_out()));
                    }
                }
            };
            // Boxed because few writes are repeated, so that other writes' futures stay small.
            let repeated = Repeated { repeats, transient: self.retries.transient(), start, to: To::SameKey };
            Box::pin(self.repeat(attempts, tries, repeated, error, &may_move, &mut request)).await
        }
    }

    /// Waits while the account is over its limit.
    async fn wait_for_account(&self, waits: &mut Waits) -> Result<(), Error> {
        if waits.are_over() {
            return Err(timed_out());
        }
        if self.pause.wait(waits).await {
            return Ok(());
        }
        let message = "the account's limit was exceeded, and the write may not wait until it is sent; wait and repeat";
        Err(Error::new(ErrorKind::Throttled, message))
    }

    /// Repeats a write whose first request failed, until it has an answer or has finally failed.
    async fn repeat<O, E, F>(
        &self,
        attempts: &Attempts,
        tries: &mut WriteTries,
        mut repeated: Repeated,
        mut failed: SdkError<E>,
        may_move: &impl Fn(Option<&str>) -> bool,
        request: &mut impl FnMut(To, Once) -> Option<F>,
    ) -> Result<O, SdkError<E>>
    where
        F: Future<Output = Result<O, SdkError<E>>>,
        E: ProvideErrorMetadata + std::error::Error + 'static,
    {
        loop {
            record_unread_answer(&failed, attempts);
            if attempts.lost() {
                tries.retry.in_doubt();
            }
            let refused = FailedRequest::new(&failed, attempts.lost());
            let Some(wait) = self.wait_after(&refused, &mut repeated, tries, may_move) else { return Err(failed) };
            let is_in_time = tries.waits.wait(wait).await && self.wait_for_account(&mut tries.waits).await.is_ok();
            let Some(sending) = is_in_time.then(|| request(repeated.to, self.retries.sender())).flatten() else {
                return Err(failed);
            };
            repeated.start = Instant::now();
            let sending = pin!(sending);
            let mut sending = pin!(attempts.watch(sending));
            match by_deadline(tries.waits.deadline(), sending.as_mut()).await {
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
        tries: &mut WriteTries,
        may_move: &dyn Fn(Option<&str>) -> bool,
    ) -> Option<Duration> {
        match failed.failure {
            Failure::Final => None,
            Failure::Transient if repeated.repeats == Repeats::Refused => None,
            // A throttle can have a 5xx status, after which the outcome is unknown.
            _ if repeated.repeats == Repeats::Refused && failed.is_lost => None,
            Failure::Transient => {
                tries.retry.in_doubt();
                repeated.to = To::SameKey;
                repeated.transient.wait_after_failure()
            }
            Failure::Throttled | Failure::Conflict => {
                let throttles = &failed.throttles;
                if failed.failure == Failure::Throttled {
                    record_throttles(throttles);
                }
                if exceeds(throttles, Limit::Account) {
                    self.pause.begin(repeated.start);
                }
                let next = tries.retry.throttled(throttles, may_move);
                tracing::debug!(?throttles, ?next, "refused");
                match next {
                    Next::GiveUp => None,
                    Next::OtherShard => {
                        repeated.to = To::OtherShard;
                        Some(Duration::ZERO)
                    }
                    Next::SameKey { up_to } => {
                        repeated.to = To::SameKey;
                        Some(jitter(up_to))
                    }
                }
            }
        }
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
    transient: RetryAttempts,
    /// The time at which the last request was sent.
    start: Instant,
    /// The key of the next request.
    to: To,
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

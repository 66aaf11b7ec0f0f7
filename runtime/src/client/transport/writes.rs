//! From one write to its answer: how often it is sent, with which key, and what is made of its failures.
//!
//! The SDK's own retries are off: they send the same key again, after a second, from one budget for all keys. Here the
//! reason of a throttle decides ([`Retry`]), and no write waits for another one's key. Only the limit of the account
//! holds up all of them ([`Pause`]).

use std::{pin::pin, sync::Arc, time::Duration};

use aws_sdk_dynamodb::error::{ProvideErrorMetadata, SdkError};
use tokio::time::Instant;

use super::{
    account_pause::Pause,
    attempts::Attempts,
    backoff::{by_deadline, jitter},
    failure::{exceeds, failure, throttles},
    failure_class::Failure,
    once::Once,
    retry::Retries,
};
use crate::throttling::{Limit, Next, Retry};

/// What sends the writes of a handle, which share a pause with those of the handles made from it.
pub(crate) struct Writes {
    retries: Retries,
    pause: Arc<Pause>,
}

/// Where a request goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum To {
    /// The key of the request before, or of the first one.
    SameKey,
    /// A random shard that no request has been sent to.
    OtherShard,
}

/// Which failed requests of a write are repeated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Repeats {
    /// Those that DynamoDB refused, and those that failed transiently (a 5xx, a time-out, a lost connection).
    Failed,
    /// Only those that DynamoDB refused, because they were throttled or in conflict with another request. For a write
    /// that must not be carried out twice.
    Refused,
}

impl Writes {
    pub(crate) fn new(retries: Retries) -> Self {
        Self { retries, pause: Arc::default() }
    }

    /// These writes with other retries.
    pub(crate) fn with(&self, retries: Retries) -> Self {
        Self { retries, pause: Arc::clone(&self.pause) }
    }

    /// The repetitions of a write that begins.
    pub(crate) fn retry(&self) -> Retry {
        self.retries.write()
    }

    /// The repetitions of a write of background work: throttles are retried for minutes.
    pub(crate) fn background_retry(&self) -> Retry {
        self.retries.background_write()
    }

    /// Sends a write until it has an answer or has failed for good.
    ///
    /// With [`Repeats::Failed`], a write that is repeated may have been carried out before: it must be idempotent, or
    /// `attempts` must judge its condition. `may_move` is that of [`Retry::throttled`]. `request` builds the request
    /// each time, or returns `None` if it cannot. It has to send it by what it is given, which switches the SDK's own
    /// retries off and lets `attempts` know what became of it.
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
        let mut tries = self.retries.begin();
        let mut failed: Option<SdkError<E>> = None;
        let mut to = To::SameKey;
        let mut end: Option<Instant> = None;
        loop {
            let is_in_time = by_deadline(end, self.pause.wait()).await.is_some();
            let Some(sending) = is_in_time.then(|| request(to, self.retries.sender())).flatten() else {
                return Err(failed.unwrap_or_else(|| SdkError::construction_failure("the item does not encode")));
            };
            let start = Instant::now();
            let sending = pin!(sending);
            let sending = pin!(attempts.watch(sending));
            let answer = match failed.take() {
                Some(before) => match by_deadline(end, sending).await {
                    Some(answer) => answer,
                    None => {
                        attempts.lose();
                        return Err(before);
                    }
                },
                None => sending.await,
            };
            // The one place where the answer to a write is known, whatever the call.
            let error = match answer {
                Ok(output) => return Ok(output),
                Err(error) => error,
            };
            if end.is_none() {
                end = self.retries.time_limit().and_then(|limit| start.checked_add(limit));
            }
            if attempts.lost() {
                retry.in_doubt();
            }
            let wait = match failure(&error) {
                Failure::Final => return Err(error),
                Failure::Transient if repeats == Repeats::Refused => return Err(error),
                // A throttle can have the status of a failure, after which nobody knows.
                _ if repeats == Repeats::Refused && attempts.lost() => return Err(error),
                Failure::Transient => {
                    retry.in_doubt();
                    to = To::SameKey;
                    match tries.wait_after(Failure::Transient) {
                        Some(wait) => wait,
                        None => return Err(error),
                    }
                }
                Failure::Throttled | Failure::Conflict => {
                    let throttles = throttles(&error);
                    if exceeds(&throttles, Limit::Account) {
                        self.pause.begin(start);
                    }
                    let next = retry.throttled(&throttles, &may_move);
                    tracing::debug!(?throttles, ?next, "refused");
                    match next {
                        Next::GiveUp => return Err(error),
                        Next::OtherShard => {
                            to = To::OtherShard;
                            Duration::ZERO
                        }
                        Next::SameKey { up_to } => {
                            to = To::SameKey;
                            jitter(up_to)
                        }
                    }
                }
            };
            if end.is_some_and(|end| Instant::now() + wait >= end) {
                return Err(error);
            }
            if !wait.is_zero() {
                tokio::time::sleep(wait).await;
            }
            failed = Some(error);
        }
    }
}

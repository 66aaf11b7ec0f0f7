//! One request of a backfill, repeated until it is answered.

use std::{
    sync::atomic::{AtomicU64, Ordering},
    time::Duration,
};

use aws_sdk_dynamodb::{
    config::{self, retry::RetryConfig},
    error::{ProvideErrorMetadata, SdkError},
};

use super::super::{
    backoff::Backoff,
    failure::{Failure, failure},
};

/// Nobody waits for a backfill, and the table's users go first: about 4 minutes on average.
const THROTTLED: Backoff = Backoff { base: Duration::from_millis(50), cap: Duration::from_secs(5), tries: 100 };

/// A failure in passing: up to 10 requests, a few seconds in all.
const TRANSIENT: Backoff = Backoff { tries: 10, ..Backoff::READ };

/// The last answer, and whether an earlier request may have been carried out without our knowing.
pub(super) struct Answered<O, E> {
    pub(super) answer: Result<O, SdkError<E>>,
    pub(super) lost: bool,
}

/// Sends a request that may be carried out twice, with the SDK's own repetitions switched off: they would hammer a key
/// that is throttled.
///
/// `request` makes it anew each time, and sends it with the settings it is given.
pub(super) async fn send<O, E, F>(throttles: &AtomicU64, request: impl Fn(config::Builder) -> F) -> Answered<O, E>
where
    F: Future<Output = Result<O, SdkError<E>>>,
    E: ProvideErrorMetadata,
{
    let (mut throttled, mut failed) = (0, 0);
    loop {
        let once = config::Builder::new().retry_config(RetryConfig::disabled());
        let lost = failed > 0;
        let error = match request(once).await {
            Ok(output) => return Answered { answer: Ok(output), lost },
            Err(error) => error,
        };
        let wait = match failure(&error) {
            Failure::Throttled => {
                throttles.fetch_add(1, Ordering::Relaxed);
                throttled += 1;
                THROTTLED.after(throttled)
            }
            Failure::Transient => {
                failed += 1;
                TRANSIENT.after(failed)
            }
            Failure::Final => None,
        };
        match wait {
            Some(wait) => tokio::time::sleep(wait).await,
            None => return Answered { answer: Err(error), lost: failed > 0 },
        }
    }
}

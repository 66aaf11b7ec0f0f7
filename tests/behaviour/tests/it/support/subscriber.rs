//! Sets the subscriber of one test while tests of other threads run.

use std::sync::LazyLock;

use tracing::{Dispatch, Subscriber, subscriber::DefaultGuard};

use super::spans::Spans;

/// While a process has only one subscriber, a callsite that is first reached on a thread without one is disabled for
/// all threads. With this second one, tracing consults every subscriber.
static SECOND: LazyLock<Dispatch> = LazyLock::new(|| Dispatch::new(Spans::default()));

/// Sets the subscriber of this thread for as long as the guard lives.
pub fn set_for_this_thread(subscriber: impl Subscriber + Send + Sync + 'static) -> DefaultGuard {
    LazyLock::force(&SECOND);
    tracing::subscriber::set_default(subscriber)
}

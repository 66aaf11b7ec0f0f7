//! A read that continues while it is not polled.

use std::{
    future::{Future, poll_fn},
    panic::resume_unwind,
    pin::Pin,
    sync::{Arc, Mutex, PoisonError},
    task::{Context, Poll, ready},
};

use tokio::{runtime::Handle, task::JoinHandle, time::Instant};
use tracing::Span;

use super::{
    deadline::{DEADLINE, deadline_of_call},
    meter::{
        Tally,
        tally::{TALLY, tally},
    },
};

/// Runs a future in its own task, beginning at once. Dropping this drops the future.
///
/// A read holds resources that others wait for: a permit to be in flight, the turn of a throttled key. A stream whose
/// consumer is busy is not polled, nor is a get in `buffered(8)`. If such a read held its resources until it is polled
/// again, a consumer that starts another read meanwhile could deadlock on itself.
///
/// The task belongs to the call that begins it: it inherits the call's span, its deadline and its counters.
///
/// Outside of a tokio runtime the future runs only when it is polled.
pub(crate) struct SpawnedTask<O> {
    read: Shared<O>,
    task: Option<JoinHandle<Option<O>>>,
}

/// Shared with the task, so that dropping the read does not have to wait for the runtime.
type Shared<O> = Arc<Mutex<Option<Read<O>>>>;

/// A future, with the context that it inherits from its call.
struct Read<O> {
    future: Boxed<O>,
    span: Span,
    tally: Option<Arc<Tally>>,
    deadline: Option<Instant>,
}

pub(super) type Boxed<O> = Pin<Box<dyn Future<Output = O> + Send>>;

impl<O: Send + 'static> SpawnedTask<O> {
    /// Takes a boxed future, because a future that is passed by value would be copied into its box.
    pub(crate) fn begin(future: Boxed<O>) -> Self {
        let read = Read { future, span: Span::current(), tally: tally(), deadline: deadline_of_call() };
        let read: Shared<O> = Arc::new(Mutex::new(Some(read)));
        let runtime = Handle::try_current().ok();
        let task = runtime.map(|runtime| {
            let read = Arc::clone(&read);
            runtime.spawn(poll_fn(move |context| poll(&read, context)))
        });
        Self { read, task }
    }
}

impl<O> Read<O> {
    fn poll(&mut self, context: &mut Context<'_>) -> Poll<O> {
        let Self { future, span, tally, deadline } = self;
        let mut poll = || future.as_mut().poll(context);
        let mut poll = || match deadline {
            Some(deadline) => DEADLINE.sync_scope(*deadline, &mut poll),
            None => poll(),
        };
        span.in_scope(|| match tally {
            Some(tally) => TALLY.sync_scope(Arc::clone(tally), poll),
            None => poll(),
        })
    }
}

/// Returns `None` if the future was dropped or has returned its output.
fn poll<O>(read: &Shared<O>, context: &mut Context<'_>) -> Poll<Option<O>> {
    let mut read = read.lock().unwrap_or_else(PoisonError::into_inner);
    let Some(running) = read.as_mut() else { return Poll::Ready(None) };
    let output = ready!(running.poll(context));
    *read = None;
    Poll::Ready(Some(output))
}

impl<O> Future for SpawnedTask<O> {
    type Output = O;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<O> {
        if let Some(task) = &mut self.task {
            match ready!(Pin::new(task).poll(context)) {
                Ok(Some(output)) => return Poll::Ready(output),
                Err(error) if error.is_panic() => resume_unwind(error.into_panic()),
                // The runtime is shutting down, and this may be polled on another one.
                Ok(None) | Err(_) => self.task = None,
            }
        }
        match ready!(poll(&self.read, context)) {
            Some(output) => Poll::Ready(output),
            None => Poll::Pending,
        }
    }
}

impl<O> Drop for SpawnedTask<O> {
    fn drop(&mut self) {
        let read = self.read.lock().unwrap_or_else(PoisonError::into_inner).take();
        drop(read);
        if let Some(task) = &self.task {
            task.abort();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::{
        sync::atomic::{AtomicBool, Ordering},
        time::Duration,
    };

    use futures_util::FutureExt as _;
    use tokio::time::sleep;

    use super::*;

    struct Dropped(Arc<AtomicBool>);

    impl Drop for Dropped {
        fn drop(&mut self) {
            self.0.store(true, Ordering::SeqCst);
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_request_continues_without_being_polled() {
        let mut read = SpawnedTask::begin(Box::pin(async {
            sleep(Duration::from_secs(1)).await;
            7
        }));
        assert_eq!((&mut read).now_or_never(), None);
        sleep(Duration::from_secs(2)).await;
        assert_eq!((&mut read).now_or_never(), Some(7));
    }

    #[tokio::test(start_paused = true)]
    async fn dropping_a_request_drops_its_future_immediately() {
        let dropped = Arc::new(AtomicBool::new(false));
        let held = Dropped(Arc::clone(&dropped));
        let read = SpawnedTask::begin(Box::pin(async move {
            let _held = held;
            sleep(Duration::from_secs(1)).await;
        }));
        sleep(Duration::from_millis(1)).await;
        assert!(!dropped.load(Ordering::SeqCst));
        drop(read);
        assert!(dropped.load(Ordering::SeqCst));
        assert_eq!(Handle::current().metrics().num_alive_tasks(), 1, "its end is on its way");
        sleep(Duration::from_millis(1)).await;
        assert_eq!(Handle::current().metrics().num_alive_tasks(), 0);
    }

    #[test]
    fn without_a_runtime_the_future_is_polled_directly() {
        assert_eq!(SpawnedTask::begin(Box::pin(async { 7 })).now_or_never(), Some(7));
    }

    #[test]
    fn a_request_outlives_the_runtime_that_started_it() {
        let runtime = || tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
        let first = runtime();
        let read = {
            let _on_it = first.enter();
            SpawnedTask::begin(Box::pin(async { 7 }))
        };
        drop(first);
        assert_eq!(runtime().block_on(read), 7);
    }

    #[tokio::test]
    #[should_panic(expected = "out of order")]
    async fn a_panic_propagates_to_the_caller() {
        SpawnedTask::begin(Box::pin(async { panic!("out of order") })).await
    }
}

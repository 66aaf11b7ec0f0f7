//! A read that continues while it is not polled.

use std::{
    future::{Future, poll_fn},
    panic::resume_unwind,
    pin::Pin,
    sync::{Arc, Mutex, PoisonError},
    task::{Context, Poll, ready},
};

use tokio::{runtime::Handle, task::JoinHandle};
use tracing::Instrument as _;

use super::meter::tally::{TALLY, tally};

/// Runs a future in its own task, beginning at once. Dropping this drops the future.
///
/// A read holds resources that others wait for: a permit to be in flight, the turn of a throttled key. A stream whose
/// consumer is busy is not polled, nor is a get in `buffered(8)`. If such a read held its resources until it is polled
/// again, a consumer that starts another read in between could deadlock on itself.
///
/// The task belongs to the call that begins it: it inherits the call's span and its counters.
///
/// Outside of a tokio runtime the future runs only when it is polled.
pub(crate) struct SpawnedTask<O> {
    future: Shared<O>,
    task: Option<JoinHandle<Option<O>>>,
}

/// Shared with the task, so that dropping the read does not have to wait for the runtime.
type Shared<O> = Arc<Mutex<Option<Pin<Box<dyn Future<Output = O> + Send>>>>>;

impl<O: Send + 'static> SpawnedTask<O> {
    pub(crate) fn begin(future: impl Future<Output = O> + Send + 'static) -> Self {
        let future = future.in_current_span();
        let future: Pin<Box<dyn Future<Output = O> + Send>> = match tally() {
            Some(tally) => Box::pin(TALLY.scope(tally, future)),
            None => Box::pin(future),
        };
        let future: Shared<O> = Arc::new(Mutex::new(Some(future)));
        let runtime = Handle::try_current().ok();
        let task = runtime.map(|runtime| {
            let future = Arc::clone(&future);
            runtime.spawn(poll_fn(move |context| poll(&future, context)))
        });
        Self { future, task }
    }
}

/// `None` after it was dropped or has returned its output.
fn poll<O>(future: &Shared<O>, context: &mut Context<'_>) -> Poll<Option<O>> {
    let mut future = future.lock().unwrap_or_else(PoisonError::into_inner);
    let Some(running) = future.as_mut() else { return Poll::Ready(None) };
    let output = ready!(running.as_mut().poll(context));
    *future = None;
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
        match ready!(poll(&self.future, context)) {
            Some(output) => Poll::Ready(output),
            None => Poll::Pending,
        }
    }
}

impl<O> Drop for SpawnedTask<O> {
    fn drop(&mut self) {
        let future = self.future.lock().unwrap_or_else(PoisonError::into_inner).take();
        drop(future);
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
        let mut read = SpawnedTask::begin(async {
            sleep(Duration::from_secs(1)).await;
            7
        });
        assert_eq!((&mut read).now_or_never(), None);
        sleep(Duration::from_secs(2)).await;
        assert_eq!((&mut read).now_or_never(), Some(7));
    }

    #[tokio::test(start_paused = true)]
    async fn dropping_a_request_drops_its_future_immediately() {
        let dropped = Arc::new(AtomicBool::new(false));
        let held = Dropped(Arc::clone(&dropped));
        let read = SpawnedTask::begin(async move {
            let _held = held;
            sleep(Duration::from_secs(1)).await;
        });
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
        assert_eq!(SpawnedTask::begin(async { 7 }).now_or_never(), Some(7));
    }

    #[test]
    fn a_request_outlives_the_runtime_that_started_it() {
        let runtime = || tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
        let first = runtime();
        let read = {
            let _on_it = first.enter();
            SpawnedTask::begin(async { 7 })
        };
        drop(first);
        assert_eq!(runtime().block_on(read), 7);
    }

    #[tokio::test]
    #[should_panic(expected = "out of order")]
    async fn a_panic_propagates_to_the_caller() {
        SpawnedTask::begin(async { panic!("out of order") }).await
    }
}

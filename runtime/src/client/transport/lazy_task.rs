//! A read that is moved to its own task only when it needs one.

use std::{
    cell::Cell,
    future::{Future, pending},
    mem::replace,
    pin::Pin,
    task::{Context, Poll},
};

use super::in_flight::{Boxed, SpawnedTask};

thread_local! {
    /// Whether the read that is being polled needs a task of its own.
    static NEEDS_TASK: Cell<bool> = const { Cell::new(false) };
}

/// A read that its caller polls, until it can delay other reads. It then continues in its own task.
///
/// A task costs 3,000 instructions, and most reads hold nothing that others wait for.
pub(crate) enum LazyTask<O> {
    Unspawned(Boxed<O>),
    Spawned(SpawnedTask<O>),
}

/// Moves the [`LazyTask`] that is being polled to its own task when this poll returns. A read calls this before it
/// waits for a resource that it then holds.
pub(crate) fn spawn_current() {
    NEEDS_TASK.set(true);
}

impl<O: Send + 'static> Future for LazyTask<O> {
    type Output = O;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<O> {
        if let Self::Unspawned(read) = &mut *self {
            NEEDS_TASK.set(false);
            let polled = read.as_mut().poll(context);
            if polled.is_ready() || !NEEDS_TASK.take() {
                return polled;
            }
            let read = replace(read, Box::pin(pending()));
            *self = Self::Spawned(SpawnedTask::begin(read));
        }
        match &mut *self {
            Self::Unspawned(read) => read.as_mut().poll(context),
            Self::Spawned(task) => Pin::new(task).poll(context),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use futures_util::FutureExt as _;
    use tokio::{runtime::Handle, time::sleep};

    use super::*;

    fn alive_tasks() -> usize {
        Handle::current().metrics().num_alive_tasks()
    }

    #[tokio::test(start_paused = true)]
    async fn a_read_that_holds_nothing_is_polled_by_its_caller() {
        let mut read = LazyTask::Unspawned(Box::pin(async {
            sleep(Duration::from_secs(1)).await;
            7
        }));
        assert_eq!((&mut read).now_or_never(), None);
        assert_eq!(alive_tasks(), 0);
        assert_eq!(read.await, 7);
    }

    #[tokio::test(start_paused = true)]
    async fn a_read_that_can_delay_others_continues_without_being_polled() {
        let mut read = LazyTask::Unspawned(Box::pin(async {
            sleep(Duration::from_secs(1)).await;
            spawn_current();
            sleep(Duration::from_secs(1)).await;
            7
        }));
        assert_eq!((&mut read).now_or_never(), None);
        assert_eq!(alive_tasks(), 0);
        sleep(Duration::from_secs(1)).await;
        assert_eq!((&mut read).now_or_never(), None);
        assert_eq!(alive_tasks(), 1);
        sleep(Duration::from_secs(2)).await;
        assert_eq!(read.now_or_never(), Some(7));
    }

    #[tokio::test(start_paused = true)]
    async fn only_the_read_that_needs_a_task_has_one() {
        let mut outer = LazyTask::Unspawned(Box::pin(async {
            let inner = LazyTask::Unspawned(Box::pin(async {
                spawn_current();
                sleep(Duration::from_secs(1)).await;
                7
            }));
            inner.await
        }));
        assert_eq!((&mut outer).now_or_never(), None);
        assert!(matches!(outer, LazyTask::Unspawned(_)));
        assert_eq!(alive_tasks(), 1);
        assert_eq!(outer.await, 7);
    }

    #[test]
    fn without_a_runtime_the_future_is_polled_directly() {
        let read = LazyTask::Unspawned(Box::pin(async {
            spawn_current();
            7
        }));
        assert_eq!(read.now_or_never(), Some(7));
    }
}

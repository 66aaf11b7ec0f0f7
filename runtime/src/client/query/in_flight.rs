//! The requests of a query that are in flight.

use std::{
    future::Future as _,
    pin::Pin,
    task::{Context, Poll},
};

use futures_util::{StreamExt as _, stream::FuturesUnordered};

use crate::client::transport::lazy_task::LazyTask;

/// Requests in flight, whose answers are returned as they arrive.
///
/// Most queries read one lane and have one request in flight at a time. The first request therefore needs no set of
/// futures, which would cost several allocations.
pub(super) struct InFlight<O> {
    first: Option<LazyTask<O>>,
    others: Option<FuturesUnordered<LazyTask<O>>>,
}

impl<O: Send + 'static> InFlight<O> {
    pub(super) fn new() -> Self {
        Self { first: None, others: None }
    }

    pub(super) fn len(&self) -> usize {
        usize::from(self.first.is_some()) + self.others.as_ref().map_or(0, FuturesUnordered::len)
    }

    pub(super) fn push(&mut self, request: LazyTask<O>) {
        match &self.first {
            None => self.first = Some(request),
            Some(_) => self.others.get_or_insert_default().push(request),
        }
    }

    /// Returns the next answer. `None` if no request is in flight.
    pub(super) fn poll_next(&mut self, context: &mut Context<'_>) -> Poll<Option<O>> {
        if let Some(first) = &mut self.first
            && let Poll::Ready(answer) = Pin::new(first).poll(context)
        {
            self.first = None;
            return Poll::Ready(Some(answer));
        }
        match self.others.as_mut().map(|others| others.poll_next_unpin(context)) {
            Some(Poll::Ready(Some(answer))) => Poll::Ready(Some(answer)),
            Some(Poll::Pending) => Poll::Pending,
            Some(Poll::Ready(None)) | None if self.first.is_some() => Poll::Pending,
            Some(Poll::Ready(None)) | None => Poll::Ready(None),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::{future::poll_fn, time::Duration};

    use proptest::{collection::vec, prelude::*};
    use tokio::time::{Instant, sleep};

    use super::*;

    fn answers(after_ms: &[u64]) -> Vec<(u64, u64)> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build().unwrap();
        runtime.block_on(async {
            let (begin, mut in_flight, mut answers) = (Instant::now(), InFlight::new(), Vec::new());
            for (number, &wait) in (0..).zip(after_ms) {
                assert_eq!(in_flight.len() as u64, number);
                in_flight.push(LazyTask::Unspawned(Box::pin(async move {
                    sleep(Duration::from_millis(wait)).await;
                    wait
                })));
            }
            while let Some(answer) = poll_fn(|context| in_flight.poll_next(context)).await {
                answers.push((answer, begin.elapsed().as_millis() as u64));
                // Requests that are sent later are awaited as well.
                if answer == 7 {
                    in_flight.push(LazyTask::Unspawned(Box::pin(async { 1_000 })));
                }
            }
            assert_eq!(in_flight.len(), 0);
            answers
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn each_answer_is_returned_when_it_arrives(after_ms in vec(1..20_u64, 0..6)) {
            let mut expected = after_ms.clone();
            expected.extend(after_ms.iter().filter(|wait| **wait == 7).map(|_| 1_000));
            expected.sort_unstable();
            let answers = answers(&after_ms);
            for (answer, at) in &answers {
                prop_assert_eq!(*at, if *answer == 1_000 { 7 } else { *answer });
            }
            let mut returned: Vec<_> = answers.into_iter().map(|(answer, _)| answer).collect();
            returned.sort_unstable();
            prop_assert_eq!(returned, expected);
        }
    }
}

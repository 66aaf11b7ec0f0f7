//! Decides which pages a scan requests, and how large they are.

use std::sync::Arc;

use super::Running;
use crate::client::{
    scan::{
        progress::{Answer, Next, first, items_of},
        source::PageRequest,
    },
    transport::in_flight::SpawnedTask,
};

impl<O> Running<O> {
    /// The maximum number of segments that are read concurrently.
    const ACTIVE: usize = 64;

    /// Starts waiting requests, up to the limit of concurrent segments. Returns whether it started any.
    pub(super) fn start(&mut self) -> bool {
        let before = self.in_flight.len();
        while let Some(next) = self.waiting.pop_front().or_else(|| self.begin()) {
            let (pages, limit) = (Arc::clone(&self.pages), self.items_of(next.round));
            let next = Next { page_request: PageRequest { limit, ..next.page_request }, ..next };
            self.in_flight.push(SpawnedTask::begin(Box::pin(async move {
                let outcome = pages.page(&next.page_request).await;
                Answer { next, outcome }
            })));
        }
        self.in_flight.len() > before
    }

    /// Begins the next segment, if the limit allows it.
    fn begin(&mut self) -> Option<Next> {
        if self.active >= if self.is_cut_exactly { 1 } else { Self::ACTIVE } {
            return None;
        }
        let page_request = self.fresh.by_ref().find_map(|(segment, reached)| first(segment, &reached))?;
        self.active += 1;
        Some(Next { page_request, round: 0 })
    }

    fn items_of(&self, round: u32) -> Option<usize> {
        match self.limit {
            Some(limit) if self.is_cut_exactly => {
                let left = limit.saturating_sub(self.stats.items_returned);
                items_of(Some(left), self.items_per_request, 0)
            }
            limit => items_of(limit, self.items_per_request, round),
        }
    }
}

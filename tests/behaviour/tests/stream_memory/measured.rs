//! What a piece of work keeps in memory at most.

use std::time::{Duration, Instant};

use peak_alloc::PeakAlloc;
use tokio::sync::{Mutex, MutexGuard};

#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

static ONE_AT_A_TIME: Mutex<()> = Mutex::const_new(());

/// The right to measure: what others allocate counts too.
pub async fn alone() -> MutexGuard<'static, ()> {
    ONE_AT_A_TIME.lock().await
}

/// The bytes that a value takes.
pub fn bytes_of<T>(make: impl FnOnce() -> T) -> usize {
    let before = ALLOCATOR.current_usage();
    let value = make();
    let after = ALLOCATOR.current_usage();
    drop(value);
    after.saturating_sub(before)
}

/// The most bytes that were allocated at once beyond those that were before, and the elapsed time.
pub async fn peak_of(work: impl Future<Output = ()>) -> (usize, Duration) {
    ALLOCATOR.reset_peak_usage();
    let (before, begun) = (ALLOCATOR.current_usage(), Instant::now());
    work.await;
    (ALLOCATOR.peak_usage().saturating_sub(before), begun.elapsed())
}

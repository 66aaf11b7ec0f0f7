//! Measures the peak memory of an operation.

use std::time::{Duration, Instant};

use peak_alloc::PeakAlloc;
use tokio::sync::{Mutex, MutexGuard};

#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

static ONE_AT_A_TIME: Mutex<()> = Mutex::const_new(());

/// Waits for the right to measure, because other tests' allocations would count too.
pub async fn alone() -> MutexGuard<'static, ()> {
    ONE_AT_A_TIME.lock().await
}

/// Returns the bytes that a value takes.
pub fn bytes_of<T>(make: impl FnOnce() -> T) -> usize {
    let before = ALLOCATOR.current_usage();
    let value = make();
    let after = ALLOCATOR.current_usage();
    drop(value);
    after.saturating_sub(before)
}

/// Returns the peak of allocated bytes beyond those at the start, and the elapsed time.
pub async fn peak_of(work: impl Future<Output = ()>) -> (usize, Duration) {
    ALLOCATOR.reset_peak_usage();
    let (before, begun) = (ALLOCATOR.current_usage(), Instant::now());
    work.await;
    (ALLOCATOR.peak_usage().saturating_sub(before), begun.elapsed())
}

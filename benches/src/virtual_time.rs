//! Runtimes with a virtual and with the real clock.

use std::{future::Future, io};

use tokio::runtime::{Builder, Runtime};

/// Runs a future under a clock that jumps from one timer to the next. Computation takes no time, so runs with equal
/// seeds take equal times.
///
/// # Errors
///
/// If the system cannot create a runtime.
pub fn run<F: Future>(future: F) -> io::Result<F::Output> {
    Ok(single_threaded().start_paused(true).build()?.block_on(future))
}

/// Returns a single-threaded runtime with the real clock.
///
/// # Errors
///
/// If the system cannot create a runtime.
pub fn real_time() -> io::Result<Runtime> {
    single_threaded().build()
}

fn single_threaded() -> Builder {
    let mut builder = Builder::new_current_thread();
    builder.enable_time();
    builder
}

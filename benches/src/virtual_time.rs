//! Time that passes only by what is waited for.

use std::{future::Future, io};

use tokio::runtime::{Builder, Runtime};

/// Runs a future under a clock that jumps from one timer to the next: what is computed takes no time, and the same
/// seeds take the same time again.
///
/// # Errors
///
/// If the system has no means for a runtime.
pub fn run<F: Future>(future: F) -> io::Result<F::Output> {
    Ok(single_threaded().start_paused(true).build()?.block_on(future))
}

/// A runtime of one thread whose clock is the real one.
///
/// # Errors
///
/// As for [`run`].
pub fn real_time() -> io::Result<Runtime> {
    single_threaded().build()
}

fn single_threaded() -> Builder {
    let mut builder = Builder::new_current_thread();
    builder.enable_time();
    builder
}

//! Runs that are divided among workers: the segments of each worker, the storage of checkpoints, and killed processes.

mod limited;
mod owned;
mod processes;
mod stores;
mod support;

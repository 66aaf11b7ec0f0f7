//! Runs that are divided among workers: the segments that they own, where they keep checkpoints, and processes that are
//! killed.

mod limited;
mod owned;
mod processes;
mod stores;
mod support;

//! Implementations to compare.

use aws_sdk_dynamodb::Client;
use tokio::runtime::Runtime;

use super::{row::Row, subject::Subject};
use crate::Result;

/// An implementation of the measured calls, for items of `S`.
pub trait Implementation<S: Subject> {
    /// Its name in the tables of results.
    const NAME: &'static str;

    /// Creates it over this client. Its calls write `items` and read by their keys.
    ///
    /// # Errors
    ///
    /// If it cannot be set up.
    fn new(client: Client, items: &[S]) -> Result<Self>
    where
        Self: Sized;

    /// Makes a call. Returns the items of its answer.
    fn ask(&self, row: Row) -> impl Future<Output = Result<Vec<S>>>;

    /// Returns whether it supports this call.
    fn has(&self, row: Row) -> bool {
        let _ = row;
        true
    }
}

/// An implementation of any type.
pub trait AnyImplementation<S> {
    /// Returns its name in the tables of results.
    fn name(&self) -> &'static str;

    /// Returns whether it supports this call.
    fn has(&self, row: Row) -> bool;

    /// Makes a call once.
    ///
    /// # Errors
    ///
    /// If the call fails.
    fn answer(&self, runtime: &Runtime, row: Row) -> Result<Vec<S>>;

    /// Makes a call several times, in sequence.
    ///
    /// # Errors
    ///
    /// If a call fails.
    fn run(&self, runtime: &Runtime, row: Row, calls: usize) -> Result<()> {
        for _ in 0..calls {
            std::hint::black_box(self.answer(runtime, row)?);
        }
        Ok(())
    }
}

impl<S: Subject, C: Implementation<S>> AnyImplementation<S> for C {
    fn name(&self) -> &'static str {
        C::NAME
    }

    fn has(&self, row: Row) -> bool {
        Implementation::has(self, row)
    }

    fn answer(&self, runtime: &Runtime, row: Row) -> Result<Vec<S>> {
        runtime.block_on(self.ask(row))
    }
}

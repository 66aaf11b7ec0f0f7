//! Those whose calls are compared.

use aws_sdk_dynamodb::Client;
use tokio::runtime::Runtime;

use super::{row::Row, subject::Subject};
use crate::Result;

/// Someone who makes the calls of the table, about items of `S`.
pub trait Implementation<S: Subject> {
    /// How the table names it.
    const NAME: &'static str;

    /// Over this client. `items` are written, and their keys read.
    ///
    /// # Errors
    ///
    /// Where it cannot be set up.
    fn new(client: Client, items: &[S]) -> Result<Self>
    where
        Self: Sized;

    /// Makes a call, and returns the items of its answer.
    fn ask(&self, row: Row) -> impl Future<Output = Result<Vec<S>>>;

    /// Whether it has such a call.
    fn has(&self, row: Row) -> bool {
        let _ = row;
        true
    }
}

/// A implementation of any type.
pub trait AnyImplementation<S> {
    /// How the table names it.
    fn name(&self) -> &'static str;

    /// Whether it has such a call.
    fn has(&self, row: Row) -> bool;

    /// Makes a call once.
    ///
    /// # Errors
    ///
    /// Where the call fails.
    fn answer(&self, runtime: &Runtime, row: Row) -> Result<Vec<S>>;

    /// Makes a call several times, one after the other.
    ///
    /// # Errors
    ///
    /// Where a call fails.
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

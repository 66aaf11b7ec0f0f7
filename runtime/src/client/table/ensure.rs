//! Creates the table if it does not exist.

use std::future::IntoFuture;

use aws_sdk_dynamodb::operation::describe_table::{DescribeTableInput, builders::DescribeTableFluentBuilder};

use super::{
    create::create,
    verify::verify,
    wait::{describe, describing, wait_until_active},
};
use crate::{
    ErrorKind, Result, Table,
    client::{
        Connection, Handle,
        transport::{
            call::{Sending, call},
            failure::build_error,
        },
    },
};

impl<T: Table> Handle<T> {
    /// Creates the table if it does not exist, otherwise verifies it. It never changes or deletes a table. Waits until
    /// the table is active, up to 5 minutes.
    ///
    /// It is meant for tests and local work; on AWS, use the generated infrastructure code. TTL is neither enabled nor
    /// verified.
    ///
    /// # Errors
    ///
    /// [`TableMismatch`](ErrorKind::TableMismatch) for a table with another key or without a declared index.
    pub fn ensure_table(&self) -> EnsureTable<'_> {
        EnsureTable { handle: self.connection() }
    }
}

/// A check of the table, and its creation if needed, which are not sent yet. Made by [`Handle::ensure_table`].
#[derive(Debug)]
#[must_use = "no table is created until this is awaited"]
pub struct EnsureTable<'a> {
    handle: &'a Connection,
}

impl EnsureTable<'_> {
    /// Returns the first request as a value that can be printed. Nothing is sent. The request that may follow is that
    /// of [`create_table`](Handle::create_table).
    ///
    /// # Errors
    ///
    /// [`InvalidArgument`](ErrorKind::InvalidArgument) if the SDK rejects it.
    pub fn params(&self) -> Result<DescribeTableInput> {
        describing(self.handle).as_input().clone().build().map_err(build_error)
    }

    /// Converts the first request, which describes the table, into the SDK's builder.
    pub fn into_sdk(self) -> DescribeTableFluentBuilder {
        describing(self.handle)
    }
}

async fn ensure(handle: &Connection) -> Result<()> {
    let found = match describe(handle).await {
        Err(error) if error.kind() == ErrorKind::TableNotFound => match create(handle).await {
            // Another process created it in the meantime.
            Err(error) if error.kind() == ErrorKind::AlreadyExists => wait_until_active(handle).await?,
            created => created?,
        },
        Err(error) => return Err(error),
        Ok(found) => {
            // Verified before waiting: waiting does not change a wrong table.
            verify(handle.schema(), &found)?;
            wait_until_active(handle).await?
        }
    };
    verify(handle.schema(), &found)
}

impl<'a> IntoFuture for EnsureTable<'a> {
    type Output = Result<()>;
    type IntoFuture = Sending<'a, ()>;

    fn into_future(self) -> Self::IntoFuture {
        let handle = self.handle;
        Box::pin(call(handle, "ensure_table", None, ensure(handle)))
    }
}

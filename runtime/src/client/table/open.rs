//! Opens the table and verifies it.

use std::future::IntoFuture;

use aws_sdk_dynamodb::{
    Client,
    operation::describe_table::{DescribeTableInput, builders::DescribeTableFluentBuilder},
};

use super::{
    verify::verify,
    wait::{describe, describing},
};
use crate::{
    Result, Table,
    client::{
        Handle,
        transport::{
            call::{Sending, call},
            failure::build_error,
        },
    },
    entity::Connect,
};

impl<T: Table> Connect<T> for Client {
    type Handle = Handle<T>;
    type Verified = OpenVerified<T>;

    fn open(self, name: String) -> Handle<T> {
        Handle::new(self, name)
    }

    fn open_verified(self, name: String) -> OpenVerified<T> {
        OpenVerified { handle: Handle::new(self, name) }
    }
}

/// Opens a table after checking that it exists and matches its declaration. Made by [`Table::open_verified`].
#[derive(Debug)]
#[must_use = "the table is not checked until this is awaited"]
pub struct OpenVerified<T> {
    handle: Handle<T>,
}

impl<T: Table> OpenVerified<T> {
    /// Returns the request as a value that can be printed. Nothing is sent.
    ///
    /// # Errors
    ///
    /// [`InvalidArgument`](crate::ErrorKind::InvalidArgument) if the SDK rejects it.
    pub fn params(&self) -> Result<DescribeTableInput> {
        describing(self.handle.connection()).as_input().clone().build().map_err(build_error)
    }

    /// Converts the request into the SDK's builder, which you can change and send yourself.
    pub fn into_sdk(self) -> DescribeTableFluentBuilder {
        describing(self.handle.connection())
    }
}

impl<T: Table> IntoFuture for OpenVerified<T> {
    type Output = Result<Handle<T>>;
    type IntoFuture = Sending<'static, Handle<T>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(async move {
            let look = async { verify(const { &T::SCHEMA }, &describe(self.handle.connection()).await?) };
            call(self.handle.connection(), "open_verified", None, look).await?;
            Ok(self.handle)
        })
    }
}

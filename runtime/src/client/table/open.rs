//! Opening the table with a look at it.

use std::future::IntoFuture;

use super::{
    super::{
        Handle,
        call::{Sending, call},
    },
    verify::verify,
    wait::describe,
};
use crate::{Result, Table};

/// A table's opening that asks DynamoDB whether it is there and as declared. Made by [`Table::open_verified`].
#[derive(Debug)]
#[must_use = "the table is not looked at until this is awaited"]
pub struct OpenVerified<T> {
    handle: Handle<T>,
}

impl<T: Table> OpenVerified<T> {
    pub(crate) fn new(handle: Handle<T>) -> Self {
        Self { handle }
    }
}

impl<T: Table> IntoFuture for OpenVerified<T> {
    type Output = Result<Handle<T>>;
    type IntoFuture = Sending<'static, Handle<T>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(async move {
            let look = async { verify(const { &T::SCHEMA }, &describe(&self.handle).await?) };
            call(&self.handle, "open_verified", None, look).await?;
            Ok(self.handle)
        })
    }
}

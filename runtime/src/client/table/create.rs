//! Creates the table.

use std::{future::IntoFuture, pin::pin};

use aws_sdk_dynamodb::{
    error::ProvideErrorMetadata as _,
    operation::create_table::{CreateTableInput, builders::CreateTableFluentBuilder},
    types::TableDescription,
};

use super::{definition::input, wait::wait_until_active};
use crate::{
    Error, ErrorKind, Result, Table,
    client::{
        Connection, Handle,
        transport::{
            attempts::Attempts,
            call::{Sending, call},
            failure::write_error,
            guard::Guard,
        },
    },
};

impl<T: Table> Handle<T> {
    /// Creates the table with its indexes, in on-demand mode, and waits until it is active, up to 5 minutes.
    ///
    /// It is meant for tests and local work; on AWS, use the generated infrastructure code. Expired items are not
    /// deleted in a table that is created this way, because CreateTable does not enable TTL.
    ///
    /// # Errors
    ///
    /// [`AlreadyExists`](ErrorKind::AlreadyExists), and the errors of DynamoDB.
    pub fn create_table(&self) -> CreateTable<'_> {
        CreateTable { handle: self.connection() }
    }
}

/// The creation of a table, which is not sent yet. Made by [`Handle::create_table`].
#[derive(Debug)]
#[must_use = "no table is created until this is awaited"]
pub struct CreateTable<'a> {
    handle: &'a Connection,
}

impl CreateTable<'_> {
    /// Returns the request as a value that can be printed. Nothing is sent.
    ///
    /// # Errors
    ///
    /// Those of [`create_table_input`](crate::client::create_table_input).
    pub fn params(&self) -> Result<CreateTableInput> {
        input(self.handle.schema(), self.handle.table_name())
    }

    /// Converts the request into the SDK's builder, which you can change and send yourself.
    ///
    /// # Errors
    ///
    /// Those of [`create_table_input`](crate::client::create_table_input).
    pub fn into_sdk(self) -> Result<CreateTableFluentBuilder> {
        request(self.handle)
    }
}

fn request(handle: &Connection) -> Result<CreateTableFluentBuilder> {
    let input = input(handle.schema(), handle.table_name())?;
    let request = handle.client().create_table();
    Ok(request
        .set_table_name(input.table_name)
        .set_billing_mode(input.billing_mode)
        .set_attribute_definitions(input.attribute_definitions)
        .set_key_schema(input.key_schema)
        .set_global_secondary_indexes(input.global_secondary_indexes)
        .set_local_secondary_indexes(input.local_secondary_indexes))
}

pub(crate) async fn create(handle: &Connection) -> Result<TableDescription> {
    let attempts = Attempts::default();
    let request = request(handle)?.customize().config_override(handle.overrides().request()).interceptor(Guard);
    match attempts.watch(pin!(request.send())).await {
        Ok(_) => wait_until_active(handle).await,
        Err(error) if error.code() == Some("ResourceInUseException") => {
            let message = "the table exists already; use `ensure_table()`, which verifies it, or another name";
            Err(Error::new(ErrorKind::AlreadyExists, message).caused_by(error))
        }
        Err(error) => Err(write_error(error, &attempts)),
    }
}

impl<'a> IntoFuture for CreateTable<'a> {
    type Output = Result<()>;
    type IntoFuture = Sending<'a, ()>;

    fn into_future(self) -> Self::IntoFuture {
        let handle = self.handle;
        Box::pin(call(handle, "create_table", None, async move { create(handle).await.map(drop) }))
    }
}

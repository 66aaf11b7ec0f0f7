//! An open table.

use std::{fmt, marker::PhantomData, sync::Arc};

use aws_sdk_dynamodb::Client;

use crate::Table;

/// The table `T` under its name on AWS, with the SDK client that reaches it.
///
/// Opened with [`Table::open`] or [`Table::open_verified`]. Cloning is cheap and shares the client; there is no
/// process-wide state.
pub struct Handle<T> {
    shared: Arc<Shared>,
    table: PhantomData<fn() -> T>,
}

struct Shared {
    client: Client,
    name: String,
}

impl<T: Table> Handle<T> {
    pub(crate) fn new(client: Client, name: impl Into<String>) -> Self {
        Self { shared: Arc::new(Shared { client, name: name.into() }), table: PhantomData }
    }

    /// The SDK client.
    pub fn client(&self) -> &Client {
        &self.shared.client
    }

    /// The table's name on AWS.
    pub fn table_name(&self) -> &str {
        &self.shared.name
    }
}

impl<T> Clone for Handle<T> {
    fn clone(&self) -> Self {
        Self { shared: Arc::clone(&self.shared), table: PhantomData }
    }
}

impl<T> fmt::Debug for Handle<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Handle").field("table", &self.shared.name).finish_non_exhaustive()
    }
}

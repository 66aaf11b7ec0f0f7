//! An open table.

use std::{fmt, marker::PhantomData, sync::Arc};

use aws_sdk_dynamodb::Client;

use crate::Table;

/// The table `T` under its name on AWS, with the SDK client that reaches it.
///
/// Opened with [`Table::open`] or [`Table::open_verified`]. Cloning is cheap and shares the client; there is no
/// process-wide state.
///
/// ```no_run
/// # use keywright::{Entity, Table};
/// # use serde::{Deserialize, Serialize};
/// # #[derive(Table)]
/// # struct Platform;
/// # #[derive(Entity, Serialize, Deserialize)]
/// # #[entity(table = Platform)]
/// # #[pk(template = "CUSTOMER#<customer>")]
/// # #[sk(template = "ORDER#<id>")]
/// # struct Order { customer: String, id: u32 }
/// # async fn example(client: aws_sdk_dynamodb::Client, orders: Vec<Order>) -> keywright::Result<()> {
/// let platform = Platform::open(client, "platform");
///
/// platform.put(&Order { customer: "ann".into(), id: 7 }).await?;   // overwrites
/// platform.create(&Order { customer: "ann".into(), id: 8 }).await?; // or `AlreadyExists`
/// let order: Option<Order> = platform.get(Order::key("ann", 7_u32)).await?;
/// platform.delete(Order::key("ann", 8_u32)).await?;
///
/// let report = platform.batch_put(&orders).await?;
/// for leftover in &report.leftovers {                              // nothing is lost silently
///     eprintln!("{:?}: {}", leftover.key, leftover.reason);
/// }
/// # Ok(()) }
/// ```
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

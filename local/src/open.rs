//! Opens a keywright table on the engine.

use keywright::{Handle, Result, Table};

use crate::Local;

impl Local {
    /// Opens the table `T` under this name, and creates it if it does not exist.
    ///
    /// # Errors
    ///
    /// [`TableMismatch`](keywright::ErrorKind::TableMismatch) if a table of this name has another key schema or other
    /// indexes than `T`; [`Service`](keywright::ErrorKind::Service) if the engine did not start.
    pub async fn open<T: Table>(&self, name: impl Into<String>) -> Result<Handle<T>> {
        let table = T::open(self.client(), name);
        table.ensure_table().await?;
        Ok(table)
    }
}

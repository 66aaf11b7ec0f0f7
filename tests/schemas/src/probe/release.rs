//! The law of releases.

use keywright::{Handle, Result, Schema, Table, schema::Timestamp};
use keywright_local::Local;
use keywright_tools::lock::{Lock, Readable, compare};

use super::Probe;

impl Probe {
    /// Returns whether the lock file allows that the schema `B` follows `A`.
    pub fn allows<A: Schema, B: Schema>(&mut self) -> bool {
        // After the times of all items.
        let now = Timestamp { seconds: crate::draw::INSTANT + 300 * 86_400, nanos: 0 };
        let changes = compare(&Lock::of::<A>(), &Lock::of::<B>(), now);
        changes.iter().all(|change| !matches!(change.readable, Readable::No | Readable::NewIndex))
    }

    /// Creates a table of the next release `B`.
    ///
    /// # Errors
    ///
    /// If the engine refuses it.
    pub async fn open_next<A: Table, B: Table>(&mut self) -> Result<Handle<B>> {
        self.local = Local::builder().answer_inline().start();
        self.local.open::<B>("schema").await
    }
}

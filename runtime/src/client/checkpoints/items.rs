//! Keeps checkpoints in a DynamoDB table.

use std::{fmt, time::SystemTime};

use aws_sdk_dynamodb::{Client, error::DisplayErrorContext, types::AttributeValue};

use super::{CheckpointStore, Segment, StoreError, Storing};
use crate::client::Checkpoint;

/// The attribute that contains the checkpoint as text.
const CHECKPOINT: &str = "checkpoint";

/// The attribute with the time of the save, in seconds since 1970, for human readers.
const SAVED_AT: &str = "saved_at";

/// Keeps the checkpoints of one run in a DynamoDB table, in one item for each segment.
///
/// The table has a partition key of type S, by default named `id`, and no sort key. An item's key is the name of the
/// run and the segment, such as `orders-eur#17-of-256`. Use a table of its own: in the table that is scanned, the items
/// would be scanned, too. Create one with:
///
/// ```sh
/// aws dynamodb create-table --table-name checkpoints --billing-mode PAY_PER_REQUEST \
///     --attribute-definitions AttributeName=id,AttributeType=S --key-schema AttributeName=id,KeyType=HASH
/// ```
///
/// A load is a strongly consistent GetItem, a save is a PutItem, and both are retried as the client is configured. An
/// item contains keys of the scanned table: see [`Checkpoint`].
///
/// Each run needs a name of its own. Use another name to start a run again.
#[derive(Clone)]
pub struct ItemCheckpoints {
    client: Client,
    table_name: String,
    run: String,
    key_attribute: String,
}

impl ItemCheckpoints {
    /// Keeps the checkpoints of the run with this name in a table.
    pub fn new(client: Client, table_name: impl Into<String>, run: impl Into<String>) -> Self {
        Self { client, table_name: table_name.into(), run: run.into(), key_attribute: "id".into() }
    }

    /// Sets the name of the table's partition key. The default is `id`.
    pub fn key_attribute(mut self, name: impl Into<String>) -> Self {
        self.key_attribute = name.into();
        self
    }

    fn key(&self, segment: Segment) -> AttributeValue {
        AttributeValue::S(format!("{}#{segment}", self.run))
    }

    async fn get(&self, segment: Segment) -> Result<Option<Checkpoint>, StoreError> {
        let request = self.client.get_item().table_name(&self.table_name).consistent_read(true);
        let answer = request.key(&self.key_attribute, self.key(segment)).send().await.map_err(|e| self.failed(e))?;
        let Some(item) = answer.item else { return Ok(None) };
        let Some(Ok(text)) = item.get(CHECKPOINT).map(AttributeValue::as_s) else {
            let message = format!("the item `{}#{segment}` has no text `{CHECKPOINT}`", self.run);
            return Err(message.into());
        };
        Ok(Some(text.parse::<Checkpoint>()?))
    }

    async fn put(&self, segment: Segment, checkpoint: &Checkpoint) -> Result<(), StoreError> {
        let now = SystemTime::UNIX_EPOCH.elapsed().unwrap_or_default().as_secs();
        let request = self.client.put_item().table_name(&self.table_name);
        let request = request.item(&self.key_attribute, self.key(segment));
        let request = request.item(CHECKPOINT, AttributeValue::S(checkpoint.to_string()));
        let request = request.item(SAVED_AT, AttributeValue::N(now.to_string()));
        request.send().await.map_err(|error| self.failed(error))?;
        Ok(())
    }

    /// Returns the SDK's error with its causes, which its own text omits.
    fn failed(&self, error: impl std::error::Error) -> StoreError {
        format!("table `{}`: {}", self.table_name, DisplayErrorContext(error)).into()
    }
}

impl CheckpointStore for ItemCheckpoints {
    fn load(&self, segment: Segment) -> Storing<'_, Option<Checkpoint>> {
        Box::pin(self.get(segment))
    }

    fn save<'a>(&'a self, segment: Segment, checkpoint: &'a Checkpoint) -> Storing<'a, ()> {
        Box::pin(self.put(segment, checkpoint))
    }
}

impl fmt::Debug for ItemCheckpoints {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ItemCheckpoints")
            .field("table_name", &self.table_name)
            .field("run", &self.run)
            .finish_non_exhaustive()
    }
}

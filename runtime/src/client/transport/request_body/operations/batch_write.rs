//! Batches of puts and deletes.

use aws_sdk_dynamodb::{operation::batch_write_item::BatchWriteItemInput, types::WriteRequest};

use super::{super::json::Body, WriteInput};

impl WriteInput for BatchWriteItemInput {
    const TARGET: &'static str = "DynamoDB_20120810.BatchWriteItem";

    fn body(&self) -> Option<String> {
        if self.return_item_collection_metrics.is_some() {
            return None;
        }
        let mut body = Body::new();
        body.lists("RequestItems", self.request_items.as_ref(), write)?;
        body.text("ReturnConsumedCapacity", self.return_consumed_capacity.as_ref().map(|it| it.as_str()));
        Some(body.finish())
    }
}

fn write(body: &mut Body, request: &WriteRequest) -> Option<()> {
    body.object("PutRequest", request.put_request.as_ref(), |body, put| body.values("Item", Some(&put.item)))?;
    body.object("DeleteRequest", request.delete_request.as_ref(), |body, delete| body.values("Key", Some(&delete.key)))
}

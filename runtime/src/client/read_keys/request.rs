//! The request of a chunk of keys, which can be sent several times.

use aws_sdk_dynamodb::{
    Client,
    operation::{batch_get_item::builders::BatchGetItemFluentBuilder, get_item::builders::GetItemFluentBuilder},
    types::ReturnConsumedCapacity,
};

use super::{KeyReads, keys_request};
use crate::{
    Item, Result,
    client::{
        Connection,
        transport::{body::Operation, reads::Reads},
    },
    item::wire::Page,
    projection::requested::RequestedAttributes,
};

/// The keys and attributes of a chunk.
pub(super) struct ChunkRequest {
    pub(super) keys: Vec<Item>,
    consistent: bool,
    attributes: Option<RequestedAttributes>,
    is_metered: bool,
    keeps_body: bool,
}

impl ChunkRequest {
    pub(super) fn of(reads: &KeyReads<'_>, keys: Vec<Item>) -> Self {
        let KeyReads { consistent, attributes, meter, keeps_body, .. } = *reads;
        Self { keys, consistent, attributes: attributes.cloned(), is_metered: meter.is_some(), keeps_body }
    }

    /// Returns the request for all keys.
    ///
    /// # Errors
    ///
    /// [`InvalidArgument`](crate::ErrorKind::InvalidArgument) if the SDK rejects it.
    pub(super) fn of_keys(&self, handle: &Connection, client: &Client) -> Result<BatchGetItemFluentBuilder> {
        let request = keys_request(handle, client, self.keys.clone(), self.consistent, self.attributes.as_ref())?;
        Ok(match self.is_metered {
            true => request.return_consumed_capacity(ReturnConsumedCapacity::Total),
            false => request,
        })
    }

    /// Returns the request for only the first key.
    pub(super) fn of_one_key(&self, handle: &Connection, client: &Client) -> GetItemFluentBuilder {
        let mut request = client.get_item().table_name(handle.table_name()).set_key(self.keys.first().cloned());
        if let Some(attributes) = &self.attributes {
            let (expression, names) = attributes.expression();
            request = request.projection_expression(expression);
            for (placeholder, name) in names {
                request = request.expression_attribute_names(placeholder, name);
            }
        }
        request.set_consistent_read(self.consistent.then_some(true))
    }

    /// Awaits one of the requests. Returns its items separately if they stay in the response body.
    pub(super) async fn keeping<O, E>(
        &self,
        reads: &Reads,
        operation: Operation,
        sending: impl Future<Output = std::result::Result<O, E>>,
    ) -> std::result::Result<(O, Option<Page>), E> {
        match self.keeps_body {
            true => reads.keeping(operation, sending).await,
            false => Ok((sending.await?, None)),
        }
    }
}

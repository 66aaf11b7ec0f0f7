//! Calls by hand on the SDK and `serde_dynamo`, as a competent engineer writes them.

use std::collections::HashMap;

use aws_sdk_dynamodb::{
    Client,
    types::{AttributeValue, KeysAndAttributes, Put, PutRequest, TransactWriteItem, WriteRequest},
};
use aws_smithy_types::base64;

use super::{
    implementation::Implementation,
    row::Row,
    subject::{Subject, TENANT, item_by_hand, key_item_by_hand},
};
use crate::{Result, data::TABLE};

/// Requests by hand.
pub struct ByHand<S> {
    client: Client,
    items: Vec<S>,
    last_key: HashMap<String, AttributeValue>,
}

impl<S: Subject> Implementation<S> for ByHand<S> {
    const NAME: &'static str = "by hand";

    fn new(client: Client, items: &[S]) -> Result<Self> {
        let last_key = items.first().map(key_item_by_hand).unwrap_or_default();
        Ok(Self { client, items: items.to_vec(), last_key })
    }

    async fn ask(&self, row: Row) -> Result<Vec<S>> {
        match row {
            Row::Put => self.put().await,
            Row::Get => self.get().await,
            Row::Update => self.update().await,
            Row::Query0 | Row::Query1 | Row::Query100 | Row::Query1000 => self.query(row.items().max(1)).await,
            Row::BatchGet => self.batch_get().await,
            Row::BatchPut => self.batch_put().await,
            Row::Transaction => self.transaction().await,
            Row::Key => {
                std::hint::black_box(self.first()?.key_by_hand());
                Ok(Vec::new())
            }
            Row::Cursor => self.cursor(),
            Row::FanOut10 | Row::FanOut50 => Err("these items are in one lane".into()),
        }
    }
}

impl<S: Subject> ByHand<S> {
    fn first(&self) -> Result<&S> {
        Ok(self.items.first().ok_or("no items")?)
    }

    async fn put(&self) -> Result<Vec<S>> {
        let item = item_by_hand(self.first()?)?;
        self.client.put_item().table_name(TABLE).set_item(Some(item)).send().await?;
        Ok(Vec::new())
    }

    async fn get(&self) -> Result<Vec<S>> {
        let key = key_item_by_hand(self.first()?);
        let answer = self.client.get_item().table_name(TABLE).set_key(Some(key)).send().await?;
        Ok(answer.item.map(serde_dynamo::from_item).transpose()?.into_iter().collect())
    }

    async fn update(&self) -> Result<Vec<S>> {
        let text = |text: &str| AttributeValue::S(text.to_owned());
        self.client
            .update_item()
            .table_name(TABLE)
            .set_key(Some(key_item_by_hand(self.first()?)))
            .update_expression("SET #c0 = :c0, #c1 = :c1")
            .condition_expression("attribute_exists(#d0) AND (attribute_not_exists(#d1) OR #d1 = :d0)")
            .expression_attribute_names("#c0", "status")
            .expression_attribute_names("#c1", "latency_ms")
            .expression_attribute_names("#d0", "PK")
            .expression_attribute_names("#d1", "_et")
            .expression_attribute_values(":c0", text("paid"))
            .expression_attribute_values(":c1", AttributeValue::N(7_u32.to_string()))
            .expression_attribute_values(":d0", text(S::SCHEMA.discriminator))
            .return_values_on_condition_check_failure("ALL_OLD".into())
            .send()
            .await?;
        Ok(Vec::new())
    }

    async fn query(&self, limit: usize) -> Result<Vec<S>> {
        let answer = self
            .client
            .query()
            .table_name(TABLE)
            .key_condition_expression("PK = :pk")
            .expression_attribute_values(":pk", AttributeValue::S(format!("{}#{TENANT}", S::PREFIX)))
            .limit(i32::try_from(limit)?)
            .send()
            .await?;
        Ok(serde_dynamo::from_items(answer.items.unwrap_or_default())?)
    }

    async fn batch_get(&self) -> Result<Vec<S>> {
        let keys = self.items.iter().take(Row::BatchGet.items()).map(key_item_by_hand).collect();
        let keys = KeysAndAttributes::builder().set_keys(Some(keys)).build()?;
        let answer = self.client.batch_get_item().request_items(TABLE, keys).send().await?;
        let items = answer.responses.and_then(|mut responses| responses.remove(TABLE)).unwrap_or_default();
        Ok(serde_dynamo::from_items(items)?)
    }

    async fn batch_put(&self) -> Result<Vec<S>> {
        let request = |item: &S| -> Result<WriteRequest> {
            let put = PutRequest::builder().set_item(Some(item_by_hand(item)?)).build()?;
            Ok(WriteRequest::builder().put_request(put).build())
        };
        let requests = self.items.iter().take(25).map(request).collect::<Result<_>>()?;
        let answer = self.client.batch_write_item().request_items(TABLE, requests).send().await?;
        match answer.unprocessed_items.filter(|left| !left.is_empty()) {
            None => Ok(Vec::new()),
            Some(_) => Err("items were left unprocessed".into()),
        }
    }

    async fn transaction(&self) -> Result<Vec<S>> {
        let action = |item: &S| -> Result<TransactWriteItem> {
            let put = Put::builder().table_name(TABLE).set_item(Some(item_by_hand(item)?)).build()?;
            Ok(TransactWriteItem::builder().put(put).build())
        };
        let actions = self.items.iter().take(10).map(action).collect::<Result<_>>()?;
        self.client.transact_write_items().set_transact_items(Some(actions)).send().await?;
        Ok(Vec::new())
    }

    /// Converts the last evaluated key to text and back, without checks.
    fn cursor(&self) -> Result<Vec<S>> {
        let key: HashMap<String, String> = serde_dynamo::from_item(self.last_key.clone())?;
        let text = base64::encode(serde_json::to_vec(&key)?);
        let back: HashMap<String, String> = serde_json::from_slice(&base64::decode(&text)?)?;
        let back: HashMap<String, AttributeValue> = serde_dynamo::to_item(back)?;
        std::hint::black_box(back);
        Ok(Vec::new())
    }
}

//! Calls by dynamodb-facade.

use std::pin::pin;

use aws_sdk_dynamodb::Client;
use chrono::{DateTime, Utc};
use dynamodb_facade::{
    Condition, DynamoDBItem, DynamoDBItemBatchOp, DynamoDBItemTransactOp, HasAttribute, KeyBuilder, StringAttribute,
    Update, attribute_definitions, dynamodb_item,
    explicit_client::{DynamoDBItemOp, dynamodb_batch_write},
    table_definitions,
};
use futures_util::StreamExt;
use keywright_benches::{
    Result,
    calls::{
        implementation::Implementation,
        row::Row,
        shop::{Large, Small},
        subject::{Subject, TENANT, text},
    },
    data::TABLE,
};
use serde::{Deserialize, Serialize, de::DeserializeOwned};

/// Requests by dynamodb-facade.
pub(crate) struct ByFacade<S> {
    client: Client,
    items: Vec<Item<S>>,
}

attribute_definitions! {
    Pk { "PK": StringAttribute }
    Sk { "SK": StringAttribute }
    Gsi1Pk { "GSI1PK": StringAttribute }
    Gsi1Sk { "GSI1SK": StringAttribute }
    Gsi2Pk { "GSI2PK": StringAttribute }
    Gsi2Sk { "GSI2SK": StringAttribute }
    EntityType { "_et": StringAttribute }
}

table_definitions! {
    Table {
        type PartitionKey = Pk;
        type SortKey = Sk;
        fn table_name() -> String { TABLE.to_owned() }
    }
}

/// An item of the table.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Item<S>(S);

dynamodb_item! {
    #[table = Table]
    Item<Small> {
        #[partition_key]
        Pk {
            fn attribute_id(&self) -> &'id str { &self.0.tenant }
            fn attribute_value(tenant) -> String { format!("SMALL#{tenant}") }
        }
        #[sort_key]
        Sk {
            fn attribute_id(&self) -> (DateTime<Utc>, &'id str) { (self.0.at, &self.0.id) }
            fn attribute_value(id) -> String { format!("{}#{}", text(id.0), id.1) }
        }
        Gsi1Pk {
            fn attribute_id(&self) -> &'id str { &self.0.agent }
            fn attribute_value(agent) -> String { format!("SMALL#{agent}") }
        }
        Gsi1Sk {
            fn attribute_id(&self) -> DateTime<Utc> { self.0.at }
            fn attribute_value(at) -> String { text(at) }
        }
        EntityType { const VALUE: &'static str = "Small"; }
    }
}

dynamodb_item! {
    #[table = Table]
    Item<Large> {
        #[partition_key]
        Pk {
            fn attribute_id(&self) -> &'id str { &self.0.tenant }
            fn attribute_value(tenant) -> String { format!("LARGE#{tenant}") }
        }
        #[sort_key]
        Sk {
            fn attribute_id(&self) -> (DateTime<Utc>, &'id str) { (self.0.at, &self.0.id) }
            fn attribute_value(id) -> String { format!("{}#{}", text(id.0), id.1) }
        }
        Gsi1Pk {
            fn attribute_id(&self) -> &'id str { &self.0.agent }
            fn attribute_value(agent) -> String { format!("LARGE#{agent}") }
        }
        Gsi1Sk {
            fn attribute_id(&self) -> DateTime<Utc> { self.0.at }
            fn attribute_value(at) -> String { text(at) }
        }
        Gsi2Pk {
            fn attribute_id(&self) -> &'id str { &self.0.session }
            fn attribute_value(session) -> String { format!("LARGE#{session}") }
        }
        Gsi2Sk {
            fn attribute_id(&self) -> (DateTime<Utc>, &'id str) { (self.0.at, &self.0.id) }
            fn attribute_value(id) -> String { format!("{}#{}", text(id.0), id.1) }
        }
        EntityType { const VALUE: &'static str = "Large"; }
    }
}

/// An item that dynamodb-facade reads and writes. The partition key is made from a tenant.
pub(crate) trait Stored:
    DynamoDBItem<Table> + for<'id> HasAttribute<Pk, Id<'id> = &'id str> + Serialize + DeserializeOwned
{
}

impl Stored for Item<Small> {}
impl Stored for Item<Large> {}

impl<S: Subject> Implementation<S> for ByFacade<S>
where
    Item<S>: Stored,
{
    const NAME: &'static str = "dynamodb-facade";

    fn new(client: Client, items: &[S]) -> Result<Self> {
        Ok(Self { client, items: items.iter().cloned().map(Item).collect() })
    }

    // It has no batch gets, no reads of several lanes and no cursors, and its users write keys by hand.
    fn has(&self, row: Row) -> bool {
        !matches!(row, Row::BatchGet | Row::FanOut10 | Row::FanOut50 | Row::Key | Row::Cursor)
    }

    async fn ask(&self, row: Row) -> Result<Vec<S>> {
        match row {
            Row::Put => self.put().await,
            Row::Get => self.get().await,
            Row::Update => self.update().await,
            Row::Query0 | Row::Query1 | Row::Query100 | Row::Query1000 => self.query(row.items().max(1)).await,
            Row::BatchPut => self.batch_put().await,
            Row::Transaction => self.transaction().await,
            Row::BatchGet | Row::FanOut10 | Row::FanOut50 | Row::Key | Row::Cursor => {
                Err("dynamodb-facade has no such call".into())
            }
        }
    }
}

impl<S: Subject> ByFacade<S>
where
    Item<S>: Stored,
{
    fn first(&self) -> Result<&Item<S>> {
        Ok(self.items.first().ok_or("no items")?)
    }

    async fn put(&self) -> Result<Vec<S>> {
        self.first()?.put(self.client.clone()).await.map_err(failed)?;
        Ok(Vec::new())
    }

    async fn get(&self) -> Result<Vec<S>> {
        let item = Item::<S>::get(self.client.clone(), self.first()?.get_key_id()).await.map_err(failed)?;
        Ok(item.into_iter().map(|item| item.0).collect())
    }

    async fn update(&self) -> Result<Vec<S>> {
        let update = Update::set("status", "paid").and(Update::set("latency_ms", 7));
        let of_type = Condition::not_exists("_et") | Condition::eq("_et", S::SCHEMA.discriminator);
        self.first()?
            .update(self.client.clone(), update)
            .condition(Item::<S>::exists() & of_type)
            .await
            .map_err(failed)?;
        Ok(Vec::new())
    }

    /// Returns the first page of the stream of pages. There is no other way to read a single page.
    async fn query(&self, limit: usize) -> Result<Vec<S>> {
        let query = Item::<S>::query(self.client.clone(), Item::<S>::key_condition(TENANT));
        let mut pages = pin!(query.limit(i32::try_from(limit)?).stream());
        let page = pages.next().await.ok_or("a query has no page")?.map_err(failed)?;
        Ok(page.into_iter().map(|item| item.0).collect())
    }

    async fn batch_put(&self) -> Result<Vec<S>> {
        let puts = self.items.iter().take(25).map(Item::batch_put).collect();
        dynamodb_batch_write::<Table>(self.client.clone(), puts).await.map_err(failed)?;
        Ok(Vec::new())
    }

    async fn transaction(&self) -> Result<Vec<S>> {
        let puts = self.items.iter().take(10).map(|item| item.transact_put().build()).collect();
        self.client.transact_write_items().set_transact_items(Some(puts)).send().await?;
        Ok(Vec::new())
    }
}

/// Converts the library's error to text, because it is not `Sync` and the programs' error type has to be.
fn failed(error: dynamodb_facade::Error) -> Box<dyn std::error::Error + Send + Sync> {
    error.to_string().into()
}

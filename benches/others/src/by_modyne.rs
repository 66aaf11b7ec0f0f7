//! Calls by modyne.

use std::{borrow::Cow, marker::PhantomData};

use aws_sdk_dynamodb::Client;
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
use modyne::{
    Aggregate, Entity, EntityDef, EntityExt, EntityTypeNameRef, Error, Item, ProjectionExt, ProjectionSet, QueryInput,
    QueryInputExt, expr,
    keys::{FullKey, Gsi1, Gsi2, IndexKeys, Primary},
    model::{BatchGet, BatchWrite, TransactWrite},
    read_projection,
};
use serde::{Deserialize, Serialize};

/// Requests by modyne.
pub(crate) struct ByModyne<S> {
    table: Table,
    items: Vec<S>,
}

struct Table {
    client: Client,
}

impl modyne::Table for Table {
    const ENTITY_TYPE_ATTRIBUTE: &'static str = "_et";

    type PrimaryKey = Primary;
    type IndexKeys = (Gsi1, Gsi2);

    fn table_name(&self) -> &str {
        TABLE
    }

    fn client(&self) -> &Client {
        &self.client
    }
}

/// An item with the keys of its indexes.
pub(crate) trait Indexed: Subject + 'static {
    type Keys: IndexKeys;

    fn index_keys(&self) -> Self::Keys;
}

impl Indexed for Small {
    type Keys = Gsi1;

    fn index_keys(&self) -> Gsi1 {
        Gsi1 { hash: format!("SMALL#{}", self.agent), range: text(self.at) }
    }
}

impl Indexed for Large {
    type Keys = (Gsi1, Gsi2);

    fn index_keys(&self) -> (Gsi1, Gsi2) {
        let at = text(self.at);
        let range = format!("{at}#{}", self.id);
        let by_agent = Gsi1 { hash: format!("LARGE#{}", self.agent), range: at };
        (by_agent, Gsi2 { hash: format!("LARGE#{}", self.session), range })
    }
}

/// An entity: owned after a read, and borrowed for a write, because modyne's writes consume entities.
#[derive(Serialize, Deserialize)]
#[serde(transparent)]
struct Stored<'a, S: Clone>(Cow<'a, S>);

impl<S: Indexed> EntityDef for Stored<'_, S> {
    const ENTITY_TYPE: &'static EntityTypeNameRef = EntityTypeNameRef::from_static(S::SCHEMA.discriminator);
}

impl<S: Indexed> Entity for Stored<'_, S> {
    type KeyInput<'a> = &'a S;
    type Table = Table;
    type IndexKeys = S::Keys;

    fn primary_key(item: &S) -> Primary {
        let [hash, range] = item.key_by_hand();
        Primary { hash, range }
    }

    fn full_key(&self) -> FullKey<Primary, S::Keys> {
        FullKey { primary: Self::primary_key(&self.0), indexes: self.0.index_keys() }
    }
}

fn borrowed<S: Indexed>(item: &S) -> Stored<'_, S> {
    Stored(Cow::Borrowed(item))
}

/// A whole item of a page, which the other implementations read too: modyne's own set for one entity has a projection.
struct Whole<S>(S);

impl<S: Indexed> ProjectionSet for Whole<S> {
    fn try_from_item(item: Item) -> std::result::Result<Option<Self>, Error> {
        let read = <Stored<'static, S> as ProjectionSet>::try_from_item(item)?;
        Ok(read.map(|item| Self(item.0.into_owned())))
    }

    fn projection_expression() -> Option<expr::StaticProjection> {
        None
    }
}

struct Page<S>(Vec<S>);

impl<S> Default for Page<S> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<S: Indexed> Aggregate for Page<S> {
    type Projections = Whole<S>;

    fn merge(&mut self, item: Item) -> std::result::Result<(), Error> {
        let Whole(item) = read_projection!(item)?;
        self.0.push(item);
        Ok(())
    }
}

/// All items of the tenant.
struct OfTenant<S>(PhantomData<S>);

impl<S: Indexed> QueryInput for OfTenant<S> {
    type Index = Primary;
    type Aggregate = Page<S>;

    fn key_condition(&self) -> expr::KeyCondition<Primary> {
        expr::KeyCondition::in_partition(format!("{}#{TENANT}", S::PREFIX))
    }
}

impl<S: Indexed> Implementation<S> for ByModyne<S> {
    const NAME: &'static str = "modyne";

    fn new(client: Client, items: &[S]) -> Result<Self> {
        Ok(Self { table: Table { client }, items: items.to_vec() })
    }

    // It has no reads of several lanes and no cursors, and its users write keys by hand.
    fn has(&self, row: Row) -> bool {
        !matches!(row, Row::FanOut10 | Row::FanOut50 | Row::Key | Row::Cursor)
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
            Row::FanOut10 | Row::FanOut50 | Row::Key | Row::Cursor => Err("modyne has no such call".into()),
        }
    }
}

impl<S: Indexed> ByModyne<S> {
    fn first(&self) -> Result<&S> {
        Ok(self.items.first().ok_or("no items")?)
    }

    async fn put(&self) -> Result<Vec<S>> {
        borrowed(self.first()?).put().execute(&self.table).await?;
        Ok(Vec::new())
    }

    async fn get(&self) -> Result<Vec<S>> {
        let answer = Stored::<S>::get(self.first()?).execute(&self.table).await?;
        let item = answer.item.map(Stored::<S>::from_item).transpose()?;
        Ok(item.into_iter().map(|item| item.0.into_owned()).collect())
    }

    async fn update(&self) -> Result<Vec<S>> {
        let update = expr::Update::new("SET #status = :status, #latency = :latency")
            .name("#status", "status")
            .name("#latency", "latency_ms")
            .value(":status", "paid")
            .value(":latency", 7);
        let condition = expr::Condition::new("attribute_exists(#pk) AND (attribute_not_exists(#et) OR #et = :et)")
            .name("#pk", "PK")
            .name("#et", "_et")
            .value(":et", S::SCHEMA.discriminator);
        Stored::<S>::update(self.first()?).expression(update).condition(condition).execute(&self.table).await?;
        Ok(Vec::new())
    }

    async fn query(&self, limit: usize) -> Result<Vec<S>> {
        let query = OfTenant::<S>(PhantomData).query().limit(u32::try_from(limit)?);
        let answer = query.execute(&self.table).await?;
        read(answer.items.unwrap_or_default())
    }

    async fn batch_get(&self) -> Result<Vec<S>> {
        let gets = self.items.iter().take(Row::BatchGet.items()).map(Stored::<S>::get);
        let answer = gets.fold(BatchGet::new(), BatchGet::operation).execute(&self.table).await?;
        read(answer.responses.and_then(|mut responses| responses.remove(TABLE)).unwrap_or_default())
    }

    async fn batch_put(&self) -> Result<Vec<S>> {
        let puts = self.items.iter().take(25).map(|item| borrowed(item).put());
        let answer = puts.fold(BatchWrite::new(), BatchWrite::operation).execute(&self.table).await?;
        match answer.unprocessed_items.filter(|left| !left.is_empty()) {
            None => Ok(Vec::new()),
            Some(_) => Err("items were left unprocessed".into()),
        }
    }

    async fn transaction(&self) -> Result<Vec<S>> {
        let puts = self.items.iter().take(10).map(|item| borrowed(item).put());
        puts.fold(TransactWrite::new(), TransactWrite::operation).execute(&self.table).await?;
        Ok(Vec::new())
    }
}

fn read<S: Indexed>(items: Vec<Item>) -> Result<Vec<S>> {
    let mut page = Page::default();
    page.reduce(items)?;
    Ok(page.0)
}

//! Calls by the library.

use aws_sdk_dynamodb::Client;
use keywright::{Handle, Key, Table, read::Cursor};

use super::{implementation::Implementation, row::Row, shop::Shop, subject::Subject};
use crate::{Result, data::TABLE};

/// Requests by the library.
pub struct Ours<S> {
    table: Handle<Shop>,
    items: Vec<S>,
    cursor: Cursor,
}

impl<S: Subject> Implementation<S> for Ours<S> {
    const NAME: &'static str = "keywright";

    fn new(client: Client, items: &[S]) -> Result<Self> {
        let table = Shop::open(client, TABLE);
        let page = crate::virtual_time::real_time()?.block_on(S::first(&table, 1))?;
        let cursor = page.cursor.ok_or("a page that is not the last has no cursor")?;
        Ok(Self { table, items: items.to_vec(), cursor })
    }

    async fn ask(&self, row: Row) -> Result<Vec<S>> {
        let first = self.items.first().ok_or("no items")?;
        match row {
            Row::Put => drop(self.table.put(first).await?),
            Row::Get => return Ok(self.table.get(first.to_key()).await?.into_iter().collect()),
            Row::Update => first.set(&self.table, "paid", 7).await?,
            Row::Query0 | Row::Query1 | Row::Query100 | Row::Query1000 => {
                return Ok(S::first(&self.table, row.items().max(1)).await?.items);
            }
            Row::BatchGet => {
                let keys = self.items.iter().take(row.items()).map(S::to_key);
                return Ok(self.table.batch_get(keys).await?.into_iter().flatten().collect());
            }
            Row::BatchPut => {
                let report = self.table.batch_put(self.items.iter().take(25)).await?;
                if !report.leftovers.is_empty() {
                    return Err("items were left unprocessed".into());
                }
            }
            Row::Transaction => {
                let all = self.items.iter().take(10);
                all.fold(self.table.transaction(), |transaction, item| transaction.put(item)).await?;
            }
            Row::Key => drop(std::hint::black_box(Key::to_item_key(&first.to_key())?)),
            Row::FanOut10 | Row::FanOut50 => return Err("these items are in one lane".into()),
            Row::Cursor => drop(std::hint::black_box(self.cursor.to_string().parse::<Cursor>()?)),
        }
        Ok(Vec::new())
    }
}

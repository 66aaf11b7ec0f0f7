//! Admits requests between the engine and its clients.
//!
//! The cost of a request for single items is determined from the items in the engine. The cost of a query or scan is
//! known afterwards, from the engine's consumed capacity.

use std::sync::{Arc, MutexGuard};

use dynoxide::Database;
use dynoxide::actions::describe_table::DescribeTableRequest;
use dynoxide::actions::get_item::GetItemRequest;
use dynoxide::actions::update_item::UpdateItemRequest;
use dynoxide::types::Item;
use keywright::physics::capacity::Consistency;
use serde::Deserialize;

use super::images::{self, Images, Write};
use super::model::{Model, SharedModel};
use super::preview::UpdatePreview;
use super::schema::Schema;
use super::ticket::{Refused, Ticket, is_failed_condition};
use super::units::{self, Charge, Scope};
use super::verdict::Refusal;
use super::warm;
use crate::request::Request;
use crate::wire::{self, Answer};

pub(crate) struct Gate {
    model: SharedModel,
    preview: UpdatePreview,
}

/// The cost of a request for one item.
#[derive(Default)]
pub(super) struct Price {
    pub(super) charges: Vec<Charge>,
    /// The cost if its condition fails.
    pub(super) unchanged: Vec<Charge>,
}

#[derive(Deserialize)]
struct Single {
    #[serde(rename = "TableName")]
    table: String,
    #[serde(rename = "Key", alias = "Item")]
    item: Item,
}

impl Gate {
    pub(crate) fn new(model: SharedModel) -> Self {
        Self { model, preview: UpdatePreview::default() }
    }

    /// Decides whether a request is admitted, before it is carried out. PartiQL and operations on tables always are.
    pub(crate) fn admit(&mut self, database: &Database, request: &Request, body: &[u8]) -> Result<Ticket, Refused> {
        match request.operation.as_str() {
            "GetItem" => self.get(database, body),
            "PutItem" | "DeleteItem" | "UpdateItem" => self.write(database, &request.operation, body),
            "Query" | "Scan" => self.page(database, request, body),
            "BatchGetItem" => self.batch_get(database, body),
            "BatchWriteItem" => self.batch_write(database, body),
            "TransactGetItems" => self.transact_get(database, body),
            "TransactWriteItems" => self.transact_write(database, body),
            "UpdateTable" => Ok(Ticket { body: without_warm_throughput(database, request, body), ..Ticket::default() }),
            _ => Ok(Ticket::default()),
        }
    }

    /// Settles an admitted request according to the engine's answer.
    pub(crate) fn settle(&mut self, ticket: Ticket, answer: Answer) -> Answer {
        if answer.status != 200 {
            let mut model = self.model();
            model.refund(&ticket.charged);
            if is_failed_condition(&answer) {
                model.charge(&ticket.unchanged);
            }
            return answer;
        }
        let answer = match ticket.page {
            Some(page) => {
                let (charge, answer) = page.settle(answer);
                self.model().charge(charge.as_slice());
                answer
            }
            None => answer,
        };
        match ticket.unprocessed {
            Some(unprocessed) => unprocessed.add_to(answer),
            None => answer,
        }
    }

    /// Updates the model after an operation on tables.
    pub(crate) fn after(&mut self, database: &Database, request: &Request, body: &[u8]) {
        let Some(table) = request.targets.first().map(|target| target.table.as_str()) else { return };
        match request.operation.as_str() {
            "CreateTable" | "UpdateTable" => {
                if let Some(description) = describe(database, table) {
                    self.model().learn(&description, body);
                }
            }
            "DeleteTable" => {
                self.model().forget(table);
                self.preview.clear();
            }
            _ => {}
        }
    }

    fn get(&mut self, database: &Database, body: &[u8]) -> Result<Ticket, Refused> {
        let price = wire::read::<GetItemRequest>(body).ok().and_then(|get| {
            let consistency =
                if get.consistent_read == Some(true) { Consistency::Strong } else { Consistency::Eventual };
            self.price_of_read(database, &get.table_name, get.key, consistency, Scope::Alone)
        });
        self.single(price)
    }

    fn write(&mut self, database: &Database, operation: &str, body: &[u8]) -> Result<Ticket, Refused> {
        let write = match operation {
            "UpdateItem" => wire::read::<UpdateItemRequest>(body)
                .map(|request| (request.table_name.clone(), Write::Update(Box::new(request)))),
            _ => wire::read::<Single>(body).map(|Single { table, item }| {
                (table, if operation == "PutItem" { Write::Put(item) } else { Write::Delete(item) })
            }),
        };
        let price = write.ok().and_then(|(table, write)| self.price_of_write(database, &table, write, Scope::Alone));
        self.single(price)
    }

    /// Admits a request for one item. One without a price is invalid, which the engine will report.
    fn single(&mut self, price: Option<Price>) -> Result<Ticket, Refused> {
        let Price { charges, unchanged } = price.unwrap_or_default();
        self.admit_all(&charges).map_err(|refusal| Refused::throttle(refusal.throttle(), 1))?;
        Ok(Ticket { charged: charges, unchanged, ..Ticket::default() })
    }

    pub(super) fn price_of_read(
        &mut self,
        database: &Database,
        table: &str,
        key: Item,
        consistency: Consistency,
        scope: Scope,
    ) -> Option<Price> {
        let schema = self.schema(database, table)?;
        let keys = schema.key.keys(&key)?;
        let item = images::stored(database, &schema, key).ok()?;
        let charge = units::of_read(&schema, keys, item.as_ref(), consistency, scope);
        Some(Price { charges: vec![charge], unchanged: Vec::new() })
    }

    pub(super) fn price_of_write(
        &mut self,
        database: &Database,
        table: &str,
        write: Write,
        scope: Scope,
    ) -> Option<Price> {
        let schema = self.schema(database, table)?;
        let images = Images::of(database, &mut self.preview, &schema, write)?;
        let charges = units::of_write(&schema, &images, scope);
        let unchanged = vec![units::for_failed_condition(&schema, images, scope)];
        Some(Price { charges, unchanged })
    }

    pub(super) fn admit_all(&mut self, charges: &[Charge]) -> Result<(), Refusal> {
        self.model().admit(charges)
    }

    pub(super) fn model(&self) -> MutexGuard<'_, Model> {
        self.model.lock()
    }

    /// Returns the schema of a table. `None` if the engine has no such table.
    pub(super) fn schema(&mut self, database: &Database, table: &str) -> Option<Arc<Schema>> {
        if let Some(schema) = self.model().schema(table) {
            return Some(schema);
        }
        let description = describe(database, table)?;
        self.model().learn(&description, b"{}");
        self.model().schema(table)
    }
}

fn without_warm_throughput(database: &Database, request: &Request, body: &[u8]) -> Option<Vec<u8>> {
    let table = describe(database, &request.targets.first()?.table)?;
    warm::without(body, table.deletion_protection_enabled == Some(true))
}

fn describe(database: &Database, table: &str) -> Option<dynoxide::actions::TableDescription> {
    Some(database.describe_table(DescribeTableRequest { table_name: table.to_owned() }).ok()?.table)
}

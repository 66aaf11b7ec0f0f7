//! Admits transactions: all items or none.

use dynoxide::actions::transact_get_items::TransactGetItem;
use dynoxide::actions::transact_write_items::{TransactWriteItem, TransactWriteItemsRequest};
use dynoxide::actions::update_item::UpdateItemRequest;
use dynoxide::errors::CancellationReason;
use dynoxide::{Database, DynoxideError};
use keywright::physics::capacity::Consistency;
use serde::Deserialize;

use super::gate::{Gate, Price};
use super::images::Write;
use super::ticket::{Refused, Ticket};
use super::units::Scope;
use crate::wire::{self, Answer};

#[derive(Deserialize)]
struct Reads {
    #[serde(rename = "TransactItems")]
    items: Vec<TransactGetItem>,
}

impl Gate {
    pub(super) fn transact_get(&mut self, database: &Database, body: &[u8]) -> Result<Ticket, Refused> {
        let items = wire::read::<Reads>(body).map(|reads| reads.items).unwrap_or_default();
        let price = |TransactGetItem { get, .. }| {
            self.price_of_read(database, &get.table_name, get.key, Consistency::Strong, Scope::Transaction)
        };
        let prices = items.into_iter().map(price).collect();
        self.all_or_none("TransactGetItems", prices)
    }

    pub(super) fn transact_write(&mut self, database: &Database, body: &[u8]) -> Result<Ticket, Refused> {
        let items = wire::read::<TransactWriteItemsRequest>(body).map(|request| request.transact_items);
        let price = |item: TransactWriteItem| {
            let (table, write) = write(item)?;
            self.price_of_write(database, &table, write, Scope::Transaction)
        };
        let prices = items.unwrap_or_default().into_iter().map(price).collect();
        self.all_or_none("TransactWriteItems", prices)
    }

    /// Admits all items of a request, or none. An item without a price is invalid, which the engine will report.
    fn all_or_none(&mut self, operation: &str, prices: Option<Vec<Price>>) -> Result<Ticket, Refused> {
        let mut ticket = Ticket::default();
        let mut reasons = Vec::new();
        for price in prices.into_iter().flatten() {
            match self.admit_all(&price.charges) {
                Ok(()) => {
                    ticket.charged.extend(price.charges);
                    ticket.unchanged.extend(price.unchanged);
                    reasons.push(CancellationReason { code: "None".to_owned(), ..CancellationReason::default() });
                }
                Err(refusal) => {
                    ticket.throttled += 1;
                    reasons.push(refusal.cancellation());
                }
            }
        }
        if ticket.throttled == 0 {
            return Ok(ticket);
        }
        self.model().refund(&ticket.charged);
        let codes: Vec<&str> = reasons.iter().map(|reason| reason.code.as_str()).collect();
        let codes = codes.join(", ");
        let message =
            format!("Transaction cancelled, please refer cancellation reasons for specific reasons [{codes}]");
        let error = DynoxideError::TransactionCanceledException(message, reasons);
        Err(Refused { answer: Answer::failure(operation, error), failure: None, throttled: ticket.throttled })
    }
}

fn write(item: TransactWriteItem) -> Option<(String, Write)> {
    if let Some(put) = item.put {
        return Some((put.table_name, Write::Put(put.item)));
    }
    if let Some(delete) = item.delete {
        return Some((delete.table_name, Write::Delete(delete.key)));
    }
    if let Some(check) = item.condition_check {
        return Some((check.table_name, Write::ConditionCheck(check.key)));
    }
    let update = item.update?;
    let request = UpdateItemRequest {
        table_name: update.table_name.clone(),
        key: update.key,
        update_expression: Some(update.update_expression),
        condition_expression: update.condition_expression,
        expression_attribute_names: update.expression_attribute_names,
        expression_attribute_values: update.expression_attribute_values,
        ..UpdateItemRequest::default()
    };
    Some((update.table_name, Write::Update(Box::new(request))))
}

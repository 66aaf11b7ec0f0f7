//! Admits batches: throttled items are returned unprocessed.

use dynoxide::Database;
use dynoxide::types::Item;
use keywright::physics::capacity::Consistency;
use serde_json::{Map, Value};

use super::gate::{Gate, Price};
use super::images::Write;
use super::ticket::{Refused, Ticket, Unprocessed};
use super::units::Scope;
use super::verdict::{self, Refusal};

const TABLES: &str = "RequestItems";
const KEYS: &str = "Keys";

/// A batch that is being divided into admitted and unprocessed items.
#[derive(Default)]
struct Division {
    ticket: Ticket,
    refusals: Vec<Refusal>,
    admitted: usize,
}

impl Gate {
    pub(super) fn batch_write(&mut self, database: &Database, body: &[u8]) -> Result<Ticket, Refused> {
        let mut division = Division::default();
        let divide = |gate: &mut Self, table: &str, writes: Value| {
            let Value::Array(writes) = writes else { return (Some(writes), None) };
            let (kept, refused) = division.divide(gate, writes, |gate, write| {
                let write = if let Some(put) = write.get("PutRequest") {
                    Write::Put(attributes(put.get("Item")?)?)
                } else {
                    Write::Delete(attributes(write.get("DeleteRequest")?.get("Key")?)?)
                };
                gate.price_of_write(database, table, write, Scope::Alone)
            });
            (filled(kept), filled(refused))
        };
        let tables = self.tables(body, divide);
        division.finish(tables, "UnprocessedItems")
    }

    pub(super) fn batch_get(&mut self, database: &Database, body: &[u8]) -> Result<Ticket, Refused> {
        let mut division = Division::default();
        let divide = |gate: &mut Self, table: &str, mut reads: Value| {
            let Some(Value::Array(keys)) = reads.get_mut(KEYS).map(Value::take) else { return (Some(reads), None) };
            let is_strong = reads.get("ConsistentRead").and_then(Value::as_bool) == Some(true);
            let consistency = if is_strong { Consistency::Strong } else { Consistency::Eventual };
            let (kept, refused) = division.divide(gate, keys, |gate, key| {
                gate.price_of_read(database, table, attributes(key)?, consistency, Scope::Alone)
            });
            let with = |keys: Vec<Value>| {
                let keys = filled(keys)?;
                let mut reads = reads.clone();
                if let Value::Object(reads) = &mut reads {
                    reads.insert(KEYS.to_owned(), keys);
                }
                Some(reads)
            };
            (with(kept), with(refused))
        };
        let tables = self.tables(body, divide);
        division.finish(tables, "UnprocessedKeys")
    }

    /// Returns the request without throttled items, and the throttled items, by table. `None` if it cannot be read.
    fn tables(
        &mut self,
        body: &[u8],
        mut divide: impl FnMut(&mut Self, &str, Value) -> (Option<Value>, Option<Value>),
    ) -> Option<(Map<String, Value>, Map<String, Value>)> {
        let mut request: Map<String, Value> = serde_json::from_slice(body).ok()?;
        let Value::Object(tables) = request.get_mut(TABLES)?.take() else { return None };
        let (mut kept, mut refused) = (Map::new(), Map::new());
        for (table, items) in tables {
            let (of_table, back) = divide(self, &table, items);
            kept.extend(of_table.map(|items| (table.clone(), items)));
            refused.extend(back.map(|items| (table, items)));
        }
        request.insert(TABLES.to_owned(), Value::Object(kept));
        Some((request, refused))
    }
}

impl Division {
    /// Divides the items. An item without a price is invalid, which the engine will report.
    fn divide(
        &mut self,
        gate: &mut Gate,
        items: Vec<Value>,
        mut price: impl FnMut(&mut Gate, &Value) -> Option<Price>,
    ) -> (Vec<Value>, Vec<Value>) {
        let mut refused = Vec::new();
        let mut kept = Vec::new();
        for item in items {
            let charges = price(gate, &item).map(|price| price.charges).unwrap_or_default();
            match gate.admit_all(&charges) {
                Ok(()) => {
                    self.admitted += 1;
                    self.ticket.charged.extend(charges);
                    kept.push(item);
                }
                Err(refusal) => {
                    self.refusals.push(refusal);
                    refused.push(item);
                }
            }
        }
        (kept, refused)
    }

    fn finish(
        self,
        tables: Option<(Map<String, Value>, Map<String, Value>)>,
        field: &'static str,
    ) -> Result<Ticket, Refused> {
        let Self { mut ticket, refusals, admitted } = self;
        let Some((request, refused)) = tables.filter(|_| !refusals.is_empty()) else {
            return Ok(ticket);
        };
        if admitted == 0 {
            return Err(Refused::throttle(verdict::for_batch(&refusals), refusals.len()));
        }
        ticket.throttled = refusals.len();
        ticket.body = Some(Value::Object(request).to_string().into_bytes());
        ticket.unprocessed = Some(Unprocessed { field, tables: refused });
        Ok(ticket)
    }
}

fn filled(items: Vec<Value>) -> Option<Value> {
    (!items.is_empty()).then_some(Value::Array(items))
}

fn attributes(value: &Value) -> Option<Item> {
    serde_json::from_value(value.clone()).ok()
}

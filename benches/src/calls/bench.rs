//! Implementations, the calls that they make, and the answers that they get.

use std::collections::HashMap;

use aws_sdk_dynamodb::types::AttributeValue;
use serde_json::{Value, json};
use tokio::runtime::Runtime;

use super::{
    answers::{Answers, client},
    implementation::{AnyImplementation, Implementation},
    request::normalized,
    row::Row,
    subject::{Subject, item_by_hand, key_item_by_hand},
};
use crate::{Result, data::TABLE, virtual_time};

/// The operations with answers that have no items.
const WRITES: [&str; 4] = ["PutItem", "UpdateItem", "BatchWriteItem", "TransactWriteItems"];

/// Implementations over shared answers.
pub struct Bench<S> {
    /// The runtime of the calls.
    pub runtime: Runtime,
    implementations: Vec<Box<dyn AnyImplementation<S>>>,
    answers: Answers,
    items: Vec<S>,
}

impl<S: Subject> Bench<S> {
    /// Returns a bench without implementations.
    ///
    /// # Errors
    ///
    /// If the items do not serialize.
    pub fn new() -> Result<Self> {
        let answers = Answers::default();
        WRITES.into_iter().for_each(|operation| answers.set(operation, "{}"));
        let items = (0..1_000).map(S::new).collect();
        let bench = Self { runtime: virtual_time::real_time()?, implementations: Vec::new(), answers, items };
        bench.prepare(Row::Query1)?;
        Ok(bench)
    }

    /// Adds an implementation.
    ///
    /// # Errors
    ///
    /// If it cannot be set up.
    pub fn with<C: Implementation<S> + 'static>(mut self) -> Result<Self> {
        let implementation = C::new(client(&self.answers), &self.items)?;
        self.implementations.push(Box::new(implementation));
        Ok(self)
    }

    /// Returns all implementations.
    #[must_use]
    pub fn implementations(&self) -> &[Box<dyn AnyImplementation<S>>] {
        &self.implementations
    }

    /// Returns the implementation of this name.
    ///
    /// # Errors
    ///
    /// If no implementation has this name.
    pub fn implementation(&self, name: &str) -> Result<&dyn AnyImplementation<S>> {
        let found = self.implementations.iter().find(|implementation| implementation.name() == name);
        Ok(found.ok_or_else(|| format!("no implementation is called {name}"))?.as_ref())
    }

    /// Prepares the answers for a row.
    ///
    /// # Errors
    ///
    /// If the items do not serialize.
    pub fn prepare(&self, row: Row) -> Result<()> {
        let items = self.items.get(..row.items()).unwrap_or_default();
        let stored: Vec<Value> = items.iter().map(|item| Ok(json_of(&item_by_hand(item)?))).collect::<Result<_>>()?;
        match row {
            Row::Get => self.answers.set("GetItem", json!({ "Item": stored.first() }).to_string()),
            Row::Query0 | Row::Query1 | Row::Query100 | Row::Query1000 => {
                let last = items.last().map(|last| json_of(&key_item_by_hand(last)));
                let mut page = json!({ "Items": stored, "Count": stored.len(), "ScannedCount": stored.len() });
                if let Some((page, last)) = page.as_object_mut().zip(last) {
                    page.insert("LastEvaluatedKey".to_owned(), last);
                }
                self.answers.set("Query", page.to_string());
            }
            Row::BatchGet => {
                let answer = json!({ "Responses": { TABLE: stored }, "UnprocessedKeys": {} });
                self.answers.set("BatchGetItem", answer.to_string());
            }
            Row::Put
            | Row::Update
            | Row::BatchPut
            | Row::Transaction
            | Row::FanOut10
            | Row::FanOut50
            | Row::Key
            | Row::Cursor => {}
        }
        Ok(())
    }

    /// Checks that all implementations return the expected items.
    ///
    /// # Errors
    ///
    /// If one returns other items.
    pub fn check(&self, row: Row) -> Result<()> {
        let expected = self.items.get(..row.items()).unwrap_or_default();
        for implementation in self.implementations.iter().filter(|implementation| implementation.has(row)) {
            if implementation.answer(&self.runtime, row)? != expected {
                return Err(format!("{}: {} returns another answer", row.name(), implementation.name()).into());
            }
        }
        Ok(())
    }

    /// Makes several calls of one implementation.
    ///
    /// # Errors
    ///
    /// If a call fails, or no implementation has this name.
    pub fn run(&self, name: &str, row: Row, calls: usize) -> Result<()> {
        self.prepare(row)?;
        self.implementation(name)?.run(&self.runtime, row, calls)
    }

    /// Checks that two implementations send the same request, apart from the order of maps.
    ///
    /// # Errors
    ///
    /// If they do not.
    pub fn check_requests<A: Implementation<S>, B: Implementation<S>>(&self, row: Row) -> Result<()> {
        same(row, self.sent::<A>(row)?, self.sent::<B>(row)?)
    }

    /// Checks that the requests of two implementations are equal in the form of [`normalized`].
    ///
    /// # Errors
    ///
    /// If they are not.
    pub fn check_meaning<A: Implementation<S>, B: Implementation<S>>(&self, row: Row) -> Result<()> {
        same(row, normalized(self.sent::<A>(row)?), normalized(self.sent::<B>(row)?))
    }

    /// Returns the request that an implementation sends.
    fn sent<C: Implementation<S>>(&self, row: Row) -> Result<Value> {
        let kept = self.answers.keeping_last();
        let implementation = C::new(client(&kept), &self.items)?;
        self.prepare(row)?;
        AnyImplementation::answer(&implementation, &self.runtime, row)?;
        kept.last()
    }
}

fn same(row: Row, one: Value, other: Value) -> Result<()> {
    if one == other {
        return Ok(());
    }
    Err(format!("{}: the requests differ:\n{one}\n{other}", row.name()).into())
}

/// Returns attributes in DynamoDB's JSON.
pub(super) fn json_of(item: &HashMap<String, AttributeValue>) -> Value {
    item.iter().map(|(name, value)| (name.clone(), json_of_value(value))).collect()
}

fn json_of_value(value: &AttributeValue) -> Value {
    match value {
        AttributeValue::S(text) => json!({ "S": text }),
        AttributeValue::N(digits) => json!({ "N": digits }),
        AttributeValue::Bool(truth) => json!({ "BOOL": truth }),
        AttributeValue::L(values) => json!({ "L": values.iter().map(json_of_value).collect::<Vec<_>>() }),
        AttributeValue::M(values) => json!({ "M": json_of(values) }),
        _ => json!({ "NULL": true }),
    }
}

//! The requests of a plan, sent one by one.

use std::sync::Arc;

use aws_sdk_dynamodb::Client;

use super::{
    Selection,
    extract::Extract,
    request::{request, start_key},
};
use crate::{
    Error, ErrorKind, Result, Table,
    client::{Handle, Item, failure::sdk_error, stored},
    key::ItemKey,
    read::{Ask, Entry, Fetched, Lane, Plan, Sift, Sifted, Start, now},
};

/// What it takes to send the requests of one plan.
pub(super) struct Engine {
    client: Client,
    table_name: String,
    pub(super) plan: Arc<Plan>,
    keys_only: bool,
}

/// The answer to one request.
pub(super) struct Answer {
    pub(super) group: usize,
    pub(super) lane: usize,
    pub(super) fetched: Fetched<Item, Item>,
    pub(super) rcu: f64,
}

impl<O> Selection<O> {
    pub(super) fn plan(&self) -> Result<Plan> {
        Plan::new(self.entity, self.key, &self.spec, now())
    }

    pub(super) fn engine<T: Table>(&self, handle: &Handle<T>) -> Result<Engine> {
        Ok(Engine {
            client: handle.client().clone(),
            table_name: handle.table_name().to_owned(),
            plan: Arc::new(self.plan()?),
            keys_only: self.keys_only,
        })
    }
}

impl Engine {
    /// Sends one request. Its error names the lane.
    pub(super) async fn fetch(&self, ask: Ask<Item>) -> Result<Answer> {
        let group = self.plan.groups().get(ask.group);
        let Some(lane) = group.and_then(|group| group.lanes().get(ask.lane)) else {
            return Err(Error::new(ErrorKind::InvalidArgument, "the plan has no such lane; plan the query anew"));
        };
        let (asked, group) = (ask.lane, ask.group);
        self.read(lane, ask)
            .await
            .map(|(fetched, rcu)| Answer { group, lane: asked, fetched, rcu })
            .map_err(|error| self.named(error).at_key(lane.partition_key().to_string()))
    }

    async fn read(&self, lane: &Lane, ask: Ask<Item>) -> Result<(Fetched<Item, Item>, f64)> {
        let start = match ask.start {
            Start::First => None,
            Start::After(after) => Some(start_key(&self.plan, lane, &after)),
            Start::Token(token) => Some(token),
        };
        let request = request(&self.plan, &self.table_name, lane, start, ask.limit, self.keys_only);
        let answer = request.send_with(&self.client).await.map_err(sdk_error)?;
        let rcu = answer.consumed_capacity.and_then(|capacity| capacity.capacity_units).unwrap_or_default();
        let entries = answer.items.unwrap_or_default().into_iter().map(|item| self.entry(item));
        let fetched = Fetched { entries: entries.collect::<Result<_>>()?, next: answer.last_evaluated_key };
        Ok((fetched, rcu))
    }

    fn entry(&self, item: Item) -> Result<Entry<Item>> {
        if !self.plan.is_sorted() {
            return Ok(Entry { sort: None, raw: item });
        }
        let (_, name) = self.plan.attribute_names();
        match item.get(name).and_then(stored::scalar) {
            Some(sort) => Ok(Entry { sort: Some(sort), raw: item }),
            None => {
                let message =
                    format!("an item came without its sort key `{name}`; compare the table with its declaration");
                Err(Error::new(ErrorKind::Decode, message))
            }
        }
    }

    /// The error with what it happened to.
    pub(super) fn named(&self, error: Error) -> Error {
        error.operation(self.plan.schema.query).of_entity(self.plan.entity.name).on_index(self.plan.index())
    }
}

/// Judges items by a function.
pub(super) struct Sieve<O>(pub(super) Extract<O>);

impl<O> Sift<Item> for Sieve<O> {
    type Item = O;

    fn sift(&mut self, plan: &Plan, lane: &Lane, raw: Item) -> Result<Sifted<O>> {
        (self.0)(plan, lane, raw)
    }

    fn table_key(&self, plan: &Plan, raw: &Item) -> Result<ItemKey> {
        stored::stored_key(plan.entity, 0, raw).ok_or_else(|| {
            let message = "an item of the index came without the table's key; compare the table with its declaration";
            Error::new(ErrorKind::Decode, message)
        })
    }
}

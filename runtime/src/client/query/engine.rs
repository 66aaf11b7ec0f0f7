//! Sends the requests of a plan one by one.

use std::sync::Arc;

use aws_sdk_dynamodb::Client;

use super::{
    Source,
    request::{LaneQuery, start_key},
};
use crate::{
    Error, ErrorKind, Item, Result,
    client::{
        Connection,
        transport::{
            body::Answered,
            reads::{ReadKey, Reads, RequestCounts},
        },
    },
    item::{attributed::Attributed, read_item::ReadItem, stored},
    key::{KeyScalar, clock::now},
    physics::capacity::{most_bytes_read, query_units},
    projection::{ProjectedField, holds_attribute},
    read::{Aim, Entry, Fetched, Lane, LaneRequest, Plan, Reached, table_key},
    schema::{EntitySchema, KeyAttributes},
};

/// Sends the requests of one plan.
pub(super) struct Engine {
    reads: Arc<Reads>,
    pub(super) sent: RequestCounts,
    table_name: Arc<str>,
    pub(super) plan: Arc<Plan>,
    fields: Option<&'static [ProjectedField]>,
}

/// The answer to one request.
pub(super) struct Answer {
    pub(super) lane_request: LaneRequest,
    pub(super) outcome: Result<Read>,
}

/// The items of one request, and its cost.
pub(super) struct Read {
    pub(super) fetched: Fetched<ReadItem>,
    pub(super) rcu: f64,
}

impl Source {
    /// Makes the plan without a table. The cursor of another table is then accepted.
    pub(super) fn plan(&self) -> Result<Plan> {
        self.plan_on(None)
    }

    /// Makes the plan for the table of this name.
    pub(super) fn plan_on(&self, table_name: Option<&Arc<str>>) -> Result<Plan> {
        let plan = Plan::on_table(table_name, self.entity, self.key, &self.spec, now())?;
        self.check_expiry_is_projected(&plan)?;
        if self.is_by_keys {
            plan.check_by_keys(&self.spec)?;
        }
        Ok(plan)
    }

    /// Rejects a query that would return expired items as live ones, because the index does not contain the expiry.
    fn check_expiry_is_projected(&self, plan: &Plan) -> Result<()> {
        let (entity, key) = (plan.entity, plan.key);
        let is_missing = |name: &&str| !plan.include_expired && !holds_attribute(entity, key, name);
        let Some(name) = plan.members().find_map(EntitySchema::ttl_attribute).filter(is_missing) else {
            return Ok(());
        };
        let message = format!(
            "the index does not contain `{name}`, so expired items cannot be recognized; project it, or read all items \
             with `include_expired()`"
        );
        let error = Error::new(ErrorKind::InvalidArgument, message).operation(plan.schema.query);
        Err(error.of_entity(plan.entity.name).on_index(plan.index()))
    }

    /// Returns the engine of a read, whose page keeps its declared limits.
    pub(super) fn engine(&self, handle: &Connection, aim: Aim) -> Result<Engine> {
        let engine = Engine {
            reads: Arc::clone(handle.reads()),
            sent: RequestCounts::default(),
            table_name: Arc::clone(handle.shared_table_name()),
            plan: Arc::new(self.plan_on(Some(handle.shared_table_name()))?),
            fields: self.fields,
        };
        if aim == Aim::Page {
            engine.plan.check_page_limit().map_err(|error| engine.named(error))?;
        }
        Ok(engine)
    }
}

impl Engine {
    /// Sends one request. Its error names the lane.
    #[allow(clippy::manual_async_fn, reason = "the future of an `async fn` holds each argument twice")]
    pub(super) fn fetch(self: Arc<Self>, lane_request: LaneRequest) -> impl Future<Output = Answer> {
        async move {
            let outcome = match lane_request.group.lanes().get(lane_request.lane) {
                Some(lane) => {
                    let read = self.read(lane, &lane_request).await;
                    read.map_err(|error| self.named(error).at_key(self.plan.shown_partition(lane.partition_key())))
                }
                None => {
                    let message = "the plan has no such lane; plan the query again";
                    Err(Error::new(ErrorKind::InvalidArgument, message))
                }
            };
            Answer { lane_request, outcome }
        }
    }

    pub(super) fn request(&self, lane: &Lane, lane_request: &LaneRequest) -> LaneQuery {
        let start = lane_request.start.as_ref().map(|after| start_key(&self.plan, lane, after));
        LaneQuery::new(&self.plan, &self.table_name, lane, start, lane_request.limit, self.fields)
    }

    async fn read(&self, lane: &Lane, lane_request: &LaneRequest) -> Result<Read> {
        let partition = lane.partition_key();
        let (entity, place) = self.plan.served_by();
        let index = entity.keys.get(place).and_then(|key| key.index);
        let key = ReadKey::query(index, partition).of(entity, place, self.plan.consistency());
        let request = |client: &Client| self.request(lane, lane_request).into_sdk(client);
        let Answered { output: answer, items } = self.reads.query(&key, &self.sent, request).await?;
        let consumed = answer.consumed_capacity.and_then(|capacity| capacity.capacity_units);
        if self.reads.watch().is_some() {
            let bytes = || items.iter().map(ReadItem::bytes).sum();
            let units = consumed.unwrap_or_else(|| query_units(bytes(), self.plan.consistency()));
            self.reads.consumed(&key, [(partition, units)]);
        }
        let rcu = consumed.unwrap_or_default();
        let evaluated = usize::try_from(answer.scanned_count).unwrap_or(items.len());
        // DynamoDB returns a last evaluated key whenever the limit is met, even if there can be no other item.
        let may_go_on = evaluated == 0 || !self.plan.has_one_item_a_lane();
        let next = answer.last_evaluated_key.filter(|_| may_go_on);
        let next = next.map(|key| self.reached(&key)).transpose()?;
        let entries = items.into_iter().map(|item| self.entry(item)).collect::<Result<_>>()?;
        let charged_bytes = most_bytes_read(rcu, self.plan.consistency());
        Ok(Read { fetched: Fetched { entries, evaluated, charged_bytes, next }, rcu })
    }

    /// Returns the position up to which a lane has been read, from DynamoDB's last evaluated key.
    fn reached(&self, key: &Item) -> Result<Reached> {
        let sort = match self.plan.is_sorted() {
            true => Some(self.sort_key(key)?),
            false => None,
        };
        let table_key = match self.plan.has_ties() {
            true => Some(table_key(&self.plan, key)?),
            false => None,
        };
        Ok(Reached { sort, table_key })
    }

    fn entry(&self, item: ReadItem) -> Result<Entry<ReadItem>> {
        let sort = match self.plan.is_sorted() {
            true => Some(self.sort_key(&item)?),
            false => None,
        };
        Ok(Entry { sort, raw: item })
    }

    fn sort_key(&self, item: &impl Attributed) -> Result<KeyScalar> {
        let (_, sort) = self.plan.key_attributes();
        sort.and_then(|attributes| stored::part_of(attributes, item)).ok_or_else(|| {
            let names: Vec<_> = sort.into_iter().flat_map(KeyAttributes::iter).map(|of| of.name).collect();
            let names = names.join("`, `");
            let message = format!("an item lacks its sort key `{names}`; compare the table with its declaration");
            Error::new(ErrorKind::Decode, message)
        })
    }

    /// Adds the entity and the index to the error.
    pub(super) fn named(&self, error: Error) -> Error {
        error.operation(self.plan.schema.query).of_entity(self.plan.entity.name).on_index(self.plan.index())
    }
}

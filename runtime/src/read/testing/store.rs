use std::{collections::HashMap, sync::Arc};

use crate::{
    Result,
    key::{ItemKey, KeyScalar, KeyValue, Timestamp, item_key, partition_key},
    physics::limits::{PAGE_BYTES, READ_BLOCK_BYTES},
    read::{
        Plan, SortCondition,
        cursor::{After, Cursor},
        direction::Direction,
        lane::Lane,
        merge::Entry,
        paging::{Aim, Classified, Classify, Fetched, LaneRequest, Paging, Reached, Step},
    },
    schema::{EntitySchema, Sharding},
};

use super::{AT, BRAND, ID};

/// A stored item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Item {
    pub(crate) at: Timestamp,
    pub(crate) id: String,
    /// Whether it belongs to another entity.
    pub(crate) is_foreign: bool,
    /// Whether it passes DynamoDB's filter, if there is one.
    pub(crate) passes: bool,
    pub(crate) is_deleted: bool,
    pub(crate) partition: KeyScalar,
    pub(crate) sort: KeyScalar,
}

impl Item {
    pub(crate) fn value(&self, field: u8) -> Option<KeyValue<'static>> {
        match field {
            BRAND => Some(KeyValue::Text("abc".into())),
            AT => Some(KeyValue::Time(self.at)),
            ID => Some(KeyValue::Text(self.id.clone().into())),
            _ => None,
        }
    }

    pub(crate) fn table_key(&self) -> ItemKey {
        ItemKey { partition: KeyScalar::S(format!("E#{}", self.id)), sort: Some(self.sort.clone()) }
    }
}

/// A store of lanes that answers requests like DynamoDB: in the order of sort keys, and for equal ones in an order that
/// a seed determines.
#[derive(Debug)]
pub(crate) struct Store {
    lanes: HashMap<KeyScalar, Vec<Item>>,
    page: usize,
    /// Whether the store filters items that it has evaluated.
    pub(crate) filters: bool,
    /// The bytes of an item, by its position in its lane. Answers are then cut off at 1 MB and charged.
    pub(crate) sizes: Option<fn(usize) -> u64>,
}

impl Store {
    /// Makes an empty store whose answers contain at most `page` items.
    pub(crate) fn new(page: usize) -> Self {
        Self { lanes: HashMap::new(), page, filters: false, sizes: None }
    }

    /// Stores an item under the current key or the older one of its time, in the shard and the generation that `spread`
    /// selects.
    pub(crate) fn put(
        &mut self,
        entity: &'static EntitySchema,
        key: usize,
        of: (Timestamp, &str, bool),
        older: bool,
        spread: u32,
    ) -> Item {
        let (at, id, is_foreign) = of;
        let mut item = Item {
            at,
            id: id.to_owned(),
            is_foreign,
            passes: spread.is_multiple_of(5),
            is_deleted: false,
            partition: KeyScalar::S(String::new()),
            sort: KeyScalar::S(String::new()),
        };
        let schema = &entity.keys[key];
        let shard =
            |sharding: Option<&Sharding>| sharding.map(|sharding| sharding.first + spread % sharding.count_at(at));
        let (_, written) = schema.design(schema.written_at(Some(at)));
        let today = item_key(entity, key, &|field| item.value(field), shard(written)).unwrap().unwrap();
        let legacies: Vec<_> = schema.legacy.iter().filter(|legacy| legacy.holds(Some(at))).collect();
        item.partition = match legacies.get(spread as usize % legacies.len().max(1)) {
            Some(legacy) if older => {
                let shard = shard(legacy.shard.as_ref());
                partition_key(entity, key, &legacy.partition, &|field| item.value(field), shard).unwrap().unwrap()
            }
            _ => today.partition,
        };
        item.sort = today.sort.unwrap();
        let lane = self.lanes.entry(item.partition.clone()).or_default();
        if schema.index.is_none() {
            lane.retain(|other| other.sort != item.sort);
        }
        lane.push(item.clone());
        // Sorted only by key: items of one sort key stay in the order of their arrival, which is random.
        lane.sort_by(|a, b| a.sort.cmp(&b.sort));
        item
    }

    pub(crate) fn items(&self) -> impl Iterator<Item = &Item> {
        self.lanes.values().flatten().filter(|item| !item.is_deleted)
    }

    /// Returns the items of a lane in DynamoDB's order.
    pub(crate) fn lane(&self, partition: &KeyScalar, direction: Direction) -> Vec<&Item> {
        let items = self.lanes.get(partition).map_or(&[][..], Vec::as_slice);
        match direction {
            Direction::Ascending => items.iter().collect(),
            Direction::Descending => items.iter().rev().collect(),
        }
    }

    /// Deletes an item. Its position among equal sort keys stays known, as it does in DynamoDB.
    pub(crate) fn delete(&mut self, item: &Item) {
        let lane = self.lanes.get_mut(&item.partition).into_iter().flatten();
        lane.filter(|other| *other == item).for_each(|other| other.is_deleted = true);
    }

    fn answer(&self, plan: &Plan, lane: &Lane, lane_request: &LaneRequest) -> Fetched<Item> {
        let condition = lane.interval().condition();
        let items: Vec<&Item> = self
            .lane(&lane.partition, plan.direction)
            .into_iter()
            .filter(|item| meets(&condition, &item.sort))
            .collect();
        let first = lane_request.start.as_ref().map_or(0, |after| place_after(plan, &items, after));
        let mut count = lane_request.limit.unwrap_or(usize::MAX).min(self.page);
        let mut bytes = 0;
        if let Some(size) = self.sizes {
            let most = count.min(items.len().saturating_sub(first));
            let fits = |item: &usize| {
                bytes += size(*item);
                bytes <= PAGE_BYTES
            };
            let held = (first..first + most).take_while(fits).count();
            if held < most {
                count = held;
            }
            bytes = (first..first + most.min(count)).map(size).sum();
        }
        let evaluated: Vec<&Item> = items.into_iter().skip(first).filter(|item| !item.is_deleted).take(count).collect();
        let passing = evaluated.iter().filter(|item| !self.filters || item.passes);
        let entries = passing.map(|item| Entry { sort: Some(item.sort.clone()), raw: (*item).clone() }).collect();
        // As in DynamoDB, a page that was cut by its size has a start key, even if nothing follows.
        let last = evaluated.last().filter(|_| evaluated.len() == count);
        let table_key = |item: &Item| plan.schema.index.is_some().then(|| item.table_key());
        let next = last.map(|item| Reached { sort: Some(item.sort.clone()), table_key: table_key(item) });
        let charged_bytes = self.sizes.map_or(0, |_| bytes.max(1).next_multiple_of(READ_BLOCK_BYTES));
        Fetched { entries, evaluated: evaluated.len(), charged_bytes, next }
    }
}

/// Returns the position after a start key, whose item may no longer exist.
fn place_after(plan: &Plan, items: &[&Item], after: &After) -> usize {
    let sort = after.sort.as_ref().unwrap();
    assert_eq!(after.table_key.is_some(), plan.schema.index.is_some());
    let is_it = |item: &&Item| match &after.table_key {
        Some(key) => item.sort == *sort && item.table_key() == *key,
        None => item.sort == *sort,
    };
    let is_behind = |item: &&Item| plan.direction.order(&item.sort, sort).is_gt();
    match items.iter().position(is_it) {
        Some(place) => place + 1,
        None => items.iter().position(is_behind).unwrap_or(items.len()),
    }
}

fn meets(condition: &SortCondition, key: &KeyScalar) -> bool {
    match condition {
        SortCondition::All => true,
        SortCondition::Equal(a) => key == a,
        SortCondition::BeginsWith(a) => key.as_s().is_some_and(|key| key.starts_with(a)),
        SortCondition::Below(a) => key < a,
        SortCondition::AtMost(a) => key <= a,
        SortCondition::Above(a) => key > a,
        SortCondition::AtLeast(a) => key >= a,
        SortCondition::Between(a, b) => {
            assert!(a <= b, "DynamoDB rejects a BETWEEN whose lower end is above the upper one");
            a <= key && key <= b
        }
    }
}

/// Keeps the items that the query accepts.
#[derive(Default)]
struct Accepted {
    items: Vec<Item>,
}

impl Classify<Item> for Accepted {
    fn classify(&mut self, plan: &Plan, _: &Lane, item: Item) -> Result<Classified<()>> {
        Ok(match plan.accepts(&|field| item.value(field)) {
            _ if item.is_foreign => Classified::Foreign,
            true => {
                self.items.push(item);
                Classified::Taken(())
            }
            false => Classified::Rejected,
        })
    }

    fn table_key(&self, _: &Plan, item: &Item) -> Result<ItemKey> {
        Ok(item.table_key())
    }
}

/// The result of one call.
pub(crate) struct DriveResult {
    pub(crate) items: Vec<Item>,
    pub(crate) cursor: Option<Cursor>,
    /// The number of items that the store evaluated.
    pub(crate) read: usize,
    pub(crate) rounds: usize,
    pub(crate) requests: usize,
    /// The blocks of 4 KB that the answers are charged for, if items have sizes.
    pub(crate) blocks: u64,
    pub(crate) buckets: usize,
    /// The lanes that failed and omitted items.
    pub(crate) left_out: Vec<(usize, usize)>,
}

/// Runs a page, or the whole result, against a store.
pub(crate) fn drive(plan: Plan, store: &Store, aim: Aim) -> DriveResult {
    drive_with(plan, store, aim, |_, _| false, 0)
}

/// Like [`drive`], with failing requests, given by their lane and the number of the request, and with answers in an
/// order that a seed determines.
pub(crate) fn drive_with(
    plan: Plan,
    store: &Store,
    aim: Aim,
    mut fails: impl FnMut(&Lane, usize) -> bool,
    seed: u64,
) -> DriveResult {
    let plan = Arc::new(plan);
    let mut paging = Paging::new(Arc::clone(&plan), aim);
    let mut driven = DriveResult {
        items: Vec::new(),
        cursor: None,
        read: 0,
        rounds: 0,
        requests: 0,
        blocks: 0,
        buckets: 0,
        left_out: Vec::new(),
    };
    let (mut in_flight, mut accepted) = (Vec::<LaneRequest>::new(), Accepted::default());
    loop {
        let step = paging.step(&mut accepted).unwrap();
        in_flight.extend(paging.take_requests());
        match step {
            Step::Item => {}
            Step::Done => break,
            Step::Wait => {
                assert!(!in_flight.is_empty(), "nothing is in flight");
                let picked = (seed as usize).wrapping_mul(31).wrapping_add(driven.requests * 7) % in_flight.len();
                let lane_request = in_flight.swap_remove(picked);
                let lane = &lane_request.group.lanes[lane_request.lane];
                assert!(!lane.is_empty());
                driven.requests += 1;
                if fails(lane, driven.requests) {
                    paging.fail(lane_request.at, lane_request.lane);
                } else {
                    let fetched = store.answer(&plan, lane, &lane_request);
                    driven.blocks += fetched.charged_bytes / READ_BLOCK_BYTES;
                    paging.feed(lane_request.at, lane_request.lane, lane_request.round, fetched);
                }
            }
        }
    }
    driven.items = accepted.items;
    driven.cursor = paging.cursor();
    (driven.read, driven.rounds, driven.buckets) = (paging.evaluated(), paging.rounds(), paging.buckets());
    driven.left_out = paging.incomplete_lanes();
    driven
}

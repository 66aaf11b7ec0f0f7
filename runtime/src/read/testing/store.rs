use std::{collections::HashMap, sync::Arc};

use crate::{
    Result,
    key::{ItemKey, KeyScalar, KeyValue, Timestamp, item_key, partition_key},
    read::{
        Plan, SortCondition,
        cursor::{After, Cursor},
        direction::Direction,
        lane::Lane,
        merge::Entry,
        paging::{Ask, Fetched, Paging, Sift, Sifted, Start, Step},
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

/// Lanes of items, which answers requests as DynamoDB does: in the order of sort keys; equal ones in an order of
/// its own, which a seed decides.
#[derive(Debug)]
pub(crate) struct Store {
    lanes: HashMap<KeyScalar, Vec<Item>>,
    page: usize,
}

impl Store {
    /// An empty store whose answers hold at most `page` items.
    pub(crate) fn new(page: usize) -> Self {
        Self { lanes: HashMap::new(), page }
    }

    /// Stores an item under today's key or an older one, in the shard that `spread` picks.
    pub(crate) fn put(
        &mut self,
        entity: &'static EntitySchema,
        key: usize,
        of: (Timestamp, &str, bool),
        older: bool,
        spread: u32,
    ) {
        let (at, id, is_foreign) = of;
        let mut item = Item {
            at,
            id: id.to_owned(),
            is_foreign,
            partition: KeyScalar::S(String::new()),
            sort: KeyScalar::S(String::new()),
        };
        let schema = &entity.keys[key];
        let shard = |sharding: Option<&Sharding>| sharding.map(|sharding| sharding.first + spread % sharding.count);
        let today = item_key(entity, key, &|field| item.value(field), shard(schema.shard.as_ref())).unwrap().unwrap();
        item.partition = match schema.legacy.first() {
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
        lane.push(item);
        // Sorted by key only: items of one sort key stay in the order of their arrival, which is random.
        lane.sort_by(|a, b| a.sort.cmp(&b.sort));
    }

    pub(crate) fn items(&self) -> impl Iterator<Item = &Item> {
        self.lanes.values().flatten()
    }

    /// The items of a lane in the order of the service.
    pub(crate) fn lane(&self, partition: &KeyScalar, direction: Direction) -> Vec<&Item> {
        let items = self.lanes.get(partition).map_or(&[][..], Vec::as_slice);
        match direction {
            Direction::Ascending => items.iter().collect(),
            Direction::Descending => items.iter().rev().collect(),
        }
    }

    fn answer(&self, plan: &Plan, lane: &Lane, ask: &Ask<usize>) -> Fetched<Item, usize> {
        let condition = lane.interval().condition();
        let items: Vec<&Item> = self
            .lane(&lane.partition, plan.direction)
            .into_iter()
            .filter(|item| meets(&condition, &item.sort))
            .collect();
        let first = match &ask.start {
            Start::First => 0,
            Start::Token(token) => *token,
            Start::After(after) => place_after(plan, &items, after),
        };
        let count = ask.limit.unwrap_or(usize::MAX).min(self.page);
        let end = (first + count).min(items.len());
        let entries = items[first..end]
            .iter()
            .map(|item| Entry { sort: Some(item.sort.clone()), raw: (*item).clone() })
            .collect();
        // As DynamoDB: a page that was cut by its size has a start key, even if nothing follows.
        Fetched { entries, next: (end - first == count).then_some(end) }
    }
}

fn place_after(plan: &Plan, items: &[&Item], after: &After) -> usize {
    let sort = after.sort.as_ref().unwrap();
    let is_it = |item: &&Item| match &after.table_key {
        Some(key) => item.sort == *sort && item.table_key() == *key,
        None => item.sort == *sort,
    };
    assert_eq!(after.table_key.is_some(), plan.schema.index.is_some());
    items.iter().position(is_it).expect("a start key is that of an item of its lane") + 1
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
            assert!(a <= b, "DynamoDB refuses a BETWEEN whose ends are crossed");
            a <= key && key <= b
        }
    }
}

struct Ours;

impl Sift<Item> for Ours {
    type Item = Item;

    fn sift(&mut self, plan: &Plan, _: &Lane, item: Item) -> Result<Sifted<Item>> {
        Ok(match plan.accepts(|field| item.value(field)) {
            _ if item.is_foreign => Sifted::Foreign,
            true => Sifted::Taken(item),
            false => Sifted::Rejected,
        })
    }

    fn table_key(&self, _: &Plan, item: &Item) -> Result<ItemKey> {
        Ok(item.table_key())
    }
}

/// What one call brought.
pub(crate) struct Driven {
    pub(crate) items: Vec<Item>,
    pub(crate) cursor: Option<Cursor>,
    /// The items that the store evaluated.
    pub(crate) read: usize,
    pub(crate) rounds: usize,
}

/// Runs a page, or the whole answer, against a store.
pub(crate) fn drive(plan: Plan, store: &Store, is_page: bool) -> Driven {
    let plan = Arc::new(plan);
    let mut paging = if is_page { Paging::page(Arc::clone(&plan)) } else { Paging::whole(Arc::clone(&plan)) };
    let mut driven = Driven { items: Vec::new(), cursor: None, read: 0, rounds: 0 };
    let answer = |paging: &mut Paging<Item, usize>, asks: Vec<Ask<usize>>| {
        let mut read = 0;
        for ask in asks {
            let lane = &plan.groups[ask.group].lanes[ask.lane];
            assert!(!lane.is_empty());
            read += paging.feed(ask.group, ask.lane, store.answer(&plan, lane, &ask));
        }
        read
    };
    loop {
        match paging.step(&mut Ours).unwrap() {
            Step::Item(item) => {
                driven.items.push(item);
                let ahead = paging.ahead();
                driven.read += answer(&mut paging, ahead);
            }
            Step::Ask(asks) => {
                driven.rounds += 1;
                driven.read += answer(&mut paging, asks);
            }
            Step::Wait => panic!("nothing is in flight"),
            Step::Done => break,
        }
    }
    driven.cursor = paging.cursor();
    driven
}

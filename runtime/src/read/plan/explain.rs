//! A plan as text.

use std::fmt;

use super::Plan;
use crate::{
    key::KeyScalar,
    physics::capacity::Consistency,
    read::{direction::Direction, interval::SortCondition, lane::Lane},
};

const LANES_SHOWN: usize = 3;
const GROUPS_SHOWN: usize = 40;

/// Where it reads, in which order, and what each lane is asked for: the first lanes of each group.
impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = match self.schema.index {
            Some(index) => format!("index {index}"),
            None => "table".to_owned(),
        };
        let order = match self.direction {
            Direction::Ascending => "ascending",
            Direction::Descending => "descending",
        };
        let consistency = match self.consistency {
            Consistency::Eventual => "eventually consistent",
            Consistency::Strong => "strongly consistent",
        };
        writeln!(f, "{}::{} over the {place}, {order}, {consistency}", self.entity.name, self.schema.query)?;
        let groups: Vec<_> = self.rest().collect();
        let lanes: usize = groups.iter().map(|(_, group)| group.open_lanes()).sum();
        write!(f, "{lanes} lanes in {} groups, at most {} requests in flight", groups.len(), self.in_flight)?;
        match self.page_items() {
            Some(items) => writeln!(f, ", at most {items} items a request")?,
            None => writeln!(f, ", up to 1 MB a request")?,
        }
        let mut number = 0;
        for (_, group) in groups.iter().take(GROUPS_SHOWN) {
            number += 1;
            writeln!(f, "group {number}: {} lanes", group.open_lanes())?;
            let open = || group.lanes.iter().filter(|lane| !lane.is_empty());
            for lane in open().take(LANES_SHOWN) {
                writeln!(f, "  {}", self.request(lane))?;
            }
            let hidden = open().count().saturating_sub(LANES_SHOWN);
            if hidden > 0 {
                writeln!(f, "  and {hidden} more")?;
            }
        }
        let hidden = groups.len().saturating_sub(GROUPS_SHOWN);
        if hidden > 0 {
            writeln!(f, "and {hidden} more groups")?;
        }
        Ok(())
    }
}

impl Plan {
    /// A lane's key condition, with its values.
    fn request(&self, lane: &Lane) -> String {
        let (partition, sort) = self.attribute_names();
        let mut text = format!("{partition} = {}", Value(&lane.partition));
        let condition = match lane.interval.condition() {
            SortCondition::All => String::new(),
            SortCondition::Equal(a) => format!("{sort} = {}", Value(&a)),
            SortCondition::BeginsWith(a) => format!("begins_with({sort}, {a:?})"),
            SortCondition::Below(a) => format!("{sort} < {}", Value(&a)),
            SortCondition::AtMost(a) => format!("{sort} <= {}", Value(&a)),
            SortCondition::Above(a) => format!("{sort} > {}", Value(&a)),
            SortCondition::AtLeast(a) => format!("{sort} >= {}", Value(&a)),
            SortCondition::Between(a, b) => format!("{sort} BETWEEN {} AND {}", Value(&a), Value(&b)),
        };
        if !condition.is_empty() {
            text.push_str(" AND ");
            text.push_str(&condition);
        }
        text
    }

    /// The attributes of the partition key and of the sort key that are read.
    pub(crate) fn attribute_names(&self) -> (&'static str, &'static str) {
        let table = self.entity.table;
        let (partition, sort) = match self.schema.index.and_then(|name| table.index(name)) {
            Some(index) => (index.partition_key, index.sort_key),
            None => (table.partition_key, table.sort_key),
        };
        (partition.name, sort.map_or("", |sort| sort.name))
    }
}

struct Value<'a>(&'a KeyScalar);

impl fmt::Display for Value<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            KeyScalar::S(text) => write!(f, "{text:?}"),
            KeyScalar::N(number) => f.write_str(number),
            KeyScalar::B(_) => write!(f, "0x{}", self.0),
        }
    }
}

//! Prints a plan.

use std::fmt;

use super::{Estimate, Plan};
#[cfg(feature = "client")]
use crate::physics::{capacity::query_units, limits::PAGE_BYTES};
use crate::{
    key::{KeyScalar, redaction::REDACTED},
    physics::{capacity::Consistency, fan_out::CERTAINTY},
    read::{direction::Direction, interval::SortCondition, lane::Lane},
    schema::{IndexSchema, KeyAttributes},
};

/// The number of cases that [`CERTAINTY`] is expressed in.
const CASES: f64 = 100.0;

const LANES_SHOWN: usize = 3;
const GROUPS_SHOWN: usize = 3;

/// Prints what the plan reads, in which order, at what cost, and the request to each lane. Of many groups it shows the
/// first ones and the last, and of many lanes of a group the first ones.
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
        let lanes: usize = groups.iter().map(|(_, lanes)| lanes).sum();
        let (lanes, count) = (Counted(lanes, "lane"), Counted(groups.len(), "group"));
        writeln!(f, "{lanes} in {count}, at most {} in flight", Counted(self.in_flight, "request"))?;
        self.write_costs(f, groups.len())?;
        #[cfg(feature = "client")]
        self.write_filter(f)?;
        let last = groups.len().saturating_sub(1);
        let hidden = last.saturating_sub(GROUPS_SHOWN);
        for (place, &(at, lanes)) in groups.iter().enumerate() {
            if place < GROUPS_SHOWN || place == last {
                self.write_group(f, place, at, lanes)?;
            } else if place == GROUPS_SHOWN {
                writeln!(f, "and {}", Counted(hidden, "more group"))?;
            }
        }
        Ok(())
    }
}

/// Prints the same output as `Display`.
impl fmt::Debug for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl Plan {
    /// Writes the cost of the first round and, if there are more groups, of one request to every lane.
    fn write_costs(&self, f: &mut fmt::Formatter<'_>, groups: usize) -> fmt::Result {
        let item_bytes = self.entity.entry_bytes(self.key);
        let estimate = |of: fn(&Self, u64) -> Estimate| Cost(of(self, item_bytes.unwrap_or_default()), item_bytes);
        writeln!(f, "first round: {}", estimate(Self::first_round))?;
        if groups > 1 {
            writeln!(f, "every lane: {}", estimate(Self::every_lane))?;
        }
        if self.is_filtered() && self.budget().is_none() {
            return Ok(());
        }
        match self.worst_page() {
            Ok(page) => writeln!(f, "at worst a page takes {page}"),
            Err(reason) => writeln!(f, "at worst a page is unbounded: {reason}"),
        }
    }

    /// Writes how many items are requested from each lane of a group, and the requests to its first lanes.
    fn write_group(&self, f: &mut fmt::Formatter<'_>, place: usize, at: usize, lanes: usize) -> fmt::Result {
        writeln!(f, "group {}: {}, {}", place + 1, Counted(lanes, "lane"), self.requested(place, lanes))?;
        for lane in self.existing_group(at).lanes.iter().filter(|lane| !lane.is_empty()).take(LANES_SHOWN) {
            writeln!(f, "  {}", self.request(lane))?;
        }
        let hidden = lanes.saturating_sub(LANES_SHOWN);
        if hidden > 0 {
            writeln!(f, "  and {hidden} more")?;
        }
        Ok(())
    }

    /// Returns how many items are requested from each lane of a group, and when the answer is certain. From a later
    /// group, the items that earlier groups did not return are requested.
    fn requested(&self, place: usize, lanes: usize) -> String {
        let each = if lanes == 1 { "it" } else { "each" };
        let Some(items) = self.first_page(lanes) else {
            let certain =
                if lanes == 1 { "" } else { ": the answer is certain up to the point that every lane has reached" };
            return format!("up to 1 MB of {each}{}", if place == 0 { certain } else { "" });
        };
        let requested = format!("{} of {each}", Counted(items, "item"));
        if self.is_filtered() && self.page_limit().is_some() {
            return format!("{requested} at first, then by the share of items that match");
        }
        if place > 0 {
            return format!("at most {requested}, for what is still wanted");
        }
        let Some(wanted) = self.page_limit().filter(|_| lanes > 1) else { return requested };
        if self.scan_limit.is_some() && self.items_per_lane(Some(wanted), None, lanes, &self.item_size()) != Some(items)
        {
            return format!("{requested}, as the scan limit allows");
        }
        let cases = match items < wanted {
            true => format!(
                " in {:.0} of {CASES:.0} cases if the lanes are even; lanes that are not yet certain are read again",
                CERTAINTY * CASES
            ),
            false => String::new(),
        };
        format!("{requested}: one round makes the first {wanted} certain{cases}")
    }

    /// Writes the filter without its values, and the cost of a page with it.
    #[cfg(feature = "client")]
    fn write_filter(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(filter) = &self.filter else { return Ok(()) };
        let place = if self.filters_here() { "by this client" } else { "by DynamoDB" };
        writeln!(f, "filter {}, {place} after items are read: those that do not match are billed too", filter.shown())?;
        match self.budget() {
            Some(_) => Ok(()),
            None => writeln!(f, "at worst a page {}", self.describe_worst_page()),
        }
    }

    /// Describes what a page reads if no item matches.
    #[cfg(feature = "client")]
    fn describe_worst_page(&self) -> String {
        let units = query_units(PAGE_BYTES, self.consistency);
        let Some(items) = self.scan_limit else {
            return format!("reads all lanes to their ends: {units} RCU for each MB; `scan_limit` bounds it");
        };
        let evaluates = format!("evaluates about {}", Counted(items, "item"));
        match self.entity.entry_bytes(self.key) {
            Some(bytes) => {
                let bytes_read = bytes.saturating_mul(items as u64);
                let of_items = query_units(bytes_read, self.consistency);
                format!(
                    "{evaluates}: {of_items} RCU if they are {bytes} bytes each, and up to a block of 4 KB a request"
                )
            }
            None => evaluates,
        }
    }

    /// Formats a lane's key condition with its values: one term for each attribute. Sensitive values are redacted.
    fn request(&self, lane: &Lane) -> String {
        let (partition, sort) = self.key_attributes();
        let shown = self.shown_values(&lane.partition);
        let values = lane.partition.values().iter().zip(shown);
        let mut terms: Vec<_> = partition
            .iter()
            .zip(values)
            .map(|(attribute, (value, shown))| match value {
                KeyScalar::S(_) => format!("{} = {shown:?}", attribute.name),
                KeyScalar::B(_) if shown != REDACTED => format!("{} = 0x{shown}", attribute.name),
                _ => format!("{} = {shown}", attribute.name),
            })
            .collect();
        let conditions = lane.interval.conditions();
        let is_hidden = self.hides_sort_keys();
        let sort = sort.into_iter().flat_map(KeyAttributes::iter).zip(&conditions);
        terms.extend(sort.map(|(attribute, condition)| match is_hidden {
            true => format!("{} {REDACTED}", attribute.name),
            false => term(attribute.name, condition),
        }));
        terms.join(" AND ")
    }

    /// Returns the attributes of the partition key and of the sort key that are read.
    pub(crate) fn key_attributes(&self) -> (KeyAttributes, Option<KeyAttributes>) {
        let table = self.entity.table;
        let index = self.schema.index.and_then(|name| table.index(name));
        let index = index.unwrap_or_else(|| IndexSchema::of_table(table));
        (index.partition_key, index.sort_key)
    }
}

fn term(name: &str, condition: &SortCondition) -> String {
    match condition {
        SortCondition::All => String::new(),
        SortCondition::Equal(a) => format!("{name} = {}", Value(a)),
        SortCondition::BeginsWith(a) => format!("begins_with({name}, {a:?})"),
        SortCondition::Below(a) => format!("{name} < {}", Value(a)),
        SortCondition::AtMost(a) => format!("{name} <= {}", Value(a)),
        SortCondition::Above(a) => format!("{name} > {}", Value(a)),
        SortCondition::AtLeast(a) => format!("{name} >= {}", Value(a)),
        SortCondition::Between(a, b) => format!("{name} BETWEEN {} AND {}", Value(a), Value(b)),
    }
}

/// An estimate, and the declared size of an item in bytes. Without that size only the lower bound is known.
struct Cost(Estimate, Option<u64>);

impl fmt::Display for Cost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(Estimate { requests, min_read_units, max_read_units }, item_bytes) = self;
        let requests = Counted(usize::try_from(*requests).unwrap_or(usize::MAX), "request");
        match item_bytes {
            Some(bytes) => {
                write!(f, "{requests}, {min_read_units} to {max_read_units} RCU if items have {bytes} bytes")
            }
            None => write!(f, "{requests}, {min_read_units} RCU or more"),
        }
    }
}

/// A number with a noun, in the singular or plural.
struct Counted(usize, &'static str);

impl fmt::Display for Counted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(count, name) = self;
        write!(f, "{count} {name}{}", if *count == 1 { "" } else { "s" })
    }
}

struct Value<'a>(&'a KeyScalar);

impl fmt::Display for Value<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            KeyScalar::S(text) => write!(f, "{text:?}"),
            KeyScalar::N(number) => f.write_str(number),
            KeyScalar::B(_) => write!(f, "0x{}", self.0),
            KeyScalar::Several(several) => several.fmt(f),
        }
    }
}

//! The most that one page of a fan-out query reads.

use std::fmt;

use super::{
    capacity::{Consistency, query_units, read_units},
    fan_out::{first_page, items_per_lane},
    limits::{BATCH_GET_ITEMS, BATCH_GET_PARTITION_BYTES, ITEM_BYTES, KB, PAGE_BYTES},
};

/// The requests to a lane after the first one that a page needs at most, if none is cut off at 1 MB: one for the lane's
/// share of the missing items, and one for all of them.
const MORE_REQUESTS: u64 = 2;

/// The requests and read units of a page of a query at worst, over all distributions of the items to its lanes.
/// Retries and hedged reads are not included.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct WorstPage {
    /// The number of partition keys that the page reads.
    pub lanes: u64,
    /// The number of requests.
    pub requests: u64,
    /// Read capacity units. `None` if the size of the items is not declared.
    pub units: Option<f64>,
}

/// A query of which every item that is read is returned, unless the page is full.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PageShape {
    /// The limit.
    pub(crate) items: u64,
    /// The number of lanes that are read together.
    pub(crate) lanes: u64,
    /// The number of groups of lanes, which follow one another.
    pub(crate) groups: u64,
    /// The size of an item by which requests are sized, in bytes. 0 if it is not declared.
    pub(crate) bytes: u64,
    /// The size of the largest item, in bytes. 0 if it is not declared.
    pub(crate) most_bytes: u64,
    /// The maximum number of items that the caller allows a request to read.
    pub(crate) request_items: u64,
    /// The number of items of a lane that a request reads before the range of the page: 1 if it begins after a sort key
    /// that DynamoDB's condition includes.
    pub(crate) outside: u64,
    pub(crate) consistency: Consistency,
}

impl WorstPage {
    /// Returns a page that ends before it costs more than this many units. Each request costs a block at least.
    pub(crate) const fn of_budget(lanes: u64, units: u64, consistency: Consistency) -> Self {
        let requests = blocks_of_units(units, consistency);
        Self { lanes: least(lanes, requests), requests, units: Some(units as f64) }
    }

    /// Adds the batch gets of as many items of at most `bytes`, each of which is rounded up. 0 bytes if the size is not
    /// declared.
    ///
    /// AWS: [BatchGetItem](https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_BatchGetItem.html) returns
    /// up to 100 items, and 1 MB of one partition.
    pub(crate) const fn and_items(self, items: u64, bytes: u64, consistency: Consistency) -> Self {
        let largest = if bytes == 0 { ITEM_BYTES } else { bytes };
        let whole = BATCH_GET_PARTITION_BYTES / largest;
        let each = least(BATCH_GET_ITEMS as u64, if whole == 0 { 1 } else { whole });
        let batch = (BATCH_GET_ITEMS as u64).div_ceil(each);
        let (batches, rest) = (items / BATCH_GET_ITEMS as u64, items % BATCH_GET_ITEMS as u64);
        let requests = batches.saturating_mul(batch).saturating_add(rest.div_ceil(each));
        let units = match self.units {
            Some(units) if bytes > 0 => Some(units + items as f64 * read_units(bytes, consistency)),
            _ => None,
        };
        Self { requests: self.requests.saturating_add(requests), units, ..self }
    }

    /// Returns the smaller of each number.
    pub(crate) const fn least(self, other: Self) -> Self {
        let units = match (self.units, other.units) {
            (Some(own), Some(others)) => Some(if own < others { own } else { others }),
            (Some(units), None) | (None, Some(units)) => Some(units),
            (None, None) => None,
        };
        Self { lanes: least(self.lanes, other.lanes), requests: least(self.requests, other.requests), units }
    }
}

/// Returns how many blocks of 4 KB can be read for this many units.
pub(crate) const fn blocks_of_units(units: u64, consistency: Consistency) -> u64 {
    match consistency {
        Consistency::Eventual => units.saturating_mul(2),
        Consistency::Strong => units,
    }
}

impl PageShape {
    /// Returns the cost at worst.
    ///
    /// Each lane of each group is sent one request. A lane is read again only if all items of its answer come before
    /// the last item of the page, which at most `(items - 1) / answer` lanes of a group can do. Together these answers
    /// never contain more than the limit for one lane. A group in which a lane is read again has contributed at least a
    /// whole answer to the page.
    pub(crate) const fn worst(&self) -> WorstPage {
        let Self { items, lanes, groups, .. } = *self;
        let first = least(first_page(items, lanes, self.bytes), least(items, self.request_items));
        let mut page = WorstPage {
            lanes: lanes.saturating_mul(groups),
            requests: lanes.saturating_mul(groups),
            units: Some(lanes as f64 * groups as f64 * self.units_of_request(first)),
        };
        let (mut left, mut group) = (items, 0);
        // The last item is in the first answer of its lane, unless that begins with items before the page.
        let last = if self.outside > 0 { 0 } else { 1 };
        while group < groups && left > last {
            // Later groups are asked for the share of what is missing, without the items that are free.
            let asked = if groups == 1 { first } else { items_per_lane(left, lanes) };
            let answer = self.answer(asked, left).saturating_sub(self.outside);
            let again = match (left - 1).checked_div(answer) {
                Some(again) => least(lanes, again),
                None => lanes,
            };
            if again == 0 {
                break;
            }
            left -= answer;
            let requests = least(MORE_REQUESTS + left / self.whole_answer(), left + 1);
            page.requests = page.requests.saturating_add(again.saturating_mul(requests));
            page.units = match page.units {
                Some(units) => Some(units + again as f64 * self.units(left, requests)),
                None => None,
            };
            group += 1;
        }
        if self.most_bytes == 0 {
            page.units = None;
        }
        page
    }

    /// The number of items that an answer to a request for this many contains at least, if the lane has them.
    const fn answer(&self, items: u64, most: u64) -> u64 {
        let asked = least(items, most);
        let certain = self.whole_answer();
        if asked < certain { asked } else { certain }
    }

    /// The number of the largest items that an answer certainly contains, if the lane has them.
    const fn whole_answer(&self) -> u64 {
        let bytes = if self.most_bytes == 0 { ITEM_BYTES } else { self.most_bytes };
        let whole = least(PAGE_BYTES / bytes, self.request_items);
        if whole == 0 { 1 } else { whole }
    }

    /// Read units of a request for this many items.
    const fn units_of_request(&self, items: u64) -> f64 {
        query_units(least(items.saturating_mul(self.most_bytes), PAGE_BYTES), self.consistency)
    }

    /// Read units of this many items in several answers, each of which is rounded up.
    const fn units(&self, items: u64, requests: u64) -> f64 {
        query_units(items.saturating_mul(self.most_bytes), self.consistency)
            + (requests - 1) as f64 * query_units(0, self.consistency)
    }
}

/// Formats the number of requests and, if the size of the items is declared, the read units.
impl fmt::Display for WorstPage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { requests, units, .. } = self;
        write!(f, "{requests} request{}", if *requests == 1 { "" } else { "s" })?;
        match units {
            Some(units) => write!(f, ", {units} RCU"),
            None => write!(f, " if items have up to {} KB", ITEM_BYTES / KB),
        }
    }
}

const fn least(a: u64, b: u64) -> u64 {
    if a < b { a } else { b }
}

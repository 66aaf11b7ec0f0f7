//! Returns the items of an index with equal keys in a seeded order.
//!
//! The items with one index key are a group. A page can start inside a group, so the group of the start key is read
//! from its first item, put into the seeded order, and resumed right after the start key. Groups are read completely; a
//! page ends wherever its limit is reached.

mod entry_position;
mod groups;
mod index;
mod reads;

use std::collections::HashMap;

use dynoxide::actions::query::QueryResponse;
use dynoxide::types::{
    Item, consumed_capacity_with_secondary_indexes, item_size, read_capacity_units_with_consistency,
};
use dynoxide::{Database, DynoxideError};

use self::entry_position::Shuffle;
use self::groups::{Groups, Row};
use self::index::Index;
use self::reads::Reads;

/// A page ends before the item that would exceed this number of bytes.
const PAGE_BYTES: usize = 1 << 20;

/// Returns the page of `body` in the seeded order. The engine has already answered this Query with `ordered`.
pub(crate) fn permute(
    database: &Database,
    seed: u64,
    body: &[u8],
    ordered: QueryResponse,
) -> Result<QueryResponse, DynoxideError> {
    let reads = Reads::new(database, body)?;
    let Some(index) = Index::describe(database, &reads.original)? else {
        return Ok(ordered);
    };
    let shuffle = Shuffle::new(seed, reads.original.scan_index_forward);
    let page = Page::read(&reads, &index, shuffle)?;

    let capacity = if index.local && reads.original.select.as_deref() == Some("ALL_ATTRIBUTES") {
        ordered.consumed_capacity
    } else {
        page.consumed_capacity(&reads, &index)
    };
    let scanned_count = page.rows.len();
    let last_evaluated_key = page.last_evaluated_key(&index);
    let items: Vec<Item> = page.rows.into_iter().filter_map(|row| row.output).collect();
    Ok(QueryResponse {
        count: items.len(),
        items: (!reads.counts).then_some(items),
        scanned_count,
        last_evaluated_key,
        consumed_capacity: capacity,
    })
}

/// The evaluated items, in the order of the answer.
struct Page {
    rows: Vec<Row>,
    bytes: usize,
    is_cut: bool,
}

impl Page {
    fn read(reads: &Reads<'_>, index: &Index, shuffle: Shuffle) -> Result<Self, DynoxideError> {
        let start = reads.start_key()?;
        let after = start.as_ref().map(|key| index.place(key, shuffle));
        let mut groups = Groups::around(reads, index, shuffle, start)?;
        let mut page = Self { rows: Vec::new(), bytes: 0, is_cut: false };
        while let Some(mut group) = groups.next_group()? {
            group.sort_by(|a, b| a.place.rank.cmp(&b.place.rank));
            for row in group {
                let is_behind = after
                    .as_ref()
                    .is_some_and(|after| row.place.sort_key == after.sort_key && row.place.rank <= after.rank);
                if is_behind {
                    continue;
                }
                let size = item_size(&row.item);
                if !page.rows.is_empty() && page.bytes + size > PAGE_BYTES {
                    page.is_cut = true;
                    return Ok(page);
                }
                page.bytes += size;
                page.rows.push(row);
                if Some(page.rows.len()) == reads.original.limit {
                    page.is_cut = true;
                    return Ok(page);
                }
            }
        }
        Ok(page)
    }

    fn last_evaluated_key(&self, index: &Index) -> Option<Item> {
        let last = self.rows.last().filter(|_| self.is_cut)?;
        Some(index.key_of(&last.item))
    }

    fn consumed_capacity(&self, reads: &Reads<'_>, index: &Index) -> Option<dynoxide::types::ConsumedCapacity> {
        let request = &reads.original;
        let consistent = request.consistent_read.unwrap_or(false);
        let units = read_capacity_units_with_consistency(self.bytes, consistent);
        let used = HashMap::from([(index.name.clone(), units)]);
        let unused = HashMap::new();
        let (global, local) = if index.local { (&unused, &used) } else { (&used, &unused) };
        consumed_capacity_with_secondary_indexes(
            &request.table_name,
            0.0,
            global,
            local,
            &request.return_consumed_capacity,
        )
    }
}

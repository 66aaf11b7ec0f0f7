//! Computes the cost of an update in the table and in its declared indexes.

use aws_sdk_dynamodb::types::AttributeValue;

use crate::{
    Item,
    client::item_bytes,
    item::equal::{same_items, same_values},
    physics::capacity::write_units,
    schema::{AttributeKind, IndexProjection, IndexSchema, TableSchema},
};

/// Returns the write units of an update from one item to another, including those of the declared indexes.
///
/// An index charges once for an entry that is added, removed or changed, twice for an entry whose key changes, and
/// nothing for an unchanged entry.
///
/// AWS: [Provisioned throughput considerations for global secondary
/// indexes](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/GSI.html#GSI.ThroughputConsiderations.Writes).
pub(super) fn update_units(table: &TableSchema, before: &Item, after: &Item) -> u64 {
    let of_table = write_units(item_bytes(before).max(item_bytes(after)));
    let local = table.local_indexes.iter().map(|index| index.whole(table));
    let indexes = table.indexes.iter().copied().chain(local);
    indexes.fold(of_table, |units, index| units.saturating_add(index_units(table, &index, before, after)))
}

fn index_units(table: &TableSchema, index: &IndexSchema, before: &Item, after: &Item) -> u64 {
    let units = |entry: &Item| write_units(item_bytes(entry));
    match (entry(table, index, before), entry(table, index, after)) {
        (None, None) => 0,
        (Some(only), None) | (None, Some(only)) => units(&only),
        (Some(before), Some(after)) if same_items(&before, &after) => 0,
        (Some(before), Some(after)) if has_same_key(index, &before, &after) => units(&before).max(units(&after)),
        (Some(before), Some(after)) => units(&before).saturating_add(units(&after)),
    }
}

fn has_same_key(index: &IndexSchema, before: &Item, after: &Item) -> bool {
    index.keys().all(|key| match (before.get(key.name), after.get(key.name)) {
        (Some(before), Some(after)) => same_values(before, after),
        _ => false,
    })
}

/// Returns the attributes of an item that an index holds. `None` if the item is not in the index.
fn entry(table: &TableSchema, index: &IndexSchema, item: &Item) -> Option<Item> {
    if !index.keys().all(|key| item.get(key.name).is_some_and(|value| is_of_kind(value, key.kind))) {
        return None;
    }
    let chosen = match index.projection {
        IndexProjection::All => return Some(item.clone()),
        IndexProjection::KeysOnly => &[][..],
        IndexProjection::Include(names) => names,
    };
    let names = index.keys().chain([table.partition_key]).chain(table.sort_key).map(|key| key.name);
    let names = names.chain(chosen.iter().copied());
    Some(names.filter_map(|name| Some((name.to_owned(), item.get(name)?.clone()))).collect())
}

fn is_of_kind(value: &AttributeValue, kind: AttributeKind) -> bool {
    match kind {
        AttributeKind::S => value.is_s(),
        AttributeKind::N => value.is_n(),
        AttributeKind::B => value.is_b(),
    }
}

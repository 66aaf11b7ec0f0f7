//! Generates sample items, with the keys that the library writes.

pub(crate) mod item;
mod related;
mod value;

use keywright::{
    key::{ItemKey, KeyScalar},
    schema::{EntitySchema, TableSchema},
};
use serde::Serialize;

use item::{SampleItem, items};

/// The table or one of its indexes with sample items.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct Sampled {
    /// The index, or `None` for the table.
    pub index: Option<&'static str>,
    /// The attributes of its partition key.
    pub partition_key: Vec<&'static str>,
    /// The attributes of its sort key. Empty if it has no sort key.
    pub sort_key: Vec<&'static str>,
    /// Its item collections: items with one partition key.
    pub collections: Vec<SampledCollection>,
}

/// Sample items with one partition key.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct SampledCollection {
    /// The stored partition key. Several attributes are separated by commas.
    pub partition_key: String,
    /// The items, in the order of their sort keys.
    pub items: Vec<Sample>,
}

/// A sample item.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct Sample {
    /// Its entity.
    pub entity: &'static str,
    /// The stored sort key. `None` if the table or index has no sort key.
    pub sort_key: Option<String>,
}

/// Generates samples of the table, then of its indexes, each with the items of every entity that writes to it.
///
/// The values of the fields are made up. The keys are built by the functions that write items. Fields at the same
/// position of partition keys with the same form share one value, so that related items are in one collection.
pub(super) fn samples(table: &TableSchema, entities: &[&'static EntitySchema]) -> Vec<Sampled> {
    let items = items(entities);
    let names = std::iter::once(None)
        .chain(table.indexes.iter().map(|index| Some(index.name)))
        .chain(table.local_indexes.iter().map(|index| Some(index.name)));
    names.map(|index| sampled(table, index, &items)).collect()
}

fn sampled(table: &TableSchema, index: Option<&'static str>, items: &[SampleItem]) -> Sampled {
    let mut collections: Vec<(KeyScalar, Vec<(&'static str, ItemKey)>)> = Vec::new();
    for item in items {
        for key in item.keys_in(index) {
            let place = collections.iter().position(|(partition, _)| *partition == key.partition);
            let entry = (item.entity.name, key.clone());
            match place.and_then(|place| collections.get_mut(place)) {
                // Two values of a field that the key does not contain produce one entry.
                Some((_, entries)) if entries.iter().any(|(_, other)| other == key) => {}
                Some((_, entries)) => entries.push(entry),
                None => collections.push((key.partition.clone(), vec![entry])),
            }
        }
    }
    let (partition_key, sort_key) = attributes(table, index);
    Sampled { index, partition_key, sort_key, collections: collections.into_iter().map(collection).collect() }
}

fn collection((partition, mut entries): (KeyScalar, Vec<(&'static str, ItemKey)>)) -> SampledCollection {
    entries.sort_by(|(_, a), (_, b)| a.sort.cmp(&b.sort));
    let sample = |(entity, key): (&'static str, ItemKey)| Sample {
        entity,
        sort_key: key.sort.as_ref().map(ToString::to_string),
    };
    SampledCollection { partition_key: partition.to_string(), items: entries.into_iter().map(sample).collect() }
}

fn attributes(table: &TableSchema, index: Option<&str>) -> (Vec<&'static str>, Vec<&'static str>) {
    match index.and_then(|name| table.index(name)) {
        Some(index) => (
            index.partition_key.iter().map(|attribute| attribute.name).collect(),
            index.sort_key.into_iter().flat_map(|sort| sort.iter()).map(|attribute| attribute.name).collect(),
        ),
        None => (vec![table.partition_key.name], table.sort_key.iter().map(|attribute| attribute.name).collect()),
    }
}
